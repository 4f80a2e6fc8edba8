"""Computes a round's lost yaku, payments and callers of koi-koi, which are shown with its score.

Everything here is computed from what everybody sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from hanafuda.events import RoundEnd, RoundEnded, ScoreLine, Seat, YakuScore
from hanafuda.game import View


class Loss(Enum):
    """Why a yaku that a side held at the end of a round scored nothing."""

    OTHER_STOPPED = "other_stopped"  #: another seat stopped
    NOBODY_STOPPED = "nobody_stopped"  #: the cards ran out
    ABANDONED = "abandoned"  #: the match was ended


class LostYaku(NamedTuple):
    """A yaku that a side held when a round ended and that scored nothing."""

    seat: Seat  #: the seat that held it; for a team its lowest seat
    yaku: YakuScore
    why: Loss


_LOSSES = {
    RoundEnd.STOPPED: Loss.OTHER_STOPPED,
    RoundEnd.DRAWN: Loss.NOBODY_STOPPED,
    RoundEnd.ABANDONED: Loss.ABANDONED,
}
"""The ends of a round that leave yaku unscored."""


def lost(view: View, parties: Sequence[Sequence[Seat]]) -> tuple[LostYaku, ...]:
    """The yaku that scored nothing in the round that has ended in *view*, by seat."""
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
    """A row for each seat that pays the seat that stopped, in a game in which others pay."""
    return tuple(
        ScoreLine(seat, "payment", points=score)
        for seat, score in enumerate(ended.scores, 1)
        if score < 0
    )


def named_seats(line: ScoreLine, calls: Sequence[int]) -> tuple[Seat, ...]:
    """The seats to name in a row: the callers in a row about koi-koi, otherwise the row's own.

    *calls* of koi-koi in the round: seat 1 first.
    """
    callers = [seat for seat, called in enumerate(calls, 1) if called]
    match line.item:
        case "koikoi":
            return tuple([seat for seat in callers if seat != line.seat])
        case "koikoi_calls":
            return tuple(callers)
        case _:
            return (line.seat,) if line.seat else ()
