"""What only Sakura has: points on cards, discards, lightning, hiki, teams, sums."""

from __future__ import annotations

import re

import pytest

from hanafuda.cards import card
from hanafuda.sakura.rules import POINTS
from koikoi_client.cards import COLUMNS, PICTURE_ROWS, TILE_ROWS
from koikoi_client.screen.all_cards import all_cards
from koikoi_client.screen.board import board
from koikoi_client.screen.result import result
from koikoi_client.screen.room import Room
from koikoi_client.screen.view import View

from . import tables
from .goldens import pictured, shown

FULL = [
    (seats, size) for seats in range(3, 8) for size in ((80, 23), (80, 24), (100, 32), (120, 40))
]


def drawn(view: View, columns: int = 80, rows: int = 24, *, pictures: bool = False) -> str:
    return shown(board(pictured(view, pictures), Room(columns, rows)))


@pytest.mark.parametrize(("seats", "size"), FULL)
@pytest.mark.parametrize("pictures", [False, True], ids=["tiles", "pictures"])
def test_every_number_of_a_full_table_is_seen(
    seats: int, size: tuple[int, int], pictures: bool
) -> None:
    """Total, hand, points so far, yaku, team and lightning of every seat are never cut."""
    view = tables.sakura(seats)
    text = drawn(view, *size, pictures=pictures)
    rows = text.split("\n")
    heading = next((row for row in rows if row.startswith(" Seat ")), "")
    for seat in view.table.seats:
        side = view.side(seat.number)
        tag = next(row for row in rows[1:] if row.startswith(f" {seat.number} {seat.player_name} "))
        numbers = re.findall(r"-?\d+", tag)
        worth = sum(POINTS[each - 1] for each in side.captured)
        for number in (side.score, side.points, worth):
            assert str(number) in numbers
        assert seat.number == view.me or str(side.hand_size) in numbers
        if seat.team and "Team" in heading and seat.number != view.me:
            assert re.search(rf"-\d+ +{seat.team}( |$)", tag)
        elif seat.team:
            assert re.search(rf" (team |t){seat.team}\b", tag)
        if side.gaji_took:
            month = (side.gaji_took + 3) // 4
            assert re.search(rf" (lightning: month |L){month}\b", tag)
        if seat.bot:
            assert re.search(r" Hard plays|bot\b", tag)
    dropped = len(view.worthless)
    assert len(re.findall(rf"(Discards|Disc\.) {dropped}\b|^ +{dropped} ", text, re.M)) == 1


def test_every_card_shows_its_points() -> None:
    """On tiles and pictures; not without marks, nor in games that count only yaku."""
    view = tables.many(3, game="sakura", full=False)
    cards = [*view.match.field, *view.hand]
    for pictures, rows in ((False, 24), (True, 36)):
        text = drawn(view, 100, rows, pictures=pictures)
        where = r"▀ +(\d+)(?= |$)" if pictures else r"\d+ ?[★○▬◇] +(\d+)(?!\d)(?!:)"
        found = re.findall(where, text, re.M)
        assert sorted(map(int, found)) == sorted(POINTS[each - 1] for each in cards)
        plain = drawn(tables.changed(view, marks=False), 100, rows, pictures=pictures)
        assert not re.search(r"^ +(20|10|5|0)( +\d+)+$", plain, re.M)
    assert not re.search(r"[★○▬◇] {2,4}\d", drawn(tables.ordinary()))


def test_the_list_of_cards_shows_points_where_they_fit() -> None:
    text = shown(all_cards(tables.many(3, game="sakura", full=False), Room(100, 30)))
    assert re.search(r"★ moon +20 ", text)
    assert re.search(r"◇ yellow +10 ", text)
    assert re.search(r"★ rain man +5 ", text)


def test_cards_without_points_are_discards() -> None:
    """They are a pile beside the field, and not among the captured cards."""
    view = tables.many(3, game="sakura", full=False)
    text = drawn(view)
    number = len(view.worthless)
    assert number == sum(
        not POINTS[each - 1] for side in view.match.sides for each in side.captured
    )
    assert re.search(rf"\n Discards\b.*\n +{number}\b", text)
    assert text.count("◇ Plains -") + len(re.findall(r"◇ -", text)) == 3
    view.match.sides[0].captured.append(card("12-2"))
    view = tables.told(view)
    assert "◇ Plains 1" in drawn(view) or "◇ 1: 12" in drawn(view), "which counts 10"


def test_the_lightning_is_beside_the_card_that_it_took() -> None:
    """Neither of the two is a discard until the rest of the month follows."""
    view = tables.changed(tables.many(3, game="sakura", full=False))
    view.match.sides[1].captured[:] = [card("8-1"), card("11-4"), card("5-3")]
    before = len(tables.told(view).worthless)
    view.match.sides[1].gaji_took = card("8-1")
    took = tables.told(view)
    assert "8 moon+lightning" in drawn(took)
    assert len(took.worthless) == before - 1
    view.match.sides[1].gaji_took = card("5-3")
    took = tables.told(view)
    assert "◇ Plains 2: 5+L 11" in drawn(took)
    assert len(took.worthless) == before - 2


def test_hiki_out_of_turn_is_noticed() -> None:
    """The screen says whose turn it is, and that H works nevertheless, for the first month."""
    view = tables.hiki_out_of_turn()
    text = drawn(view)
    top, *rows = text.split("\n")
    assert re.search(r" H hiki .*Player 1's turn", top)
    assert " Player 1 chooses a card." in rows
    assert "  H  Hiki: take all of Maple (10)" in rows
    assert "  Tab  Hiki: take all of Paulownia (12)" in rows
    assert rows[-2].startswith(" H hiki")
    assert not view.awaited
    assert "chooses" not in drawn(view, 40, 10)
    second = drawn(tables.changed(view, chosen=2))
    assert "  Enter  Hiki: take all of Paulownia (12)" in second
    assert "  H  Hiki: take all of Maple (10)" in second


def test_a_lightning_may_take_any_card_or_be_left() -> None:
    """All cards on the field are highlighted; X leaves it."""
    text = drawn(tables.lightning_placing())
    assert "  Enter  Take Pine crane with Willow lightning (11)" in text
    assert "  Tab  Choose another of the 5 highlighted cards" in text
    assert "  X  Leave Willow lightning (11) on the field" in text
    assert len(re.findall("▲", text)) == 1
    assert len(re.findall("△", text)) == 5


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_a_result_has_the_sum_of_every_seat_on_one_screen(seats: int) -> None:
    view = tables.sakura_over(seats)
    rows = shown(result(view, Room(80, 24))).split("\n")
    for seat in view.table.seats:
        row = next(each for each in rows if each.startswith(f"  {seat.number} "))
        own = [each.points for each in view.match.result.lines if each.seat == seat.number]
        score = view.match.result.scores[seat.number - 1]
        numbers = [int(each) for each in re.findall(r"-?\d+", row.split("  ", 2)[2])]
        assert numbers[: len(own) + 1] == [*own, score]


def test_a_match_is_won_by_a_team() -> None:
    """Its members are named together."""
    view = tables.changed(tables.sakura_over(4, match=True))
    for number, seat in enumerate(view.table.seats, 1):
        seat.player_name = f"P{number}"
    view.match.winners[:] = [2, 4]
    assert "P2 and P4 won the match" in shown(result(tables.told(view), Room(80, 24)))
    view.match.winners[:] = [1, 3]
    assert "You and P3 won the match" in shown(result(tables.told(view), Room(80, 24)))


def test_a_result_says_whom_the_table_waits_for() -> None:
    view = tables.changed(tables.sakura_over(7))
    assert "Enter  Round 5   goes on by itself in 5 s" in shown(
        result(view, Room(80, 24), closes_in=5)
    )
    view.match.waiting_for[:] = [2]
    said = tables.told(view)
    name = said.name(2)
    assert f"   Round 5 begins when {name} has seen the result." in shown(
        result(said, Room(120, 40))
    )


@pytest.mark.parametrize("pictures", [False, True], ids=["tiles", "pictures"])
@pytest.mark.parametrize("size", [(80, 24), (100, 34), (120, 40)])
def test_the_discards_are_a_block_and_no_heading(size: tuple[int, int], pictures: bool) -> None:
    """As high as a card, in their own colour, in the column of the draw pile."""
    view = tables.hiki_out_of_turn()
    lines = board(pictured(view, pictures), Room(*size))
    block = [words for line in lines for style, words in line if style == "class:card.discards"]
    face = PICTURE_ROWS if pictures and size[1] > 30 else TILE_ROWS
    assert len(block) == face
    assert {len(words) for words in block} == {COLUMNS}
    assert [words.strip() for words in block if words.strip()] == ["Discards", "20"]
