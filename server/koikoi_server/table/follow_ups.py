"""Automatic events after a command: a match starts, a pause ends, a deck is dealt.

They are part of the same entry as the command's own events.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hanafuda.events import MatchEnded, RoundEnd, RoundEnded
from hanafuda.game import Phase
from koikoi_server.system.clock import Millis
from koikoi_server.table import derived, fold
from koikoi_server.table.commands import Chance
from koikoi_server.table.deck import deck
from koikoi_server.table.events import AnyEvent, MatchStarted, PauseEnded, TableClosed
from koikoi_server.table.state import MatchState, Pause, Stage, TableState


@dataclass
class Draft:
    """The events of an unfinished entry, and the table after them."""

    table: TableState
    now: Millis
    events: list[AnyEvent] = field(default_factory=list)

    def add(self, *events: AnyEvent) -> None:
        for event in events:
            self.table = fold.after(self.table, event, self.now)
            self.events.append(event)


def add_follow_ups(draft: Draft, chance: Chance) -> None:
    """Add automatic events until the table waits for a player or a deadline."""
    while draft.table.stage is not Stage.CLOSED:
        following = _next(draft.table, draft.now, chance)
        if not following:
            return
        draft.add(*following)


def closing(table: TableState, empty_minutes: int = 0) -> tuple[AnyEvent, ...]:
    """The events that close a table; a running match ends without a result."""
    return (*abandoning(table), TableClosed(empty_minutes))


def abandoning(table: TableState) -> tuple[AnyEvent, ...]:
    """The events that end the running match without a result; none outside a match."""
    match = derived.running(table)
    if match is None:
        return ()
    ended = MatchEnded(())
    if match.state.phase is Phase.DECK:
        return (ended,)
    nothing = (0,) * len(table.seats)
    return (RoundEnded(RoundEnd.ABANDONED, 0, 0, (), nothing, 0), ended)


def _next(table: TableState, now: Millis, chance: Chance) -> tuple[AnyEvent, ...]:
    if not derived.persons(table):
        return closing(table)
    match = derived.running(table)
    if match is None:
        return (_start(table, chance),) if _is_ready(table) else ()
    if match.pause is not None:
        return (PauseEnded(),) if _pause_is_over(table, match, now) else ()
    due = match.state.deck_due
    if due is None:
        return ()
    nonces = [nonce or b"" for nonce in match.nonces]
    cards = deck(match.secret, match.match_id, due.round, due.attempt, nonces)
    return table.module.deal(match.state, cards)


def _is_ready(table: TableState) -> bool:
    if any(seat.is_open for seat in table.seats):
        return False
    if table.stage is Stage.GATHERING:
        return True
    asked = [seat for seat in table.seats if seat.is_connected and not seat.bot]
    return all(seat.wants_rematch for seat in asked) and any(
        seat.wants_rematch and seat.is_connected for seat in table.seats
    )


def _start(table: TableState, chance: Chance) -> MatchStarted:
    cut = chance.cut and any(seat.is_connected and not seat.bot for seat in table.seats)
    return MatchStarted(chance.match_id, chance.secret, chance.record_id, cut)


def _pause_is_over(table: TableState, match: MatchState, now: Millis) -> bool:
    """Whether all connected players have answered, or the deadline has passed."""
    deadline = derived.deadline(table)
    if deadline is not None and now >= deadline:
        return True
    if match.pause is Pause.CUT:
        answered = any(nonce is not None for nonce in match.nonces)
    else:
        answered = bool(match.gone_on)
    return answered and not derived.waiting_for(table)
