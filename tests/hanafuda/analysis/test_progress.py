"""How far each side is with each yaku, and what an option brings, against a plain count.

``KOIKOI_PROGRESS_POSITIONS`` is the number of positions for each value of each house rule in the
slow tests.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from hanafuda.analysis.progress import Brings, Progress, ProgressState, brings, progress
from hanafuda.cards import DECK, Cards, cards
from hanafuda.coin import play as coin
from hanafuda.events import YakuScore
from hanafuda.game import Game, Option, Phase, Side, Verb, View
from hanafuda.house_rules import RuleError
from hanafuda.koikoi import play as koikoi
from hanafuda.sakura import play as sakura
from hanafuda.seats import parties
from tests.hanafuda.positions import position, steps
from tests.hanafuda.sakura_positions import moments
from tests.hanafuda.sakura_positions import position as sakura_position
from tests.oracle import progress as oracle
from tests.oracle.counting import DEFAULTS, yaku

MANY = int(os.environ.get("KOIKOI_PROGRESS_POSITIONS", "60"))
some_positions = pytest.mark.parametrize(
    "positions", [6, pytest.param(MANY, marks=pytest.mark.slow, id="many")]
)

BRIGHTS = {
    "site": {"goko": 10, "shiko": 8, "ame_shiko": 7, "sanko": 5},
    "goko15": {"goko": 15, "shiko": 8, "ame_shiko": 7, "sanko": 5},
    "high": {"goko": 15, "shiko": 10, "ame_shiko": 8, "sanko": 6},
}
CHOICES: dict[str, list[Any]] = {
    each.name: [*each.metadata["choices"], *[12, 15] * (each.name in ("bukku", "nomi"))]
    for each in fields(koikoi.Rules)
}
VALUES = [(name, value) for name, values in CHOICES.items() for value in values]


def some_rules(rng: Random, **fixed: Any) -> koikoi.Rules:
    """House rules that go together, half of them as usual."""
    while True:
        chosen = {name: rng.choice(some) for name, some in CHOICES.items() if rng.random() < 0.5}
        try:
            return koikoi.Rules(**(chosen | fixed))
        except RuleError:
            continue


def options_of(rules: koikoi.Rules) -> dict[str, Any]:
    """The same rules as the plain count knows them."""
    named = {name: getattr(rules, name) for name in DEFAULTS}
    return {**named, "bright_points": BRIGHTS[rules.bright_points]}


def view_of(captured: Sequence[Cards]) -> View:
    """A table at which nothing is known but what is captured."""
    sides = tuple(Side(0, each, (), 0, 0, 0, ()) for each in captured)
    return View(1, 1, 1, Phase.PLAY, 1, (), 0, None, sides, None)


def random_piles(rng: Random, seats: int) -> list[Cards]:
    """What seats may have captured: few cards, or so many that little is left."""
    deck = rng.sample(DECK, len(DECK))
    cuts = sorted(rng.randint(0, rng.choice((12, 30, 48))) for _ in range(seats))
    return [tuple(deck[low:high]) for low, high in zip([0, *cuts], cuts, strict=False)]


def codes(some: Collection[Any]) -> list[str]:
    return [each.code for each in some]


def told(rows: Sequence[Progress]) -> dict[str, oracle.Row]:
    return {row.yaku: oracle.Row(row.have, row.state.value, row.one_card) for row in rows}


def check(game: Game, rules: Any, way: oracle.Way, captured: Sequence[Cards]) -> None:
    """The rows of each side are those of the plain count, at the lowest seat of the side."""
    found = progress(game, rules, view_of(captured))
    chart = [row.yaku for row in game.chart(rules)]
    sides = parties(game.teams(rules, len(captured)))
    lowest = [side[0] for side in sides]
    assert not any(rows for seat, rows in enumerate(found, 1) if seat not in lowest)
    for side in sides:
        mine = [card for seat in side for card in captured[seat - 1]]
        others = [card for pile in captured for card in pile if card not in mine]
        rows = found[side[0] - 1]
        assert told(rows) == oracle.rows(way, codes(mine), codes(others)), (rules, mine, others)
        named = [row.yaku for row in rows]
        assert named == [each for each in chart if each in named], "in the order of the chart"


@some_positions
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_progress_under_every_value_of_every_house_rule(
    name: str, value: Any, positions: int
) -> None:
    rng = Random(f"{name}={value}")
    for number in range(positions):
        others = {"set_points": 5} if name == "bukku" else {"bukku": 0}
        rules = some_rules(rng, **(others | {name: value}) if number % 3 == 0 else {name: value})
        check(koikoi, rules, oracle.koikoi(options_of(rules)), random_piles(rng, 2))


@some_positions
@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("set_points", [5, 6])
def test_progress_in_the_coin_game(seats: int, set_points: int, positions: int) -> None:
    rng = Random(seats)
    way = oracle.koikoi({**DEFAULTS, "set_points": set_points})
    for _ in range(positions):
        check(coin, coin.Rules(set_points=set_points), way, random_piles(rng, seats))


@some_positions
@pytest.mark.parametrize(
    ("seats", "teams"), [(2, "none"), (4, "2"), (5, "none"), (6, "2"), (6, "3"), (7, "none")]
)
def test_progress_in_sakura_is_a_teams(seats: int, teams: str, positions: int) -> None:
    rng = Random(seats)
    for with_yaku in ("on", "off"):
        rules = sakura.Rules(teams=teams, yaku=with_yaku)
        for _ in range(positions):
            way = oracle.sakura(with_yaku == "on")
            check(sakura, rules, way, random_piles(rng, seats))


# -- positions that were told wrong once ---------------------------------------------------------


def rows_of(captured: str, others: str = "", **rules: Any) -> dict[str, Progress]:
    view = view_of((cards(captured), cards(others)))
    return {row.yaku: row for row in progress(koikoi, koikoi.Rules(**rules), view)[0]}


EIGHT = "1-3 1-4 2-3 2-4 3-3 3-4 4-3 4-4"


def test_a_cup_that_counts_twice_is_two_plains() -> None:
    assert rows_of(f"{EIGHT} 9-1")["kasu"] == Progress("kasu", 9, ProgressState.OPEN, True)
    kasu = rows_of(f"{EIGHT} 9-1", sake_cup="double")["kasu"]
    assert kasu == Progress("kasu", 10, ProgressState.HELD)
    assert rows_of(EIGHT, sake_cup="double")["kasu"].one_card, "the cup makes it"


def test_a_cup_that_counts_either_way_is_counted_in_both_and_held_in_one() -> None:
    animals, plains = "2-1 4-1 5-1 8-2", "1-3 1-4 2-3 2-4 3-3 3-4 4-3 4-4 5-3"
    rows = rows_of(f"{animals} {plains} 9-1", sake_cup="either")
    assert rows["tane"] == Progress("tane", 5, ProgressState.HELD)
    assert rows["kasu"] == Progress("kasu", 10, ProgressState.REPLACED, True)


def test_a_viewing_that_needs_another_yaku_stands_alone() -> None:
    rows = rows_of("3-1 9-1", viewing="with_other")
    assert rows["hanami"] == Progress("hanami", 2, ProgressState.ALONE)
    nearly = rows_of("3-1 9-1 6-1 7-1", viewing="with_other")
    assert nearly["hanami"] == Progress("hanami", 2, ProgressState.ALONE, True)
    assert nearly["tsukimi"].one_card is False, "the moon alone would make no other"


def test_no_card_is_hinted_at_that_a_better_yaku_would_swallow() -> None:
    ribbons = rows_of("1-2 2-2 3-2 4-2")["tan"]
    assert ribbons == Progress("tan", 4, ProgressState.OPEN, False), "Poetry Ribbons grow instead"
    brights = rows_of("11-1 1-1 3-1")
    assert brights["sanko"].one_card is False, "a third dry one makes Rainy Four Brights"
    assert brights["ame_shiko"].one_card


def test_what_the_others_have_captured_puts_a_yaku_out() -> None:
    rows = rows_of("6-1", "7-1 3-1 9-1")
    assert rows["inoshikacho"] == Progress("inoshikacho", 1, ProgressState.OUT)
    assert rows["hanami"] == Progress("hanami", 0, ProgressState.OUT)
    assert rows["tane"].state is ProgressState.OPEN
    assert rows_of("", "") == {}


def test_further_cards_are_counted_where_they_count() -> None:
    assert rows_of("6-1 7-1 10-1 2-1 4-1")["inoshikacho"].have == 5
    assert rows_of("6-1 7-1 2-1 4-1 5-1")["inoshikacho"].have == 2, "the deer is missing"
    older = rows_of("6-1 7-1 10-1 2-1 4-1", counting="older")
    assert (older["inoshikacho"].have, older["tane"].have) == (3, 5)


# -- what an option brings -----------------------------------------------------------------------


def brought(
    game: Game, rules: Any, view: View, seat: int, option: Option, way: oracle.Way
) -> Brings | None:
    """What *option* brings by the plain count, but for the yaku."""
    if option.card is None or not option.taken:
        return None
    side = next(each for each in parties(game.teams(rules, len(view.sides))) if seat in each)
    mine = {card for each in side for card in view.sides[each - 1].captured}
    others = {card for each in view.sides for card in each.captured} - mine
    then = mine | {option.card, *option.taken}
    before = oracle.rows(way, codes(mine), codes(others))
    after = oracle.rows(way, codes(then), codes(others))
    changed = [
        Progress(row.yaku, after[row.yaku].have, ProgressState(after[row.yaku].state),
                 after[row.yaku].one_card)
        for row in game.chart(rules)
        if row.yaku in after and after[row.yaku] != before.get(row.yaku)
    ]  # fmt: skip
    return Brings(tuple(changed), (), 0)


def offered(game: Game, rules: Any, seats: int, rng: Random) -> Iterator[tuple[View, int, Option]]:
    """What is offered in a random match."""
    moves = moments(rules, seats, rng) if game is sakura else steps(game, rules, seats, rng)
    for state, _ in moves:
        view = game.view(state)
        for seat in range(1, seats + 1):
            for option in game.options(state, seat):
                yield view, seat, option


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 8))]
)
def test_what_the_options_of_random_matches_bring(seed: int) -> None:
    rng = Random(seed)
    rules = some_rules(rng, months=4)
    options = options_of(rules)
    way = oracle.koikoi(options)
    made = 0
    for view, seat, option in offered(koikoi, rules, 2, rng):
        found = brings(koikoi, rules, view, seat, [option])[0]
        expected = brought(koikoi, rules, view, seat, option, way)
        assert (found is None) == (expected is None)
        assert (found is None) == (not option.taken)
        if found is None or expected is None or option.card is None:
            continue
        assert found.progress == expected.progress
        mine = view.sides[seat - 1].captured
        before = yaku(codes(mine), options)
        then = yaku(codes({*mine, option.card, *option.taken}), options)
        assert found.points == sum(then.values())
        formed = {name: points for name, points in then.items() if points > before.get(name, 0)}
        assert {each.yaku: each.points for each in found.yaku} == formed
        made += bool(formed)
    assert made


@pytest.mark.parametrize("teams", ["none", "2"])
def test_what_options_bring_a_team_in_sakura(teams: str) -> None:
    rng = Random(7)
    rules = sakura.Rules(rounds=8, teams=teams)
    made = hiki = 0
    for view, seat, option in offered(sakura, rules, 4, rng):
        found = brings(sakura, rules, view, seat, [option])[0]
        expected = brought(sakura, rules, view, seat, option, oracle.sakura())
        assert (found is None) == (expected is None)
        if found is not None and expected is not None:
            assert found.progress == expected.progress
            assert found.points == view.sides[seat - 1].points - 50 * len(found.yaku)
            made += bool(found.yaku)
            hiki += option.verb is Verb.HIKI
    assert made
    assert hiki


def test_a_yaku_is_brought_with_its_points_and_cards() -> None:
    state = position("9-3 2-1", "6-3", field="9-1", captured=("3-1 8-1", ""))
    [play] = [each for each in koikoi.options(state, 1) if each.taken]
    made = brings(koikoi, koikoi.Rules(), koikoi.view(state), 1, [play])[0]
    assert made is not None
    viewings = (YakuScore("hanami", 5, cards("3-1 9-1")), YakuScore("tsukimi", 5, cards("8-1 9-1")))
    assert (made.yaku, made.points) == (viewings, 10)
    rows = {row.yaku: row.state for row in made.progress}
    assert rows["hanami"] is rows["tsukimi"] is ProgressState.HELD


def test_a_hiki_brings_the_cards_of_the_hand_too() -> None:
    state = sakura_position(
        "1-2 1-3", "5-3", "5-4", field="1-1 1-4 9-4", captured=("2-1 3-1", "", "")
    )
    [hiki] = [each for each in sakura.options(state, 1) if each.verb is Verb.HIKI]
    made = brings(sakura, sakura.Rules(), sakura.view(state), 1, [hiki])[0]
    assert made is not None
    assert [each.yaku for each in made.yaku] == ["crane_warbler_curtain"]
    assert [(row.yaku, row.have) for row in made.progress] == [
        ("crane_warbler_curtain", 3),
        ("akatan", 1),
    ]


def test_nothing_is_brought_by_what_names_no_cards_to_take() -> None:
    state = sakura_position("11-4", "5-3", "5-4", field="1-1 2-2 9-4")
    [gaji] = sakura.options(state, 1)
    assert brings(sakura, sakura.Rules(), sakura.view(state), 1, [gaji]) == [None]
    view = koikoi.view(position("1-1"))
    for option in (Option(Verb.KOIKOI), Option(Verb.STOP), Option(Verb.PLAY, DECK[0])):
        assert brings(koikoi, koikoi.Rules(), view, 1, [option]) == [None]
