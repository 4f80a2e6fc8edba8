"""The seats of a table, and the seat options of the server."""

from __future__ import annotations

import pytest

from koikoi.v1 import table_pb2
from koikoi_client.screen import seats
from koikoi_client.screen.name_tags import name_tag, seat_label
from koikoi_client.screen.room import Room
from koikoi_client.screen.view import View

from . import tables
from .screens import text
from .tables.parts import offer


def labels(view: View) -> list[str]:
    return [each.option.label for each in seats.choices(view) if each.option is not None]


def offering(*options: table_pb2.SeatOption) -> View:
    """A table at which these are listed."""
    view = tables.changed(tables.ordinary())
    assert view.seat_view is not None
    del view.seat_view.seat_options[:]
    view.seat_view.seat_options.extend(options)
    return view


def test_all_seat_options_are_shown_in_the_servers_order() -> None:
    """By their labels, also those that only later servers have."""
    view = offering(
        table_pb2.SeatOption(id="x", kind=99, label="Swap two seats"),  # type: ignore[arg-type]
        offer("NUDGE", "Remind Ben", 2),
    )
    shown = text(seats.seats(view, Room(80, 24)))
    assert shown.index(" 1   Swap two seats ") < shown.index(" 2   Remind Ben ")


def test_a_spectator_may_sit_down_where_the_table_says() -> None:
    """In an open seat, or instead of a computer."""
    assert seats.choices(tables.watching()) == []
    view = tables.told(tables.changed(tables.gathering("easy", ""), seat_view=None))
    assert [each.seat for each in seats.choices(view)] == [2, 3]
    shown = text(seats.seats(view, Room(80, 24)))
    assert "Replace the computer: Seat 2" in shown
    assert "Sit down: Seat 3" in shown


def test_an_option_that_becomes_possible_later_says_when() -> None:
    view = offering(offer("SEAT_COMPUTER", "Let a computer play for Ben", 2, possible=73))
    assert "Let a computer play for Ben  possible in 1:13" in text(seats.seats(view, Room(80, 24)))
    now = tables.changed(view, now=view.now + 73)
    assert "possible" not in text(seats.seats(now, Room(80, 24)))


def test_a_seat_gets_the_computer_that_was_asked_for() -> None:
    """If the option does not have it, the seat gets the first one listed."""
    usual = seats.Choice(offer("SEAT_COMPUTER", "", 2, bots="medium easy hard"))
    other = seats.Choice(offer("CHANGE_COMPUTER", "", 3, bots="easy medium"))
    assert [usual.bot(wish) for wish in ("", "easy", "hard")] == ["medium", "easy", "hard"]
    assert [other.bot(wish) for wish in ("", "easy", "hard")] == ["easy", "easy", "easy"]
    assert seats.Choice(offer("NUDGE", "", 2)).bot("easy") == ""
    view = tables.gathering("")
    shown = text(seats.seats(view, Room(80, 24), bot="hard"))
    assert "Put a computer in the Blue seat: Hard" in shown


def test_a_number_keeps_its_choice_while_the_page_is_open() -> None:
    """An option that is gone keeps its place, new ones come last; at the end they are removed."""
    nudge, kick = offer("NUDGE", "Remind Ben", 2), offer("KICK", "Remove Ben", 2)
    back = offer("TAKE_BACK", "Take your seat back", 1)
    before = seats.choices(offering(nudge, kick))
    now = seats.kept(before, seats.choices(offering(back, kick)))
    assert [(each.option, each.gone) for each in now] == [
        (nudge, True), (kick, False), (back, False),
    ]  # fmt: skip
    assert seats.kept(now, before) == before
    shown = text(seats.seats(tables.late(), Room(80, 24), offered=now, cursor=1))
    assert "       Remind Ben   (no longer possible)" in shown
    assert " 3   Take your seat back" in shown


def test_an_option_whose_id_has_changed_keeps_its_place() -> None:
    """An id is valid until its seat changes; the new id is sent."""
    old, new = offer("KICK", "Remove Ben", 2), offer("KICK", "Remove Ben", 2)
    new.id = "kick.2.7"
    kept = seats.kept(seats.choices(offering(old)), seats.choices(offering(new)))
    assert [each.option for each in kept] == [new]


@pytest.mark.parametrize("size", [(80, 23), (80, 24), (100, 30)])
def test_the_choice_under_the_cursor_is_always_visible(size: tuple[int, int]) -> None:
    """For all choices of a table of seven, down and up; the seats are visible with the first."""
    table, scroll = tables.gathering("", "", "", "", "", "easy"), 0
    offered = labels(table)
    there_and_back = [*range(len(offered)), *reversed(range(len(offered)))]
    for cursor in there_and_back:
        lines = seats.seats(table, Room(*size), cursor=cursor, scroll=scroll)
        scroll = lines.scroll
        [lit] = [row for row in text(lines).split("\n") if row.startswith("▶")]
        assert offered[cursor] in lit
    assert scroll == 0


def test_a_choices_key_is_a_digit_and_later_ones_have_none() -> None:
    many = [seats.Choice(offer("NUDGE", f"Remind {seat}", seat)) for seat in range(1, 13)]
    shown = text(seats.seats(tables.many(7), Room(100, 50), offered=many))
    assert "  9   Remind 9 " in shown
    assert "  0   Remind 10 " in shown
    assert "       Remind 11 " in shown


def test_each_seat_shows_its_state() -> None:
    """In the server's words, and for how long its connection has been lost."""
    shown = text(seats.seats(tables.late(), Room(80, 24)))
    assert "you  host, Medium plays for you" in shown
    assert "away  connection lost 47 s ago" in shown


def test_a_computer_has_one_name_everywhere() -> None:
    """The server's, which may end in the number of its seat; a person's follows the number."""
    table = tables.gathering("medium", "medium", "hard")
    names = [seat_label(table, seat) for seat in range(1, 5)]
    assert names == [" 1 Aki ", " Medium 2 ", " Medium 3 ", " 4 Hard "]


def test_a_name_tag_names_the_computer_of_who_is_away() -> None:
    """At 80 columns, beside a long name."""
    table = tables.changed(tables.late())
    table.table.seats[1].player_name = "Bartholomew Long"
    table.table.seats[1].bot = "medium"
    table.table.seats[1].absent_since.FromSeconds(int(table.now) - 60)
    assert "away, bot" in text([name_tag(tables.told(table), 2, 80)])
    table.match.sides[1].koikoi_calls = 0
    assert "away, Medium.. 1:00" in text([name_tag(tables.told(table), 2, 80)])
