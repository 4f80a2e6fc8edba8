"""What moved is seen to have moved: cards light up for a moment, in the order in which they moved.

Nothing waits for it: the table is always drawn as it is, and a key or an update is taken at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from koikoi.v1 import table_pb2

from .program import Program

_MOVES = {
    table_pb2.EVENT_KIND_CARD_PLAYED,
    table_pb2.EVENT_KIND_CARD_DRAWN,
    table_pb2.EVENT_KIND_CARD_LAID,
    table_pb2.EVENT_KIND_CARDS_CAPTURED,
    table_pb2.EVENT_KIND_HIKI_CALLED,
}
_BEGINS = {
    table_pb2.EVENT_KIND_CARD_PLAYED,
    table_pb2.EVENT_KIND_CARD_DRAWN,
    table_pb2.EVENT_KIND_HIKI_CALLED,
}


def steps(events: Sequence[table_pb2.Event], me: int) -> list[frozenset[int]]:
    """The cards to light, one set after the other: of a play, then of a draw.

    What I played myself I know; what I drew I do not, nor what a computer played for me.
    """
    found: list[set[int]] = []
    mine = True
    for event in events:
        if event.kind not in _MOVES:
            continue
        if event.kind in _BEGINS:
            drawn = event.kind == table_pb2.EVENT_KIND_CARD_DRAWN
            mine = event.seat == me and not event.by and not drawn
            if not mine:
                found.append(set())
        if mine or not found:
            continue
        found[-1] |= {event.card, *event.cards} - {0}
    return [frozenset(cards) for cards in found if cards]


class Motion:
    """The cards that are lit now.

    *seconds* is for each step.
    """

    def __init__(self, program: Program, seconds: float) -> None:
        self.cards: frozenset[int] = frozenset()
        self._program = program
        self._seconds = seconds
        self._steps: list[frozenset[int]] = []
        self._timer: asyncio.TimerHandle | None = None

    def start(self, found: Sequence[frozenset[int]]) -> None:
        """Light these from now on, instead of what is lit."""
        if not self._program.settings.motion or not found:
            return
        self.stop()
        self._steps = list(found)
        self._next()

    def stop(self) -> None:
        """Light nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._steps, self.cards = None, [], frozenset()

    def _next(self) -> None:
        self._timer = None
        self.cards = self._steps.pop(0) if self._steps else frozenset()
        if self.cards:
            self._timer = self._program.later(self._seconds, self._next)
