"""The example clients' arguments and streams."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path
from typing import Any

import grpc
import pytest

if sys.platform == "win32":
    pytest.skip("the shell's redirections are Unix", allow_module_level=True)

from google.protobuf.message import Message

from koikoi.v1 import service_pb2
from tests.examples.programs import COMMANDS, LANGUAGES, needed
from tests.support.tiers import slow_after
from tests.support.timeouts import HANG


async def done(
    folder: Path, language: str, *words: str, redirection: str = "", **more: str
) -> tuple[int, str]:
    """The exit code of a client, and what it printed on standard error.

    *more* are variables of its environment.
    """
    environment = os.environ | more
    process = await asyncio.create_subprocess_exec(
        "bash", "-c", f"exec {shlex.join([*COMMANDS[language], *words])} {redirection}",
        stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, cwd=folder, env=environment,
    )  # fmt: skip
    async with asyncio.timeout(HANG):
        _, said = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


def listing(seen: list[dict[str, Any]]) -> grpc.GenericRpcHandler:
    """A server with one table, which adds the metadata of each call to *seen*."""
    table = service_pb2.TableRow()
    table.table.table_id = "the-table"
    responses = {
        "GetServerInfo": service_pb2.GetServerInfoResponse(password_needed=True),
        "GetCatalog": service_pb2.GetCatalogResponse(),
        "ListTables": service_pb2.ListTablesResponse(rows=[table]),
    }

    def handler(response: Message) -> grpc.RpcMethodHandler[bytes, bytes]:
        async def respond(_: bytes, context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes:
            seen.append(dict(context.invocation_metadata() or ()))
            return response.SerializeToString()

        return grpc.unary_unary_rpc_method_handler(respond)

    handlers = {name: handler(response) for name, response in responses.items()}
    return grpc.method_handlers_generic_handler("koikoi.v1.KoikoiService", handlers)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_without_encryption_no_password_is_sent_and_a_full_disk_is_a_sentence(
    language: str, tmp_path: Path
) -> None:
    needed(language)
    seen: list[dict[str, Any]] = []
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((listing(seen),))
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    try:
        words = (address, "Aki", "list", "--insecure")
        assert await done(tmp_path, language, *words, KOIKOI_PASSWORD="a b") == (0, "")
        assert [each.get("koikoi-password") for each in seen] == [None] * 3
        for redirection in (">&-", ">/dev/full") if language != "node" else (">/dev/full",):
            code, said = await done(tmp_path, language, *words, redirection=redirection)
            assert code == 1
            assert len(said.splitlines()) == 1, said
    finally:
        await server.stop(None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "words", slow_after(1, ["127.0.0.1:1 Aki dance koikoi", "127.0.0.1:1 Aki", ""])
)
async def test_wrong_usage_is_told(language: str, words: str, tmp_path: Path) -> None:
    needed(language)
    code, said = await done(tmp_path, language, *words.split())
    assert code == 2
    assert "SERVER NAME list | create GAME SEAT ..." in said
