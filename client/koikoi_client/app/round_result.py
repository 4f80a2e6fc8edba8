"""The result over the table: it opens when a round ends, and closes on a key or by itself."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import replace

from koikoi.v1 import table_pb2
from koikoi_client.cards import Line
from koikoi_client.screen.room import Room

from ..screen.result import result
from ..screen.view import View
from .cursor_keys import scrolled
from .program import Program


class RoundResult:
    """Whether the result of the last round is shown. That of the match stays until it is closed.

    *go_on* is called when a round's has stood long enough. It does not while it is being read, nor
    where nobody else waits: then it stays, as a page of the log would, until it is closed.

    Attributes:
        of: the match, round and phase it is of.
        over: whether it is the match's.
        sent: whether the server was told that it was seen, and its answer is on the way.
    """

    def __init__(self, program: Program, go_on: Callable[[], None]) -> None:
        self.open = False
        self.of: tuple[str, int, int] = ("", 0, 0)
        self.over = False
        self.sent = False
        self._program = program
        self._go_on = go_on
        self._view: View | None = None  # the last one that held it
        self._closes = 0.0
        self._scroll = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def ticking(self) -> bool:
        return self.open and self._timer is not None

    @property
    def _is_read(self) -> bool:
        """Whether somebody reads it who has not gone on yet."""
        return self.open and not self.over and self._timer is None and not self.sent

    def take(self, view: View, *, awaited: bool) -> None:
        """Take an update: open for a new result, close when the next round is played.

        *awaited* says whether others wait for who reads it.
        """
        match = view.match
        over = match.phase == table_pb2.PHASE_MATCH_OVER
        if not match.HasField("result") and not over:
            if not self._is_read:
                self.close()
            return
        of = (match.match_id, match.round, match.phase)
        if of != self.of:
            self.close()
            self.of, self.over, self._scroll = of, over, 0
            self.open = True
            if awaited and not over:
                seconds = self._program.settings.pace.result
                self._closes = self._program.monotonic() + seconds
                self._timer = self._program.later(seconds, self._go_on)
        self._view = view

    def stay(self) -> None:
        """Close no more by itself: somebody reads."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        self.stay()
        self.open = self.sent = False

    def draw(self, view: View, room: Room) -> list[Line]:
        left = None
        if self._timer is not None:
            left = max(0, math.ceil(self._closes - self._program.monotonic()))
        kept, gone_on = self._view, not view.match.HasField("result")
        if kept is not None and gone_on and not self.over:
            view = replace(kept, now=view.now, notice=view.notice, connection=view.connection)
        page = result(view, room, closes_in=left, scroll=self._scroll)
        self._scroll = page.scroll  # no further than there is something to see
        return page

    def scrolls(self, key: str) -> bool:
        """Take a key that scrolls; whether it was one."""
        step = scrolled(key)
        if step:
            self.stay()
            self._scroll = max(0, self._scroll + step)
        return bool(step)
