"""Random matches of Sakura: every number of players and team split, hiki out of turn too."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from hanafuda.cards import DECK
from hanafuda.events import Event, HikiCalled, RoundDealt, RoundEnded
from hanafuda.game import Phase, Verb
from hanafuda.sakura import play as sakura
from hanafuda.sakura.play import Rules
from hanafuda.sakura.scoring import value
from tests.hanafuda.positions import ALL_PLACED, fold, places
from tests.hanafuda.sakura_positions import moments

SPLITS = [*((seats, "none") for seats in range(2, 8)), (4, "2"), (6, "2"), (6, "3")]
QUICK = [(2, "none"), (5, "none"), (6, "3")]
HOUSE_RULES = [
    Rules(rounds=2, yaku=yaku, hiki=hiki, end=end, tie=tie)
    for yaku, hiki, end, tie in product(
        ("on", "off"),
        ("any_time", "own_turn"),
        ("hands_empty", "pile_empty"),
        ("old_dealer", "turn_order"),
    )
]


@pytest.mark.parametrize(
    ("seats", "teams", "matches"),
    [
        *((*split, 1) for split in QUICK),
        *(pytest.param(*split, 6, marks=pytest.mark.slow) for split in SPLITS),
    ],
)
def test_cards_points_and_scores_are_conserved(seats: int, teams: str, matches: int) -> None:
    """48 cards, each in one place and 240 points together, after every event; events make the
    state; a team has one score."""
    rng = random.Random(30 + seats)
    for _, rules in product(range(matches), HOUSE_RULES):
        rules = replace(rules, teams=teams)
        told: list[Event] = []
        for before, events in moments(rules, seats, rng):
            state = before
            for event in events:
                state = sakura.evolve(state, event)
                told.append(event)
                if state.match.round:
                    assert places(state.spread) == ALL_PLACED
                    assert value(tuple(places(state.spread))) == 240
            if events and isinstance(events[-1], RoundEnded):
                hands_left = any(state.spread.hands)
                pile_left = rules.end == "pile_empty" and state.spread.draw_pile
                assert not hands_left
                assert not pile_left
        assert state.phase is Phase.OVER
        assert fold(sakura, sakura.begin(rules, seats), tuple(told)) == state
        by_team = {team: set[int]() for team in state.extra.teams if team}
        for team, score in zip(state.extra.teams, state.match.scores, strict=True):
            if team:
                by_team[team].add(score)
        assert all(len(scores) == 1 for scores in by_team.values())


@pytest.mark.parametrize(
    ("seats", "teams", "matches"),
    [
        *((*split, 30) for split in QUICK),
        *(pytest.param(*split, 60, marks=pytest.mark.slow) for split in SPLITS),
    ],
)
def test_whoever_is_waited_for_can_do_something_and_others_can_only_call_hiki(
    seats: int, teams: str, matches: int
) -> None:
    rng = random.Random(40 + seats)
    out_of_turn = 0
    for _ in range(matches):
        for state, _ in moments(Rules(rounds=2, teams=teams), seats, rng):
            offered = {seat: sakura.options(state, seat) for seat in range(1, seats + 1)}
            if state.phase in (Phase.DECK, Phase.OVER):
                assert not any(offered.values())
                continue
            assert any(option.verb is not Verb.HIKI for option in offered.pop(state.turn))
            for options in offered.values():
                assert all(option.verb is Verb.HIKI for option in options)
                out_of_turn += bool(options)
    assert out_of_turn


@pytest.mark.parametrize("matches", [15, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("seats", range(2, 8))
def test_what_is_public_does_not_depend_on_who_may_call_hiki(seats: int, matches: int) -> None:
    """The hidden cards dealt otherwise: options differ, the view does not."""
    rng = random.Random(50 + seats)
    differed = 0
    for _ in range(matches):
        for state, _ in moments(Rules(rounds=1), seats, rng):
            if state.phase is not Phase.PLAY:
                continue
            spread = state.spread
            hidden = [each for some in (*spread.hands, spread.draw_pile) for each in some]
            rng.shuffle(hidden)
            hands = tuple(
                tuple(sorted(hidden.pop() for _ in range(len(hand)))) for hand in spread.hands
            )
            otherwise = spread._replace(hands=hands, draw_pile=tuple(hidden))
            other = state._replace(spread=otherwise)
            assert sakura.view(other) == sakura.view(state)
            differed += _hikis(other) != _hikis(state)
    assert differed >= matches // 10


def _hikis(state: sakura.State) -> list[int]:
    seats = range(1, state.seats + 1)
    return [
        seat
        for seat in seats
        if any(option.verb is Verb.HIKI for option in sakura.options(state, seat))
    ]


def test_hiki_takes_each_month_once_and_all_of_it() -> None:
    rng = random.Random(60)
    called = 0
    for _ in range(120):
        for state, events in moments(Rules(rounds=1), 4, rng):
            for event in events:
                if isinstance(event, HikiCalled):
                    called += 1
                    side = sakura.view(fold(sakura, state, events)).sides[event.seat - 1]
                    month = DECK[4 * event.month - 4 : 4 * event.month]
                    assert set(month) <= set(side.captured)
    assert called > 10


def test_every_deal_is_played() -> None:
    """None is void: each deck brings a round."""
    rng = random.Random(70)
    for state, events in moments(Rules(rounds=24), 6, rng):
        if state.deck_due is not None and state.deck_due.round:
            assert isinstance(events[0], RoundDealt)
            assert state.deck_due.attempt == 1
