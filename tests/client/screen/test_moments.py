"""What the screen says at each moment of a game: the top row, the keys, the last turns."""

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


def test_house_rules_are_marked_if_the_server_says_so() -> None:
    """A shorter match, "Month 3 of 6", is not a house rule; other cards or scores are."""
    view = changed(tables.ordinary())
    view.table.rules["months"] = "6"
    assert "house rules" not in rows(tables.told(view))[0]
    view.table.rules["sake_cup"] = "animal"
    assert "house rules" in rows(tables.told(view))[0]


@pytest.mark.parametrize("name", tables.TABLES)
def test_the_keys_that_matter_now_fit_in_80_columns(name: str) -> None:
    """With help and quit, and with the key of the seats where they matter."""
    view = tables.TABLES[name]()
    bottom = hints(view)
    assert "? help" in bottom
    assert "Q quit" in bottom
    if table_pb2.OPTION_KIND_PLAY in {option.kind for option in view.buttons}:
        assert bottom.index("card") < bottom.index("Enter play") < bottom.index("Y yaku")
    if view.offered(table_pb2.OPTION_KIND_KOIKOI):
        assert bottom.startswith("K koi-koi S stop")
    assert "T table" in bottom


def test_while_the_table_waits_for_players_seats_come_first() -> None:
    """The match begins when they are taken."""
    assert hints(tables.gathering()).startswith("T table C chat")


def test_the_keys_of_a_match_that_is_over() -> None:
    assert hints(tables.match_over()).startswith("Enter result R again")
    watching = changed(tables.match_over(), seat_view=None)
    assert "R again" not in hints(watching)


@pytest.mark.parametrize("size", SIZES)
def test_the_players_own_last_turn_is_shown_on_a_full_table(size: tuple[int, int]) -> None:
    """As a whole sentence where it fits, else in one line, below the opponent's turn."""
    for make in (tables.ordinary, tables.fullest):
        text = flat(after_mine(make()), size)
        assert re.search(r"You(: took 2 Wisteria, 2 Paul| played Paulownia yellow and took)", text)
        assert re.search(r"(Ben|W{24}|Blue):? played Clover red ribbon(,| and) took", text)


def after_mine(view: View) -> View:
    """The same view after one turn of the player and one of the opponent."""
    own = changed(view)
    own.match.turns.insert(0, OWN)
    return tables.told(own)


def test_the_last_turns_do_not_move_the_board() -> None:
    """A further line below the hand moves no card."""
    for size in SIZES:
        before, now = rows(tables.ordinary(), size), rows(after_mine(tables.ordinary()), size)
        assert before[:17] == now[:17]


def test_a_decision_is_pending_only_in_play() -> None:
    """Not while the deck is cut, between rounds, or while a computer plays for the player."""
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
def test_long_messages_are_cut_visibly(said: str, size: tuple[int, int]) -> None:
    """As a notice and in the log: where words are missing, ".." is in their place."""
    for view in (
        changed(tables.ordinary(), notice=said),
        changed(tables.ordinary(), log=[said]),
        changed(tables.gathering(), log=[said]),
    ):
        text = "".join(rows(view, size)).replace(" ", "")
        if "Ben:" + said[5:10].replace(" ", "") in text:
            assert said.replace(" ", "")[-8:] in text or ".." in text
    assert "Enter Play Cherry" in flat(changed(tables.ordinary(), notice=said), size)


def test_a_turn_of_the_seats_last_owner_is_not_the_players() -> None:
    """Its subject is the seat; the subject of a turn that a computer played is the computer."""
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
