"""What an update says once and a face still shows later: who left, and one's own last turn."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi.v1 import table_pb2 as t
from koikoi_client.texts import printable

TURNS = 6
"""So many turns of others are kept: at a table of seven all but one's own."""
_OF_A_TURN = (
    t.EVENT_KIND_CARD_PLAYED,
    t.EVENT_KIND_CARD_DRAWN,
    t.EVENT_KIND_CARDS_CAPTURED,
    t.EVENT_KIND_YAKU_FORMED,
)


class Memory:
    """Of one table, from update to update.

    Attributes:
        left: who left the seats that are open now, by the seat.
        own_turn: what happened in the last turn of mine, in this round.
        between: the turns of others since then, the newest last.
        running: what happened so far in the turn that goes on.
        inherited_turn: what happened in the last turn of who sat in my seat before me.
    """

    def __init__(self) -> None:
        self.left: dict[int, str] = {}
        self.own_turn: list[t.Event] = []
        self.between: list[list[t.Event]] = []
        self.running: list[t.Event] = []
        self.inherited_turn: list[t.Event] = []
        self._last: list[t.Event] = []
        self._seq = 0
        self._round = ("", 0)

    def take(self, before: t.Table, update: t.Update, view: t.SeatView | None) -> None:
        """Take an update; *before* is the table as the last one told it."""
        names = {seat.seat: seat.player_name for seat in before.seats}
        for seat in update.table.seats:
            if seat.player_name or seat.bot:
                self.left.pop(seat.seat, None)
            elif name := names.get(seat.seat):
                self.left[seat.seat] = printable(name)
        match = update.match
        if self._round != (match.match_id, match.round):
            self._round, self.own_turn = (match.match_id, match.round), []
            self._last, self.between, self.running = [], [], []
        turn = list(match.last_turn)
        self._take_turn(update, turn, view.seat if view is not None else 0)
        if view is None or not turn or turn[0].seat != view.seat:
            return
        if _is_inherited(turn, update.news, view.seat):
            self.inherited_turn = turn
        if turn != self.inherited_turn:
            self.own_turn = turn

    def _take_turn(self, update: t.Update, turn: list[t.Event], me: int) -> None:
        """Keep the turns between two of mine, and what happened in the one that goes on."""
        if turn != self._last:
            self._last, self.running = turn, []
            mine = bool(turn) and turn[0].seat == me
            self.between = [] if mine or not turn else [*self.between, turn][-TURNS:]
        now = update.match.turn
        self.running += [
            event
            for entry in update.news
            for event in entry.events
            if entry.seq > self._seq and event.seat == now and event.kind in _OF_A_TURN
        ]
        self._seq = update.seq


def _is_inherited(turn: Sequence[t.Event], news: Sequence[t.Entry], seat: int) -> bool:
    """Whether *turn* was made in *seat* before its person sat down, or by a computer for them, as
    far as the news tell.
    """
    if any(entry.cause == t.CAUSE_BOT and turn[0] in entry.events for entry in news):
        return True
    events = [event for entry in news for event in entry.events]
    joined = t.EVENT_KIND_PERSON_JOINED
    sat = [place for place, each in enumerate(events) if each.kind == joined and each.seat == seat]
    return bool(sat) and turn[0] not in events[sat[-1] :]
