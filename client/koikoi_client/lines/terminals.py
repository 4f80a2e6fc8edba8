"""Terminals of line mode: output does not break a half-typed line.

On most terminals, it is printed above that line. On a dumb terminal, which cannot move its cursor,
the line is printed again after the output. Several lines of output count as one: the line that is
being typed follows the last of them, so that a screen reader does not read it after each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from shutil import get_terminal_size
from typing import TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.input import Input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output

from koikoi_client.errors import Interrupted
from koikoi_client.text.wrapping import wrapped

PROMPT = "> "
LONE_ESCAPE = 0.05
"""Seconds without input after which Esc is a key, not the beginning of a sequence."""
QUIET = 0.2
"""Seconds without output after which the line that is being typed is shown again."""


class _Later:
    """Calls a function when nothing has happened for :data:`QUIET` seconds."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to wait, or wait anew."""
        self.cancel()
        self._timer = asyncio.get_running_loop().call_later(QUIET, self._call)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


class Terminal:
    """A terminal with prompt_toolkit's line editing."""

    interactive = True

    def __init__(
        self, keys: Input, set_up: Callable[[], None], suspend: Callable[[], None]
    ) -> None:
        """*set_up* prepares the terminal for the time between lines, *suspend* is Ctrl-Z."""
        self._keys = keys
        self._set_up = set_up
        self._prompt = PROMPT
        output = create_output()
        if isinstance(output, Vt100_Output):
            # We do not need cursor position reports, and a terminal that does not send them would
            # delay each line by a second.
            output.enable_cpr = False
        bindings = KeyBindings()
        bindings.add("c-z")(lambda event: suspend())
        self._lines: PromptSession[str] = PromptSession(
            message=lambda: self._prompt,
            interrupt_exception=Interrupted,
            input=keys,
            output=output,
            key_bindings=bindings,
        )
        self._draw_later = _Later(self._lines.app.invalidate)

    def say(self, line: str) -> None:
        # Unlike prompt_toolkit's run_in_terminal, this leaves the terminal's mode alone: in cooked
        # mode, a Ctrl-D would be lost.
        self.leave()
        output = self._lines.output
        output.enable_autowrap()
        width = max(20, output.get_size().columns - 1)
        output.write(wrapped(line, width) + "\n")
        output.flush()
        self._draw_later.start()

    def leave(self) -> None:
        """Erase the line that is being typed, until it is drawn again."""
        if self._lines.app.is_running:
            self._lines.app.renderer.erase()

    def resume(self) -> None:
        """Set the terminal up and draw the line that is being typed."""
        if self._lines.app.is_running:
            self._keys.raw_mode().__enter__()
            self._lines.app.renderer.reset()
            self._lines.app.invalidate()
        else:
            self._set_up()

    def set_prompt(self, prompt: str) -> None:
        self._prompt = prompt
        self._lines.app.invalidate()

    async def read(self) -> str:
        # Keep our handler of SIGINT: Ctrl-C is a key here.
        return await self._lines.prompt_async(set_exception_handler=False, handle_sigint=False)

    def forget_typed(self) -> None:
        while self._keys.read_keys() or self._keys.flush_keys():
            pass
        clear_typeahead(self._keys)

    def bell(self) -> None:
        self._lines.output.bell()


class DumbTerminal:
    """A terminal without cursor movement: echoes characters; Backspace deletes the last one.

    A prompt could not be erased before the next line of output, so only questions have one.
    """

    interactive = True

    def __init__(
        self,
        keys: Input,
        stdout: TextIO,
        set_up: Callable[[], None] = lambda: None,
        *,
        echo: bool = True,
    ) -> None:
        """*set_up* prepares the terminal again after the program was stopped.

        *echo*: whether what is typed is shown.
        """
        self._echo = echo
        self._keys = keys
        self._stdout = stdout
        self._set_up = set_up
        self._prompt = ""
        self._typed: str | None = None  # None: nothing is being typed
        self._hidden = False  # whether output follows the line, which is not printed again yet
        self._print_later = _Later(self._print_line)
        self._pressed: asyncio.Queue[KeyPress] = asyncio.Queue()

    def say(self, line: str) -> None:
        self.leave()
        rows = wrapped(line, max(20, get_terminal_size().columns - 1)).split("\n")
        self._write("".join(f"{row}\r\n" for row in rows))
        self._print_later.start()

    def leave(self) -> None:
        """End the line that is being typed, until it is printed again."""
        if self._line and not self._hidden:
            self._write("\r\n")
        self._hidden = True

    def resume(self) -> None:
        """Set the terminal up and print the line that is being typed."""
        self._set_up()
        self._hidden = True
        self._print_line()

    def set_prompt(self, prompt: str) -> None:
        prompt = "" if prompt == PROMPT else prompt
        if prompt != self._prompt:
            self.leave()
            self._prompt = prompt
            self._print_later.start()

    def _print_line(self) -> None:
        """Print the line that is being typed, if it is not on the screen."""
        self._print_later.cancel()
        if self._hidden:
            self._hidden = False
            self._write(self._line)

    async def read(self) -> str:
        self._hidden, self._typed = True, ""
        self._print_later.start()
        try:
            while True:
                press = await self._pressed.get()
                self._print_line()
                key = press.key
                if key in (Keys.ControlM, Keys.ControlJ, Keys.Enter):
                    typed = self._typed
                    if not self._line:
                        self._write("\r\n")
                    return typed
                if key == Keys.ControlC:
                    raise Interrupted
                if key == Keys.ControlD and (not self._typed or self._keys.closed):
                    raise EOFError  # a half-typed line at the end of input is dropped
                if key == Keys.BracketedPaste:
                    self._type(press.data)
                elif key in (Keys.Backspace, Keys.ControlH):
                    if self._typed:
                        self._typed = self._typed[:-1]
                        if self._echo:
                            self._write("\b \b")
                elif len(key) == 1:
                    self._type(key)
        finally:
            self.leave()
            self._typed = None

    def forget_typed(self) -> None:
        self.read_keys()
        while not self._pressed.empty():
            self._pressed.get_nowait()
        self._note_end()

    def bell(self) -> None:
        self._write("\a")

    def read_keys(self) -> None:
        """Read the available keys; called when the input is readable."""
        self._put(self._keys.read_keys())
        asyncio.get_running_loop().call_later(
            LONE_ESCAPE, lambda: self._put(self._keys.flush_keys())
        )
        self._note_end()

    def _put(self, keys: list[KeyPress]) -> None:
        for press in keys:
            self._pressed.put_nowait(press)

    def _note_end(self) -> None:
        if self._keys.closed:
            self._pressed.put_nowait(KeyPress(Keys.ControlD, ""))

    @property
    def _line(self) -> str:
        """The prompt and what is being typed, as it is shown; empty if nothing is."""
        if self._typed is None:
            return ""
        return self._prompt + (self._typed if self._echo else "")

    def _type(self, written: str) -> None:
        seen = "".join(character for character in written if character.isprintable())
        self._typed = (self._typed or "") + seen
        if self._echo:
            self._write(seen)

    def _write(self, written: str) -> None:
        self._stdout.write(written)
        self._stdout.flush()
