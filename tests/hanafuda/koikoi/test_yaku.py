"""The yaku tables (rules: section 5; D-15, D-16, D-18 to D-20)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanafuda.cards import DECK, Card, Kind, card_set, cards, cards_in
from hanafuda.game import ChartRow
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.play import Rules
from hanafuda.koikoi.scoring import tables
from hanafuda.yaku import total, yaku_held

POETRY, BLUE = "1-2 2-2 3-2", "6-2 9-2 10-2"
BOARS = "6-1 7-1 10-1"
TEN_PLAINS = "1-3 1-4 2-3 2-4 3-3 3-4 4-3 4-4 5-3 5-4"


def held(captured: str, **rules: object) -> dict[str, int]:
    """The yaku of some cards with their points."""
    found = yaku_held(tables(Rules(**rules)), card_set(cards(captured)))  # type: ignore[arg-type]
    return {each.yaku: each.points for each in found}


@pytest.mark.parametrize(
    ("captured", "expected"),
    [
        ("1-1 3-1 8-1 11-1 12-1", {"goko": 10}),
        ("1-1 3-1 8-1 12-1", {"shiko": 8}),
        ("1-1 3-1 8-1 11-1", {"ame_shiko": 7}),
        ("1-1 3-1 8-1", {"sanko": 5}),
        ("1-1 3-1 11-1", {}),
        ("3-1 9-1", {"hanami": 5}),
        ("8-1 9-1", {"tsukimi": 5}),
        ("3-1 8-1 9-1", {"hanami": 5, "tsukimi": 5}),
        (BOARS, {"inoshikacho": 5}),
        (f"{BOARS} 2-1", {"inoshikacho": 6}),
        (f"{BOARS} 2-1 4-1 5-1", {"inoshikacho": 8}),
        ("2-1 4-1 5-1 6-1 7-1", {"tane": 1}),
        ("2-1 4-1 5-1 6-1 7-1 8-2 11-2", {"tane": 3}),
        ("2-1 4-1 5-1 6-1", {}),
        (POETRY, {"akatan": 5}),
        (f"{POETRY} 4-2", {"akatan": 6}),
        (BLUE, {"aotan": 5}),
        (f"{BLUE} 4-2 1-2", {"aotan": 7}),
        (f"{POETRY} {BLUE}", {"akatan_aotan": 10}),
        (f"{POETRY} {BLUE} 4-2", {"akatan_aotan": 11}),
        ("1-2 2-2 4-2 5-2 6-2", {"tan": 1}),
        ("1-2 2-2 4-2 5-2 6-2 7-2", {"tan": 2}),
        ("4-2 5-2 7-2 11-3", {}),
        (TEN_PLAINS, {"kasu": 1}),
        (f"{TEN_PLAINS} 11-4", {"kasu": 2}),
        (f"{TEN_PLAINS} 9-1", {"kasu": 2}),
        (TEN_PLAINS.removesuffix(" 5-4"), {}),
    ],
)
def test_default_counting(captured: str, expected: dict[str, int]) -> None:
    assert held(captured) == expected


@pytest.mark.parametrize(
    ("choice", "points"),
    [("site", [10, 8, 7, 5]), ("goko15", [15, 8, 7, 5]), ("high", [15, 10, 8, 6])],
)
def test_points_of_the_brights(choice: str, points: list[int]) -> None:
    brights = ["1-1 3-1 8-1 11-1 12-1", "1-1 3-1 8-1 12-1", "1-1 3-1 8-1 11-1", "1-1 3-1 8-1"]
    assert [sum(held(each, bright_points=choice).values()) for each in brights] == points


def test_viewing_may_count_off_or_for_three() -> None:
    assert held("3-1 8-1 9-1", viewing="off") == {}
    assert held("3-1 8-1 9-1", viewing_points=3) == {"hanami": 3, "tsukimi": 3}


def test_viewing_may_need_another_yaku() -> None:
    assert held("3-1 8-1 9-1", viewing="with_other") == {}
    both = held("1-1 3-1 8-1 9-1", viewing="with_other")
    assert both == {"sanko": 5, "hanami": 5, "tsukimi": 5}
    assert held("1-1 3-1 8-1", viewing="with_other") == {"sanko": 5}


def test_sets_of_three_may_be_worth_six() -> None:
    assert held(BOARS, set_points=6) == {"inoshikacho": 6}
    assert held(POETRY, set_points=6) == {"akatan": 6}
    assert held(f"{POETRY} {BLUE}", set_points=6) == {"akatan_aotan": 12}


def test_older_counting_is_flat_and_side_by_side() -> None:
    older = {"counting": "older"}
    assert held(f"{BOARS} 2-1 4-1", **older) == {"inoshikacho": 5, "tane": 1}
    assert held(f"{BOARS} 2-1", **older) == {"inoshikacho": 5}
    assert held(f"{POETRY} {BLUE} 4-2", **older) == {"akatan": 5, "aotan": 5, "tan": 3}
    assert held("1-1 3-1 8-1 12-1", **older) == {"shiko": 8}


class TestSakeCup:
    FOUR, NINE = "2-1 4-1 5-1 8-2", TEN_PLAINS.removesuffix(" 5-4")

    def test_both_animal_and_plain(self) -> None:
        assert held(f"{self.FOUR} {self.NINE} 9-1") == {"tane": 1, "kasu": 1}

    def test_animal_only(self) -> None:
        assert held(f"{self.FOUR} {self.NINE} 9-1", sake_cup="animal") == {"tane": 1}

    def test_either_is_what_is_worth_more_and_an_animal_when_equal(self) -> None:
        assert held(f"{self.FOUR} {self.NINE} 9-1", sake_cup="either") == {"tane": 1}
        assert held(f"{self.NINE} 9-1", sake_cup="either") == {"kasu": 1}
        assert held(f"{self.FOUR} 9-1", sake_cup="either") == {"tane": 1}
        assert held(f"{self.NINE} 3-1 9-1", sake_cup="either") == {"hanami": 5, "kasu": 1}

    def test_double_is_an_animal_and_two_plains(self) -> None:
        assert held(f"{self.FOUR} {self.NINE} 9-1", sake_cup="double") == {"tane": 1, "kasu": 2}
        assert held(self.NINE.removesuffix(" 5-3") + " 9-1", sake_cup="double") == {"kasu": 1}


def test_bukku_stands_for_both_ribbon_sets_in_the_counting_in_force() -> None:
    both = f"{POETRY} {BLUE}"
    assert held(f"{both} 4-2", bukku=12) == {"bukku": 13}
    assert held(f"{both} 4-2", bukku=12, counting="older") == {"bukku": 12, "tan": 3}
    assert held(f"{POETRY} 4-2", bukku=12) == {"akatan": 6}
    assert held(BLUE, bukku=12, counting="older") == {"aotan": 5}


def test_nomi_is_added_and_lets_viewing_count() -> None:
    cup = "3-1 8-1 9-1"
    assert held(cup, nomi=10) == {"nomi": 10, "hanami": 5, "tsukimi": 5}
    assert held(cup, nomi=10, viewing="off") == {"nomi": 10}
    with_other = held(cup, nomi=10, viewing="with_other")
    assert with_other == {"nomi": 10, "hanami": 5, "tsukimi": 5}


def test_a_yaku_names_the_cards_that_make_it() -> None:
    pile = card_set(cards(f"{POETRY} 4-2 1-1 3-1 8-1 11-1 1-3"))
    made = {each.yaku: each.cards for each in yaku_held(tables(Rules()), pile)}
    assert made == {
        "ame_shiko": cards("1-1 3-1 8-1 11-1"),
        "akatan": cards("1-2 2-2 3-2 4-2"),
    }


RULES = st.builds(
    Rules,
    viewing=st.sampled_from(["count", "off", "with_other"]),
    bright_points=st.sampled_from(["site", "goko15", "high"]),
    set_points=st.sampled_from([5, 6]),
    counting=st.sampled_from(["highest", "older"]),
    sake_cup=st.sampled_from(["both", "either", "animal", "double"]),
    bukku=st.sampled_from([0, 12]),
    nomi=st.sampled_from([0, 10]),
)


@settings(max_examples=60)
@given(RULES, st.permutations(DECK))
def test_a_total_never_falls_when_a_card_joins(rules: Rules, pile: list[Card]) -> None:
    """So that "the total rose" and "something better is held" are one question (D-10)."""
    found, points = 0, 0
    for each in pile:
        found |= each.bit
        now = total(tables(rules), found)
        assert now >= points
        assert now == sum(yaku.points for yaku in yaku_held(tables(rules), found))
        points = now


@settings(max_examples=30)
@given(RULES)
def test_each_row_of_the_chart_is_made_by_its_cards(rules: Rules) -> None:
    for row in koikoi.chart(rules):
        cards_of_row = row.all_of + row.any_of[: row.any_count]
        if row.yaku in ("teshi", "kuttsuki"):
            assert cards_of_row == ()
            continue
        if rules.viewing == "with_other" and row.yaku in ("hanami", "tsukimi"):
            continue
        points = {
            each.yaku: each.points for each in yaku_held(tables(rules), card_set(cards_of_row))
        }
        # The cards may happen to make a better yaku that counts instead.
        assert points.get(row.yaku) == row.points or sum(points.values()) > row.points
        less = yaku_held(tables(rules), card_set(cards_of_row[1:]))
        assert row.yaku not in [each.yaku for each in less] or rules.sake_cup == "double"


@pytest.mark.slow
@settings(max_examples=100)
@given(RULES, st.permutations(DECK), st.integers(0, 48))
def test_what_stands_instead_of_another_is_never_held_beside_it(
    rules: Rules, pile: list[Card], size: int
) -> None:
    instead = {row.yaku: set(row.instead_of) for row in koikoi.chart(rules)}
    alone = {row.yaku for row in koikoi.chart(rules) if not row.needs_another}
    found = {each.yaku for each in yaku_held(tables(rules), card_set(pile[:size]))}
    for yaku in found:
        assert not instead[yaku] & found
    assert not found or found & alone


def row_of(yaku: str, **rules: object) -> ChartRow:
    return next(row for row in koikoi.chart(Rules(**rules)) if row.yaku == yaku)  # type: ignore[arg-type]


def test_the_chart_says_how_a_yaku_counts() -> None:
    cup = cards("9-1")
    assert (row_of("kasu").need, row_of("tane").need, row_of("goko").need) == (10, 5, 5)
    assert row_of("teshi").need == 0, "it is dealt"
    assert row_of("kasu").twice == ()
    assert row_of("kasu", sake_cup="double").twice == cup
    assert row_of("akatan").instead_of == ("aotan", "tan")
    assert row_of("akatan", counting="older").instead_of == ()
    assert row_of("hanami", viewing="with_other").needs_another
    assert not row_of("hanami").needs_another


def test_a_cup_that_counts_either_way_is_in_both_rows_of_the_chart_and_said_so() -> None:
    [cup] = cards("9-1")
    kasu, tane = row_of("kasu", sake_cup="either"), row_of("tane", sake_cup="either")
    assert cup in kasu.any_of
    assert cup in tane.any_of
    assert "as an Animal or as a Plain" in kasu.explanation
    assert "as an Animal or as a Plain" in tane.explanation
    assert cup not in row_of("kasu", sake_cup="animal").any_of
    assert "as two" in row_of("kasu", sake_cup="double").explanation
    assert "cup" not in row_of("kasu").explanation


def test_the_chart_has_the_dealt_hands_where_they_score() -> None:
    assert [row.yaku for row in koikoi.chart(Rules())][-2:] == ["teshi", "kuttsuki"]
    assert koikoi.chart(Rules(dealt_hands="off"))[-1].yaku == "kasu"


def test_sets_of_cards_are_cards_again() -> None:
    assert cards_in(card_set(DECK)) == DECK
    assert cards_in(0) == ()


def test_the_deck_has_5_brights_9_animals_10_ribbons_24_plains() -> None:
    kinds = [each.kind for each in DECK]
    assert [kinds.count(kind) for kind in Kind] == [5, 9, 10, 24]
