"""A seat and the process that holds it: servers that die, second windows, new runs, signals."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest

from tests.support.tiers import slow

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix", allow_module_level=True)

from tests.client.process import ServerProcess, TerminalProcess, server_process, terminal


def sit_down(person: TerminalProcess) -> None:
    person.until("Type new to open one")
    for typed, answer in (("new", "Which game?"), ("1", "number or Enter>"), ("", "is needed.")):
        person.type(f"{typed}\r")
        person.until(answer)


@pytest.mark.slow
@pytest.mark.parametrize("kept", [True, slow(False)])
def test_a_server_that_dies_is_a_sentence_and_is_found_again(tmp_path: Path, kept: bool) -> None:
    """The same process goes on, and a half-typed line stays. A table in memory is gone."""
    data = tmp_path / "server" if kept else None
    server = ServerProcess(data=data)
    with terminal(tmp_path, server.address, "--name", "Aki", "--plain") as aki:
        sit_down(aki)
        aki.type("say hal")
        server.kill()
        aki.until("is lost. Trying again.")
        aki.until_last("> say hal")
        server = ServerProcess(server.port, data)
        try:
            if kept:
                aki.until("You are back.")
                aki.type("lo\r")
                aki.until("You: hallo")
                aki.type("quit\r")
                aki.until("Type q to quit")
                aki.type("q\r")
            else:
                aki.until("the table is gone")
                aki.until("Type new to open one")
                aki.until_last("> say hal")
                aki.type("\x15quit\r")  # Ctrl-U clears the line
            assert aki.end() == 0
        finally:
            server.stop()


@pytest.mark.slow
def test_a_second_window_asks_before_it_takes_the_firsts_seat(tmp_path: Path) -> None:
    with (
        server_process() as server,
        terminal(tmp_path, server.address, "--name", "Aki", "--plain") as first,
    ):
        sit_down(first)
        with terminal(tmp_path, server.address, "--plain") as second:
            second.until("in another window: Koi-Koi, waiting for players, opened today")
            second.type("n\r")
            second.until("Tables at Test:")
            second.type("1\r")
            second.until("at that table in another window. Continue here instead?")
            second.type("y\r")
            second.until("One more player is needed.")
            first.until("is now played from another window")
            second.type("quit\r")
            second.until("Type q to quit")
            second.type("q\r")
            assert second.end() == 0


@pytest.mark.slow
def test_a_new_run_offers_the_seat_of_the_last_one(tmp_path: Path) -> None:
    with server_process() as server:
        with terminal(tmp_path, server.address, "--name", "Aki", "--plain") as first:
            sit_down(first)
            first.signal(signal.SIGKILL)
            assert first.end() == -signal.SIGKILL
        with terminal(tmp_path, server.address, "--plain") as again:
            again.until("Return to it?")
            again.type("y\r")
            again.until("Your seat: Red, host.")


@pytest.mark.slow
def test_no_token_is_in_any_output_or_log(tmp_path: Path) -> None:
    with (
        server_process() as server,
        terminal(tmp_path, server.address, "--name", "Aki", "--plain") as aki,
    ):
        sit_down(aki)
        aki.type("quit\r")
        aki.until("Type q to quit")
        aki.type("q\r")
        assert aki.end() == 0
    token = json.loads(next((tmp_path / "state").rglob("seats/*/*.json")).read_text())["token"]
    assert len(token) == 43
    assert token.encode() not in aki.bytes
    for log in (tmp_path / "state").rglob("*.log"):
        assert token not in log.read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "number"),
    [
        (("--plain",), signal.SIGINT),
        slow((), signal.SIGTERM),
        slow(("--plain",), signal.SIGTERM),
        slow((), signal.SIGINT),
    ],
)
def test_who_goes_is_told_that_the_match_is_kept(
    mode: tuple[str, ...], number: int, tmp_path: Path
) -> None:
    """After Ctrl-C too, whether it comes as a key or, while lines are printed, as a signal."""
    with terminal(tmp_path, "--practice", *mode) as one:
        one.until("Red")
        if number == signal.SIGINT and mode:
            one.type("\x03")
        else:
            one.signal(number)
        assert one.end() == 128 + number
        assert "Your match is kept: run the same command again to go on with it." in one.text()
