"""A server that comes back with another identity, as its players see it."""

from __future__ import annotations

import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from koikoi_server.identity import read_identity
from koikoi_server.journal.kept_file import IDENTITY_FILE
from tests.support.killing import reserved_port
from tests.support.programs import CLIENT, SERVER, Program

if sys.platform == "win32":
    pytest.skip("Windows has no such signals", allow_module_level=True)

pytestmark = pytest.mark.slow


class Evening:
    """A server, and Aki, who waits at a table of it for somebody to come."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack, self._folder = stack, folder
        self.address = f"127.0.0.1:{reserved_port()}"
        self.data = folder / "data"
        self.server = self.serve()
        self.aki = self.client(self.address)
        self.aki.until(f"First visit. Code {self.code}")
        self.aki.until("Type new to open one")
        for line in ("new", "1", ""):
            self.aki.type(line)
        self.aki.until("One more player is needed.")

    @property
    def code(self) -> str:
        return read_identity(self.data / IDENTITY_FILE).code

    def serve(self) -> Program:
        host, port = self.address.split(":")
        server = Program(*SERVER, "--host", host, "--port", port, "--data", str(self.data))
        self._stack.callback(server.end)
        server.until("koikoi-client ")
        return server

    def client(self, address: str) -> Program:
        options = (address, "--name", "Aki", "--plain")
        program = Program(*CLIENT, *options, folder=self._folder / "aki")
        self._stack.callback(program.end)
        return program

    def pins(self) -> list[Path]:
        """The files of the servers that Aki's client knows."""
        return [*(self._folder / "aki").glob("**/servers/*.json")]

    def killed(self) -> None:
        self.server.signal(signal.SIGKILL)
        self.aki.until("The connection to")
        self.server.end()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield Evening(stack, tmp_path)


def test_a_killed_server_that_is_started_again_has_its_players_again(evening: Evening) -> None:
    """They type nothing."""
    evening.killed()
    evening.serve()
    evening.aki.until("Connected to")
    evening.aki.type_until("say still here", "still here")


def test_a_player_is_told_that_the_servers_data_were_wiped(evening: Evening) -> None:
    """The line that is told to type leads to the new server."""
    evening.killed()
    shutil.rmtree(evening.data)
    evening.serve()
    evening.aki.until(f"koikoi-client {evening.code}@{evening.address}")
    evening.client(f"{evening.code}@{evening.address}").until("Type new to open one")


def test_players_return_to_a_server_that_lost_its_identity(evening: Evening) -> None:
    """Its host reads what they will see. They delete the file that is named, and have their seats.

    Without that, they do not get in even with the new code.
    """
    evening.killed()
    (evening.data / IDENTITY_FILE).unlink()
    server = evening.serve()
    assert any("has a new code" in line for line in server.lines)
    line = f"{evening.code}@{evening.address}"
    evening.aki.until(f"koikoi-client {line}")
    again = evening.client(line)
    again.until("claims to be one that you know")
    [pin] = evening.pins()
    again.until(str(pin))
    pin.unlink()
    evening.client(line).until("You have a seat at Aki's table")
