"""The last turns of a round, for players who come back.

The state keeps the last ended turns, as many as there are seats, oldest first, and then the running
one. They are part of the fold, so they are the same after a restart.
"""

from __future__ import annotations

from typing import assert_never

from hanafuda import events
from koikoi_server.table.events import AnyEvent
from koikoi_server.table.state import TableState, Turn, TurnEvent

Turns = tuple[Turn, ...]


def turns_after(turns: Turns, played: TurnEvent, most: int) -> Turns:
    """The turns after an event of the game, with at most *most* ended ones."""
    match played.event:
        case events.RoundDealt(dealer=seat):
            return (Turn(seat),)
        case events.TurnPassed(seat):
            return (*_with_turn_ended(turns, most), Turn(seat))
        case events.RoundEnded():
            begun = bool(turns[-1].events)  # not when a dealt hand ends the round
            return _with_turn_ended(_with_event(turns, played) if begun else turns, most)
        case (
            events.CardPlayed()
            | events.CardDrawn()
            | events.CardLaid()
            | events.CardsCaptured()
            | events.HikiCalled()
            | events.YakuFormed()
            | events.KoikoiCalled()
            | events.StopCalled()
        ):
            return _with_event(turns, played)
        case (
            events.LotsDrawn()
            | events.DealVoided()
            | events.HandShown()
            | events.SeatOut()
            | events.MatchEnded()
        ):
            return turns
        case _:
            assert_never(played.event)


def mark_before_owner(turns: Turns, seat: events.Seat) -> Turns:
    """*turns* with those of *seat* marked as played before its new owner sat down."""
    return tuple(
        [
            turn._replace(before_owner=True) if turn.seat == seat and turn.events else turn
            for turn in turns
        ]
    )


def _with_event(turns: Turns, played: TurnEvent) -> Turns:
    *before, turn = turns
    assert turn.running, "an event outside of a turn"
    return (*before, turn._replace(events=(*turn.events, played)))


def _with_turn_ended(turns: Turns, most: int) -> Turns:
    """The turns after the running one has ended; one without events is dropped."""
    *before, turn = turns
    if turn.events:
        before.append(turn._replace(running=False))
    return tuple(before[-most:])


_ACTS = frozenset(
    {
        events.HandShown,
        events.CardPlayed,
        events.CardDrawn,
        events.CardLaid,
        events.CardsCaptured,
        events.HikiCalled,
        events.YakuFormed,
        events.KoikoiCalled,
        events.StopCalled,
    }
)
"""The events of a player's acts, each of which a person or a computer may have made."""


def bot_of(table: TableState, event: AnyEvent) -> str:
    """The level of the computer that plays the seat of *event*, before the event is applied.

    Empty for a person, and for events that are not the act of a seat.
    """
    if type(event) not in _ACTS:
        return ""
    seat: events.Seat = event.seat  # type: ignore[union-attr]  # all of these have one
    return table.at(seat).bot
