"""The client restarts its own server when that has died."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("children are found in /proc", allow_module_level=True)

from tests.client.app.terminals import Process, client
from tests.client.process import PLAYED_OUT


def kill_server(one: Process) -> None:
    """Kill the server of a client."""
    children = Path(f"/proc/{one.pty.pid}/task/{one.pty.pid}/children").read_text().split()
    (server,) = map(int, children)
    os.kill(server, signal.SIGKILL)


LOST = "You cannot play until then."  # in place of the choices


@pytest.mark.slow
def test_practice_goes_on_where_it_was(tmp_path: Path) -> None:
    """The screen says so, the same match comes back, and a card can be played."""
    with client(tmp_path, "--practice", *PLAYED_OUT, "--name", "Aki", "--no-motion") as aki:
        aki.until("Month 1 of")
        aki.until("Your turn: play a card.")
        kill_server(aki)
        aki.until(LOST)
        aki.until("The connection is back.")
        aki.press("q")
        aki.until("Your match waits")
        aki.press("q")
        assert aki.end() == 0
        assert "Your match is kept" in aki.text()


@pytest.mark.slow
def test_line_mode_says_so_and_goes_on(tmp_path: Path) -> None:
    with client(tmp_path, "--practice", *PLAYED_OUT, "--name", "Aki", "--plain") as aki:
        aki.until("Your hand:")
        kill_server(aki)
        aki.until("The server in this window does not answer.")
        aki.until("You are back.")
        aki.press("\x04")
        assert aki.end() == 0


@pytest.mark.slow
def test_at_one_keyboard_nothing_is_lost_either(tmp_path: Path) -> None:
    with client(tmp_path, "--hot-seat", *PLAYED_OUT, "--no-motion") as both:
        both.until("A new table")
        both.press("\r")
        both.until("Enter  Start")
        while "Enter  Start" in both.text():  # one that comes too soon is not heard
            both.press("\r")
            assert both.pump(0.2)
        kill_server(both)
        both.until(LOST)
        both.until("The connection is back.")
        both.press("\x03")
        assert both.end() == 130


OPTIONS = ("--practice", *PLAYED_OUT, "--name", "Aki", "--no-motion")


@pytest.mark.slow
def test_a_second_window_of_practice_is_told_that_it_keeps_nothing(tmp_path: Path) -> None:
    """At the start and at the end."""
    with client(tmp_path, *OPTIONS) as first:
        first.until("Your turn: play a card.")
        with client(tmp_path, *OPTIONS) as second:
            second.until("Another practice window is open.")
            second.until("This match ends with this window.")
            second.until("Your turn: play a card.")
            second.press("q")
            second.until("This match ends when you quit")
            assert "stays yours and you" not in second.text()
            second.press("q")
            assert second.end() == 0
            assert "is kept" not in second.text()
        first.press("q")
        first.until("Your match waits")
        first.press("q")
        assert first.end() == 0


@pytest.mark.slow
def test_a_second_window_in_line_mode_is_told_so_too(tmp_path: Path) -> None:
    with client(tmp_path, *OPTIONS) as first:
        first.until("Your turn: play a card.")
        with client(tmp_path, *OPTIONS, "--plain") as second:
            second.until("Another practice window is open")
            second.until("Your hand:")
            second.see(lambda: second.text().endswith("\n>"), "the prompt")
            second.press("quit\r")
            second.until("Type q to quit, or press Enter to stay.")
            second.press("q\r")
            assert second.end() == 0
