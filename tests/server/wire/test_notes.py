"""The notes of options."""

from __future__ import annotations

from typing import Any

import pytest

from hanafuda.analysis.progress import brings
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.play import Rules
from hanafuda.sakura import play as sakura
from koikoi_server.wire.option_notes import MAX_CHARACTERS, note
from tests.hanafuda.positions import position
from tests.hanafuda.sakura_positions import position as sakura_position

PLAINS = "1-3 1-4 2-3 2-4 3-3 3-4"


def noted(card: str, captured: str, **rules: Any) -> str:
    """The note of playing *card* on the last card of its month, after capturing *captured*."""
    month = card.split("-")[0]
    state = position(card, "", field=f"{month}-4", captured=(captured, ""), rules=Rules(**rules))
    view = koikoi.view(state)
    [play] = [each for each in koikoi.options(state, 1) if each.taken]
    made = brings(koikoi, state.rules, view, 1, [play])[0]
    assert made is not None
    held = [each.yaku for each in view.sides[0].yaku]
    return note(made, held, koikoi, state.rules, "en")


@pytest.mark.parametrize(
    ("card", "captured", "expected"),
    [
        ("9-1", "8-1", "Makes Moon Viewing: 5 points."),
        ("9-1", "8-1 3-1", "Makes Flower Viewing: 5 points. Makes Moon Viewing: 5 points."),
        ("11-3", "1-2 2-2 4-2 5-2", "Makes Ribbons: 1 point."),
        ("11-3", "1-2 2-2 4-2 5-2 6-2", "Raises Ribbons to 2 points."),
        ("2-1", "4-1 5-1 8-2 3-3 3-4 6-3 6-4", "Animals 4 of 5, Plains 5 of 10"),
        ("7-1", "6-1", "Boar, Deer, Butterflies 2 of 3; Animals 2 of 5; Plains 1 of 10"),
        ("12-1", "1-1", "Three Brights 2 of 3, Plains 1 of 10"),
        ("5-3", PLAINS, "Plains 8 of 10"),
    ],
)
def test_the_nearest_comes_first(card: str, captured: str, expected: str) -> None:
    assert noted(card, captured) == expected


def test_a_yaku_that_needs_another_is_not_said_to_be_made() -> None:
    said = noted("9-1", "3-1", viewing="with_other")
    assert said.startswith("Flower Viewing 2 of 2, with another yaku, ")


def test_what_others_have_put_out_of_reach_is_not_counted() -> None:
    state = position("7-1", "", field="7-4", captured=("6-1", "10-1 2-1 4-1 5-1 8-2 9-1"))
    [play] = [each for each in koikoi.options(state, 1) if each.taken]
    made = brings(koikoi, Rules(), koikoi.view(state), 1, [play])[0]
    assert made is not None
    assert note(made, [], koikoi, Rules(), "en") == "Plains 1 of 10"


def test_a_yaku_that_the_others_pay_for_says_what_they_lose() -> None:
    state = sakura_position("3-1", "", field="3-4", captured=("1-1 2-1", ""))
    [play] = [each for each in sakura.options(state, 1) if each.taken]
    made = brings(sakura, sakura.Rules(), sakura.view(state), 1, [play])[0]
    assert made is not None
    said = note(made, [], sakura, sakura.Rules(), "en")
    assert said == "Makes Crane, Warbler, Curtain: -50 points for each opponent."


def test_only_whole_parts_are_said() -> None:
    said = noted("9-1", "6-1 7-1 1-1", counting="older", nomi=5)
    assert len(said) <= MAX_CHARACTERS
    for part in said.split("; "):
        assert part.split()[-3].isdigit(), said
        assert part.split()[-2] == "of"
