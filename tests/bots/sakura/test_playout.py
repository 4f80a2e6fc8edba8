"""The fast implementation of Sakura for Hard's playouts agrees with the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from hanafuda.cards import card_set, cards
from hanafuda.events import RoundEnded
from hanafuda.game import Option, Phase, SeatView, seat_view
from hanafuda.sakura import play as sakura
from koikoi_server.bots.sakura import medium
from koikoi_server.bots.sakura.playout import Playout, whole_months
from koikoi_server.commands.contests import next_to_choose
from tests.bots.koikoi.positions import deck
from tests.support.tiers import slow

TABLES: tuple[tuple[sakura.Rules, int], ...] = (
    *((sakura.Rules(rounds=3), seats) for seats in range(2, 8)),
    (sakura.Rules(rounds=3, hiki="own_turn", end="pile_empty", tie="turn_order"), 2),
    (sakura.Rules(rounds=3, hiki="own_turn", end="pile_empty"), 5),
    (sakura.Rules(rounds=3, yaku="off"), 3),
    (sakura.Rules(rounds=3, teams="2"), 4),
    (sakura.Rules(rounds=3, teams="3"), 6),
)


def positions(rules: sakura.Rules, seats: int, seed: int) -> Iterator[tuple[Any, SeatView]]:
    """Each choice of a match between random players: the state, and what the seat sees."""
    chance = Random(seed)
    state: Any = sakura.begin(rules, seats)
    while state.phase is not Phase.OVER:
        if state.deck_due is not None:
            events = sakura.deal(state, deck(chance))
        else:
            seat = next_to_choose(sakura, state, seats)
            view = seat_view(sakura, rules, state, seat)
            yield state, view
            events = sakura.decide(state, seat, chance.choice(view.options))
        for event in events:
            state = sakura.evolve(state, event)


def by_the_rules(state: Any, seat: int, option: Option) -> tuple[int, ...]:
    """The scores of a round in which Medium plays all that follows *option*."""
    while True:
        for event in sakura.decide(state, seat, option):
            if isinstance(event, RoundEnded):
                return event.scores
            state = sakura.evolve(state, event)
        seat = next_to_choose(sakura, state, state.seats)
        option = medium.choose(seat_view(sakura, state.rules, state, seat), Random(0))


@pytest.mark.parametrize(
    ("rules", "seats", "seeds"),
    [*((*table, 1) for table in TABLES[::2]), *(slow(*table, 2) for table in TABLES)],
)
def test_a_playout_ends_as_the_round_does_by_the_rules(
    rules: sakura.Rules, seats: int, seeds: int
) -> None:
    """With the true hands and pile, after any option at any time, with lightnings, hiki, teams."""
    chance = Random(seats)
    for seed in range(seeds):
        for state, view in positions(rules, seats, seed):
            if view.seat != state.turn:
                continue
            option = chance.choice(view.options)
            start = Playout.of(view, state.spread.hands, state.spread.draw_pile)
            assert start.scores_after(option) == by_the_rules(state, view.seat, option)
            assert start == Playout.of(view, state.spread.hands, state.spread.draw_pile)


def test_a_whole_month_needs_a_card_in_hand() -> None:
    """Nobody can call hiki of cards that are all on the field."""

    def some(codes: str) -> int:
        return card_set(cards(codes))

    assert whole_months(some("3-1 4-1"), some("3-2 3-3 3-4 4-2")) == some("3-1")
    assert whole_months(some("4-1"), some("3-1 3-2 3-3 3-4")) == 0
