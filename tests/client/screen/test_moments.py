"""What a newcomer reads in each moment at a table: the top row, the keys, who did what before."""

from __future__ import annotations

import re

import pytest

from koikoi.v1 import table_pb2
from koikoi_client.screen.board import board
from koikoi_client.screen.last_turns import last_turns
from koikoi_client.screen.room import Room
from koikoi_client.screen.view import View

from . import tables
from .goldens import pictured
from .tables import OWN, changed

SIZES = ((80, 23), (80, 24), (100, 30), (120, 40))


def rows(view: View, size: tuple[int, int] = (80, 24)) -> list[str]:
    return [
        "".join(words for _, words in line)
        for line in board(pictured(view, size[0] >= 100), Room(*size))
    ]


def flat(view: View, size: tuple[int, int] = (80, 24)) -> str:
    return " ".join(" ".join(rows(view, size)).split())


def hints(view: View) -> str:
    """The bottom row, with single blanks."""
    return " ".join(rows(view)[-1].split())


def test_house_rules_are_those_that_the_server_calls_so() -> None:
    """The top row says "Month 3 of 6" by itself; only other cards or scores are house rules."""
    view = changed(tables.ordinary())
    view.table.rules["months"] = "6"
    assert "house rules" not in rows(tables.told(view))[0]
    view.table.rules["sake_cup"] = "animal"
    assert "house rules" in rows(tables.told(view))[0]


@pytest.mark.parametrize("name", tables.TABLES)
def test_help_quit_and_what_answers_now_stand_in_80_columns(name: str) -> None:
    """Whatever the moment; and the table's page, where a person can do something there."""
    view = tables.TABLES[name]()
    bottom = hints(view)
    assert "? help" in bottom
    assert "Q quit" in bottom
    if table_pb2.OPTION_KIND_PLAY in {option.kind for option in view.buttons}:
        assert bottom.index("card") < bottom.index("Enter play") < bottom.index("Y yaku")
    if view.offered(table_pb2.OPTION_KIND_KOIKOI):
        assert bottom.startswith("K koi-koi S stop")
    assert "T table" in bottom


def test_who_waits_for_players_reads_of_the_seats_first() -> None:
    """They are what keeps the match from its start."""
    assert hints(tables.gathering()).startswith("T table C chat")


def test_the_keys_of_a_match_that_is_over() -> None:
    assert hints(tables.match_over()).startswith("Enter result R again")
    watching = changed(tables.match_over(), seat_view=None)
    assert "R again" not in hints(watching)


@pytest.mark.parametrize("size", SIZES)
def test_ones_own_last_turn_has_a_place_on_a_full_table(size: tuple[int, int]) -> None:
    """Whole where there is room, else in one line; what the other did stands as before."""
    for make in (tables.ordinary, tables.fullest):
        text = flat(after_mine(make()), size)
        assert re.search(r"You(: took 2 Wisteria, 2 Paul| played Paulownia yellow and took)", text)
        assert re.search(r"(Ben|W{24}|Blue):? played Clover red ribbon(,| and) took", text)


def after_mine(view: View) -> View:
    """The same, and what I did in the turn before the other's."""
    own = changed(view)
    own.match.turns.insert(0, OWN)
    return tables.told(own)


def test_the_boards_place_does_not_depend_on_what_was_done_before() -> None:
    """A line more below moves no card."""
    for size in SIZES:
        before, now = rows(tables.ordinary(), size), rows(after_mine(tables.ordinary()), size)
        assert before[:17] == now[:17]


def test_a_decision_is_mine_only_in_play() -> None:
    """While the deck is cut, between rounds and when a computer plays for me it is not."""
    cut = changed(tables.waiting())
    assert cut.seat_view is not None
    cut.match.phase, cut.match.turn = table_pb2.PHASE_CUT, 0
    cut.match.waiting_for[:] = [1, 2]
    cut.seat_view.options.add(number=1, kind=table_pb2.OPTION_KIND_CUT, label="Cut")
    cut = tables.told(cut)
    assert not changed(cut, chosen=1).to_play
    assert "cut the deck" in rows(cut)[0]
    assert "Cut the deck." in flat(cut)
    assert "Cut the deck." not in flat(cut, (40, 10))
    assert not tables.round_over().to_play
    assert not tables.late().to_play
    assert tables.ordinary().to_play
    assert "your turn" in rows(tables.ordinary())[0]


SAID = [
    "Ben: " + "What a long story this is about cherry trees. " * 6,
    "Ben: " + "桜の花見の宴と月見の宴が好き" * 10,
    "Ben: http://example.org/" + "a" * 200,
]


@pytest.mark.parametrize("said", SAID, ids=["words", "without blanks", "an address"])
@pytest.mark.parametrize("size", SIZES)
def test_what_is_said_at_length_is_cut_with_a_sign(said: str, size: tuple[int, int]) -> None:
    """As a notice and as a line of the log: no word is lost without ".." at the place."""
    for view in (
        changed(tables.ordinary(), notice=said),
        changed(tables.ordinary(), log=[said]),
        changed(tables.gathering(), log=[said]),
    ):
        text = "".join(rows(view, size)).replace(" ", "")
        if "Ben:" + said[5:10].replace(" ", "") in text:
            assert said.replace(" ", "")[-8:] in text or ".." in text
    assert "Enter Play Cherry" in flat(changed(tables.ordinary(), notice=said), size)


def test_a_turn_of_who_sat_in_my_seat_before_me_is_not_mine() -> None:
    """It is told of the seat, in full and in a line; so is one that a computer played for me."""
    view = after_mine(tables.ordinary())
    mine, _ = view.match.turns
    for columns, rows_ in ((80, 1), (80, 9)):
        assert last_turns(view, Room(columns, rows_ + 1))[0][0][1].startswith(" You")
    mine.before_owner = True
    before = tables.told(view)
    assert last_turns(before, Room(80, 2))[0][0][1].startswith(" Red: ")
    assert last_turns(before, Room(80, 9))[0][0][1].startswith(" Red played ")
    mine.before_owner = False
    for event in mine.events:
        event.by = "medium" if event.seat == 1 else ""
    by_computer = tables.told(view)
    assert last_turns(by_computer, Room(80, 2))[0][0][1].startswith(" Medium (for you): ")
    assert last_turns(by_computer, Room(80, 9))[0][0][1].startswith(" Medium (for you) played ")


def test_one_card_has_one_key() -> None:
    view = changed(tables.ordinary())
    assert view.seat_view is not None
    del view.seat_view.hand[1:]
    assert hints(view).startswith("1 card Enter play")
