"""The application: draws the top screen, gives it the keys, and leaves the terminal as it was."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine, Hashable, Mapping
from operator import methodcaller
from typing import Any

from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.utils import suspend_to_background_supported

from koikoi_client.actions import keys
from koikoi_client.actions.command import pressed
from koikoi_client.actions.pages import EVERYWHERE, ProgramAction
from koikoi_client.app.settings import Settings
from koikoi_client.cards import Line
from koikoi_client.screen.room import Room
from koikoi_client.screen.styles import styles
from koikoi_client.screen.targets import target_at
from koikoi_client.system.process import EXIT_INTERRUPTED, EXIT_OK

from ..screen.too_small import too_small
from .canvas import Canvas
from .key_presses import ALL, name_of_press
from .screens import ChangingScreen, Screen
from .terminal import Title, notify


class Program:
    """One application with a stack of screens.

    *help* makes the screen that tells what keys do. *monotonic* is there for tests, as are
    *keyboard* and *terminal*.
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
        self.settings = settings
        self.monotonic = monotonic
        self.screens: list[Screen] = []
        self._help = help
        self._seen: tuple[Hashable, float] = (None, 0.0)  # what was drawn last, and since when
        self._keyboard = keyboard or create_input(sys.stdin)
        self._terminal = terminal or create_output(sys.stdout)
        if isinstance(self._terminal, Vt100_Output):
            self._terminal.enable_cpr = False  # a whole screen needs no cursor's position
        self._title = Title(self._terminal, environment)
        self._lines: list[Line] = []  # as they were drawn last
        self._drawn: Screen | None = None  # by which screen
        self._early: list[Callable[[Screen], None]] = []
        self._tick: asyncio.TimerHandle | None = None
        self._timers: set[asyncio.TimerHandle] = set()
        self.application = self._application()

    def _application(self) -> Application[int]:
        bindings = KeyBindings()
        for key in ALL:
            bindings.add(key)(self._press)
        click = self._click if self.settings.mouse else None
        application: Application[int] = Application(
            Layout(Canvas(self._draw, click, self.settings.ascii)),
            style=styles(self.settings.colours),
            include_default_pygments_style=False,
            key_bindings=bindings,
            full_screen=True,
            mouse_support=self.settings.mouse,
            color_depth=self.settings.colours,
            min_redraw_interval=0.02,
            # Where the system tells of a new size, nobody need ask for it.
            terminal_size_polling_interval=0.5 if sys.platform == "win32" else None,
            input=self._keyboard,
            output=self._terminal,
        )
        application.ttimeoutlen = 0.05  # a lone Esc is known this soon
        return application

    # -- screens --------------------------------------------------------------------------------

    def show(self, screen: Screen) -> None:
        """Put a screen on top of the others."""
        self.screens.append(screen)
        early, self._early = self._early, []
        for press in early:
            self._give(press)
        self.redraw()

    def close(self, screen: Screen) -> None:
        """Take a screen away, and all above it."""
        if screen in self.screens:
            del self.screens[self.screens.index(screen) :]
            self.redraw()

    def close_above(self, screen: Screen) -> None:
        """Take away the screens above one."""
        if screen in self.screens:
            del self.screens[self.screens.index(screen) + 1 :]
            self.redraw()

    def help(self) -> None:
        """Show what the keys do."""
        self.show(self._help(self))

    def has_shown(self, screen: ChangingScreen, seconds: float) -> bool:
        """Whether what a screen shows now was first drawn so long ago, or longer."""
        what, since = self._seen
        return what == (id(screen), screen.showing) and self.monotonic() - since >= seconds

    def redraw(self) -> None:
        """Draw soon; many calls make one drawing."""
        self.application.invalidate()

    def later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Call something once, and draw afterwards; what it raises ends the program."""

        def do() -> None:
            self._timers.discard(timer)
            self._guarded(call)
            self.redraw()

        self._timers = {each for each in self._timers if not each.cancelled()}
        timer = asyncio.get_running_loop().call_later(seconds, do)
        self._timers.add(timer)
        return timer

    def bell(self, words: str) -> None:
        """Ring, and where it is wished tell the desktop why."""
        self._terminal.bell()
        if self.settings.notify:
            notify(self._terminal, words)
        self._terminal.flush()

    def title(self, words: str) -> None:
        """Set the terminal's title."""
        self._title.show(words)

    # -- running --------------------------------------------------------------------------------

    async def run(self, main: Coroutine[Any, Any, int]) -> int:
        """Run the application until *main* ends or Ctrl-C is pressed; the exit code.

        Raises:
            Exception: what *main*, a key or a drawing raised; the terminal is whole by then.
        """
        loop = asyncio.get_running_loop()
        handler_before = loop.get_exception_handler()
        loop.set_exception_handler(self._unforeseen)
        try:
            with create_app_session(input=self._keyboard, output=self._terminal):
                async with asyncio.TaskGroup() as group:
                    running = group.create_task(main)
                    running.add_done_callback(self._ended)
                    code = await self.application.run_async(
                        pre_run=self._feed, set_exception_handler=False, handle_sigint=False
                    )
                    running.cancel()
            return code
        except BaseExceptionGroup as several:
            raise _first(several) from None
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
        """End the application by an error."""
        if self.application.is_running and not self.application.is_done:
            self.application.exit(exception=error)

    def _ended(self, running: asyncio.Task[int]) -> None:
        if not running.cancelled() and running.exception() is None:
            self.end(running.result())

    def _unforeseen(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What a callback raised ends the program; what a task left behind goes to the log."""
        loop.default_exception_handler(context)
        error = context.get("exception")
        # gRPC's poller raises BlockingIOError when it is woken without need.
        if "handle" in context and error is not None and not isinstance(error, BlockingIOError):
            self.fail(error)

    def _guarded(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:
            self.fail(error)

    # -- keys -----------------------------------------------------------------------------------

    def _feed(self) -> None:
        parser = Vt100Parser(self.application.key_processor.feed)
        parser.feed(self.settings.typed.decode("utf-8", "replace"))

    def _press(self, event: KeyPressEvent) -> None:
        for press in event.key_sequence:
            key = name_of_press(press)
            command = pressed(EVERYWHERE.commands, key)
            action = command.action if command is not None else None
            if action is ProgramAction.INTERRUPT:
                self.end(EXIT_INTERRUPTED)
            elif action is ProgramAction.SUSPEND:
                if suspend_to_background_supported():
                    self.application.suspend_to_background()
            elif action is ProgramAction.REDRAW:
                self.application.renderer.clear()
            elif self._unseen:
                if action is ProgramAction.QUIT:
                    self.end(EXIT_OK)
            elif key == keys.PASTE:
                self._give(lambda top: top.paste(event.data))
            elif key:  # all others are the screen's
                self._give(methodcaller("press", key))

    @property
    def _unseen(self) -> bool:
        """Whether the window is too small to show what a key would do."""
        size = self._terminal.get_size()
        return bool(self.screens) and too_small(Room(size.columns, size.rows))

    def _click(self, x: int, y: int) -> None:
        """Press what is drawn there, unless another screen has come over it since."""
        does = target_at(self._lines, x, y)
        if does and self.screens and self.screens[-1] is self._drawn and not self._unseen:
            self._give(methodcaller("press", does))

    def _give(self, press: Callable[[Screen], None]) -> None:
        """Let the top screen take a key; one that comes before there is any waits for it."""
        if self.screens:
            self._guarded(lambda: press(self.screens[-1]))
        else:
            self._early.append(press)

    # -- drawing --------------------------------------------------------------------------------

    def _draw(self, room: Room) -> list[Line]:
        if not self.screens:
            return []
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


def _first(several: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first error of a group, whatever groups it is in."""
    error = several.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error
