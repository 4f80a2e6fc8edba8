"""Names, the state of each seat, and the names and near yaku of parties."""

from __future__ import annotations

import pytest

from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences.occupants import Occupant
from tests.server.said.made import cards, moment, occupants


@pytest.mark.parametrize(
    ("seats", "game", "named"),
    [
        ("Aki Ben", "koikoi", ["Aki", "Ben"]),
        ("Aki =hard", "koikoi", ["Aki", "Hard"]),
        ("Aki -", "koikoi", ["Aki", "Blue"]),
        ("Aki =hard =hard =easy -", "coin", ["Aki", "Hard 2", "Hard 3", "Easy", "Seat 5"]),
        ("Hard =hard", "koikoi", ["Hard", "Hard 2"]),
        ("Blue -", "koikoi", ["Blue", "Blue 2"]),
        ("hard =Hard", "koikoi", ["hard", "Hard 2"]),
        ("You nobody", "koikoi", ["You (1)", "nobody (2)"]),
        ("Aki Aki", "koikoi", ["Aki (1)", "Aki (2)"]),
    ],
)
def test_no_two_are_called_alike(seats: str, game: str, named: list[str]) -> None:
    """A number is the seat's own: it does not change when others come and go."""
    sitting = occupants(*("" if name == "-" else name for name in seats.split()))
    sitting = tuple(each._replace(bot=each.bot.lower()) for each in sitting)
    for seat in range(len(sitting) + 1):
        assert list(moment(occupants=sitting, game=game).said(seat).seat_names) == named


def test_a_computers_number_is_that_of_its_seat() -> None:
    assert people_named("Aki", "=hard", "=hard")[2] == "Hard 3"
    assert people_named("Aki", "Ben", "=hard", "=hard")[2] == "Hard 3"


def people_named(*names: str) -> list[str]:
    return list(moment(occupants=occupants(*names), game="coin").said().seat_names)


def test_what_is_the_matter_with_each_seat() -> None:
    sitting = (
        Occupant("Aki", "", 1),
        Occupant("Ben", "hard", 1),
        Occupant("", "easy", 0),
        Occupant("", "", 1),
        Occupant("", "", 0),
        Occupant("Fay", "", 1),
        Occupant("", "", 0),
    )
    made = moment(occupants=sitting, game="coin", sides=[{}, {}, {"out": True}, {}, {}, {}, {}])
    seats, table = made.update.table.seats, made.update.table
    table.host = 1
    seats[1].absent_since.seconds = 1
    seats[3].last_player_name = "Dan"
    seats[4].last_player_name, seats[4].last_player_removed = "Eve", True
    seats[5].waits_too_long = True  # from when on, a client says with its clock
    seats[5].wants_rematch = True
    assert list(made.said().seat_states) == [
        "host",
        "away, Hard plays for Ben",
        "computer, out",
        "open since Dan left",
        "open since Eve was removed",
        "wants another match",
        "open",
    ]


def test_who_counts_together() -> None:
    four = moment(
        occupants=occupants("Aki", "Ben", "Cho", "Dan"), game="sakura", teams=[1, 2, 1, 2]
    )
    assert list(four.said(1).party_names) == ["you and Cho", "Ben and Dan"]
    assert list(four.said().party_names) == ["Aki and Cho", "Ben and Dan"]
    assert list(moment().said(2).party_names) == ["Aki", "you"]


OPEN, HELD = table_pb2.PROGRESS_STATE_OPEN, table_pb2.PROGRESS_STATE_HELD


def one_card(*yaku: str) -> dict[str, object]:
    rows = [table_pb2.Progress(yaku=each, state=OPEN, one_card=True) for each in yaku]
    return {"progress": [*rows, table_pb2.Progress(yaku="tane", state=OPEN, have=2)]}


def test_what_is_one_card_away() -> None:
    made = moment(sides=[one_card(), one_card("kasu", "tsukimi")])
    assert list(made.said(1).near) == ["", "Ben is one card from Plains and Moon Viewing."]
    assert list(made.said(2).near) == ["", "You are one card from Plains and Moon Viewing."]
    over = moment(phase="ROUND_OVER", sides=[one_card(), one_card("kasu")])
    assert list(over.said().near) == ["", ""], "no card comes any more"


def test_names_with_commas_are_told_apart() -> None:
    made = moment(sides=[one_card("sanko", "hanami", "inoshikacho"), one_card()])
    assert made.said().near[0] == (
        "Aki is one card from Three Brights; Flower Viewing; and Boar, Deer, Butterflies."
    )


def test_a_team_is_near_together() -> None:
    four = moment(
        occupants=occupants("Aki", "Ben", "Cho", "Dan"),
        game="sakura",
        teams=[1, 2, 1, 2],
        sides=[one_card("aotan"), one_card(), one_card(), one_card()],
    )
    assert four.said(3).near[0] == "You and Aki are one card from Blue Ribbons."
    assert four.said(2).near[0] == "Aki and Cho are one card from Blue Ribbons."


# -- reminders -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "calls", "meaning"),
    [
        ({}, 1, "If {} first, that doubles the score."),
        ({"koi_multiplier": "koi_bai"}, 3, "If {} first, that multiplies the score by 8."),
        ({"koi_multiplier": "off"}, 1, ""),
        (
            {"koi_multiplier": "off", "own_koi_doubles": "true"},
            2,
            "If Aki stops first, the call doubles the score.",
        ),
    ],
)
def test_koikoi_is_remembered_with_what_it_means(
    rules: dict[str, str], calls: int, meaning: str
) -> None:
    made = moment(rules=rules, sides=[{"koikoi_calls": calls}, {}])
    times = "once" if calls == 1 else f"{calls} times"
    said = f"Aki has called koi-koi {times}. {meaning}".strip()
    assert list(made.said().reminders) == [said.format("Ben stops")]


def test_koikoi_of_mine_and_against_me() -> None:
    made = moment(sides=[{"koikoi_calls": 1}, {}])
    assert list(made.said(1).reminders) == [
        "You have called koi-koi once. If Ben stops first, that doubles the score."
    ]
    assert list(made.said(2).reminders) == [
        "Aki has called koi-koi once. If you stop first, that doubles your score."
    ]


def test_with_coins_the_calls_of_all_count() -> None:
    made = moment(
        game="coin",
        occupants=occupants("Aki", "Ben", "Cho"),
        sides=[{"koikoi_calls": 1}, {}, {"koikoi_calls": 2}],
    )
    assert list(made.said(3).reminders) == [
        "Aki has called koi-koi once.",
        "You have called koi-koi 2 times.",
        "Whoever stops is paid 4 times as much.",
    ]


def test_what_a_lightning_claims_is_remembered() -> None:
    made = moment(game="sakura", sides=[{"gaji_took": cards("3-1")[0]}, {}])
    assert list(made.said(1).reminders) == [
        "Your lightning took Cherry curtain: at the end you also get all Cherry cards left on the "
        "field."
    ]
    assert list(made.said(2).reminders) == [
        "Aki's lightning took Cherry curtain: at the end Aki also gets all Cherry cards left on "
        "the field."
    ]


def test_between_rounds_there_is_nothing_to_remember() -> None:
    made = moment(phase="ROUND_OVER", sides=[{"koikoi_calls": 1}, {}])
    assert not made.said().reminders
