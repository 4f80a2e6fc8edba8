"""The form for a new table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koikoi.v1 import service_pb2
from koikoi_client.screen import form
from koikoi_client.screen.form import OPEN, SHARED, YOU
from koikoi_client.screen.form_page import create_form
from koikoi_client.screen.room import Room

from . import tables
from .screens import FORM, text


def test_the_form_offers_what_the_catalogue_has() -> None:
    """Games, seats, computers, sets and options, all of them from the catalogue."""
    assert labels(FORM) == [
        "Game", "Number of seats", "Seat 1", "Seat 2", "Listed in the lobby", "Name of the table",
        "Number of months",
    ]  # fmt: skip
    koikoi = form.begin(tables.CATALOG, "koikoi")
    assert labels(koikoi)[-3:] == ["Set of rules", "Number of months", "Sake cup"]


def labels(new: form.Form) -> list[str]:
    return [item.label for item in form.items(new, tables.CATALOG)]


def at(new: form.Form, label: str) -> form.Form:
    return replace(new, cursor=labels(new).index(label))


def test_the_form_keeps_one_seat_for_its_maker() -> None:
    """Whatever is chosen, YOU sits in exactly one seat."""
    new = at(FORM, "Number of seats")
    for _ in range(5):
        new = form.stepped(new, tables.CATALOG, 1)
    assert new.seats == (YOU, *[OPEN] * 6)
    for name in ("Seat 1", "Seat 4", "Seat 7"):
        for _ in range(7):
            new = form.stepped(at(new, name), tables.CATALOG, 1)
            assert new.seats.count(YOU) == 1
    for _ in range(5):
        new = form.stepped(at(new, "Number of seats"), tables.CATALOG, -1)
        assert new.seats.count(YOU) == 1


def test_the_form_keeps_only_rules_that_differ() -> None:
    """A set fills the form at once; the default is left out; a number may be typed."""
    new = at(form.begin(tables.CATALOG, "koikoi"), "Set of rules")
    new = form.stepped(new, tables.CATALOG, 1)
    assert new.rules == {"months": "6"}
    new = form.stepped(at(new, "Number of months"), tables.CATALOG, 1)
    assert new.rules == {}
    new = form.typed(form.typed(new, tables.CATALOG, 2), tables.CATALOG, 3)
    assert new.rules == {"months": "23"}
    assert form.typed(new, tables.CATALOG, 9).rules == {"months": "9"}
    assert "your own" in text(create_form(new, tables.CATALOG, Room(80, 24)))


def test_right_is_the_greater_number_and_the_last_is_the_last() -> None:
    """Whatever the catalogue's order; a number that was typed lies between two of them."""
    new = at(form.begin(tables.CATALOG, "koikoi"), "Number of months")
    seen = []
    for step in (-1, -1, 1, 1):
        new = form.stepped(new, tables.CATALOG, step)
        seen.append(new.rules.get("months", "12"))
    assert seen == ["6", "6", "12", "12"]
    new = form.typed(new, tables.CATALOG, 7)
    assert form.stepped(new, tables.CATALOG, 1).rules == {}
    assert form.stepped(new, tables.CATALOG, -1).rules == {"months": "6"}


def test_the_number_of_seats_may_be_typed() -> None:
    new = form.typed(at(FORM, "Number of seats"), tables.CATALOG, 5)
    assert len(new.seats) == 5
    assert form.typed(new, tables.CATALOG, 9).seats == new.seats  # as many cannot be


def test_a_rule_may_be_named_as_a_line_of_the_form() -> None:
    """A house rule "private" or "seats" sets itself alone."""
    catalog = service_pb2.GetCatalogResponse()
    catalog.CopyFrom(tables.CATALOG)
    game = next(each for each in catalog.games if each.id == "coin")
    for name in ("game", "seats", "seat.1", "private", "set"):
        option = game.options.add(option=name, label=f"Rule {name}", default_choice="no")
        option.choices.add(choice="no", label="No")
        option.choices.add(choice="yes", label="Yes")
    new = form.begin(catalog, "coin")
    for place, item in enumerate(form.items(new, catalog)):
        if item.label.startswith("Rule "):
            name = item.label.removeprefix("Rule ")
            changed = form.stepped(replace(new, cursor=place), catalog, 1)
            assert changed == replace(new, cursor=place, rules={name: "yes"})


def test_those_at_one_screen_are_called_by_their_names() -> None:
    """A seat is its player's or a computer's; one keeps the seat of who opens the table."""
    new = form.begin(tables.CATALOG, "koikoi", where=SHARED, players=("Ann", "Ben"))
    shown = text(create_form(new, tables.CATALOG, Room(80, 24)))
    assert "Seat Red" in shown
    assert "Ann" in shown
    assert "Ben" in shown
    new = form.stepped(at(new, "Seat Red"), tables.CATALOG, 1)
    assert new.seats == ("easy", YOU)
    assert form.stepped(new, tables.CATALOG, -1).seats == (OPEN, YOU)


def test_a_value_without_room_beside_its_line_stands_below_whole() -> None:
    catalog = service_pb2.GetCatalogResponse()
    catalog.CopyFrom(tables.CATALOG)
    game = next(each for each in catalog.games if each.id == "coin")
    long = "While anybody chooses a hand card, in addition to all of that"
    option = game.options.add(option="long", label="Long", default_choice="a")
    option.choices.add(choice="a", label=long)
    option.choices.add(choice="b", label="Short")
    new = form.begin(catalog, "coin")
    new = replace(new, cursor=len(form.items(new, catalog)) - 1)
    assert f"   {long}." in text(create_form(new, catalog, Room(80, 24)))


def test_an_explanation_stands_there_whole() -> None:
    """Also one as long as that of the game with the longest, in the smallest window."""
    catalog = service_pb2.GetCatalogResponse()
    catalog.CopyFrom(tables.CATALOG)
    catalog.games[0].summary = "Cards are counted at the end of every round. " * 9 + "The end."
    shown = text(create_form(form.begin(catalog), catalog, Room(80, 24)))
    assert "The end." in shown
    assert "▶ Game" in shown


@pytest.mark.parametrize("rows", range(23, 40))
@pytest.mark.parametrize("game", ["koikoi", "coin", "sakura"])
def test_no_heading_of_the_form_stands_alone_at_the_bottom(game: str, rows: int) -> None:
    """Wherever the cursor is and however high the window."""
    new = form.begin(tables.CATALOG, game)
    for cursor in range(len(form.items(new, tables.CATALOG))):
        lines = create_form(replace(new, cursor=cursor), tables.CATALOG, Room(80, rows))
        for place, line in enumerate(lines[:-1]):
            if "class:heading" in {style for style, _ in line}:
                assert text([lines[place + 1]]).strip(), (cursor, rows)
