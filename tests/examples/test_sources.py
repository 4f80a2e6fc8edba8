"""The examples use only gRPC, google.rpc, and stubs made from the proto files."""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import google.rpc
import grpc_tools
import pytest
from grpc_tools import protoc

from tests.examples.programs import COMMANDS, EXAMPLES, program
from tests.proto.descriptors import NAMES, PROTO
from tests.support.identity import identity
from tests.support.server import serving

PYTHON = EXAMPLES / "python/client.py"
NODE = EXAMPLES / "node/client.js"
CPP = EXAMPLES / "cpp/client.cc"
CONNECT = [EXAMPLES / name for name in ("python/connect.py", "node/connect.js", "cpp/connect.h")]


def imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize(
    ("path", "most"),
    [(PYTHON, 215), (NODE, 240), (CPP, 415), *zip(CONNECT, (95, 95, 170), strict=True)],
)
def test_they_are_short(path: Path, most: int) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= most


def test_they_share_no_code_with_this_project() -> None:
    python = {name for path in (PYTHON, CONNECT[0]) for name in imports(path.read_text("utf-8"))}
    assert python <= {
        *sys.stdlib_module_names,
        "urllib.parse",
        "connect",
        "grpc",
        "google.rpc",
        "koikoi.v1",
        "koikoi.v1.table_pb2",
    }
    bot = set(imports((EXAMPLES / "bot.py").read_text(encoding="utf-8")))
    assert bot <= {"sys", "pathlib", "client", "koikoi.v1"}
    javascript = NODE.read_text("utf-8") + CONNECT[1].read_text("utf-8")
    node = set(re.findall(r"require\('([^']+)'\)", javascript))
    packages = {"@grpc/grpc-js", "@grpc/proto-loader", "google-proto-files"}
    built_in = {"fs", "readline", "crypto", "timers/promises", "tls", "url"}
    assert node <= {*built_in, *packages, "./connect"}
    cpp = CPP.read_text("utf-8") + CONNECT[2].read_text("utf-8")
    own = set(re.findall(r'#include "([^"]+)"', cpp))
    made = {"google/rpc/error_details.pb.h", "google/rpc/status.pb.h"}
    assert own == made | {"koikoi/v1/service.grpc.pb.h", "connect.h"}


async def test_python_plays_with_nothing_of_ours_on_its_path(tmp_path: Path) -> None:
    """Only stubs made as the README says, gRPC and google.rpc."""
    code = protoc.main(
        [
            "protoc",
            f"-I{PROTO}",
            f"-I{Path(grpc_tools.__file__).parent / '_proto'}",
            f"--python_out={tmp_path}",
            f"--grpc_python_out={tmp_path}",
            *(f"koikoi/v1/{name}.proto" for name in NAMES),
        ]
    )
    assert code == 0
    packages = Path(next(iter(google.rpc.__path__))).parents[1]
    path = os.pathsep.join(map(str, (tmp_path, packages)))
    bare = (sys.executable, "-S")  # without the .pth files, so without this project
    async with serving(identity=identity()) as server:
        address = f"{identity().code}@127.0.0.1:{server.running.port}"
        words = ("Aki", "create", "koikoi", "easy", "months=1", "bot_delay=0")
        aki = await program(
            *bare, COMMANDS["python"][1], address, *words, folder=tmp_path, PYTHONPATH=path
        )
        assert (await aki.ended())[-1].startswith("WINNERS")
    without = await program(*bare, "-c", "import hanafuda", folder=tmp_path, PYTHONPATH=path)
    await without.said("No module named 'hanafuda'")
