"""The lobby: its rows, their order, and the table under the cursor."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koikoi.v1 import service_pb2
from koikoi_client.screen import lobby
from koikoi_client.screen.room import Room

from . import tables
from .screens import LOBBY, text


def test_the_lobby_scrolls_to_the_cursor() -> None:
    """Of thirty tables the one under the cursor is visible, with its players and house rules."""
    for row in LOBBY.found:
        shown = text(lobby.lobby(replace(LOBBY, cursor=row.table.table_id), Room(80, 24)))
        assert f"▶ {row.table.name}" in shown
    shown = text(lobby.lobby(replace(LOBBY, cursor="t1"), Room(80, 24)))
    assert "Rules: Number of months: 6 months." in shown


def test_the_lobby_searches() -> None:
    """Names of tables, players and games are searched; without a match there is a sentence."""
    found = replace(LOBBY, search="table 2")
    assert [row.table.table_id for row in found.found][:2] == ["t2", "t22"]
    assert "No table, player or game matches" in text(
        lobby.lobby(replace(LOBBY, search="zz"), Room(80, 24))
    )
    empty = lobby.Lobby(rows=[], catalog=tables.CATALOG)
    assert "No table is open" in text(lobby.lobby(empty, Room(80, 24)))


def test_the_lobby_counts_open_seats_and_computers() -> None:
    """Each player's name once, and the number of computers and open seats."""
    table = tables.gathering("easy", "easy", "", "", "").update.table
    shown = lobby.Lobby(rows=[service_pb2.TableRow(table=table)], catalog=tables.CATALOG)
    drawn = text(lobby.lobby(shown, Room(80, 24)))
    assert "Seats: Aki, 2 computers and 3 open seats." in drawn


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_names_of_tables_are_cut_between_words(columns: int) -> None:
    """In wide windows they are not cut at all."""
    table = tables.changed(tables.ordinary()).update.table
    table.name = "Cherry blossom viewing at Aki's"
    shown = lobby.Lobby(rows=[service_pb2.TableRow(table=table)], catalog=tables.CATALOG)
    name = "Cherry blossom viewing.." if columns == 80 else table.name
    assert f"▶ {name} " in text(lobby.lobby(shown, Room(columns, 24)))


def test_tables_with_a_seat_of_the_players_come_first() -> None:
    """After them come tables with open seats, then full ones."""
    first = replace(LOBBY, mine=frozenset({"t8"})).found
    assert first[0].table.table_id == "t8"
    assert first[1].table.open_to_join
    assert not first[-1].table.open_to_join
