"""Line input and output: a terminal, a dumb terminal, or pipes.

Output does not break a half-typed line. On a terminal, prompt_toolkit prints the output above that
line. On a dumb terminal, which cannot move its cursor, the line is printed again after the output.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output

from koikoi_client.errors import Interrupted
from koikoi_client.system.terminal import is_dumb, is_terminal
from koikoi_client.text import printable
from koikoi_client.text.wrapping import wrapped

PROMPT = "> "
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

    def bell(self) -> None:
        """Ring the terminal's bell."""


class Lines:
    """A console that keeps a half-typed line when :meth:`ask` is cancelled, for the next one.

    All output of line mode goes through it, and is made :func:`.text.printable`.
    """

    def __init__(self, console: Console) -> None:
        self.console = console
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
        return reading.result().strip()

    async def close(self) -> None:
        """Discard the line that is being typed."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)


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


class Terminal:
    """A terminal with prompt_toolkit's line editing."""

    interactive = True

    def __init__(self) -> None:
        self._prompt = PROMPT
        self._unprinted: list[str] = []
        output = create_output()
        if isinstance(output, Vt100_Output):
            # We do not need cursor position reports, and a terminal that does not send them would
            # delay each line by a second.
            output.enable_cpr = False
        self._lines: PromptSession[str] = PromptSession(
            message=lambda: self._prompt,
            interrupt_exception=Interrupted,
            enable_suspend=True,  # Ctrl-Z, as everywhere
            output=output,
        )

    def say(self, line: str) -> None:
        # Like patch_stdout, but on the event loop: the thread of patch_stdout may write into a
        # prompt that is being drawn.
        self._unprinted.append(line)
        if self._lines.app.is_running:
            if len(self._unprinted) == 1:
                run_in_terminal(self.flush)
        else:
            self.flush()

    def flush(self) -> None:
        """Print the pending lines."""
        output = self._lines.output
        output.enable_autowrap()
        width = max(20, output.get_size().columns - 1)
        output.write("".join(wrapped(line, width) + "\n" for line in self._unprinted))
        self._unprinted.clear()
        output.flush()

    def set_prompt(self, prompt: str) -> None:
        self._prompt = prompt
        self._lines.app.invalidate()

    async def read(self) -> str:
        # Keep our handler of SIGINT: Ctrl-C is a key here.
        return await self._lines.prompt_async(set_exception_handler=False, handle_sigint=False)

    def bell(self) -> None:
        self._lines.output.bell()


class DumbTerminal:
    """A terminal without cursor movement: echoes characters; Backspace deletes the last one."""

    interactive = True

    def __init__(self, keys: Input, stdout: TextIO) -> None:
        self._keys = keys
        self._stdout = stdout
        self._prompt = PROMPT
        self._typed: str | None = None  # None: nothing is being typed
        self._pressed: asyncio.Queue[KeyPress] = asyncio.Queue()

    def say(self, line: str) -> None:
        if self._typed is None:
            self._write(line + "\r\n")
        else:
            self._write(f"\r\n{line}\r\n{self._prompt}{self._typed}")

    def set_prompt(self, prompt: str) -> None:
        changed, self._prompt = prompt != self._prompt, prompt
        if changed and self._typed is not None:
            self._write(f"\r\n{prompt}{self._typed}")

    async def read(self) -> str:
        self._typed = ""
        self._write(self._prompt)
        try:
            while True:
                press = await self._pressed.get()
                key = press.key
                if key in (Keys.ControlM, Keys.ControlJ, Keys.Enter):
                    return self._typed
                if key == Keys.ControlC:
                    raise Interrupted
                if key == Keys.ControlD and (not self._typed or self._keys.closed):
                    raise EOFError  # a half-typed line at the end of input is dropped
                if key == Keys.BracketedPaste:
                    self._type(press.data)
                elif key in (Keys.Backspace, Keys.ControlH):
                    if self._typed:
                        self._typed = self._typed[:-1]
                        self._write("\b \b")
                elif len(key) == 1:
                    self._type(key)
        finally:
            self._typed = None
            self._write("\r\n")

    def bell(self) -> None:
        self._write("\a")

    def read_keys(self) -> None:
        """Read the available keys; called when the input is readable."""
        for press in self._keys.read_keys():
            self._pressed.put_nowait(press)
        if self._keys.closed:
            self._pressed.put_nowait(KeyPress(Keys.ControlD, ""))

    def _type(self, written: str) -> None:
        seen = "".join(character for character in written if character.isprintable())
        self._typed = (self._typed or "") + seen
        self._write(seen)

    def _write(self, written: str) -> None:
        self._stdout.write(written)
        self._stdout.flush()


@asynccontextmanager
async def console() -> AsyncIterator[Lines]:
    """Open a console on standard input and output."""
    if not is_terminal():
        lines = Lines(Pipes(sys.stdin, sys.stdout))
        try:
            yield lines
        finally:
            await lines.close()
    elif is_dumb(os.environ):
        keys = create_input(sys.stdin)
        dumb = DumbTerminal(keys, sys.stdout)
        with keys.raw_mode(), keys.attach(dumb.read_keys):
            lines = Lines(dumb)
            try:
                yield lines
            finally:
                await lines.close()
    else:
        terminal = Terminal()
        lines = Lines(terminal)
        try:
            yield lines
        finally:
            await lines.close()
            terminal.flush()
