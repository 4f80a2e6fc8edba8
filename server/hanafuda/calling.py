"""The rules that Koi-Koi and the coin game share: a player whose total has risen goes on or stops.

The two games differ in what a stop pays, and in how a round ends in which nobody stops.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, NamedTuple, TypeVar, assert_never

from hanafuda import turn
from hanafuda.cards import Card, Cards, card_set
from hanafuda.events import (
    Events,
    KoikoiCalled,
    ScoreLine,
    Seat,
    StopCalled,
    TurnPassed,
    YakuFormed,
    YakuScore,
)
from hanafuda.game import Option, Phase, Side, Verb
from hanafuda.spread import Spread, captures, plays
from hanafuda.state import State as SharedState
from hanafuda.yaku import total, yaku_formed, yaku_held

R = TypeVar("R")


State = SharedState[R, None]
Lines = tuple[ScoreLine, ...]


class Ends(NamedTuple, Generic[R]):
    """How a game scores and ends a round."""

    stop_lines: Callable[[State[R], Seat, Spread], Lines]  #: the score of a seat that stops now
    stopped: Callable[[State[R], Seat, Lines], Events]  #: what follows a stop
    drawn: Callable[[State[R]], Events]  #: what follows when the cards run out


def options(
    state: State[R],
    seat: Seat,
    ends: Ends[R],
    plays: turn.Plays = plays,
    captures: turn.Captures = captures,
) -> tuple[Option, ...]:
    """Everything that *seat* may do now; hand cards and what they take ascending."""
    if seat != state.turn:
        return ()
    match state.phase:
        case Phase.PLAY:
            return turn.play_options(state.spread, seat, plays)
        case Phase.PLACE:
            return turn.place_options(state.spread, captures)
        case Phase.DECIDE:
            stop = Option(Verb.STOP, lines=ends.stop_lines(state, seat, state.spread))
            return (Option(Verb.KOIKOI), stop)
        case Phase.DECK | Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def decide(
    state: State[R],
    seat: Seat,
    option: Option,
    ends: Ends[R],
    captures: turn.Captures = captures,
) -> Events:
    """The events that follow from *option*, which was offered, up to the next choice or deck."""
    if option.verb is Verb.KOIKOI:
        calls = state.match.calls[seat - 1] + 1
        return (KoikoiCalled(seat, calls), TurnPassed(state.next_seat))
    if option.verb is Verb.STOP:
        return (StopCalled(seat), *ends.stopped(state, seat, option.lines))
    events, spread = turn.move(state.spread, seat, option, captures)
    if spread is None:
        return events
    is_play = option.verb is Verb.PLAY
    before = state.spread.captured[seat - 1] if is_play else state.before
    return (*events, *_turn_over(state, spread, before, ends))


def _turn_over(state: State[R], spread: Spread, before: Cards, ends: Ends[R]) -> Events:
    """What follows when the drawn card is settled.

    *before* is what the seat had captured when its turn began."""
    seat = state.turn
    formed = _formed(state, spread.captured[seat - 1], before)
    if formed is None:
        return (TurnPassed(state.next_seat),) if any(spread.hands) else ends.drawn(state)
    if spread.hands[seat - 1]:
        return (formed,)
    # The seat has no card left to go on with, so it stops without a choice (rules: D-11).
    lines = ends.stop_lines(state, seat, spread)
    return (formed, StopCalled(seat), *ends.stopped(state, seat, lines))


def _formed(state: State[R], captured: Cards, before: Cards) -> YakuFormed | None:
    """The yaku by which the total of the seat on turn has risen in this turn (rules: D-10)."""
    if len(captured) == len(before):
        return None
    tables, totals = state.match.tables, state.match.totals
    held = card_set(captured)
    points = total(tables, held)
    if points <= totals[state.turn - 1]:
        return None
    return YakuFormed(state.turn, yaku_formed(tables, card_set(before), held), points)


def held(state: State[R], seat: Seat, spread: Spread) -> tuple[YakuScore, ...]:
    """The yaku that *seat* holds in *spread*."""
    return yaku_held(state.match.tables, card_set(spread.captured[seat - 1]))


def sides(state: State[R]) -> list[Side]:
    """What everybody sees of each seat, seat 1 first."""
    return [
        turn.side(state, seat, held(state, seat, state.spread))
        for seat in range(1, state.seats + 1)
    ]


def likeness(rules: Any, card: Card) -> Hashable:
    """Month and kind: the plains of a month are alike under all house rules."""
    return (card.month, card.kind)
