"""The table as a place: what may be done about its seats."""

from __future__ import annotations

import pytest

from koikoi_client.screen import seats

from . import tables
from .screens import TILES, text


def test_deeds_are_those_that_the_server_allows() -> None:
    """Taking back, replacing who is late, reminding, putting out: each only where it may be."""
    late = seats.deeds(tables.late())
    assert [deed.what for deed in late] == [
        *("back", "bot", "bot", "bot", "nudge", "kick", "alone", "end")
    ]
    assert [deed.what for deed in seats.deeds(tables.waiting())] == [
        "nudge", "kick", "bot", "bot", "bot",
    ]  # fmt: skip
    assert seats.deeds(tables.watching()) == []
    assert [deed.seat for deed in seats.deeds(tables.gathering())] == [2, 2, 2, 1, 1, 1]


def test_open_seats_come_first_and_ones_own_last() -> None:
    """The number keys reach what a table of seven waits for, whatever stands in other seats."""
    table = tables.gathering("easy", "easy", "", "")
    offered = [deed.seat for deed in seats.deeds(table)]
    assert offered == [0, 0, 0, 4, 4, 4, 5, 5, 5, 2, 2, 3, 3, 1, 1, 1]


def test_one_deed_fills_all_open_seats() -> None:
    """With computers of a level; of a single open seat, or of none, nothing is said twice."""
    table = tables.gathering("", "", "", "", "", "")
    fill = seats.deeds(table)[2]
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
        scroll = seats.scrolled(table, *size, TILES, cursor, scroll)
        lines = seats.seats(table, *size, TILES, cursor=cursor, scroll=scroll)
        [lit] = [row for row in text(lines).split("\n") if row.startswith("▶")]
        assert lit.strip().endswith(offered[cursor].words)
    assert scroll == 0


def test_a_deeds_key_is_a_digit_and_later_ones_have_none() -> None:
    shown = text(seats.seats(tables.gathering("", "", "", "", "", ""), 100, 50, TILES))
    assert "  0  Put a computer in seat 4: Easy" in shown
    assert "     Put a computer in seat 4: Medium" in shown
