"""The rules agree with a second, simple implementation, under any house rules."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.answer import answer
from tests.oracle.counting import DECK, DEFAULTS, yaku
from tests.oracle.playing import coin_match, koikoi_round, pairs

BRIGHTS = [
    {"goko": goko, "shiko": shiko, "ame_shiko": ame_shiko, "sanko": sanko}
    for goko, shiko, ame_shiko, sanko in ((10, 8, 7, 5), (15, 8, 7, 5), (15, 10, 8, 6))
]
CHOICES: dict[str, list[Any]] = {
    "viewing": ["count", "off", "with_other"],
    "viewing_points": [5, 3],
    "double_at_7": [True, False],
    "bright_points": BRIGHTS,
    "set_points": [5, 6],
    "counting": ["highest", "older"],
    "koi_multiplier": ["opponent", "koi_bai", "off"],
    "own_koi_doubles": [False, True],
    "sake_cup": ["both", "either", "animal", "double"],
    "bukku": [0, 12, 15],
    "nomi": [0, 10],
    "dealt_hands": ["score", "redeal", "off"],
    "dealt_hand_points": [6, 4],
    "field_redeal": ["four", "four_or_pairs"],
    "drawn": ["same_dealer", "change_dealer", "oya_ken", "tsukazu"],
    "drawn_points": [6, 1],
    "lightning_wild": [False, True],
}


def some_options(rng: Random) -> dict[str, Any]:
    return {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.5}


@pytest.mark.parametrize("seed", range(20))
def test_captured_cards_are_worth_the_same(seed: int) -> None:
    rng = Random(seed)
    for _ in range(150):
        options, captured = some_options(rng), rng.sample(DECK, rng.randint(2, 40))
        held = yaku(captured, {**DEFAULTS, **options})
        told = answer({"kind": "score", "given": {"captured": captured, "options": options}})
        assert told == {"yaku": pairs(held), "base": sum(held.values())}, (captured, options)


@pytest.mark.parametrize("seed", range(30))
def test_rounds_go_the_same_way(seed: int) -> None:
    rng = Random(seed)
    for _ in range(10):
        options, dealer = some_options(rng), rng.choice("AB")
        given, expected = koikoi_round(rng, dealer, {**DEFAULTS, **options})
        given |= {"dealer": dealer, "options": options}
        assert answer({"kind": "round", "given": given}) == expected, options


def test_the_rounds_end_in_all_ways() -> None:
    """The random rounds of the test above include every way in which a round may end."""
    rng = Random(1)
    seen = {
        koikoi_round(rng, "A", {**DEFAULTS, "drawn": drawn})[1]["reason"]
        for drawn in ("same_dealer", "oya_ken")
        for _ in range(150)
    }
    assert seen == {"stop", "forced_stop", "drawn", "dealt_hand", "both_dealt_hands"}


@pytest.mark.parametrize(
    "seats", [2, 7, *(pytest.param(n, marks=pytest.mark.slow) for n in range(3, 7))]
)
def test_coin_matches_go_the_same_way(seats: int) -> None:
    rng, outs = Random(seats), 0
    for _ in range(20):
        given, expected = coin_match(rng, seats, rng.choice((5, 6)))
        assert answer({"kind": "coin_game", "given": given}) == expected
        outs += sum(len(each["out"]) for each in expected["history"][:-1])
    assert outs or seats == 2, "nobody went out before the end"


@pytest.mark.parametrize("file", ["counting.py", "playing.py"])
def test_the_second_reading_knows_nothing_of_the_first(file: str) -> None:
    source = Path(__file__).with_name(file).read_text(encoding="utf-8")
    assert "hanafuda" not in source
    assert "tests.answer" not in source
