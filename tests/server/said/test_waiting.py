"""What a table waits for, in every stage and phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from wcwidth import wcswidth

from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences.occupants import Occupant
from tests.server.said.made import cards, moment, occupants, yaku
from tests.server.said.tables import Moment

HELD = [yaku("tsukimi", 5, "8-1 9-1")]
TWO = [{"yaku": [*HELD, yaku("kasu", 1)], "points": 6}, {}]
RAIN_MAN = cards("11-1")[0]
GATHERING, FINISHED = table_pb2.STAGE_GATHERING, table_pb2.STAGE_FINISHED


@pytest.mark.parametrize(
    ("fields", "mine", "others"),
    [
        (
            {"phase": "PLAY"},
            ("Your turn: play a card.", "your turn"),
            ("Aki chooses a card.", "Aki's turn"),
        ),
        (
            {"phase": "PLACE", "open_card": RAIN_MAN, "open_card_drawn": True},
            ("You drew Willow rain man: choose what it takes.", "choose what it takes"),
            ("Aki drew Willow rain man and chooses what it takes.", "Aki's turn"),
        ),
        (
            {"phase": "PLACE", "open_card": RAIN_MAN},
            ("You played Willow rain man: choose what it takes.", "choose what it takes"),
            ("Aki played Willow rain man and chooses what it takes.", "Aki's turn"),
        ),
        (
            {"phase": "DECIDE", "sides": [{"yaku": HELD, "points": 5}, {}]},
            ("You have Moon Viewing (5 points): koi-koi or stop?", "koi-koi or stop?"),
            ("Aki has Moon Viewing (5 points) and decides: koi-koi or stop.", "Aki decides"),
        ),
        (
            {"phase": "DECIDE", "sides": TWO},
            (
                "You have Moon Viewing (5 points) and Plains (1 point), 6 points: koi-koi or stop?",
                "koi-koi or stop?",
            ),
            (
                "Aki has Moon Viewing (5 points) and Plains (1 point), 6 points, and decides: "
                "koi-koi or stop.",
                "Aki decides",
            ),
        ),
        (
            {"phase": "CUT", "waiting_for": [1]},
            ("Cut the deck.", "cut the deck"),
            ("Aki may cut the deck before the cards are dealt.", "shuffling"),
        ),
        (
            {"phase": "ROUND_OVER", "waiting_for": [1]},
            ("Look at the result, then go on to Month 4.", "go on?"),
            ("Month 4 begins when Aki has seen the result.", "Month 3 is over"),
        ),
    ],
)
def test_what_is_asked_of_somebody(
    fields: Mapping[str, Any], mine: tuple[str, str], others: tuple[str, str]
) -> None:
    made = moment(**fields)
    for seat, said in ((1, mine), (2, others), (0, others)):
        words = made.said(seat)
        assert (words.waiting, words.waiting_brief) == said


@pytest.mark.parametrize(
    ("fields", "full", "brief"),
    [
        (
            {"stage": GATHERING, "occupants": occupants("Aki", "")},
            "One more player is needed.",
            "waiting for players",
        ),
        (
            {"stage": GATHERING, "occupants": occupants("Aki", "", "Cho", ""), "game": "coin"},
            "2 more players are needed.",
            "waiting for players",
        ),
        ({"phase": "CUT"}, "The cards are being shuffled.", "shuffling"),
        ({"phase": "CUT", "waiting_for": [1, 2]}, None, "shuffling"),
        ({"phase": "ROUND_OVER"}, "Month 4 is about to begin.", "Month 3 is over"),
        (
            {"phase": "ROUND_OVER", "waiting_for": [1, 2]},
            "Month 4 begins when Aki and Ben have seen the result.",
            "Month 3 is over",
        ),
        ({"stage": table_pb2.STAGE_CLOSED}, "The table is closed.", "closed"),
        (
            {"phase": "MATCH_OVER", "stage": FINISHED},
            "Another match begins when everybody here wants one.",
            "match over",
        ),
    ],
)
def test_what_the_whole_table_waits_for(
    fields: Mapping[str, Any], full: str | None, brief: str
) -> None:
    words = moment(**fields).said()
    assert words.waiting == (full or "Aki and Ben may cut the deck before the cards are dealt.")
    assert words.waiting_brief == brief


def rematch(*wanted: int, seats: str = "Aki Ben Cho") -> Moment:
    made = moment(
        phase="MATCH_OVER",
        stage=FINISHED,
        game="coin",
        occupants=occupants(*("" if name == "-" else name for name in seats.split())),
    )
    for seat in wanted:
        made.update.table.seats[seat - 1].wants_rematch = True
    return made


@pytest.mark.parametrize(
    ("made", "seat", "said"),
    [
        (rematch(), 1, "Do you want another match?"),
        (rematch(1), 1, "Another match begins when Ben and Cho want one too."),
        (rematch(1), 2, "Aki wants another match. Do you?"),
        (rematch(1, 3), 2, "Aki and Cho want another match. Do you?"),
        (rematch(1, 3), 0, "Another match begins when Ben wants one too."),
        (rematch(1, 2, 3), 0, "Another match is about to begin."),
        (rematch(1, seats="Aki - Cho"), 1, "One more player is needed for another match."),
        (rematch(1, seats="Aki - -"), 1, "2 more players are needed for another match."),
        (rematch(1, seats="Aki =hard =hard"), 1, "Another match is about to begin."),
    ],
)
def test_another_match_is_waited_for(made: Moment, seat: int, said: str) -> None:
    assert made.said(seat).waiting == said


def test_a_seat_that_is_open_comes_before_what_anybody_wants() -> None:
    assert rematch(seats="Aki - Cho").said(1).waiting_brief == "waiting for players"
    assert rematch().said(1).waiting_brief == "another match?"
    assert rematch(1).said(1).waiting_brief == "match over"


def test_a_seat_that_nobody_plays_is_what_the_match_waits_for() -> None:
    made = moment(occupants=occupants("", "Ben"))
    assert made.said(2).waiting == "Nobody plays the Red seat: the match waits."
    assert made.said(2).waiting_brief == "Red is open"
    made.update.table.seats[0].last_player_name = "Aki"
    assert made.said(2).waiting == "Aki left, and nobody plays the Red seat: the match waits."
    made.update.table.seats[0].last_player_removed = True
    removed = "Aki was removed, and nobody plays the Red seat: the match waits."
    assert made.said(2).waiting == removed


def test_whoever_is_away_is_waited_for() -> None:
    made = moment()
    made.update.table.seats[0].absent_since.seconds = 1
    assert made.said(2).waiting == "Aki is away: the match waits."
    assert made.said(2).waiting_brief == "Aki is away"


def test_a_computer_is_said_to_choose_for_whom_it_plays() -> None:
    made = moment(occupants=(Occupant("Aki", "hard", 1), Occupant("Ben", "", 1)))
    assert made.said(1).waiting == "Hard (for you) chooses a card."
    assert made.said(2).waiting == "Hard (for Aki) chooses a card."
    assert made.said(1).waiting_brief == "Aki's turn"
    alone = moment(occupants=occupants("=hard", "Ben"))
    assert alone.said(2).waiting == "Hard chooses a card."


@pytest.mark.parametrize("name", ["Abcdefghijklmnop", "ああああああああ", "Wwwwwwwwwwww (2)"])
@pytest.mark.parametrize("phase", ["PLAY", "PLACE", "DECIDE", "CUT", "ROUND_OVER", "MATCH_OVER"])
def test_the_longest_names_have_room(name: str, phase: str) -> None:
    made = moment(
        phase=phase,
        occupants=occupants(name, "Ben"),
        open_card=1,
        waiting_for=[1],
        round=24,
        rounds=24,
    )
    away = Moment(table_pb2.Update(), made.occupants, made.game)
    away.update.CopyFrom(made.update)
    away.update.table.seats[0].absent_since.seconds = 1
    for each in (made, away):
        for seat in (0, 1, 2):
            assert 0 < wcswidth(each.said(seat).waiting_brief) <= 24
    if phase == "DECIDE":
        cut = made.said().waiting_brief
        assert cut == f"{name} decides" or cut.endswith("… decides")


def test_it_does_not_depend_on_what_a_seat_may_do() -> None:
    """Nor on a hand: it depends on the update only."""
    made = moment(phase="PLAY")
    assert {made.said(seat).waiting for seat in (0, 2)} == {"Aki chooses a card."}
