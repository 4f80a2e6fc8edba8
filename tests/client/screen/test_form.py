"""The form for a new table, as the screen shows it."""

from __future__ import annotations

import pytest

from koikoi.v1 import service_pb2
from koikoi_client.follow.new_table import begin
from koikoi_client.follow.new_table_form import fields
from koikoi_client.screen.form_page import form_page
from koikoi_client.screen.room import Room

from . import tables
from .screens import text


def test_a_value_without_room_beside_its_line_stands_below_whole() -> None:
    catalog = service_pb2.GetCatalogResponse()
    catalog.CopyFrom(tables.CATALOG)
    game = next(each for each in catalog.games if each.id == "coin")
    long = "While anybody chooses a hand card, in addition to all of that"
    option = game.options.add(option="long", label="Long", default_choice="a")
    option.choices.add(choice="a", label=long)
    option.choices.add(choice="b", label="Short")
    new = begin(catalog, "coin")
    last = len(fields(new, catalog)) - 1
    assert f"   {long}." in text(form_page(new, catalog, Room(80, 24), cursor=last))


def test_an_explanation_stands_there_whole() -> None:
    """Also one as long as that of the game with the longest, in the smallest window."""
    catalog = service_pb2.GetCatalogResponse()
    catalog.CopyFrom(tables.CATALOG)
    catalog.games[0].summary = "Cards are counted at the end of every round. " * 9 + "The end."
    shown = text(form_page(begin(catalog), catalog, Room(80, 24)))
    assert "The end." in shown
    assert "▶ Game" in shown


@pytest.mark.parametrize("rows", range(23, 40))
@pytest.mark.parametrize("game", ["koikoi", "coin", "sakura"])
def test_no_heading_of_the_form_stands_alone_at_the_bottom(game: str, rows: int) -> None:
    """Wherever the cursor is and however high the window."""
    new = begin(tables.CATALOG, game)
    for cursor in range(len(fields(new, tables.CATALOG))):
        lines = form_page(new, tables.CATALOG, Room(80, rows), cursor=cursor)
        for place, line in enumerate(lines[:-1]):
            if "class:heading" in {style for style, _ in line}:
                assert text([lines[place + 1]]).strip(), (cursor, rows)
