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
    t.EVENT_KIND_CARD_LAID,
    t.EVENT_KIND_CARDS_CAPTURED,
    t.EVENT_KIND_HIKI_CALLED,
    t.EVENT_KIND_YAKU_FORMED,
    t.EVENT_KIND_KOIKOI_CALLED,
)
_FIRST = (t.EVENT_KIND_CARD_PLAYED, t.EVENT_KIND_HIKI_CALLED)
_OF_HIKI = {t.EVENT_KIND_HIKI_CALLED, t.EVENT_KIND_CARDS_CAPTURED}


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
        names = {seat.number: seat.player_name for seat in before.seats}
        for seat in update.table.seats:
            if seat.player_name or seat.bot:
                self.left.pop(seat.number, None)
            elif name := names.get(seat.number):
                self.left[seat.number] = printable(name)
        match = update.match
        if self._round != (match.match_id, match.round):
            self._round, self.own_turn = (match.match_id, match.round), []
            self._last, self.between, self.running = [], [], []
        turn = list(match.last_turn)
        me = view.seat if view is not None else 0
        if update.snapshot:
            self._take_up(update, turn, me)
        self._take_turn(turn, me)
        self._take_running(update, turn)
        if view is None or not turn or turn[0].seat != view.seat:
            return
        if _is_inherited(turn, update.news, view.seat):
            self.inherited_turn = turn
        if turn != self.inherited_turn:
            self.own_turn = turn

    def _take_up(self, update: t.Update, last: Sequence[t.Event], me: int) -> None:
        """Begin anew with a snapshot: its news tell the end of what was before, and so this round.

        The last turn itself is taken afterwards, as from every update.
        """
        self.running, self.between, self._seq = [], [], 0
        turns = _turns(update.news)
        for turn in turns[: max(0, _ended(turns, last) - 1)]:
            if turn[0].kind not in _FIRST:  # the news begin within it
                continue
            if turn[0].seat != me:
                self.between = [*self.between, turn][-TURNS:]
            elif not _is_inherited(turn, update.news, me):
                self.own_turn, self.between = turn, []
        self._last = []

    def _take_turn(self, turn: list[t.Event], me: int) -> None:
        """Keep the turns between two of mine."""
        if turn != self._last:
            self._last = turn
            mine = bool(turn) and turn[0].seat == me
            self.between = [] if mine or not turn else [*self.between, turn][-TURNS:]

    def _take_running(self, update: t.Update, last: Sequence[t.Event]) -> None:
        """Keep what happened in the turn that goes on, and nothing of those before it."""
        fresh = [entry for entry in update.news if entry.seq > self._seq]
        turns = _turns(fresh, self.running)
        now = update.match.turn
        goes_on = [each for each in turns[_ended(turns, last) :] if each[0].seat == now]
        self.running = goes_on[-1] if goes_on else []
        self._seq = update.seq


def _turns(news: Sequence[t.Entry], running: Sequence[t.Event] = ()) -> list[list[t.Event]]:
    """What happened to cards in the last round that *news* tell of: a list for each turn.

    The first goes on from *running*. A hiki out of turn has a list of its own.
    """
    turns = [list(running)] if running else []
    for event in (event for entry in news for event in entry.events):
        if event.kind == t.EVENT_KIND_ROUND_DEALT:
            turns = []
        if event.kind not in _OF_A_TURN:
            continue
        own = next((each for each in reversed(turns) if each[0].seat == event.seat), None)
        kinds = {each.kind for each in own or ()}
        if own is None or (event.kind in _FIRST and kinds - _OF_HIKI):
            turns.append([event])
        else:
            own.append(event)
    return turns


def _ended(turns: Sequence[Sequence[t.Event]], last: Sequence[t.Event]) -> int:
    """How many of these turns are over: up to the *last* one that is."""
    over = [number for number, turn in enumerate(turns, 1) if turn[0] in last]
    return over[-1] if over else 0


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
