"""Users of the full-screen client in this process: a pipe for a keyboard, a terminal in memory."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from koikoi_client.app.hot_seat import hot_seat
from koikoi_client.app.navigation import visit_server
from koikoi_client.app.pagers import HelpScreen
from koikoi_client.app.program import Program
from koikoi_client.app.screens import ChangingScreen
from koikoi_client.app.settings import Pace, Settings
from koikoi_client.app.user import ScreenUser
from koikoi_client.follow.invitations import Invitations
from koikoi_client.system.store import Store
from koikoi_client.wire.address import Address
from koikoi_client.wire.session import Session
from tests.client.conftest import soon
from tests.support.timeouts import HANG

KEYS = {
    "enter": "\r", "tab": "\t", "back tab": "\x1b[Z", "escape": "\x1b", "left": "\x1b[D",
    "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B", "page up": "\x1b[5~",
    "page down": "\x1b[6~", "backspace": "\x7f", "interrupt": "\x03", "home": "\x1b[H",
    "end": "\x1b[F",
}  # fmt: skip
LONE_ESCAPE = 0.01
"""Seconds after which Esc is a key of its own."""
QUICK = Pace(grace=0.03, news=0.05, notice=30.0, result=30.0)
STEADY = Settings(colours=ColorDepth.DEPTH_24_BIT, motion=False, pace=QUICK)


class Scrolling(pyte.Screen):
    """A screen that keeps what scrolls off its top."""

    def __init__(self, columns: int, rows: int) -> None:
        self.scrolled: list[str] = []
        super().__init__(columns, rows)

    def index(self) -> None:
        top, bottom = self.margins or (0, self.lines - 1)
        if self.cursor.y == bottom:
            self.scrolled.append("".join(cell.data for cell in self.buffer[top].values()))
        super().index()


class Glass(io.StringIO):
    """A terminal in memory, with what has scrolled off its top."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__()
        self.screen = Scrolling(columns, rows)
        self.written = 0  #: characters, so that a change is seen
        self.titles: set[str] = set()  #: the beginnings of all first lines
        self.last = ""  #: what was written last, as it came
        self._stream = pyte.Stream(self.screen)
        self._read = (-1, "")  # the text, when so much was written

    def write(self, written: str) -> int:
        self.written += len(written)
        self.last = (self.last + written)[-2000:]
        self._stream.feed(written)
        self.titles.add("".join(self.screen.buffer[0][x].data for x in range(30)).strip())
        return len(written)

    def isatty(self) -> bool:
        return True

    @property
    def text(self) -> str:
        if self._read[0] != self.written:
            lines = (
                "".join(cells[x].data for x in range(self.screen.columns)).rstrip()
                for cells in (self.screen.buffer[y] for y in range(self.screen.lines))
            )
            self._read = (self.written, "\n".join(lines).rstrip())
        return self._read[1]


class Person:
    """One client with a screen and a keyboard of its own."""

    def __init__(
        self,
        keyboard: PipeInput,
        port: int,
        folder: Path,
        name: str,
        *,
        size: tuple[int, int] = (80, 24),
        settings: Settings = STEADY,
        monotonic: Callable[[], float] = monotonic,
        invitations: Invitations | None = None,
    ) -> None:
        self.size = size
        self.glass = Glass(*size)
        terminal = Vt100_Output(
            self.glass, lambda: Size(self.size[1], self.size[0]), term="xterm-256color"
        )
        self.session = Session(Address("127.0.0.1", port, insecure=True), sleep=soon)
        self.program = Program(
            settings,
            help=lambda on: HelpScreen(on, self.session.catalog),
            keyboard=keyboard,
            terminal=terminal,
            monotonic=monotonic,
            environment={"TERM": "xterm-256color"},
        )
        self.program.application.ttimeoutlen = LONE_ESCAPE
        self.store = Store(folder / name / "config", folder / name / "state")
        self.store.keep_setting("played", True)
        self.user = ScreenUser(self.program, self.session, self.store, name, invitations)
        self._keyboard = keyboard
        self._running: asyncio.Task[int] | None = None
        self._taken = 0  # so many keys
        self.program.application.key_processor.after_key_press += self._count

    @property
    def text(self) -> str:
        """The screen's lines."""
        return self.glass.text

    async def start(self, join_code: str = "", *, ask_name: bool = False) -> None:
        await self.session.open()
        self.run(visit_server(self.user, join_code, ask_name=ask_name))

    async def start_hot_seat(self) -> None:
        await self.session.open()
        self.run(hot_seat(self.user))

    def run(self, main: Coroutine[Any, Any, int]) -> None:
        """Start the program, for as long as it runs."""
        self._running = asyncio.create_task(self.program.run(main))

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size, as the system tells it."""
        self.size = (columns, rows)
        self.glass.screen.resize(rows, columns)
        self.glass.written += 1
        self.program.application._on_resize()

    def press(self, *keys: str) -> None:
        """Press keys by their names, or as characters."""
        typed = "".join(KEYS.get(key, key) for key in keys)
        self._keyboard.send_bytes(typed.encode("utf-8", "surrogateescape"))

    def _count(self, _processor: object) -> None:
        self._taken += 1

    async def pressed(self, *keys: str) -> None:
        """Press keys; wait until each is taken, and what it changes is drawn."""
        for key in keys:
            expected = self._taken + (1 if key in KEYS else len(key))
            self.press(key)
            await self.still(expected)

    async def answer(self, key: str) -> None:
        """Answer a question that opened by itself, once it takes keys."""
        async with asyncio.timeout(HANG):
            question = self.program.screens[-1]
            assert isinstance(question, ChangingScreen)
            while not self.program.has_shown(question, QUICK.grace):
                await asyncio.sleep(0.001)
        await self.pressed(key)

    async def clicked(self, x: int, y: int) -> None:
        """Click on a cell, from 0, and wait likewise."""
        expected = self._taken + 2
        self.press(f"\x1b[<0;{x + 1};{y + 1}M", f"\x1b[<0;{x + 1};{y + 1}m")
        await self.still(expected)

    async def still(self, keys: int = 0) -> None:
        """Wait until so many *keys* were taken in all, and there is nothing more to draw."""
        async with asyncio.timeout(HANG):
            while self._taken < keys and not self._has_ended:
                await asyncio.sleep(0.001)
            for _ in range(5):  # for what a key has begun
                await asyncio.sleep(0)
            while self.program.application.invalidated and not self._has_ended:
                await asyncio.sleep(0.001)

    @property
    def _has_ended(self) -> bool:
        return self._running is not None and self._running.done()

    async def until(self, *parts: str, seconds: float = HANG) -> None:
        """Wait until all *parts* are on the screen."""
        await self.see(
            lambda text: all(part in text for part in parts), " and ".join(parts), seconds
        )

    async def gone(self, part: str) -> None:
        """Wait until *part* is not on the screen any more."""
        await self.see(lambda text: part not in text, f"a screen without {part}")

    async def see(
        self, seen: Callable[[str], bool], what: str = "it", seconds: float = HANG
    ) -> None:
        """Wait until the screen is as wished."""
        end = monotonic() + seconds
        while not seen(self.text):
            if self._running is not None and self._running.done():
                raise AssertionError(f"ended with {self._running} before {what}:\n{self.text}")
            assert monotonic() < end, f"{what} never came; the screen:\n{self.text}"
            await asyncio.sleep(0.005)

    async def move_to(self, key: str, part: str) -> None:
        """Press a key that changes the screen, once for each change, until *part* is there."""
        while part not in (before := self.text):
            self.press(key)
            await self.see(lambda text: text != before, f"a change, before {part}")

    async def change(self, written: int) -> None:
        """Wait until the screen changes, or for a moment: a key may have come in a grace."""
        end = monotonic() + 0.05
        while self.glass.written == written and monotonic() < end:
            await asyncio.sleep(0.002)

    async def end(self) -> int:
        """The exit code, once the program has ended."""
        assert self._running is not None
        async with asyncio.timeout(HANG):
            return await self._running

    async def stop(self) -> None:
        """End the client as a crash would."""
        if self._running is not None and not self._running.done():
            self._running.cancel()
            await asyncio.wait({self._running})
        await self.session.close()


@asynccontextmanager
async def person(port: int, folder: Path, name: str, **options: object) -> AsyncIterator[Person]:
    """A client that is stopped at the end; it is not started."""
    with create_pipe_input() as keyboard:
        made = Person(keyboard, port, folder, name, **options)  # type: ignore[arg-type]  # handed on
        try:
            yield made
        finally:
            await made.stop()


async def begin(host: Person, joining: Person, *others: Person) -> None:
    """All start; *host* opens a table for two, and *joining* sits down there."""
    for each in (host, joining, *others):
        await each.start()
        await each.until("No table is open")
    host.press("n", "enter")
    await host.until("One more player is needed.")
    await joining.until("1 free")
    joining.press("enter")
    await joining.until("Month 1 of 12")
