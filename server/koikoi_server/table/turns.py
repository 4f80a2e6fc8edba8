"""The last turns of a round, and who plays a seat while something happens in it.

Kept are the last turns that ended, at most as many as there are seats, oldest first, and then the
one that goes on. They are levels: a fold of the entries gives them again after a restart.
"""

from __future__ import annotations

from typing import assert_never

from hanafuda import events as on
from koikoi_server.table.events import AnyEvent
from koikoi_server.table.state import Done, TableState, Turn

Turns = tuple[Turn, ...]


def turns_after(turns: Turns, done: Done, most: int) -> Turns:
    """The turns once an event of the game is *done*; at most so many that have ended are kept."""
    match done.event:
        case on.RoundDealt(dealer=seat):
            return (Turn(seat),)
        case on.TurnPassed(seat):
            return (*_ended(turns, most), Turn(seat))
        case on.RoundEnded():
            begun = bool(turns[-1].events)  # not when a dealt hand ends the round
            return _ended(_acted(turns, done) if begun else turns, most)
        case (
            on.CardPlayed()
            | on.CardDrawn()
            | on.CardLaid()
            | on.CardsCaptured()
            | on.HikiCalled()
            | on.YakuFormed()
            | on.KoikoiCalled()
            | on.StopCalled()
        ):
            return _acted(turns, done)
        case on.LotsDrawn() | on.DealVoided() | on.HandShown() | on.SeatOut() | on.MatchEnded():
            return turns
        case _:
            assert_never(done.event)


def before_owner(turns: Turns, seat: on.Seat) -> Turns:
    """The turns when a person sits down in *seat*: what was done there was not that person's."""
    return tuple(
        [
            turn._replace(before_owner=True) if turn.seat == seat and turn.events else turn
            for turn in turns
        ]
    )


def _acted(turns: Turns, done: Done) -> Turns:
    *before, turn = turns
    assert turn.running, "a turn begins with its round, or when the one before it ends"
    return (*before, turn._replace(events=(*turn.events, done)))


def _ended(turns: Turns, most: int) -> Turns:
    """The turns when the one that goes on ends; one in which nothing happened is forgotten."""
    *before, turn = turns
    if turn.events:
        before.append(turn._replace(running=False))
    return tuple(before[-most:])


_ACTS = frozenset(
    {
        on.HandShown,
        on.CardPlayed,
        on.CardDrawn,
        on.CardLaid,
        on.CardsCaptured,
        on.HikiCalled,
        on.YakuFormed,
        on.KoikoiCalled,
        on.StopCalled,
    }
)
"""What a player does, or what is done for one: it matters who plays the seat then."""


def computer(table: TableState, event: AnyEvent) -> str:
    """The level of the computer that plays the seat of *event*, which is about to happen.

    Empty when a person does, and for events that are nobody's doing or the table's.
    """
    if type(event) not in _ACTS:
        return ""
    seat: on.Seat = event.seat  # type: ignore[union-attr]  # all of these have one
    return table.at(seat).bot
