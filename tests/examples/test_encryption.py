"""The example clients connect with TLS, and accept only the right certificate."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest

if sys.platform == "win32":
    pytest.skip("the clients are started by a shell of Unix", allow_module_level=True)

from tests.encryption.machines import Relay, terminating
from tests.examples.programs import COMMANDS, LANGUAGES, needed, program
from tests.examples.test_command_line import done, listing
from tests.support.identity import identity
from tests.support.server import serving
from tests.support.tiers import slow_after

ANOTHER = "KMQR-ABCD-EFGH-TUVW"
"""The code of no server here."""


@dataclass
class Server:
    """A server with one table, on an encrypted port and on another one."""

    encrypted: str
    plain: str
    seen: list[dict[str, Any]]  #: the metadata of each call


@asynccontextmanager
async def listening() -> AsyncIterator[Server]:
    seen: list[dict[str, Any]] = []
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((listing(seen),))
    secret = grpc.ssl_server_credentials([(identity().key, identity().certificate)])
    encrypted = server.add_secure_port("127.0.0.1:0", secret)
    plain = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield Server(f"127.0.0.1:{encrypted}", f"127.0.0.1:{plain}", seen)
    finally:
        await server.stop(None)


async def listed(
    server: Server, language: str, folder: Path, words: Sequence[str], file: str = ""
) -> tuple[int, str]:
    """The exit code of a client that lists the tables, and what it printed on standard error.

    In *words*, ENCRYPTED and PLAIN stand for the addresses, and CODE for the server's code. *file*:
    "own" or "another", the certificate in the file that the environment names.
    """
    needed(language)
    (folder / "own").write_bytes(identity().certificate)
    (folder / "another").write_bytes(identity(2).certificate)
    names = {"ENCRYPTED": server.encrypted, "PLAIN": server.plain, "CODE": identity().code}
    address, *rest = words
    for name, value in names.items():
        address = address.replace(name, value)
    more = {"KOIKOI_PASSWORD": "a b"} | ({"KOIKOI_CERTIFICATE": file} if file else {})
    return await done(folder, language, address, "Aki", "list", *rest, **more)


ALL_SLOW = [pytest.param("python", marks=pytest.mark.slow), *LANGUAGES[1:]]


@pytest.mark.parametrize("language", ALL_SLOW)
async def test_a_relay_that_passes_the_fetch_is_refused(language: str, tmp_path: Path) -> None:
    """It forwards the fetch, then serves itself, with the server's certificate in its chain."""
    needed(language)
    real = identity().certificate
    async with (
        serving(identity=identity()) as server,
        terminating(server.running.port, identity(2), tmp_path, real) as inner,
        Relay(server.running.port, inner.port) as outer,
    ):
        address = f"{identity().code}@127.0.0.1:{outer.port}"
        code, said = await done(tmp_path, language, address, "Aki", "list")
        assert code == 1
        assert "Cannot connect" in said
        assert outer.targets == [inner.port]
        assert inner.seen == b""


@pytest.mark.parametrize("language", ALL_SLOW)
async def test_it_plays_a_match_with_the_line_that_the_server_prints(
    language: str, tmp_path: Path
) -> None:
    needed(language)
    words = ("Aki", "create", "koikoi", "easy", "months=1", "bot_delay=0")
    async with serving(identity=identity()) as server:
        address = f"{identity().code}@127.0.0.1:{server.running.port}"
        aki = await program(*COMMANDS[language], address, *words, folder=tmp_path)
        assert (await aki.ended())[-1].startswith("WINNERS")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", slow_after(0, ["ENCRYPTED", "CODE@ENCRYPTED"]))
async def test_it_reads_the_certificate_from_a_file(
    address: str, language: str, tmp_path: Path
) -> None:
    """And sends the password, but not with the first call, which needs none."""
    async with listening() as server:
        assert await listed(server, language, tmp_path, [address], file="own") == (0, "")
        assert [each.get("koikoi-password") for each in server.seen] == [None, "a b", "a b"]


REFUSED = {
    "another code": (f"{ANOTHER}@ENCRYPTED", "", f"not {ANOTHER}: another machine may answer."),
    "another code than the file's": (f"{ANOTHER}@ENCRYPTED", "own", "belongs to another server."),
    "the file of another server": ("ENCRYPTED", "another", "Cannot connect"),
    "a server without encryption": ("CODE@PLAIN", "", "add --insecure"),
    "a server without encryption, and a file": ("PLAIN", "own", "add --insecure"),
    "a server with encryption": ("ENCRYPTED --insecure", "", "leave out --insecure"),
    "nothing to check": ("ENCRYPTED", "", "Write CODE@HOST"),
    "a code and --insecure": ("CODE@PLAIN --insecure", "", "add --insecure without a code"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", slow_after(1, REFUSED))
async def test_it_refuses_with_a_sentence_before_any_call(
    case: str, language: str, tmp_path: Path
) -> None:
    words, file, sentence = REFUSED[case]
    async with listening() as server:
        code, said = await listed(server, language, tmp_path, words.split(), file)
        assert code == 1
        assert sentence in " ".join(said.split())
        assert "Traceback" not in said
        assert server.seen == []
