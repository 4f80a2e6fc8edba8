"""The result over the table: it opens when a round ends, and closes on a key or by itself."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

from koikoi.v1 import table_pb2 as pb

from ..faces import Line, Theme
from ..screen.result import result
from ..screen.view import View
from . import keys
from .program import Program

_SCROLL = {keys.UP: -1, keys.DOWN: 1, keys.PAGE_UP: -10, keys.PAGE_DOWN: 10}


class RoundResult:
    """Whether the result of the last round is shown. That of the match stays until it is closed.

    *go_on* is called when a round's was seen, or has stood long enough.
    """

    def __init__(self, program: Program, go_on: Callable[[], None]) -> None:
        self.open = False
        self.drawn: float | None = None  #: when it was first drawn
        self._program = program
        self._go_on = go_on
        self._of: tuple[str, int, int] = ("", 0, 0)  # the match, round and phase it is of
        self._over = False
        self._closes = 0.0
        self._scroll = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def ticking(self) -> bool:
        return self.open and not self._over

    def take(self, match: pb.Match) -> None:
        """Take the last update: open for a new result, close when the next round is played."""
        over = match.phase == pb.PHASE_MATCH_OVER
        if not match.HasField("result") and not over:
            self.close()
            return
        of = (match.match_id, match.round, match.phase)
        if of == self._of:
            return
        self.close()
        self._of, self._over, self._scroll = of, over, 0
        self.open, self.drawn = True, None
        seconds = self._program.manner.pace.result
        self._closes = self._program.monotonic() + seconds
        if not over:
            self._timer = self._program.later(seconds, self._go_on)

    def close(self) -> None:
        self.open = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def draw(self, view: View, columns: int, rows: int, theme: Theme) -> list[Line]:
        now = self._program.monotonic()
        self.drawn = now if self.drawn is None else self.drawn
        left = None if self._over else max(0, math.ceil(self._closes - now))
        page = result(view, columns, rows, theme, closes_in=left, scroll=self._scroll)
        self._scroll = page.scroll  # no further than there is something to see
        return page

    def scrolls(self, key: str) -> bool:
        """Take a key that scrolls; whether it was one."""
        if key in _SCROLL:
            self._scroll = max(0, self._scroll + _SCROLL[key])
        return key in _SCROLL
