"""A console in memory: what a test types, and what it reads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from koikoi_client.errors import Interrupted
from tests.support.timeouts import HANG


class TypedConsole:
    """Lines typed by a test. ``None`` is the end of input, ``"^C"`` Ctrl-C."""

    interactive = True

    def __init__(self) -> None:
        self.said: list[str] = []
        self.prompt = ""
        self.bells = 0
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self.on_say: Callable[[str], None] = lambda line: None

    def type(self, *lines: str | None) -> None:
        for line in lines:
            self._typed.put_nowait(line)

    def say(self, line: str) -> None:
        assert line.isprintable(), "one event, one line, and nothing that moves the cursor"
        self.said.append(line)
        self.on_say(line)

    def set_prompt(self, prompt: str) -> None:
        self.prompt = prompt

    async def read(self) -> str:
        line = await self._typed.get()
        if line is None:
            raise EOFError
        if line == "^C":
            raise Interrupted
        return line

    def forget_typed(self) -> None:
        """What a test types is meant for the question that it waits for."""

    def bell(self) -> None:
        self.bells += 1

    async def until(self, part: str, after: int = 0, seconds: float = HANG) -> int:
        """Wait until a line from place *after* on holds *part*; return the place behind it."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    for place in range(after, len(self.said)):
                        if part in self.said[place]:
                            return place + 1
                    await asyncio.sleep(0.005)
        except TimeoutError:
            text = "\n".join(self.said[after:])
            raise AssertionError(f"{part!r} was never said; what was:\n{text}") from None
