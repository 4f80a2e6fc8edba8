"""What the terminal can do, and how the program leaves it."""

from __future__ import annotations

import asyncio
import os
import pty
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.output.color_depth import ColorDepth

from koikoi_client.app.settings import Settings, terminal_settings
from koikoi_client.app.terminal import Probe, depth, probe
from koikoi_client.app.user import ScreenUser
from koikoi_client.cards import Line
from koikoi_client.screen.room import Room
from tests.client.app.desk import Clock, desk, settings
from tests.client.app.persons import Glass, person
from tests.client.screen import tables
from tests.client.system.terminal_answers import ANSWERS
from tests.support.timeouts import HANG


@pytest.mark.parametrize(
    ("wanted", "environment", "depth_"),
    [
        ("auto", {"TERM": "xterm-256color"}, ColorDepth.DEPTH_8_BIT),
        ("auto", {"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ColorDepth.DEPTH_24_BIT),
        ("auto", {"TERM": "xterm"}, ColorDepth.DEPTH_4_BIT),
        ("auto", {"TERM": "linux"}, ColorDepth.DEPTH_4_BIT),
        ("auto", {"TERM": "vt220"}, ColorDepth.DEPTH_1_BIT),
        ("auto", {"TERM": "xterm-256color", "NO_COLOR": "1"}, ColorDepth.DEPTH_1_BIT),
        ("auto", {"TERM": "xterm-256color", "NO_COLOR": ""}, ColorDepth.DEPTH_8_BIT),
        ("16", {"TERM": "xterm-256color", "NO_COLOR": "1"}, ColorDepth.DEPTH_4_BIT),
        ("256", {"TERM": "xterm"}, ColorDepth.DEPTH_8_BIT),
        ("24bit", {"TERM": "xterm"}, ColorDepth.DEPTH_24_BIT),
        ("never", {"TERM": "xterm-256color"}, ColorDepth.DEPTH_1_BIT),
    ],
)
def test_colours_as_wished_else_as_the_terminal_says(
    wanted: str, environment: dict[str, str], depth_: ColorDepth
) -> None:
    """--color wins, then NO_COLOR, then COLORTERM and TERM."""
    assert depth(wanted, environment) is depth_


def test_pictures_need_many_colours_and_signs() -> None:
    """256 colours and more, and signs that are one column wide."""
    assert Settings(ColorDepth.DEPTH_8_BIT).pictures
    assert not Settings(ColorDepth.DEPTH_8_BIT, ascii=True).pictures
    assert not Settings(ColorDepth.DEPTH_4_BIT).pictures
    assert not Settings(ColorDepth.DEPTH_1_BIT).pictures


@pytest.mark.parametrize(
    ("environment", "columns", "ascii", "lacking"),
    [
        ({"TERM": "xterm-256color", "LANG": "C.UTF-8"}, 1, False, ""),
        ({"TERM": "xterm-256color"}, 1, False, ""),
        ({"TERM": "xterm-256color"}, 2, True, "special signs"),
        ({"TERM": "xterm-256color", "LANG": "C"}, 1, True, ""),
        ({"TERM": "xterm-256color", "LANG": "en_US.UTF-8", "LC_ALL": "POSIX"}, 2, True, ""),
        ({"TERM": "xterm"}, 1, False, "16 colours"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, 1, False, ""),
    ],
)
def test_the_settings_say_what_the_terminal_lacks(
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    columns: int,
    ascii: bool,
    lacking: str,
) -> None:
    """Unless the user asked for it: with NO_COLOR, or with the locale C, which means ASCII."""
    monkeypatch.setattr("koikoi_client.app.terminal.probe", lambda: Probe(columns))
    found = terminal_settings(environment=environment)
    assert found.ascii is ascii
    assert lacking in found.lacking
    assert bool(lacking) is bool(found.lacking)
    asked = terminal_settings(environment=environment, ascii=True, color="16")
    assert (asked.ascii, asked.lacking) == (True, "")


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (b"\x1b[5;2R", Probe(1)),
        (b"\x1b[5;3R", Probe(2)),
        (b"3\x1b[5;2Rq", Probe(1, b"3q")),
        (b"ab", Probe(None, b"ab")),
    ],
)
def test_the_terminal_is_asked_how_wide_a_star_is(answer: bytes, found: Probe) -> None:
    """Two columns or no answer mean ASCII; keys typed meanwhile are kept; the line is wiped out."""
    ours, theirs = pty.openpty()
    try:
        read: list[bytes] = []

        def reply() -> None:
            while b"\x1b[6n" not in b"".join(read):
                read.append(os.read(ours, 100))
            if found.columns:
                os.write(ours, answer)

        if not found.columns:
            os.write(ours, answer)  # typed before the terminal is asked
        replying = threading.Thread(target=reply)
        replying.start()
        assert probe(theirs, theirs, seconds=HANG if found.columns else 0.2) == found
        replying.join()
        while not b"".join(read).endswith(b"\r\x1b[K"):
            read.append(os.read(ours, 100))
        assert found.narrow is (found.columns == 1)
    finally:
        os.close(ours)
        os.close(theirs)


async def test_keys_that_came_before_the_program_are_taken(tmp_path: Path) -> None:
    """A key typed while the terminal was asked opens the help."""
    async with desk(tmp_path, settings=settings(typed=b"?")) as at:
        at.following.show(tables.ordinary())
        await at.person.until("Help 1/")


@pytest.mark.parametrize(
    ("ask", "shown"),
    [
        (lambda user: user.ask_yes("Go on there?"), "Go on there?"),
        (lambda user: user.ask_name("Aki"), "What name do you want to play under?"),
    ],
)
async def test_a_question_takes_no_key_from_before_it_was_seen(
    tmp_path: Path, ask: Callable[[ScreenUser], Coroutine[Any, Any, object]], shown: str
) -> None:
    """Neither one from the start of the program nor one of its first moment on the screen."""
    clock, wishes = Clock(), settings(typed=b"n\ry")
    async with person(1, tmp_path, "Aki", settings=wishes, monotonic=clock) as one:
        answered: list[object] = []

        async def main() -> int:
            answered.append(await ask(one.user))
            return 0

        one.run(main())
        one.press("y", "n", "enter")
        await one.until(shown)
        await one.pressed("y", "enter")
        assert not answered
        clock.seconds += 1
        await one.pressed("enter")
        assert await one.end() == 0
        assert answered in ([True], ["Aki"])


async def test_a_question_opened_by_a_key_takes_no_key_of_the_same_packet(tmp_path: Path) -> None:
    """Q asks whether to quit; a second Q counts once the question is drawn."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), until="Play Cherry")
        at.person.press("q", "q")
        await at.person.until("quit the program")
        await at.person.still(2)
        at.person.press("q")
        assert await at.person.end() == 1


PLACES = {
    "at the table": ((), "Play Cherry"),
    "in the chat": (("c", "h", "i"), "hi"),
    "in a question": (("q",), "quit the program"),
    "in the log's search": (("l", "/", "h", "i"), "hi"),
    "on the page of the seats": (("t",), "What you can do"),
}


@pytest.mark.parametrize(("keys", "shown"), PLACES.values(), ids=PLACES)
async def test_answers_of_the_terminal_do_nothing(
    tmp_path: Path, keys: tuple[str, ...], shown: str
) -> None:
    """In any part of the program: what was typed stays, nothing is chosen, no screen opens."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), until="Play Cherry")
        await at.press(*keys)
        await at.person.until(shown)
        text, screens = at.person.text, list(at.person.program.screens)
        at.person.press(*ANSWERS.values())
        await at.press("\x07")  # a key without a meaning, after all of them
        assert (at.person.text, at.person.program.screens) == (text, screens)
        assert at.following.asked == []


class Broken:
    """A screen that cannot be drawn, or whose keys fail."""

    ticking = False

    def __init__(self, fails: str) -> None:
        self.fails = fails

    def draw(self, room: Room) -> list[Line]:
        if self.fails == "draw":
            raise ZeroDivisionError("draw")
        return [[("", "broken")]]

    def press(self, key: str) -> None:
        raise ZeroDivisionError("press")

    def paste(self, words: str) -> None:
        """Nothing to paste here."""


@pytest.mark.parametrize("fails", ["draw", "press", "main", "callback"])
async def test_an_unforeseen_error_ends_the_program_and_restores_the_screen(
    tmp_path: Path, fails: str
) -> None:
    """Whatever fails, the error comes out of `run`, after the terminal was restored."""
    async with person(1, tmp_path, "Aki") as one:

        async def main() -> int:
            one.program.show(Broken(fails))
            if fails == "main":
                raise ZeroDivisionError("main")
            if fails == "callback":
                asyncio.get_running_loop().call_soon(lambda: 1 // 0)
            await asyncio.Event().wait()
            return 0

        one.run(main())
        if fails == "press":
            await one.until("broken")
            one.press("x")
        with pytest.raises(ZeroDivisionError):
            await one.end()
        assert one.glass.last.rstrip().endswith("\x1b[?25h")
        assert "\x1b[?1049l" in one.glass.last


async def test_the_title_is_given_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), until="Play Cherry")
        at.person.press("interrupt")
        assert await at.person.end() == 130
        assert at.person.glass.last.endswith("\x1b]2;\x07\x1b[23;2t")


@pytest.mark.parametrize("size", [(1, 1), (40, 10), (79, 24), (80, 22), (80, 23), (200, 60)])
async def test_any_size_is_drawn(tmp_path: Path, size: tuple[int, int]) -> None:
    """From one cell up; in a window that is too small, keys do nothing."""
    too_small = size[0] < 80 or size[1] < 23
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), until="Play Cherry")
        at.person.resize(*size)
        await at.press("right")
        at.person.resize(80, 24)
        await at.person.until("Play Cherry" if too_small else "Play Peony")
        at.clock.seconds += 1
        await at.press("enter")
        assert len(at.chosen) == 1


async def test_a_window_that_is_too_small_can_be_quitted(tmp_path: Path) -> None:
    """Enter plays no card; Q ends the program and keeps the seat."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), until="Play Cherry")
        at.person.resize(40, 10)
        await at.press("2", "enter", "s", "k")
        assert at.following.asked == []
        at.person.press("q")
        assert await at.person.end() == 0
        assert at.following.asked == []


async def test_of_three_hundred_keys_none_is_lost(tmp_path: Path) -> None:
    """They come in one burst; each of them moves the cursor."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), until="Play Cherry plain (3)")
        at.person.press(*["right"] * 300)
        await at.person.until("Play Willow")  # the seventh of eight cards
        at.person.press(*["right", "right", "left"] * 100)
        await at.person.until("Play Cherry plain (3)")


def test_what_scrolls_off_is_seen_by_these_tests() -> None:
    """The terminal that the tests read keeps its scroll-back."""
    glass = Glass(10, 2)
    glass.write("one\r\ntwo\r\nthree")
    assert glass.screen.scrolled == ["one"]
    assert glass.text == "two\nthree"
