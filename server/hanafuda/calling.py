"""Koi-koi or stop: what the games share in which a player with a risen total decides to go on.

Koi-Koi and the coin game differ in what a stop pays and in how a round without one ends.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, NamedTuple, TypeVar, assert_never

from hanafuda import turn
from hanafuda.cards import Card, Cards, card_set
from hanafuda.events import (
    DealVoided,
    Event,
    Events,
    HandShown,
    HikiCalled,
    KoikoiCalled,
    LotsDrawn,
    MatchEnded,
    RoundDealt,
    RoundEnded,
    ScoreLine,
    Seat,
    SeatOut,
    StopCalled,
    TurnPassed,
    YakuFormed,
    YakuScore,
)
from hanafuda.game import Option, Phase, Side, Verb
from hanafuda.seats import put
from hanafuda.spread import Spread, captures, plays
from hanafuda.yaku import Tables, total, yaku_formed, yaku_held

R = TypeVar("R")


class Extra(NamedTuple):
    """What the state keeps for the decision; tuples have a value for each seat, seat 1 first."""

    tables: Tables  #: the yaku that count under the rules
    totals: tuple[int, ...]  #: of the yaku, as of the end of the seat's last turn (D-10)
    calls: tuple[int, ...]  #: of koi-koi, in this round


State = turn.State[R, Extra]
Lines = tuple[ScoreLine, ...]


class Ends(NamedTuple, Generic[R]):
    """How a game scores and ends a round."""

    stop_lines: Callable[[State[R], Seat, Spread], Lines]  #: the arithmetic of stopping now
    stopped: Callable[[State[R], Seat, Lines], Events]  #: what follows a stop
    drawn: Callable[[State[R]], Events]  #: what follows when the cards run out


def new_match(rules: R, tables: Tables, scores: tuple[int, ...]) -> State[R]:
    """A new match that waits for the lots; each seat begins with its score of *scores*."""
    nothing = (0,) * len(scores)
    return turn.new_match(rules, Extra(tables, nothing, nothing), scores)


def evolve(state: State[R], event: Event) -> State[R]:
    """The state after *event*."""
    extra = state.extra
    if isinstance(event, turn.CARD_MOVES):
        return turn.fold(state, event, extra)
    match event:
        case RoundEnded() | MatchEnded() | LotsDrawn() | DealVoided() | SeatOut():
            pass
        case RoundDealt():
            nothing = (0,) * state.seats
            extra = Extra(extra.tables, nothing, nothing)
        case YakuFormed(seat, _, points):
            extra = extra._replace(totals=put(extra.totals, seat, points))
            return state._replace(phase=Phase.DECIDE, extra=extra)
        case KoikoiCalled(seat, calls):
            return state._replace(extra=extra._replace(calls=put(extra.calls, seat, calls)))
        case StopCalled() | HandShown() | HikiCalled():
            return state
        case _:
            assert_never(event)
    return turn.fold(state, event, extra)


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
    """What *option*, which was offered, brings up to the next choice or deck."""
    if option.verb is Verb.KOIKOI:
        calls = state.extra.calls[seat - 1] + 1
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
    """What follows when the drawn card is settled; *before* is what the seat had at the start."""
    seat = state.turn
    formed = _formed(state, spread.captured[seat - 1], before)
    if formed is None:
        return (TurnPassed(state.next_seat),) if any(spread.hands) else ends.drawn(state)
    if spread.hands[seat - 1]:
        return (formed,)
    # No card is left to go on with: the seat stops without a choice (rules: D-11).
    lines = ends.stop_lines(state, seat, spread)
    return (formed, StopCalled(seat), *ends.stopped(state, seat, lines))


def _formed(state: State[R], captured: Cards, before: Cards) -> YakuFormed | None:
    """The yaku by which the total of the seat on turn has risen in this turn (rules: D-10)."""
    if len(captured) == len(before):
        return None
    tables, totals, _ = state.extra
    held = card_set(captured)
    points = total(tables, held)
    if points <= totals[state.turn - 1]:
        return None
    return YakuFormed(state.turn, yaku_formed(tables, card_set(before), held), points)


def held(state: State[R], seat: Seat, spread: Spread) -> tuple[YakuScore, ...]:
    """The yaku that *seat* holds in *spread*."""
    return yaku_held(state.extra.tables, card_set(spread.captured[seat - 1]))


def sides(state: State[R]) -> list[Side]:
    """What everybody sees of each seat, seat 1 first."""
    return [
        turn.side(state, seat, held(state, seat, state.spread))._replace(koikoi_calls=calls)
        for seat, calls in enumerate(state.extra.calls, 1)
    ]


def likeness(rules: Any, card: Card) -> Hashable:
    """Month and kind: the plains of a month are alike under all house rules."""
    return (card.month, card.kind)
