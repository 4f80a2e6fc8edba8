"""What a newcomer reads in each moment at a table: the top row, the keys, who did what before."""

from __future__ import annotations

import re

import pytest
from koikoi_client.screen.spoken import brief_turn, turn_state, turn_words

from hanafuda.cards import card, cards
from koikoi.v1 import table_pb2 as pb
from koikoi_client.screen.board import board
from koikoi_client.screen.view import View

from . import tables
from .goldens import PICTURES, TILES
from .tables import OWN, changed

SIZES = ((80, 23), (80, 24), (100, 30), (120, 40))


def rows(view: View, size: tuple[int, int] = (80, 24)) -> list[str]:
    theme = PICTURES if size[0] >= 100 else TILES
    return ["".join(words for _, words in line) for line in board(view, *size, theme)]


def flat(view: View, size: tuple[int, int] = (80, 24)) -> str:
    return " ".join(" ".join(rows(view, size)).split())


def hints(view: View) -> str:
    """The bottom row, with single blanks."""
    return " ".join(rows(view)[-1].split())


@pytest.mark.parametrize("option", ["months", "rounds", "teams", "bot_delay", "turn_limit"])
def test_a_match_that_is_only_shorter_has_no_house_rules(option: str) -> None:
    """The top row says "Month 3 of 6" by itself; only other cards or scores are house rules."""
    view = changed(tables.ordinary())
    view.table.rules[option] = "6"
    assert "house rules" not in rows(view)[0]
    view.table.rules["sake_cup"] = "animal"
    assert "house rules" in rows(view)[0]


@pytest.mark.parametrize("name", tables.TABLES)
def test_help_quit_and_what_answers_now_stand_in_80_columns(name: str) -> None:
    """Whatever the moment; and the table's page, where a person can do something there."""
    view = tables.TABLES[name]()
    bottom = hints(view)
    assert "? help" in bottom
    assert "Q quit" in bottom
    if pb.OPTION_KIND_PLAY in {option.kind for option in view.buttons}:
        assert bottom.index("card") < bottom.index("Enter play") < bottom.index("Y yaku")
    if view.offered(pb.OPTION_KIND_KOIKOI):
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
    for view in (tables.ordinary(), tables.fullest()):
        text = flat(changed(view, own_turn=OWN), size)
        assert re.search(
            r"You(r last turn)?: played Paulownia yellow, took (Paulownia )?phoenix; "
            r"drew Wisteria red( ribbon)?, took (Wisteria )?cuckoo\.",
            text,
        )
        assert "played Clover red ribbon, took" in text


def test_the_boards_place_does_not_depend_on_what_was_done_before() -> None:
    """A line more below moves no card."""
    for size in SIZES:
        before, now = (rows(changed(tables.ordinary(), own_turn=own), size) for own in ((), OWN))
        assert before[:17] == now[:17]


def test_a_decision_is_mine_only_in_play() -> None:
    """While the deck is cut, between rounds and when a computer plays for me it is not."""
    cut = changed(tables.waiting())
    assert cut.seat_view is not None
    cut.match.phase, cut.match.turn = pb.PHASE_CUT, 0
    cut.match.waiting_for[:] = [1, 2]
    cut.seat_view.options.add(option=1, kind=pb.OPTION_KIND_CUT, label="Cut")
    assert not changed(cut, chosen=1).to_play
    assert "your turn" not in rows(cut)[0]
    assert "shuffling" in rows(cut)[0]
    assert "The cards are shuffled." in flat(cut)
    assert "It is your turn." not in "".join(rows(cut, (40, 10)))
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
    """It is told of the seat, in full and in a line."""
    view = changed(tables.ordinary(), inherited_turn=OWN)
    del view.match.last_turn[:]
    view.match.last_turn.extend(OWN)
    assert "Previous turn: Red played Paulownia yellow" in flat(view)
    assert "You played" not in flat(view)
    mine = changed(view, inherited_turn=())
    assert "Previous turn: You played Paulownia yellow" in flat(mine)


def captures(seat: int, codes: str) -> pb.Event:
    """A capture with no card: a hiki's, or the lightning's when the round ends."""
    return pb.Event(kind=pb.EVENT_KIND_CARDS_CAPTURED, seat=seat, cards=cards(codes))


def test_a_capture_at_the_end_is_the_lightnings() -> None:
    """In full and in few words; nobody played a card that took these."""
    played = pb.Event(kind=pb.EVENT_KIND_CARD_PLAYED, seat=2, card=card("1-3"))
    turn = [played, captures(3, "4-3 8-2")]
    for tell in (turn_words, brief_turn):
        told = tell(tables.sakura(3), turn)
        assert told.endswith("; the lightning took Wisteria plain and Pampas geese.")


def test_a_hiki_is_told_with_who_called_it() -> None:
    """My own in another's turn too; what it took follows."""
    hiki = pb.Event(kind=pb.EVENT_KIND_HIKI_CALLED, seat=1, number=9)
    played = pb.Event(kind=pb.EVENT_KIND_CARD_PLAYED, seat=2, card=card("1-3"))
    view = tables.sakura(3)
    for tell in (turn_words, brief_turn):
        told = tell(view, [played, hiki, captures(1, "9-1 9-2 9-3 9-4")])
        assert "; you called hiki, took Mum sake cup, " in told
        assert tell(view, [hiki], named=False) == "called hiki."


def test_a_title_names_the_seat_where_several_are_called_the_same() -> None:
    view = changed(tables.sakura(3), seat_view=None)
    for seat in view.table.seats:
        seat.player_name, seat.bot = "", "easy"
    view.match.turn = 3
    assert turn_state(view) == "Seat 3's turn"


def test_one_card_has_one_key() -> None:
    view = changed(tables.ordinary())
    assert view.seat_view is not None
    del view.seat_view.hand[1:]
    assert hints(view).startswith("1 card Enter play")
