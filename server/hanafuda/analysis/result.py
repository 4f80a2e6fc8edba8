"""What the end of a round says besides its arithmetic: whose yaku brought nothing, who pays, who
called koi-koi. All of it follows from what everybody sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from hanafuda.events import RoundEnd, RoundEnded, ScoreLine, Seat, YakuScore
from hanafuda.game import View


class Loss(Enum):
    """Why a yaku that was held at the end of a round brought nothing."""

    OTHER_STOPPED = "other_stopped"  #: another seat stopped
    NOBODY_STOPPED = "nobody_stopped"  #: the cards ran out
    ABANDONED = "abandoned"  #: the match was ended


class LostYaku(NamedTuple):
    """A yaku that was held when a round ended and that brought nothing."""

    seat: Seat  #: whose; of a team its lowest
    yaku: YakuScore
    why: Loss


_LOSSES = {
    RoundEnd.STOPPED: Loss.OTHER_STOPPED,
    RoundEnd.DRAWN: Loss.NOBODY_STOPPED,
    RoundEnd.ABANDONED: Loss.ABANDONED,
}
"""The ends of a round that leave yaku unpaid. With a dealt hand nobody has captured anything."""


def lost(view: View, parties: Sequence[Sequence[Seat]]) -> tuple[LostYaku, ...]:
    """The yaku that the ended round of *view* left unpaid, by seat; *parties* count together."""
    assert view.result is not None, "a round has ended"
    why = _LOSSES.get(view.result.end)
    if why is None:
        return ()
    stopper = view.result.winner if view.result.end is RoundEnd.STOPPED else 0
    return tuple(
        LostYaku(party[0], yaku, why)
        for party in parties
        if stopper not in party
        for yaku in view.sides[party[0] - 1].yaku
    )


def payments(ended: RoundEnded) -> tuple[ScoreLine, ...]:
    """A row for each seat that pays the one that stopped, where it is paid by the others."""
    return tuple(
        ScoreLine(seat, "payment", points=score)
        for seat, score in enumerate(ended.scores, 1)
        if score < 0
    )


def named_seats(line: ScoreLine, calls: Sequence[int]) -> tuple[Seat, ...]:
    """The seats that a row is about: those who called koi-koi in a row of koi-koi, else its own.

    *calls* of koi-koi in the round, seat 1 first.
    """
    callers = [seat for seat, called in enumerate(calls, 1) if called]
    match line.item:
        case "koikoi":
            return tuple([seat for seat in callers if seat != line.seat])
        case "koikoi_calls":
            return tuple(callers)
        case _:
            return (line.seat,) if line.seat else ()
