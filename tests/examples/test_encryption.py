"""The example clients connect with TLS, and accept only the right certificate."""

from __future__ import annotations

import socket
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
    server: Server,
    language: str,
    folder: Path,
    words: Sequence[str],
    file: str = "",
    password: str = "a b",
) -> tuple[int, str]:
    """The exit code of a client that lists the tables, and what it printed on standard error.

    In *words*, ENCRYPTED and PLAIN stand for the addresses, CODE for the server's code and TYPED
    for its code without hyphens and in small letters. *file*: the file that the environment names;
    "own" and "another" hold certificates, "cut" holds a part of one, and others do not exist.
    """
    needed(language)
    (folder / "own").write_bytes(identity().certificate)
    (folder / "another").write_bytes(identity(2).certificate)
    (folder / "cut").write_bytes(identity().certificate[:300])
    code = identity().code
    names = {"CODE": code, "TYPED": code.replace("-", "").lower()}
    names |= {"ENCRYPTED": server.encrypted, "PLAIN": server.plain}
    address, *rest = words
    for name, value in names.items():
        address = address.replace(name, value)
    more = {"KOIKOI_PASSWORD": password} | ({"KOIKOI_CERTIFICATE": file} if file else {})
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
        assert f"is {identity(2).code}, not {identity().code}: this is another server" in said
        assert outer.targets == [inner.port]
        assert b"PRI * HTTP/2.0" not in inner.seen, "with which all calls begin"


@pytest.mark.parametrize("language", ALL_SLOW)
async def test_it_ends_when_the_server_comes_back_with_another_certificate(
    language: str, tmp_path: Path
) -> None:
    needed(language)
    (tmp_path / "own").write_bytes(identity().certificate)
    words = ("Aki", "create", "koikoi", "-")
    async with serving(identity=identity()) as server:
        port = server.running.port
        command = (*COMMANDS[language], f"127.0.0.1:{port}", *words)
        aki = await program(*command, folder=tmp_path, KOIKOI_CERTIFICATE="own")
        await aki.said("Leave the table")
    try:
        async with serving(identity=identity(2), port=port):
            *_, last = await aki.ended(well=False)
            assert f"is {identity(2).code}, not {identity().code}: this is another server" in last
    finally:
        await aki.kill()


@pytest.mark.parametrize("language", ALL_SLOW)
async def test_it_ends_when_a_server_says_nothing(language: str, tmp_path: Path) -> None:
    needed(language)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"{ANOTHER}@127.0.0.1:{silent.getsockname()[1]}"
        code, said = await done(tmp_path, language, address, "Aki", "list")
        assert code == 1
        assert "Cannot connect" in said


@pytest.mark.parametrize("language", ALL_SLOW)
async def test_it_refuses_a_password_that_cannot_be_sent(language: str, tmp_path: Path) -> None:
    async with listening() as server:
        code, said = await listed(server, language, tmp_path, ["CODE@ENCRYPTED"], password="ä")
        assert code == 1
        assert "KOIKOI_PASSWORD has a character that no password may have" in said
        assert len(said.splitlines()) == 1, said


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
@pytest.mark.parametrize(
    "address", slow_after(0, ["ENCRYPTED", "CODE@ENCRYPTED", "TYPED@ENCRYPTED"])
)
async def test_it_reads_the_certificate_from_a_file(
    address: str, language: str, tmp_path: Path
) -> None:
    """And sends the password, but not with the first call, which needs none."""
    async with listening() as server:
        assert await listed(server, language, tmp_path, [address], file="own") == (0, "")
        assert [each.get("koikoi-password") for each in server.seen] == [None, "a b", "a b"]


REFUSED = {
    "another code": (f"{ANOTHER}@ENCRYPTED", "", f"not {ANOTHER}: this is another server"),
    "another code than the file's": (f"{ANOTHER}@ENCRYPTED", "own", "The code of own is"),
    "no letters in the code": ("---@ENCRYPTED", "", "not ---: this is another server"),
    "the file of another server": ("ENCRYPTED", "another", f"is {identity().code}, not"),
    "no file": ("ENCRYPTED", "lost", "Cannot read the certificate in lost"),
    "a file without a certificate": ("ENCRYPTED", "cut", "There is no certificate in cut."),
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
