"""The password of a server from the first visit to the next password, with real programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix", allow_module_level=True)

from koikoi_client.command.private_server import FOR_THE_LAN, PRACTICE, private_server
from koikoi_client.wire.session import Session
from tests.client.process import ServerProcess, terminal

ASKED = ("Players must type the password.",)
FIRST, SECOND = "three little birds", "another one"

pytestmark = pytest.mark.slow


def written(folder: Path) -> Iterator[Path]:
    return (each for each in folder.rglob("*") if each.is_file())


def test_from_the_first_visit_to_the_next_password(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(FIRST)
    secret.chmod(0o600)
    data, home = tmp_path / "data", tmp_path / "home"
    protected = ("--password-file", str(secret))
    server = ServerProcess(0, data, *protected)
    with terminal(home, server.address, "--name", "Aki") as aki:
        aki.until("Password of the server at")
        aki.type("wrong\r")
        aki.until("That password is wrong.")
        aki.type(f"{FIRST}\r")
        aki.until("No table is open")
        aki.type("n")
        aki.until("Open this table")
        aki.type("\r")
        aki.until("One more player is needed")
        server.kill()
        aki.until("connection lost")
        server = ServerProcess(server.port, data, *protected)
        aki.until("waiting for players")
        server.kill()
        secret.write_text(SECOND)
        server = ServerProcess(server.port, data, *protected)
        aki.until("start koikoi-client again and type it")
        assert aki.end() == 4
        assert FIRST.encode() not in aki.bytes
    with terminal(home, server.address, "--plain") as aki:
        aki.until("The server's password has changed since you typed it last.")
        aki.type(f"{SECOND}\r")
        aki.until("You have a seat at Aki's table")
    with terminal(home, server.address) as aki:
        aki.until("You have a seat at Aki's table")
    server.stop()
    holding = [each for each in written(tmp_path) if SECOND.encode() in each.read_bytes()]
    assert [each.parent.name for each in holding if each != secret] == ["servers"]
    assert not any(FIRST.encode() in each.read_bytes() for each in written(tmp_path))


@pytest.mark.parametrize(
    ("options", "needed"),
    [((*FOR_THE_LAN, "--host", "127.0.0.1", "--port", "0"), True), (PRACTICE, False)],
)
async def test_the_environment_is_for_the_server_of_host_and_not_of_practice(
    options: tuple[str, ...],
    needed: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KOIKOI_PASSWORD", FIRST)
    memory = (*options, "--memory")
    async with private_server(tmp_path / "log", memory, keeps=False) as server:
        await server.ready()
        session = Session(server.address, own=True)
        session.password.typed = FIRST
        await session.open()
        assert session.info.password_needed == needed
        assert server.invitations.notes == (ASKED if needed else ())
        await session.close()
