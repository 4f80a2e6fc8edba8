"""The application: a stack of screens, of which the top one is drawn and gets the keys."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine, Hashable, Mapping
from operator import methodcaller
from typing import Any

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output

from koikoi_client.actions import keys
from koikoi_client.actions.command import command_for_key
from koikoi_client.actions.pages import EVERYWHERE, ProgramAction
from koikoi_client.app.settings import Settings
from koikoi_client.cards import Line
from koikoi_client.errors import first_error
from koikoi_client.screen.room import Room
from koikoi_client.screen.targets import target_at
from koikoi_client.system.job_control import job_control
from koikoi_client.system.key_parser import report_only_keys
from koikoi_client.system.process import EXIT_INTERRUPTED, EXIT_OK

from ..screen.too_small import too_small
from .canvas import Canvas
from .full_screen import full_screen
from .key_presses import name_of_press
from .screens import ChangingScreen, Screen
from .terminal import Title, notify


class Program:
    """A prompt_toolkit application with a stack of screens.

    It restores the terminal when it ends.

    Attributes:
        waiting: the sentence to draw while there is no screen.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        help: Callable[[Program], Screen],
        keyboard: Input | None = None,
        terminal: Output | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        """Begin without a screen.

        Args:
            help: makes the help screen.
            keyboard, terminal, monotonic, environment: for tests.
        """
        self.settings = settings
        self.waiting = ""
        self.monotonic = monotonic
        self.screens: list[Screen] = []
        self._help = help
        self._seen: tuple[Hashable, float] = (None, 0.0)  # the content drawn last, and since when
        self._keyboard = report_only_keys(keyboard or create_input(sys.stdin), mouse=settings.mouse)
        self._terminal = terminal or create_output(sys.stdout)
        if isinstance(self._terminal, Vt100_Output):
            self._terminal.enable_cpr = False  # a full screen does not need the cursor position
        self._title = Title(self._terminal, environment)
        self._suspend: Callable[[], None] = lambda: None
        self._lines: list[Line] = []  # drawn last
        self._drawn: Screen | None = None  # by which screen
        self._early: list[Callable[[Screen], None]] = []
        self._tick: asyncio.TimerHandle | None = None
        self._timers: set[asyncio.TimerHandle] = set()
        click = self._click if settings.mouse else None
        self.application = full_screen(
            Canvas(self._draw, click, settings.ascii),
            self._press,
            settings,
            self._keyboard,
            self._terminal,
        )

    # -- screens --------------------------------------------------------------------------------

    def show(self, screen: Screen) -> None:
        """Put a screen on top of the others."""
        self.screens.append(screen)
        early, self._early = self._early, []
        for press in early:
            self._to_top_screen(press)
        self.redraw()

    def close(self, screen: Screen) -> None:
        """Remove a screen and all above it."""
        if screen in self.screens:
            del self.screens[self.screens.index(screen) :]
            self.redraw()

    def close_above(self, screen: Screen) -> None:
        """Remove all screens above one."""
        if screen in self.screens:
            del self.screens[self.screens.index(screen) + 1 :]
            self.redraw()

    def help(self) -> None:
        """Show the help."""
        self.show(self._help(self))

    def has_shown(self, screen: ChangingScreen, seconds: float) -> bool:
        """Whether the content of a screen has been visible for at least *seconds*."""
        what, since = self._seen
        return what == (id(screen), screen.showing) and self.monotonic() - since >= seconds

    def redraw(self) -> None:
        """Redraw soon; several calls cause one redraw."""
        self.application.invalidate()

    def later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Call a function after some seconds and redraw; an error in it ends the program."""

        def do() -> None:
            self._timers.discard(timer)
            self._guarded(call)
            self.redraw()

        self._timers = {each for each in self._timers if not each.cancelled()}
        timer = asyncio.get_running_loop().call_later(seconds, do)
        self._timers.add(timer)
        return timer

    def bell(self, words: str) -> None:
        """Ring the bell; with --notify, tell the desktop why."""
        self._terminal.bell()
        if self.settings.notify:
            notify(self._terminal, words)
        self._terminal.flush()

    def title(self, words: str) -> None:
        """Set the terminal's title."""
        self._title.show(words)

    # -- running --------------------------------------------------------------------------------

    async def run(self, main: Coroutine[Any, Any, int]) -> int:
        """Run until *main* ends or Ctrl-C is pressed; return the exit code.

        Raises:
            Exception: an error of *main*, of a key or of drawing; the terminal is restored first.
        """
        loop = asyncio.get_running_loop()
        handler_before = loop.get_exception_handler()
        loop.set_exception_handler(self._on_loop_error)
        try:
            with (
                create_app_session(input=self._keyboard, output=self._terminal),
                job_control(self._keyboard.fileno(), self._leave, self._resume) as self._suspend,
            ):
                async with asyncio.TaskGroup() as group:
                    running = group.create_task(main)
                    running.add_done_callback(self._main_ended)
                    try:
                        code = await self.application.run_async(
                            pre_run=self._feed_early_keys,
                            set_exception_handler=False,
                            handle_sigint=False,
                        )
                    except EOFError:  # the terminal is closed, and SIGHUP was ignored
                        code = EXIT_OK
                    running.cancel()
            return code
        except BaseExceptionGroup as several:
            raise first_error(several) from None
        finally:
            for timer in self._timers:
                timer.cancel()
            if self._tick is not None:
                self._tick.cancel()
            self._title.restore()
            loop.set_exception_handler(handler_before)

    def end(self, code: int) -> None:
        """End the application."""
        if self.application.is_running and not self.application.is_done:
            self.application.exit(result=code)

    def fail(self, error: BaseException) -> None:
        """End the application with an error."""
        if self.application.is_running and not self.application.is_done:
            self.application.exit(exception=error)

    def _main_ended(self, running: asyncio.Task[int]) -> None:
        if not running.cancelled() and running.exception() is None:
            self.end(running.result())

    def _on_loop_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """End the program on an error in a callback; an error in a lost task is only logged."""
        loop.default_exception_handler(context)
        error = context.get("exception")
        # gRPC's poller raises BlockingIOError on spurious wake-ups.
        if "handle" in context and error is not None and not isinstance(error, BlockingIOError):
            self.fail(error)

    def _guarded(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:
            self.fail(error)

    # -- keys -----------------------------------------------------------------------------------

    def _feed_early_keys(self) -> None:
        parser = getattr(self._keyboard, "vt100_parser", None)  # not on Windows
        if parser is not None:
            parser.feed(self.settings.typed.decode("utf-8", "ignore"))
            self.application.key_processor.feed_multiple(self._keyboard.flush_keys())

    def _press(self, event: KeyPressEvent) -> None:
        for press in event.key_sequence:
            key = name_of_press(press)
            command = command_for_key(EVERYWHERE.commands, key)
            action = command.action if command is not None else None
            if action is ProgramAction.INTERRUPT:
                self.end(EXIT_INTERRUPTED)
            elif action is ProgramAction.SUSPEND:
                self._suspend()
            elif action is ProgramAction.REDRAW:
                self._redraw_all()
            elif self._is_too_small:
                if action is ProgramAction.QUIT:
                    self.end(EXIT_OK)
            elif key == keys.PASTE:
                self._to_top_screen(lambda top: top.paste(event.data))
            elif key and (self.screens or key != keys.ENTER):  # Enter confirms what one has seen
                self._to_top_screen(methodcaller("press", key))

    @property
    def _is_too_small(self) -> bool:
        """Whether the window is too small to draw a screen."""
        size = self._terminal.get_size()
        return bool(self.screens) and too_small(Room(size.columns, size.rows))

    def _click(self, x: int, y: int) -> None:
        """Press the target of the clicked cell, unless another screen has opened since."""
        does = target_at(self._lines, x, y)
        if does and self.screens and self.screens[-1] is self._drawn and not self._is_too_small:
            self._to_top_screen(methodcaller("press", does))

    def _to_top_screen(self, press: Callable[[Screen], None]) -> None:
        """Give a key to the top screen, or keep it until the first screen opens."""
        if self.screens:
            self._guarded(lambda: press(self.screens[-1]))
        else:
            self._early.append(press)

    # -- drawing --------------------------------------------------------------------------------

    def _draw(self, room: Room) -> list[Line]:
        if not self.screens:
            return [[("", self.waiting)]]
        top = self.screens[-1]
        try:
            self._lines, self._drawn = top.draw(room), top
        except Exception as error:
            self.fail(error)
            return []
        if isinstance(top, ChangingScreen) and self._seen[0] != (id(top), top.showing):
            self._seen = ((id(top), top.showing), self.monotonic())
        if top.ticking and self._tick is None:
            self._tick = asyncio.get_running_loop().call_later(1.0, self._next_tick)
        return self._lines

    def _next_tick(self) -> None:
        self._tick = None
        self.redraw()

    def _redraw_all(self) -> None:
        """Draw every cell again, whatever the terminal shows now."""
        self.application.renderer.erase()  # leaves the alternate screen; drawing enters it again
        self.redraw()

    def _leave(self) -> None:
        """Give the terminal back to the shell for a while."""
        self.application.renderer.erase()
        self._title.restore()

    def _resume(self) -> None:
        """Set the terminal up after a shell had it."""
        self._keyboard.raw_mode().__enter__()
        self._title.show_again()
        self._redraw_all()
