"""A turn in full, and in one line without its subject."""

from __future__ import annotations

import pytest
from wcwidth import wcswidth

from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences import moves
from tests.server.said.made import captured, cards, event, moment, occupants, yaku

PLAYED, LAID = event("CARD_PLAYED", 1, "3-3"), event("CARD_LAID", 1, "3-3")
TOOK = captured(1, "3-3", "3-1")
DRAWN, LEFT = event("CARD_DRAWN", 1, "9-3"), event("CARD_LAID", 1, "9-3")
FOUND = captured(1, "9-3", "9-1")
MADE = event("YAKU_FORMED", 1, yaku=[yaku("hanami", 5)], number=5)


def told(
    *events: table_pb2.Event, seat: int = 0, game: str = "koikoi", **turn: object
) -> tuple[str, str]:
    """A turn of seat 1, in full and in brief."""
    made = table_pb2.Turn(seat=1, events=events, **turn)  # type: ignore[arg-type]
    names = ("Aki", "Ben") if game == "koikoi" else ("Aki", "Ben", "Cho")
    [words] = moment(turns=[made], game=game, occupants=occupants(*names)).said(seat).turns
    return words.full, words.brief


@pytest.mark.parametrize(
    ("events", "mine", "others", "brief"),
    [
        (
            [PLAYED, TOOK, DRAWN, FOUND],
            "You played Cherry plain and took Cherry curtain, then drew Mum plain and "
            "took Mum sake cup.",
            "Aki played Cherry plain and took Cherry curtain, then drew Mum plain and "
            "took Mum sake cup.",
            "took Cherry curtain and plain, Mum sake cup and plain",
        ),
        (
            [PLAYED, TOOK, DRAWN, LEFT],
            "You played Cherry plain and took Cherry curtain, then drew Mum plain, which "
            "stays on the field.",
            "Aki played Cherry plain and took Cherry curtain, then drew Mum plain, which "
            "stays on the field.",
            "played Cherry plain, took curtain; drew Mum plain",
        ),
        (
            [PLAYED, LAID, DRAWN, FOUND],
            "You played Cherry plain to the field, then drew Mum plain and took Mum sake cup.",
            "Aki played Cherry plain to the field, then drew Mum plain and took Mum sake cup.",
            "played Cherry plain; drew Mum plain, took sake cup",
        ),
        (
            [PLAYED, LAID, DRAWN, LEFT],
            "You played Cherry plain to the field, then drew Mum plain, which stays there too.",
            "Aki played Cherry plain to the field, then drew Mum plain, which stays there too.",
            "played Cherry plain; drew Mum plain",
        ),
        (
            [PLAYED, TOOK, DRAWN],
            "You played Cherry plain and took Cherry curtain. You drew Mum plain.",
            "Aki played Cherry plain and took Cherry curtain. Aki drew Mum plain.",
            "played Cherry plain, took curtain; drew Mum plain",
        ),
        (
            [PLAYED, TOOK, DRAWN, LEFT, MADE, event("KOIKOI_CALLED", 1)],
            "You played Cherry plain and took Cherry curtain, then drew Mum plain, which "
            "stays on the field. You made Flower Viewing (5 points) and called koi-koi.",
            "Aki played Cherry plain and took Cherry curtain, then drew Mum plain, which "
            "stays on the field. Aki made Flower Viewing (5 points) and called koi-koi.",
            "took 2 Cherry; made Flower Viewing 5; koi-koi",
        ),
        (
            [PLAYED, TOOK, MADE, event("STOP_CALLED", 1), event("ROUND_ENDED", 1, number=5)],
            "You played Cherry plain and took Cherry curtain. You made Flower Viewing (5 points) "
            "and stopped.",
            "Aki played Cherry plain and took Cherry curtain. Aki made Flower Viewing (5 points) "
            "and stopped.",
            "took 2 Cherry; made Flower Viewing 5; stopped",
        ),
    ],
)
def test_a_turn_in_full_and_in_brief(
    events: list[table_pb2.Event], mine: str, others: str, brief: str
) -> None:
    assert told(*events, seat=1)[0] == mine
    assert told(*events, seat=2)[0] == told(*events)[0] == others
    assert all(wcswidth(told(*events, seat=seat)[1]) <= 60 for seat in (0, 1, 2))
    assert told(*events)[1] == brief


def test_every_move_is_told_in_full_and_in_brief() -> None:
    """A new kind of move needs its clause in ``turn_brief`` too."""
    for kind in moves.SENTENCES:
        made = table_pb2.Event(kind=kind, seat=1, card=1, number=1, cards=[2], yaku=MADE.yaku)  # type: ignore[arg-type]
        full, brief = told(made)
        name = table_pb2.EventKind.Name(kind)
        assert full, name
        assert bool(brief) == (kind != table_pb2.EVENT_KIND_CARD_LAID), name


def hiki(seat: int) -> list[table_pb2.Event]:
    called = event("HIKI_CALLED", seat, number=1, cards=cards("1-1 1-2"))
    return [called, captured(seat, "", "1-1 1-2 1-3 1-4")]


def test_anothers_hiki_in_my_turn_is_theirs() -> None:
    full, brief = told(PLAYED, LAID, *hiki(2), DRAWN, LEFT, seat=1, game="sakura")
    assert full == (
        "You played Cherry plain to the field. Hiki: Ben took all of Pine, with Pine crane and "
        "Pine poem ribbon from their hand. You drew Mum plain, which stays on the field."
    )
    assert brief == "played Cherry plain; Ben: hiki of Pine; drew Mum plain"
    assert told(*hiki(2), seat=2, game="sakura")[1] == "your hiki of Pine"
    assert told(*hiki(1), seat=2, game="sakura")[1] == "hiki of Pine"


def test_a_turn_that_somebody_took_over_tells_who_did_what() -> None:
    drawn = event("CARD_DRAWN", 1, "9-3", by="hard")
    found = captured(1, "9-3", "9-1", "hard")
    full, _ = told(PLAYED, TOOK, drawn, found, seat=1)
    assert full == (
        "You played Cherry plain and took Cherry curtain. Hard (for you) drew Mum plain "
        "and took Mum sake cup."
    )


def test_a_turn_before_its_player_sat_down_is_the_seats() -> None:
    for seat in (0, 1, 2):
        full, _ = told(PLAYED, LAID, seat=seat, before_owner=True)
        assert full == "Red played Cherry plain to the field."
    by_computer = event("CARD_PLAYED", 1, "3-3", by="hard")
    assert told(by_computer, before_owner=True, seat=1)[0] == "Hard played Cherry plain."


@pytest.mark.parametrize(("now", "called"), [("", "Aki"), ("=hard", "Red")])
def test_a_turn_of_one_who_has_left_is_no_computers(now: str, called: str) -> None:
    made = moment(
        occupants=occupants(now, "Ben"), turns=[table_pb2.Turn(seat=1, events=[PLAYED, LAID])]
    )
    made.update.table.seats[0].last_player_name = "" if now else "Aki"
    assert made.said().turns[0].full == f"{called} played Cherry plain to the field."


def test_the_longest_turns_have_a_form_that_has_room() -> None:
    name = "Wwwwwwwwwwwwwwww"
    long = [
        event("CARD_PLAYED", 1, "9-3"),
        captured(1, "9-3", "9-1 9-2 9-4"),
        event("YAKU_FORMED", 1, yaku=[yaku("inoshikacho", 5), yaku("akatan_aotan", 10)], number=15),
        *hiki(2),
        *hiki(3),
        event("CARD_DRAWN", 1, "12-4"),
        captured(1, "12-4", "12-1 12-2 12-3"),
        event("YAKU_FORMED", 1, yaku=[yaku("goko", 10), yaku("inoshikacho", 6)], number=26),
        event("KOIKOI_CALLED", 1),
    ]
    for at in range(1, len(long) + 1):
        turn = table_pb2.Turn(seat=1, events=long[:at])
        made = moment(turns=[turn], game="coin", occupants=occupants("Aki", name, f"{name[:-1]}x"))
        brief = made.said().turns[0].brief
        assert brief
        assert wcswidth(brief) <= 60
        assert "…" not in brief
