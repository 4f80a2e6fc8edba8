"""Names at a table: what is refused before a server is asked, and what is offered."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix", allow_module_level=True)

from koikoi_client.follow.player_names import login, name_problem
from koikoi_client.system.store import Store
from tests.client.playing import people, real_server
from tests.client.process import ServerProcess, piped, server_process, terminal

LONG = "さくら" * 6


def test_a_name_is_measured_in_columns() -> None:
    assert name_problem("Aki", 16) == name_problem("さくら" * 2, 12) == ""
    assert name_problem(LONG, 16) == "That name is too long: at most 16 columns."
    assert name_problem(LONG, 0) == "", "an older server says no limit"
    assert "Please type a name" in name_problem(" \u200b", 16)


@pytest.mark.parametrize(
    ("user", "offered"), [("aki", "aki"), ("root", "Player"), ("", "Player"), ("x" * 30, "x" * 16)]
)
def test_the_name_that_is_offered(monkeypatch: pytest.MonkeyPatch, user: str, offered: str) -> None:
    """Of the machine's user, if that says something of the person."""
    monkeypatch.setattr(getpass, "getuser", lambda: user)
    assert login(16) == offered


async def test_in_the_lobby_a_name_too_long_changes_nothing(tmp_path: Path) -> None:
    async with real_server() as server, people(server.port, tmp_path, "Aki") as (aki,):
        await aki.start()
        aki.console.type(f"name {LONG}", "name")
        await aki.console.until("too long: at most 16 columns")
        await aki.console.until("Your name is Aki.")
        assert aki.store.last("name") == ""


def kept(folder: Path) -> Store:
    """What a client with its files in *folder* keeps."""
    return Store(folder / "config" / "koikoi", folder / "state" / "koikoi")


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with server_process() as running:
        yield running


@pytest.mark.slow
def test_a_name_too_long_is_asked_for_again_and_not_kept(
    server: ServerProcess, tmp_path: Path
) -> None:
    with terminal(tmp_path, server.address, "--plain", "--name", LONG) as one:
        one.until("too long: at most 16 columns")
        one.type("x" * 20 + "\r")
        one.until("too long: at most 16 columns")
        one.type("Aki\r")
        one.until("Type new to open one")
        one.type("quit\r")
        assert one.end() == 0
    assert kept(tmp_path).last("name") == "Aki"


@pytest.mark.slow
def test_without_a_person_to_ask_a_name_too_long_is_wrong_usage(
    server: ServerProcess, tmp_path: Path
) -> None:
    done = piped(tmp_path, server.address, "--name", LONG)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "That name is too long: at most 16 columns.\n"


@pytest.mark.slow
def test_a_name_kept_by_an_older_client_bars_nobody(server: ServerProcess, tmp_path: Path) -> None:
    kept(tmp_path).keep_last(name=LONG)
    with terminal(tmp_path, server.address, "--plain") as one:
        one.until("What is your name?")
        one.type("Aki\r")
        one.until("Type new to open one")
