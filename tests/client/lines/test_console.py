"""Where lines come from: none is lost, and the end of input is one."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import re
import select
import signal
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from prompt_toolkit.input import create_pipe_input

from koikoi_client.errors import Interrupted
from koikoi_client.lines import terminals
from koikoi_client.lines.console import Lines, console
from koikoi_client.lines.terminals import DumbTerminal
from tests.client.lines.typed import TypedConsole
from tests.support.timeouts import HANG


@pytest.mark.parametrize("turns", range(6))
async def test_a_line_that_is_not_wanted_any_more_is_for_who_asks_next(turns: int) -> None:
    """Also when it is finished in the moment in which the question ends."""
    console = TypedConsole()
    lines = Lines(console)
    first = asyncio.create_task(lines.ask())
    await asyncio.sleep(0)
    console.type("typed once")
    for _ in range(turns):
        await asyncio.sleep(0)
    first.cancel()
    [answer] = await asyncio.gather(first, return_exceptions=True)
    if answer != "typed once":
        assert isinstance(answer, asyncio.CancelledError)
        async with asyncio.timeout(HANG):
            assert await lines.ask() == "typed once"
    console.type("and another")
    assert await lines.ask() == "and another"
    await lines.close()


@pytest.mark.parametrize(("typed", "error"), [(None, EOFError), ("^C", Interrupted)])
async def test_the_end_of_input_is_told_to_who_asks(
    typed: str | None, error: type[Exception]
) -> None:
    console = TypedConsole()
    lines = Lines(console)
    console.type(typed, "later")
    with pytest.raises(error):
        await lines.ask()
    assert await lines.ask() == "later"
    console.type(typed)
    await lines.close()


@pytest.mark.parametrize("typed", ["", "half a line", "a line\rhalf"])
async def test_a_dumb_terminal_that_is_gone_ends_the_input(typed: str) -> None:
    """Whatever was half typed: it is no command, and nobody waits for its end."""
    with create_pipe_input() as keys:
        console = DumbTerminal(keys, io.StringIO())
        keys.send_text(typed)
        console.read_keys()
        lines = typed.split("\r")
        for line in lines[:-1]:
            assert await console.read() == line
        reading = asyncio.create_task(console.read())
        await asyncio.sleep(0)
        keys.close()
        console.read_keys()
        with pytest.raises(EOFError):
            async with asyncio.timeout(HANG):
                await reading


async def test_what_is_typed_after_a_hidden_prompt_is_not_shown() -> None:
    out = io.StringIO()
    with create_pipe_input() as keys:
        console = DumbTerminal(keys, out, echo=False)
        console.set_prompt("Password: ")
        keys.send_text("secret!\x7f\x1b[200~ word\x1b[201~\r")
        console.read_keys()
        assert await console.read() == "secret word"
    assert out.getvalue() == "Password: \r\n"


@asynccontextmanager
async def on_terminal(
    monkeypatch: pytest.MonkeyPatch, term: str
) -> AsyncIterator[tuple[int, Lines]]:
    """A console on a pseudo-terminal, and the end of it at which a person types."""
    ours, theirs = pty.openpty()
    with (
        open(theirs, encoding="utf-8") as stdin,
        open(os.dup(theirs), "w", encoding="utf-8") as stdout,
        monkeypatch.context() as patched,
    ):
        patched.setenv("TERM", term)
        patched.setattr(sys, "stdin", stdin)
        patched.setattr(sys, "stdout", stdout)
        async with asyncio.timeout(HANG), console() as lines:
            yield ours, lines
    os.close(ours)


async def read_until(keyboard: int, shown: bytes) -> bytes:
    """Read and return what the terminal shows until it ends with *shown*, without spaces."""
    read = b""
    while not (seen := re.sub(rb"\x1b\[[^a-zA-Z]*[a-zA-Z]|\s", b"", read)).endswith(shown):
        while not select.select([keyboard], [], [], 0)[0]:
            await asyncio.sleep(0.001)
        read += os.read(keyboard, 1024)
    return seen


@pytest.mark.parametrize("term", ["xterm", "dumb"])
@pytest.mark.parametrize("answer", ["", "\x1b]11;rgb:1111/1111/1111\x07\x1b[?64;1c\x1b[I"])
async def test_keys_count_also_while_lines_are_printed(
    monkeypatch: pytest.MonkeyPatch, term: str, answer: str
) -> None:
    """Ctrl-D too; and what a terminal answers is no text, before a line or in it."""
    async with on_terminal(monkeypatch, term) as (keyboard, lines):
        os.write(keyboard, f"{answer}wor".encode())
        lines.say("a line")
        asking = asyncio.create_task(lines.ask())
        await asyncio.sleep(0)
        os.write(keyboard, f"{answer}d{answer}\r".encode())
        assert await asking == "word"
        os.write(keyboard, b"\x04")
        lines.say("a line")
        with pytest.raises(EOFError):
            await lines.ask()


@pytest.mark.parametrize("term", ["xterm", "dumb"])
async def test_a_question_is_not_answered_by_what_was_typed_before(
    monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    async with on_terminal(monkeypatch, term) as (keyboard, lines):
        asking = asyncio.create_task(lines.ask())
        await asyncio.sleep(0)
        asking.cancel()
        os.write(keyboard, b"y\ry\r")
        assert select.select([sys.stdin], [], [], HANG)[0]
        await lines.forget_typed()
        asking = asyncio.create_task(lines.ask("y or n> "))
        await asyncio.sleep(0)
        os.write(keyboard, b"n\r")
        assert await asking == "n"


@pytest.mark.parametrize("term", ["xterm", "dumb"])
async def test_the_terminal_is_set_up_again_after_the_shell_had_it(
    monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    """After SIGSTOP and SIGCONT: keys come as they are typed, and what was half typed is shown."""
    async with on_terminal(monkeypatch, term) as (keyboard, lines):
        asking = asyncio.create_task(lines.ask("name> "))
        os.write(keyboard, b"Ai")
        await read_until(keyboard, b"name>Ai")
        mode = termios.tcgetattr(keyboard)
        mode[3] |= termios.ICANON | termios.ECHO
        termios.tcsetattr(keyboard, termios.TCSANOW, mode)
        os.kill(os.getpid(), signal.SIGCONT)
        await read_until(keyboard, b"name>Ai")
        assert not termios.tcgetattr(keyboard)[3] & (termios.ICANON | termios.ECHO)
        os.write(keyboard, b"\x7fki\r")
        assert await asking == "Aki"


async def test_a_dumb_terminal_shows_a_prompt_for_questions_only() -> None:
    """It could not erase a prompt before the next line. What is half typed is shown again, once."""
    out = io.StringIO()

    async def until(written: str) -> None:
        async with asyncio.timeout(HANG):
            while out.getvalue() != written:
                await asyncio.sleep(0.005)

    with create_pipe_input() as keys:
        console = DumbTerminal(keys, out)
        lines = Lines(console)
        asking = asyncio.create_task(lines.ask())
        await asyncio.sleep(0)
        lines.say("one")
        lines.say("more")
        keys.send_text("ha")
        console.read_keys()
        await until("one\r\nmore\r\nha")
        for each in ("two", "three"):
            lines.say(each)
            await asyncio.sleep(0)
        await until("one\r\nmore\r\nha\r\ntwo\r\nthree\r\nha")
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        out.truncate(out.seek(0))
        asking = asyncio.create_task(lines.ask("y or n> "))
        for each in ("four", "five"):
            lines.say(each)
            await asyncio.sleep(0)
        await until("\r\nfour\r\nfive\r\ny or n> ha")
        keys.send_text("i\r")
        console.read_keys()
        assert await asking == "hai"
        await until("\r\nfour\r\nfive\r\ny or n> hai\r\n")
        await lines.close()


async def test_a_burst_of_lines_is_followed_by_one_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the lines come one by one; a screen reader reads each prompt that is printed."""
    monkeypatch.setattr(terminals, "QUIET", 0.5)  # more than a busy machine pauses
    async with on_terminal(monkeypatch, "xterm") as (keyboard, lines):
        asking = asyncio.create_task(lines.ask("name> "))
        await read_until(keyboard, b"name>")
        for number in range(3):
            lines.say(f"line {number}")
            for _ in range(5):
                await asyncio.sleep(0)
        assert await read_until(keyboard, b"name>") == b"line0line1line2name>"
        asking.cancel()


async def test_a_dumb_terminal_gets_lines_that_are_wrapped_between_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    out = io.StringIO()
    with create_pipe_input() as keys:
        DumbTerminal(keys, out).say("  1: Iris plain, takes Iris bridge (Plains 1 of 10)")
    assert out.getvalue() == "  1: Iris plain, takes Iris\r\n    bridge (Plains 1 of 10)\r\n"
