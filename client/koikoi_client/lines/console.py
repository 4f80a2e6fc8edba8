"""Line input and output, of a terminal or pipes."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Protocol, TextIO

from prompt_toolkit.input import create_input

from koikoi_client.lines.terminals import PROMPT, DumbTerminal, Terminal
from koikoi_client.system.job_control import job_control, unbuffered
from koikoi_client.system.key_parser import report_only_keys
from koikoi_client.system.terminal import is_dumb, is_terminal
from koikoi_client.text import printable

MAX_LINE = 10_000
"""Characters. A longer line from a pipe was not typed, and counts as the end of the input."""


class Console(Protocol):
    """Lines in, lines out."""

    interactive: bool  #: whether a person types the lines

    def say(self, line: str) -> None:
        """Print one line, above the line that is being typed."""

    def set_prompt(self, prompt: str) -> None:
        """Set the prompt of the line that is being typed."""

    async def read(self) -> str:
        """Read a line. Raises EOFError at the end of input, Interrupted for Ctrl-C."""

    def forget_typed(self) -> None:
        """Discard what was typed and not read yet; nobody is reading."""

    def bell(self) -> None:
        """Ring the terminal's bell."""


class Lines:
    """A console that keeps a half-typed line when :meth:`ask` is cancelled, for the next one.

    All output of line mode goes through it, and is made :func:`.text.printable`.

    Attributes:
        has_read: whether a line was read; False at the end of an empty input.
    """

    def __init__(self, console: Console) -> None:
        self.console = console
        self.has_read = False
        self._reading: asyncio.Task[str] | None = None

    def say(self, line: str) -> None:
        """Print one line; a line break in it becomes a space."""
        self.console.say(printable(line))

    async def ask(self, prompt: str = PROMPT) -> str:
        """Read a line and strip it. A cancelled call loses nothing that was typed.

        Raises:
            EOFError: at the end of input.
            Interrupted: for Ctrl-C.
        """
        self.console.set_prompt(printable(prompt))
        if self._reading is None:
            self._reading = asyncio.create_task(self.console.read())
        reading = self._reading
        await asyncio.wait({reading})  # unlike await, this does not cancel it
        self._reading = None
        line = reading.result().strip()
        self.has_read = True
        return line

    async def forget_typed(self) -> None:
        """Discard what a person typed before a question was shown; lines of a pipe are kept."""
        if self.console.interactive:
            await self.close()
            self.console.forget_typed()

    async def close(self) -> None:
        """Discard the line that is being typed."""
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)


class Pipes:
    """Lines from and to pipes or files."""

    interactive = False

    def __init__(self, stdin: TextIO, stdout: TextIO) -> None:
        self._stdin = stdin
        self._stdout = stdout
        self._wanted = threading.Semaphore(0)
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        # A daemon thread, so that a pending read does not keep the program alive.
        threading.Thread(target=self._read, daemon=True, name="stdin").start()

    def say(self, line: str) -> None:
        self._stdout.write(line + "\n")
        self._stdout.flush()

    def set_prompt(self, prompt: str) -> None:
        pass

    async def read(self) -> str:
        self._wanted.release()
        line = await self._lines.get()
        if not line:
            raise EOFError
        return line

    def forget_typed(self) -> None:
        pass

    def bell(self) -> None:
        pass

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            try:
                line = self._stdin.readline(MAX_LINE)
            except (OSError, ValueError):
                line = ""
            if len(line) == MAX_LINE:  # endless, such as /dev/zero
                line = ""
            try:
                self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
            except RuntimeError:  # the event loop is closed
                return


@asynccontextmanager
async def console() -> AsyncIterator[Lines]:
    """Open a console on standard input and output."""
    async with AsyncExitStack() as stack:
        made = _on_terminal(stack) if is_terminal() else Pipes(sys.stdin, sys.stdout)
        lines = Lines(made)
        stack.push_async_callback(lines.close)
        yield lines


async def ask_hidden(prompt: str) -> str:
    """Print *prompt* on the terminal, and read a line that is not shown. Raises as Lines.ask."""
    async with AsyncExitStack() as stack:
        console = _on_terminal(stack, echo=False)
        console.set_prompt(printable(prompt))
        return (await console.read()).strip()


def _on_terminal(stack: AsyncExitStack, *, echo: bool = True) -> Console:
    keys = report_only_keys(create_input(sys.stdin))
    suspend = stack.enter_context(
        job_control(keys.fileno(), lambda: made.leave(), lambda: made.resume())
    )
    set_up = stack.enter_context(unbuffered(keys.fileno()))
    made: Terminal | DumbTerminal
    if is_dumb(os.environ) or not echo:
        made = DumbTerminal(keys, sys.stdout, set_up, echo=echo)
        stack.enter_context(keys.attach(made.read_keys))
    else:
        made = Terminal(keys, set_up, suspend)
    return made
