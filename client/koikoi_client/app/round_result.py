"""The result of a round: it opens when the round ends and closes on a key or after a while."""

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
    """The result of the last round or match, open or closed.

    A round's result closes after some seconds, unless the user scrolls it or nobody else waits.
    A match's result stays open until the user closes it.

    Attributes:
        shown: the match, round and phase of the result.
        over: whether it is the result of the match.
        sent: whether the server has been told that the user has seen it.
    """

    def __init__(self, program: Program, go_on: Callable[[], None]) -> None:
        """*go_on* is called when the time is up."""
        self.open = False
        self.shown: tuple[str, int, int] = ("", 0, 0)
        self.over = False
        self.sent = False
        self._program = program
        self._go_on = go_on
        self._view: View | None = None  # the last one with this result
        self._closes = 0.0
        self._scroll = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def ticking(self) -> bool:
        return self.open and self._timer is not None

    @property
    def _stays_open(self) -> bool:
        """Whether it stays open until the user closes it."""
        return self.open and not self.over and self._timer is None and not self.sent

    def update(self, view: View) -> None:
        """Open for a new result, close when the next round is played."""
        match = view.match
        over = match.phase == table_pb2.PHASE_MATCH_OVER
        if not match.HasField("result") and not over:
            if not self._stays_open:
                self.close()
            return
        of = (match.match_id, match.round, match.phase)
        if of != self.shown:
            self.close()
            self.shown, self.over, self._scroll = of, over, 0
            self.open = True
            if _others_wait(view) and not over:
                seconds = self._program.settings.pace.result
                self._closes = self._program.monotonic() + seconds
                self._timer = self._program.later(seconds, self._go_on)
        self._view = view

    def keep_open(self) -> None:
        """Do not close after a while."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        self.keep_open()
        self.open = self.sent = False

    def has_been_read(self, view: View, *, told: bool) -> None:
        """Close because the user has read it. *told*: whether the server has been told.

        If everybody else has read it, it stays open until the next round begins.
        """
        if told and (self.sent or not view.connected):
            return
        if told and not {*view.match.waiting_for} - {view.me}:
            self.keep_open()
            self.sent = True
        else:
            self.close()

    def draw(self, view: View, room: Room) -> list[Line]:
        left = None
        if self._timer is not None:
            left = max(0, math.ceil(self._closes - self._program.monotonic()))
        kept, gone_on = self._view, not view.match.HasField("result")
        if kept is not None and gone_on and not self.over:
            view = replace(
                kept, now=view.now, notice=view.notice, connection=view.connection, lost=view.lost
            )
        page = result(view, room, closes_in=left, scroll=self._scroll)
        self._scroll = page.scroll  # no further than the last line
        return page

    def scrolls(self, key: str) -> bool:
        """Scroll if the key does that; return whether it did."""
        step = scrolled(key)
        if step:
            self.keep_open()
            self._scroll = max(0, self._scroll + step)
        return bool(step)


def _others_wait(view: View) -> bool:
    """Whether other people are connected and wait until this user has read the result."""
    return not view.shared and any(
        seat.player_name and not seat.bot and not seat.HasField("absent_since")
        for seat in view.table.seats
        if seat.number != view.me
    )
