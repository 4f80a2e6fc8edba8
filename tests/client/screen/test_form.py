"""The form for a new table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koikoi_client.screen import form
from koikoi_client.screen.form import OPEN, YOU
from koikoi_client.screen.inks import HEADING

from . import tables
from .screens import FORM, TILES, text


def test_the_form_offers_what_the_catalogue_has() -> None:
    """Games, seats, computers, sets and options, all of them from the catalogue."""
    names = [item.name for item in form.items(FORM, tables.CATALOG)]
    assert names == ["game", "seats", "seat.1", "seat.2", "private", "months"]
    koikoi = form.begin(tables.CATALOG, "koikoi")
    assert [item.name for item in form.items(koikoi, tables.CATALOG)][-3:] == [
        "set", "months", "sake_cup",
    ]  # fmt: skip


def at(new: form.Form, name: str) -> form.Form:
    names = [item.name for item in form.items(new, tables.CATALOG)]
    return replace(new, cursor=names.index(name))


def test_the_form_keeps_one_seat_for_its_maker() -> None:
    """Whatever is chosen, YOU sits in exactly one seat."""
    new = at(FORM, "seats")
    for _ in range(5):
        new = form.stepped(new, tables.CATALOG, 1)
    assert new.seats == (YOU, *[OPEN] * 6)
    for name in ("seat.1", "seat.4", "seat.7"):
        for _ in range(7):
            new = form.stepped(at(new, name), tables.CATALOG, 1)
            assert new.seats.count(YOU) == 1
    for _ in range(5):
        new = form.stepped(at(new, "seats"), tables.CATALOG, -1)
        assert new.seats.count(YOU) == 1


def test_the_form_keeps_only_rules_that_differ() -> None:
    """A set fills the form at once; the default is left out; a number may be typed."""
    new = at(form.begin(tables.CATALOG, "koikoi"), "set")
    new = form.stepped(new, tables.CATALOG, 1)
    assert new.rules == {"months": "6"}
    new = form.stepped(at(new, "months"), tables.CATALOG, -1)
    assert new.rules == {}
    new = form.typed(form.typed(new, tables.CATALOG, 2), tables.CATALOG, 3)
    assert new.rules == {"months": "23"}
    assert form.typed(new, tables.CATALOG, 9).rules == {"months": "9"}
    assert "your own" in text(form.create_form(new, tables.CATALOG, 80, 24, TILES))


@pytest.mark.parametrize("rows", range(23, 40))
@pytest.mark.parametrize("game", ["koikoi", "coin", "sakura"])
def test_no_heading_of_the_form_stands_alone_at_the_bottom(game: str, rows: int) -> None:
    """Wherever the cursor is and however high the window."""
    new = form.begin(tables.CATALOG, game)
    for cursor in range(len(form.items(new, tables.CATALOG))):
        lines = form.create_form(replace(new, cursor=cursor), tables.CATALOG, 80, rows, TILES)
        for place, line in enumerate(lines[:-1]):
            if HEADING in {style for style, _ in line}:
                assert text([lines[place + 1]]).strip(), (cursor, rows)
