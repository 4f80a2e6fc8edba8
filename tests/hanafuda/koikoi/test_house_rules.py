"""House rules: what a host may choose (rules: section 2)."""

from __future__ import annotations

import pytest

from hanafuda.coin import play as coin
from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError, differing, parse, rule_options
from hanafuda.koikoi import play as koikoi


def test_every_house_rule_of_koi_koi_is_there() -> None:
    assert [each.option for each in rule_options(koikoi.Rules)] == [
        "months", "first_dealer", "viewing", "viewing_points", "double_at_7", "bright_points",
        "set_points", "counting", "koi_multiplier", "own_koi_doubles", "sake_cup", "bukku", "nomi",
        "dealt_hands", "dealt_hand_points", "field_redeal", "drawn", "drawn_points",
        "lightning_wild",
    ]  # fmt: skip


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_is_told_in_words_and_its_default_is_one_of_its_choices(game: object) -> None:
    for each in rule_options(game.Rules):  # type: ignore[attr-defined]
        assert each.label
        assert each.explanation.endswith(".")
        assert each.default in dict(each.choices)


@pytest.mark.parametrize(
    ("option", "value", "means"),
    [
        ("months", "1", 1),
        ("months", "24", 24),
        ("double_at_7", "false", False),
        ("bukku", "10", 10),
        ("nomi", "7", 7),
        ("sake_cup", "either", "either"),
    ],
)
def test_values_on_the_wire_are_words(option: str, value: str, means: object) -> None:
    rules = parse(koikoi.Rules, {option: value})
    assert getattr(rules, option) == means
    assert differing(rules) == {option: value}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("months", "0"),
        ("months", "25"),
        ("months", "twelve"),
        ("months", "²"),
        ("viewing_points", "4"),
        ("double_at_7", "1"),
        ("drawn", "nobody"),
        ("bukku", "9"),
        ("jokers", "2"),
    ],
)
def test_a_bad_name_or_value_is_refused_by_name(option: str, value: str) -> None:
    with pytest.raises(RuleError) as refused:
        parse(koikoi.Rules, {option: value})
    assert refused.value.option == option


def test_bukku_is_worth_at_least_the_two_sets_it_replaces() -> None:
    with pytest.raises(RuleError, match="at least 12") as refused:
        parse(koikoi.Rules, {"bukku": "11", "set_points": "6"})
    assert refused.value.option == "bukku"
    assert parse(koikoi.Rules, {"bukku": "11"}).bukku == 11


def test_values_without_effect_are_accepted() -> None:
    parse(koikoi.Rules, {"viewing": "off", "viewing_points": "3"})
    parse(koikoi.Rules, {"drawn": "same_dealer", "drawn_points": "1"})


@pytest.mark.parametrize(
    ("option", "value"),
    [("coins", "0"), ("coins", "1001"), ("rounds", "0"), ("rounds", "25"), ("set_points", "7")],
)
def test_the_coin_game_refuses_by_name_as_well(option: str, value: str) -> None:
    with pytest.raises(RuleError) as refused:
        parse(coin.Rules, {option: value})
    assert refused.value.option == option


def test_the_coin_game_has_its_own_few() -> None:
    assert [each.option for each in rule_options(coin.Rules)] == ["rounds", "coins", "set_points"]
