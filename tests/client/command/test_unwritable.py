"""A home that takes no files: what cannot be kept is said once, and play goes on."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from koikoi_client.system.process import LOG
from koikoi_client.system.store import MAX_LOG_BYTES, KeptSeat, Store
from tests.client.app import persons
from tests.client.playing import people, real_server
from tests.client.process import piped

SEAT = KeptSeat("S1", "T1", 1, "the-token", "Aki")
LOST = "Your seat could not be saved in"


def no_folders(store: Store) -> Store:
    """Put files where its folders would be, over which not even root writes."""
    for folder in (store.config, store.state):
        folder.parent.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        if folder.is_dir():
            folder.rmdir()
        folder.touch()
    return store


def test_what_a_seat_needs_of_the_disk(store: Store) -> None:
    """Only keeping it fails, so that it can be said: not holding or forgetting it."""
    no_folders(store)
    with pytest.raises(OSError, match="state"):
        store.keep(SEAT)
    with store.hold(SEAT) as first, store.hold(SEAT) as second:
        assert (first, second) == (True, True), "nobody else can know of it"
    store.forget(SEAT)
    assert store.seats("S1") == []
    assert store.log_path("server.log") is None


async def test_a_whole_visit_at_the_screen(tmp_path: Path) -> None:
    """A name, a table, its settings, and leaving it: each without a word too many."""
    async with real_server() as server, persons.person(server.port, tmp_path, "Aki") as aki:
        no_folders(aki.store)
        await aki.start(ask_name=True)
        await aki.until("What name do you want")
        await aki.answer("enter")
        await aki.until("No table is open. N opens one.")
        await aki.pressed("e", *"X", "enter")
        await aki.until("you are AkiX")
        await aki.pressed("n")
        await aki.until("A new table")
        await aki.pressed("enter")
        await aki.until("One more player", LOST)
        await aki.pressed("m", "q")
        await aki.until("Quit, or leave the table?", "you lose your seat")
        await aki.pressed("l")
        await aki.until("Give up your seat for good?")
        await aki.answer("y")
        await aki.until("No table is open. N opens one.")
        aki.press("q")
        assert await aki.end() == 0


async def test_a_whole_visit_in_line_mode(tmp_path: Path) -> None:
    async with real_server() as server, people(server.port, tmp_path, "Aki") as [aki]:
        no_folders(aki.store)
        await aki.start()
        await aki.console.until("No table is open")
        aki.console.type("name Heidi")
        await aki.console.until("Your name is Heidi.")
        aki.console.type("new", "1", "")
        await aki.console.until(LOST)
        await aki.console.until("One more player is needed.")
        aki.console.type("quit", "")
        await aki.console.until("Type q to quit, or press Enter to stay.")
        aki.console.type("bell off", "leave", "y")
        place = await aki.console.until("The bell is off.")
        await aki.console.until("No table is open", place)
        aki.console.type("quit")
        assert await aki.end() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="folders as XDG has them")
@pytest.mark.slow
def test_the_command_itself(tmp_path: Path) -> None:
    """It reads the rules, plays, and says in the server's words why the match is not saved."""
    (tmp_path / "data").mkdir()
    for name in ("config", "state"):
        (tmp_path / name).touch()
    rules = piped(tmp_path, "rules", "koikoi")
    assert (rules.returncode, rules.stderr) == (0, "")
    practice = piped(tmp_path, "--practice", typed="bell off\nquit\nq\n")
    assert (practice.returncode, practice.stderr) == (0, "")
    assert LOST in practice.stdout
    shutil.rmtree(tmp_path / "data")
    (tmp_path / "data").touch()
    unsaved = piped(tmp_path, "--practice", typed="quit\nq\n")
    assert (unsaved.returncode, unsaved.stderr) == (0, "")
    assert "Nothing can be saved in" in unsaved.stdout
    assert "This match ends with this window." in unsaved.stdout


FAILS = """
import sys
from pathlib import Path
from koikoi_client.system.process import run
from koikoi_client.system.store import Store

async def fail():
    raise ZeroDivisionError("by nothing")

sys.exit(run(fail, Store(*map(Path, sys.argv[1:]))))
"""


@pytest.mark.parametrize("writable", [True, False])
def test_an_unforeseen_error_is_told_where_it_can_be_read(store: Store, writable: bool) -> None:
    """In a log that is there; else in the sentence itself."""
    if not writable:
        no_folders(store)
    command = [sys.executable, "-c", FAILS, str(store.config), str(store.state)]
    failed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert failed.returncode == 1
    assert "Traceback" not in failed.stderr
    log = store.state / LOG
    assert (str(log) in failed.stderr) is writable
    assert ("ZeroDivisionError: by nothing" in failed.stderr) is not writable
    if writable:
        assert "ZeroDivisionError: by nothing" in log.read_text()


@pytest.mark.parametrize("name", [LOG, "server.log"])
def test_a_long_log_is_begun_anew(store: Store, name: str) -> None:
    path = store.log_path(name)
    assert path is not None
    path.write_bytes(b"x" * MAX_LOG_BYTES)
    assert store.log_path(name) == path
    assert path.stat().st_size == MAX_LOG_BYTES
    path.write_bytes(b"x" * (MAX_LOG_BYTES + 1))
    assert store.log_path(name) == path
    assert path.stat().st_size == 0
