"""The table as a place: what may be done about its seats."""

from __future__ import annotations

import pytest

from koikoi_client.screen import seats

from . import tables
from .screens import TILES, text


def test_deeds_are_those_that_the_server_allows() -> None:
    """Taking back, replacing who is late, reminding, putting out: each only where it may be."""
    late = seats.deeds(tables.late())
    assert [deed.what for deed in late] == ["back", "bot", "nudge", "alone", "end", "kick"]
    assert [deed.what for deed in seats.deeds(tables.waiting())] == ["nudge", "kick", "bot"]
    assert seats.deeds(tables.watching()) == []
    assert [deed.seat for deed in seats.deeds(tables.gathering())] == [2, 1]


def test_open_seats_come_first_and_ones_own_last() -> None:
    """The number keys reach what a table of seven waits for, whatever stands in other seats."""
    table = tables.gathering("easy", "easy", "", "")
    offered = [deed.seat for deed in seats.deeds(table)]
    assert offered == [0, 4, 5, 2, 3, 1]


def test_a_seat_is_given_the_computer_that_was_asked_for() -> None:
    """Where that one sits already the next one is offered; without a wish it is the usual one."""
    table = tables.gathering("easy", "hard", "")
    for wish, offered in (
        ("", ["medium", "medium", "medium"]),
        ("easy", ["easy", "medium", "easy"]),
        ("hard", ["hard", "hard", "easy"]),
    ):
        shown = {deed.seat: deed for deed in seats.deeds(table, wish)}
        assert [shown[seat].bot for seat in (4, 2, 3)] == offered
        assert shown[2].words == f"Change the computer in seat Blue: {offered[1].title()}"


def test_a_number_keeps_its_deed_while_the_page_is_open() -> None:
    """What is no longer offered keeps its place, what is new comes last; the end may shorten."""
    before = seats.deeds(tables.waiting())
    assert [deed.what for deed in before] == ["nudge", "kick", "bot"]
    now = seats.kept(before, seats.deeds(tables.late()))
    assert [(deed.what, deed.gone) for deed in now] == [
        ("nudge", False), ("kick", False), ("bot", True), ("back", False), ("bot", False),
        ("alone", False), ("end", False),
    ]  # fmt: skip
    later = seats.kept(now, before)
    assert [(deed.what, deed.gone) for deed in later] == [
        ("nudge", False), ("kick", False), ("bot", False),
    ]  # fmt: skip
    shown = text(seats.seats(tables.late(), 80, 24, TILES, offered=now))
    assert "       Let a computer play for you: Medium   (not any more)" in shown
    assert " 4   Take your seat back" in shown


def test_one_deed_fills_all_open_seats() -> None:
    """With computers of a level; of a single open seat, or of none, nothing is said twice."""
    table = tables.gathering("", "", "", "", "", "")
    fill = seats.deeds(table, "hard")[0]
    assert (fill.what, fill.words) == ("fill", "Put computers in all 6 open seats: Hard")
    filled = seats.fillings(table, fill.bot)
    assert [(each.what, each.seat, each.bot) for each in filled] == [
        ("bot", seat, "hard") for seat in range(2, 8)
    ]
    assert "fill" not in {deed.what for deed in seats.deeds(tables.gathering("easy", ""))}


@pytest.mark.parametrize("size", [(80, 23), (80, 24), (100, 30)])
def test_the_deed_under_the_cursor_is_always_seen(size: tuple[int, int]) -> None:
    """Through all deeds of a table of seven, down and up again; the first shows the seats too."""
    table, scroll = tables.gathering("", "", "", "", "", "easy"), 0
    offered = seats.deeds(table)
    there_and_back = [*range(len(offered)), *reversed(range(len(offered)))]
    for cursor in there_and_back:
        lines = seats.seats(table, *size, TILES, cursor=cursor, scroll=scroll)
        scroll = lines.scroll
        [lit] = [row for row in text(lines).split("\n") if row.startswith("▶")]
        assert lit.strip().endswith(offered[cursor].words)
    assert scroll == 0


def test_a_deeds_key_is_a_digit_and_later_ones_have_none() -> None:
    many = [seats.Deed("nudge", seat, f"Remind {seat}") for seat in range(1, 13)]
    shown = text(seats.seats(tables.many(7), 100, 50, TILES, offered=many))
    assert "  9   Remind 9 " in shown
    assert "  0   Remind 10 " in shown
    assert "       Remind 11 " in shown
