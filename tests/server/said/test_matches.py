"""Who won a match, in sentences for the winners and for others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from koikoi.v1 import table_pb2
from tests.server.said.made import event, moment, occupants


def match_over(scores: list[int], winners: list[int], seat: int = 0, **fields: Any) -> str:
    sides = [{"score": score} for score in scores]
    fields.setdefault(
        "occupants", occupants(*("Aki", "Ben", "Cho", "Dan", "Eva", "Fay")[: len(scores)])
    )
    made = moment(phase="MATCH_OVER", sides=sides, winners=winners, **fields)
    return made.said(seat).match_headline


@pytest.mark.parametrize(
    ("scores", "winners", "fields", "mine", "others"),
    [
        (
            [40, 31],
            [1],
            {},
            "You won the match, 40 to 31!",
            "Aki won the match, 40 to 31.",
        ),
        (
            [12, 12],
            [1, 2],
            {},
            "The match is a draw, 12 to 12.",
            "The match is a draw, 12 to 12.",
        ),
        (
            [1, 0, -5],
            [1],
            {"game": "sakura"},
            "You won the match with 1 point!",
            "Aki won the match with 1 point.",
        ),
        (
            [200, 60, 40],
            [1],
            {"game": "coin"},
            "You won the match with 200 coins!",
            "Aki won the match with 200 coins.",
        ),
        (
            [120, 60, 120],
            [1, 3],
            {"game": "coin"},
            "You and Cho share the win with 120 coins each.",
            "Aki and Cho share the win with 120 coins each.",
        ),
        (
            [50, 50, 50],
            [1, 2, 3],
            {"game": "sakura"},
            "The match is a draw: everybody has 50 points.",
            "The match is a draw: everybody has 50 points.",
        ),
        (
            [140, 135, 140, 135],
            [1, 3],
            {"game": "sakura", "teams": [1, 2, 1, 2]},
            "You and Cho won the match, 140 to 135!",
            "Aki and Cho won the match, 140 to 135.",
        ),
        (
            [100, 50, 100, 50, 100, 50],
            [1, 3, 5],
            {"game": "sakura", "teams": [1, 2, 1, 2, 1, 2]},
            "You, Cho and Eva won the match, 100 to 50!",
            "Aki, Cho and Eva won the match, 100 to 50.",
        ),
        (
            [7, 9],
            [],
            {},
            "The match ended without a result.",
            "The match ended without a result.",
        ),
    ],
)
def test_a_match_that_is_over(
    scores: list[int], winners: list[int], fields: Mapping[str, Any], mine: str, others: str
) -> None:
    assert match_over(scores, winners, seat=1, **fields) == mine
    assert match_over(scores, winners, **fields) == others
    if winners == [1]:
        assert match_over(scores, winners, seat=2, **fields) == others


def test_whoever_takes_the_winners_seat_has_not_won_the_match() -> None:
    turn = table_pb2.Turn(seat=1, before_owner=True, events=[event("STOP_CALLED", 1)])
    for seat in (0, 1, 2):
        said = match_over([40, 31], [1], seat, turns=[turn])
        assert said == "Red won the match, 40 to 31."


def test_a_winner_who_has_left_has_won_the_match() -> None:
    turn = table_pb2.Turn(seat=1, events=[event("STOP_CALLED", 1)])
    made = moment(
        occupants=occupants("", "Ben"),
        phase="MATCH_OVER",
        turns=[turn],
        sides=[{"score": 40}, {"score": 31}],
        winners=[1],
    )
    made.update.table.seats[0].last_player_name = "Aki"
    assert made.said().match_headline == "Aki won the match, 40 to 31."
