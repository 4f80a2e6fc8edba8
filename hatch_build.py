"""Make the gRPC stubs: ``proto/**/*.proto`` becomes ``gen/koikoi/``, which is never committed.

Hatchling runs this for wheels and for editable installs; ``python hatch_build.py`` is what
``make proto`` runs.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
PACKAGE = "koikoi"


def generate(root: Path = ROOT) -> Path:
    """Write typed stubs for every proto under *root* and return their folder.

    The new stubs replace the old ones by renaming, so an import sees one set or the other.

    Raises:
        RuntimeError: when a plugin is missing, there is no proto file, or protoc refuses one.
    """
    import grpc_tools  # only needed here: a plain import of this module must not ask for it
    from grpc_tools import protoc

    # pip's isolated build environment puts its scripts on PATH; a plain one may not.
    search = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    typed_grpc = shutil.which("protoc-gen-mypy_grpc", path=search)
    if typed_grpc is None:
        raise RuntimeError("protoc-gen-mypy_grpc not found: install mypy-protobuf")

    protos = sorted((root / "proto").rglob("*.proto"))
    if not protos:
        raise RuntimeError(f"no .proto files under {root / 'proto'}")
    gen = root / "gen"
    gen.mkdir(exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=".new-", dir=gen))
    try:
        code = protoc.main(
            [
                "protoc",
                f"-I{root / 'proto'}",
                f"-I{Path(grpc_tools.__file__).parent / '_proto'}",  # google/protobuf/*.proto
                f"--python_out={fresh}",
                f"--pyi_out={fresh}",
                f"--grpc_python_out={fresh}",
                f"--plugin=protoc-gen-mypy_grpc={typed_grpc}",
                f"--mypy_grpc_out=quiet:{fresh}",  # types for *_pb2_grpc.py: --pyi_out has none
                *(str(path.relative_to(root / "proto")) for path in protos),
            ]
        )
        if code:
            raise RuntimeError(f"protoc failed with exit code {code}")
        for path in fresh.rglob("*_pb2_grpc.py"):  # a file without services: drop its empty stubs
            if "class " not in path.read_text(encoding="utf-8"):
                path.unlink()
                path.with_suffix(".pyi").unlink(missing_ok=True)
        made = fresh / PACKAGE
        for folder in (made, *(path for path in made.rglob("*") if path.is_dir())):
            (folder / "__init__.py").touch()
        (made / "py.typed").touch()
        target = gen / PACKAGE
        if target.exists():  # also drops what an earlier, different proto/ left
            os.replace(target, fresh / "old")
        os.replace(made, target)
        return target
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # `make proto` in an environment without hatchling
    pass
else:

    class ProtoBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # generic only for builders
        """Generates before hatchling collects files."""

        PLUGIN_NAME = "custom"

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            generate(Path(self.root))


if __name__ == "__main__":
    print(generate(), file=sys.stderr)
