"""Pairs: two to seven match cards by month, and the most cards win."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from hanafuda import turn
from hanafuda.cards import Card, Cards
from hanafuda.dealing import SIZES, draw_lots
from hanafuda.events import (
    Events,
    RoundEnd,
    RoundEnded,
    ScoreLine,
    Seat,
    TurnPassed,
)
from hanafuda.game import About, ChartRow, Option, Phase, RuleSet, View
from hanafuda.game import alone as teams
from hanafuda.house_rules import rule
from hanafuda.seats import leaders
from hanafuda.state import State as SharedState
from hanafuda.state import evolve, new_match
from hanafuda.turn import hand
from hanafuda.yaku import Tables

__all__ = ["ABOUT", "SETS", "Rules", "begin", "chart", "deal", "decide", "evolve", "hand",
           "likeness", "options", "stakes", "tables", "teams", "view"]  # fmt: skip

ABOUT = About(
    game="pairs",
    name="Pairs",
    summary="Match cards by month. Every card you capture is a point, and the most points win.",
    min_seats=2,
    max_seats=7,
    round_name="Round",
    score_name="points",
)


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules of Pairs."""

    rounds: int = rule(
        3,
        "Rounds",
        "How many rounds a match lasts.",
        group="Length",
        choices={3: "3 rounds", 1: "1 round"},
        numbers=range(1, 25),
        usual_matter=True,
    )


SETS: tuple[RuleSet, ...] = (RuleSet("site", "Standard", "Three rounds.", {}),)


State = SharedState[Rules, None]


def begin(rules: Rules, seats: int) -> State:
    """A new match that waits for the lots. Raises ValueError unless *seats* is 2 to 7."""
    if seats not in SIZES:
        raise ValueError(f"Pairs is for 2 to 7 seats, not {seats}")
    return new_match(rules, tables(rules), (0,) * seats, None)


def deal(state: State, deck: Cards) -> Events:
    """The events of dealing *deck*: lots, or a round. Raises IllegalMove if no deck is awaited."""
    if turn.awaited_round(state) == 0:
        return (draw_lots(deck, state.seats, shown=True),)
    return (turn.deal_round(state, deck),)


def options(state: State, seat: Seat) -> tuple[Option, ...]:
    """Everything that *seat* may do now."""
    if seat != state.turn or state.phase not in (Phase.PLAY, Phase.PLACE):
        return ()
    if state.phase is Phase.PLACE:
        return turn.place_options(state.spread)
    return turn.play_options(state.spread, seat)


def decide(state: State, seat: Seat, option: Option) -> Events:
    """The events of choosing *option*. Raises IllegalMove if it is not one of ``options``."""
    turn.require_offered(option, options(state, seat))
    events, spread = turn.move(state.spread, seat, option)
    if spread is None:
        return events
    if any(spread.hands):
        return (*events, TurnPassed(state.next_seat))
    ended = _counted(state, tuple(map(len, spread.captured)))
    if state.match.round < state.rules.rounds:
        return (*events, ended)
    return (*events, *turn.match_over(state, ended))


def _counted(state: State, won: tuple[int, ...]) -> RoundEnded:
    winners = leaders(won)
    winner = winners[0] if len(winners) == 1 else 0
    lines = tuple(ScoreLine(seat, "cards", points=each) for seat, each in enumerate(won, 1) if each)
    next_dealer = winner or state.match.dealer
    return RoundEnded(RoundEnd.PLAYED_OUT, winner, max(won), lines, won, next_dealer)


def view(state: State) -> View:
    """What everybody sees."""
    sides = [turn.side(state, seat) for seat in range(1, state.seats + 1)]
    return turn.view(state, state.rules.rounds, sides)


def likeness(rules: Rules, card: Card) -> Hashable:
    """Every card of a month is as good as another here."""
    return card.month


def tables(rules: Rules) -> Tables:
    """There are no yaku."""
    return ((),)


def chart(rules: Rules) -> tuple[ChartRow, ...]:
    """There are no yaku."""
    return ()


def stakes(rules: Rules, points: int) -> tuple[str, ...]:
    """There is no koi-koi."""
    return ()
