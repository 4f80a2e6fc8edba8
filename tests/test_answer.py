"""The rules answer every worked example of the specification exactly."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hanafuda.game import IllegalMove
from tests.answer import KINDS, answer, answer_line
from tests.sakura_answers import SakuraReplay

VECTORS: list[dict[str, Any]] = [
    vector
    for file in sorted((Path(__file__).parent / "vectors").glob("*.json"))
    for vector in json.loads(file.read_text("utf-8"))
    if vector["kind"] in KINDS
]


@pytest.mark.parametrize("vector", VECTORS, ids=[each["id"] for each in VECTORS])
def test_the_answer_is_the_one_the_specification_expects(vector: dict[str, Any]) -> None:
    assert answer(vector) == vector["expect"]


def test_every_kind_has_examples() -> None:
    assert {each["kind"] for each in VECTORS} == set(KINDS)


def test_an_unknown_kind_or_option_value_is_unsupported() -> None:
    assert answer_line('{"id": "X", "kind": "go_stop", "given": {}}') == {"unsupported": True}
    points = {"goko": 1, "shiko": 1, "ame_shiko": 1, "sanko": 1}
    for options in ({"bright_points": points}, {"jokers": 2}, {"viewing": "sometimes"}):
        given: dict[str, object] = {"captured": [], "options": options}
        assert answer_line(json.dumps({"kind": "score", "given": given})) == {"unsupported": True}


@pytest.mark.parametrize(
    "given",
    [
        {"options": {"foo": 1}},
        {"options": {"rounds": 99}},
        {"options": {"hiki": "never"}},
        {"teams": [["A"], ["B"], ["C"], ["D"]]},
    ],
)
def test_what_sakura_does_not_know_is_unsupported(given: dict[str, Any]) -> None:
    captured: dict[str, list[str]] = {name: [] for name in "ABCD"}
    vector = {"kind": "sakura_score", "given": {"captured": captured, **given}}
    assert answer_line(json.dumps(vector)) == {"unsupported": True}


def test_players_stand_by_their_names_in_any_order() -> None:
    captured = {"B": ["1-2", "2-2", "3-2"], "A": []}
    told = answer({"kind": "sakura_score", "given": {"captured": captured}})
    assert told["scores"] == {"A": -50, "B": 30}
    lots = {"F": "1-1", "C": "1-2", "A": "2-1"}
    told = answer({"kind": "sakura_first_dealer", "given": {"draws": lots}})
    assert told == {"dealer_or_redraw": ["C", "F"]}


# A holds the other halves of months 2, 5 and nothing else of the field's.
TWO_HIKI = (
    "1-1 1-2 3-1 3-2 4-1 4-2 6-1 6-2  2-1 2-2 5-1 5-2 7-1 8-1 9-1 10-1 "
    "2-3 2-4 5-3 5-4 11-1 11-2 12-1 12-2  1-3 1-4 3-3 3-4 4-3 4-4 6-3 6-4 "
    "7-2 7-3 7-4 8-2 8-3 8-4 9-2 9-3 9-4 10-2 10-3 10-4 11-3 11-4 12-3 12-4"
)


@pytest.mark.parametrize("months", [(2, 5), (5, 2), (5,), (2,)])
def test_hiki_names_its_month(months: tuple[int, ...]) -> None:
    replay = SakuraReplay({"dealer": "A"}, 2)
    actions = [{"player": "A", "type": "hiki", "month": month} for month in months]
    replay.round({"decks": [TWO_HIKI], "actions": actions})
    assert [(told["event"], told["month"]) for told in replay.told] == [
        ("hiki", month) for month in months
    ]


def test_hiki_of_a_month_that_is_not_whole_is_refused() -> None:
    replay = SakuraReplay({"dealer": "A"}, 2)
    action = {"player": "A", "type": "hiki", "month": 9}
    with pytest.raises(IllegalMove):
        replay.round({"decks": [TWO_HIKI], "actions": [action]})


@pytest.mark.parametrize("inline", [True, False])
def test_what_a_hand_card_takes_is_said_with_it_or_after_it(inline: bool) -> None:
    replay = SakuraReplay({"dealer": "A"}, 2)
    play = {"player": "A", "type": "play", "card": "5-3"}
    take = {"player": "A", "type": "take", "card": "5-1"}
    actions = [{**play, "take": "5-1"}] if inline else [play, take]
    replay.round({"decks": [TWO_HIKI], "actions": actions})
    assert replay.told[0]["captured"] == ["5-3", "5-1"]


def test_a_bad_line_is_answered_with_an_error_and_the_next_line_is_read() -> None:
    lines = [
        "not json",
        "\udcff",  # no UTF-8
        '{"id": "X", "kind": "dealt_hand", "given": {"hand": ["13-1"]}}',
        '{"id": "Y", "kind": "dealt_hand", "given": {"hand": ["1-1", "1-2", "1-3", "1-4"]}}',
    ]
    run = subprocess.run(
        [sys.executable, "-m", "tests.answer"],
        input="\n".join(lines).encode(errors="surrogateescape"),
        capture_output=True,
        timeout=300,
        cwd=Path(__file__).parents[1],
        check=True,
    )
    *bad, good = map(json.loads, run.stdout.splitlines())
    assert [set(each) for each in bad] == [{"error"}] * 3
    assert good == {"hand": "teshi"}
