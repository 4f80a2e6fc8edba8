"""What somebody reads who plays for the first time: forms that fit the place, results explained."""

from __future__ import annotations

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.screen import form
from koikoi_client.screen.board import board
from koikoi_client.screen.form import OPEN, PRACTICE, SHARED, YOU
from koikoi_client.screen.result import result
from koikoi_client.screen.room import Room
from koikoi_client.screen.view import View
from tests.client.screen import tables
from tests.client.screen.tables import changed


def names(new: form.Form) -> list[str]:
    return [item.label for item in form.items(new, tables.CATALOG)]


def choices(new: form.Form, name: str) -> list[str]:
    item = next(item for item in form.items(new, tables.CATALOG) if item.label == name)
    return [value for value, _ in item.choices]


def test_where_nobody_else_comes_seats_are_computers_and_nothing_is_listed() -> None:
    """The computer chosen last, at first the easiest; more seats and another game get it too."""
    new = form.begin(tables.CATALOG, "koikoi", where=PRACTICE)
    assert new.seats == (YOU, "easy")
    assert "Listed in the lobby" not in names(new)
    assert choices(new, "Seat Blue") == ["easy", "medium", "hard", YOU]
    new = form.begin(tables.CATALOG, "coin", where=PRACTICE, bot="medium")
    assert set(new.seats[1:]) == {"medium"}
    seats = next(
        item for item in form.items(new, tables.CATALOG) if item.label == "Number of seats"
    )
    assert seats.set("4").seats[1:] == ("medium",) * 3


def test_at_one_screen_the_other_seats_are_the_other_players() -> None:
    new = form.begin(tables.CATALOG, "koikoi", where=SHARED, players=("Ann", "Ben"))
    assert new.seats == (YOU, OPEN)
    assert "Listed in the lobby" not in names(new)
    item = next(item for item in form.items(new, tables.CATALOG) if item.label == "Seat Blue")
    assert item.shown == "Ben"


def test_at_a_server_the_first_step_from_open_is_a_computer() -> None:
    new = form.begin(tables.CATALOG, "koikoi")
    assert "Listed in the lobby" in names(new)
    assert choices(new, "Seat Blue")[:2] == [OPEN, "easy"]
    assert choices(new, "Seat Blue")[-1] == YOU


def test_a_game_without_computers_says_so() -> None:
    """In practice as well its seats stay open: there is nobody to put in."""
    catalog = service_pb2.GetCatalogResponse()
    catalog.CopyFrom(tables.CATALOG)
    del catalog.games[0].bots[:]
    new = form.begin(catalog, catalog.games[0].id, where=PRACTICE)
    assert new.seats == (YOU, OPEN)
    item = next(item for item in form.items(new, catalog) if item.label == "Seat Blue")
    assert "No computer plays this game" in item.explanation


def test_a_drawn_month_says_why_and_whose_yaku_are_lost() -> None:
    view = changed(tables.round_over())
    view.match.result.Clear()
    view.match.result.end = table_pb2.ROUND_END_DRAWN
    view.match.result.lost.add(
        seat=1, yaku=view.side(1).yaku[0], why=table_pb2.LOSS_REASON_NOBODY_STOPPED
    )
    said = " ".join(text(tables.told(view)).split())
    assert "the cards ran out and nobody stopped" in said
    assert "Your Flower Viewing (5 points) scored nothing" in said


def text(view: View) -> str:
    return "\n".join("".join(w for _, w in line) for line in result(view, Room(80, 24)))


def test_a_result_offers_only_what_the_reader_can_do() -> None:
    """No chat for a spectator, nor at one screen, where nobody is waited for elsewhere."""
    assert " C  chat" in text(tables.round_over())
    assert " chat" not in text(changed(tables.round_over(), seat_view=None))
    shared = changed(tables.round_over(), shared=True)
    shared.match.waiting_for[:] = [2]
    assert "has seen the result" in text(tables.told(changed(shared, shared=False)))
    assert "has seen the result" not in text(tables.told(shared))
    assert " chat" not in text(shared)
    over = changed(tables.match_over(), seat_view=None)
    lines = board(over, Room(80, 24))
    assert " R " not in "".join(words for line in lines for _, words in line)
