"""Highlights cards for a moment after they moved, in the order in which they moved.

The table is always drawn as it is; keys and updates do not wait for a highlight.
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
_FIRST = {
    table_pb2.EVENT_KIND_CARD_PLAYED,
    table_pb2.EVENT_KIND_CARD_DRAWN,
    table_pb2.EVENT_KIND_HIKI_CALLED,
}


def moved_cards(events: Sequence[table_pb2.Event], me: int) -> list[frozenset[int]]:
    """The sets of cards to highlight one after the other, one for each play and each draw.

    My own plays are left out, but not my draws or a computer's plays for me.
    """
    found: list[set[int]] = []
    mine = True
    for event in events:
        if event.kind not in _MOVES:
            continue
        if event.kind in _FIRST:
            drawn = event.kind == table_pb2.EVENT_KIND_CARD_DRAWN
            mine = event.seat == me and not event.by and not drawn
            if not mine:
                found.append(set())
        if mine or not found:
            continue
        found[-1] |= {event.card, *event.cards} - {0}
    return [frozenset(cards) for cards in found if cards]


class CardHighlight:
    """The cards that are highlighted now."""

    def __init__(self, program: Program, seconds: float) -> None:
        self.cards: frozenset[int] = frozenset()
        self._program = program
        self._seconds = seconds
        self._steps: list[frozenset[int]] = []
        self._timer: asyncio.TimerHandle | None = None

    def start(self, found: Sequence[frozenset[int]]) -> None:
        """Highlight these sets of cards, each for *seconds*, instead of the current ones."""
        if not self._program.settings.motion or not found:
            return
        self.stop()
        self._steps = list(found)
        self._next()

    def stop(self) -> None:
        """Highlight nothing."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._steps, self.cards = None, [], frozenset()

    def _next(self) -> None:
        self._timer = None
        self.cards = self._steps.pop(0) if self._steps else frozenset()
        if self.cards:
            self._timer = self._program.later(self._seconds, self._next)
