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


@pytest.mark.parametrize("columns", [80, 100])
def test_one_sees_in_the_list_who_is_away(columns: int) -> None:
    """A long name is cut before that."""
    row = service_pb2.TableRow()
    row.table.table_id, row.table.name, row.table.game = "t", "A table with a long name", "koikoi"
    row.table.seats.add(player_name="Bartholomew Long").absent_since.GetCurrentTime()
    shown = lobby.Lobby(rows=[row], catalog=tables.CATALOG)
    assert "(away)" in text(lobby.lobby(shown, Room(columns, 24))).split("▶")[1].split("\n")[0]


def test_the_lobby_searches() -> None:
    """Names of tables, players and games are searched; without a match there is a sentence."""
    found = replace(LOBBY, search="table 2")
    assert [row.table.table_id for row in found.found][:2] == ["t2", "t22"]
    assert "No table, player or game matches" in text(
        lobby.lobby(replace(LOBBY, search="zz"), Room(80, 24))
    )
    empty = lobby.Lobby(rows=[], catalog=tables.CATALOG)
    assert "No table is open" in text(lobby.lobby(empty, Room(80, 24)))


def test_nothing_is_said_of_a_table_that_is_not_known_yet() -> None:
    """One's own private table: it has a name, and no key that is refused."""
    row = service_pb2.TableRow()
    row.table.table_id, row.table.needs_code = "p", True
    shown = lobby.Lobby(rows=[row], catalog=tables.CATALOG, mine=frozenset({"p"}))
    drawn = text(lobby.lobby(shown, Room(80, 24)))
    lines = [" ".join(line.split()) for line in drawn.splitlines() if line.strip()]
    assert lines[2:4] == ["▶ a private table yours", "a private table"]
    assert lines[4].startswith("Enter sit N new J code")


@pytest.mark.parametrize(
    ("known", "trouble", "said"),
    [
        (False, "", "Loading the list of tables."),
        (False, "Too many. Trying again.", "Too many. Trying again."),
        (True, "Too many. Trying again.", "Too many. Trying again."),
        (True, "", "No table is open. N opens one."),
    ],
)
def test_an_empty_list_says_why(known: bool, trouble: str, said: str) -> None:
    """While it is shown and the server sends no changes, that is said too."""
    shown = lobby.Lobby(rows=[], catalog=tables.CATALOG, known=known, trouble=trouble)
    drawn = text(lobby.lobby(shown, Room(80, 24)))
    assert said in drawn
    assert ("No table is open" in drawn) is (known and not trouble)
    assert trouble in text(lobby.lobby(replace(shown, rows=LOBBY.rows), Room(80, 24)))


def test_a_match_before_its_first_deal_has_no_month() -> None:
    row = service_pb2.TableRow(table=tables.ordinary().update.table, rounds=12)
    drawn = text(lobby.lobby(lobby.Lobby(rows=[row], catalog=tables.CATALOG), Room(80, 24)))
    assert "starting" in drawn
    assert "0/" not in drawn


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
    """After them come the others by the server's rank."""
    first = replace(LOBBY, mine=frozenset({"t8"})).found
    assert first[0].table.table_id == "t8"
    ranks = [row.rank for row in first[1:]]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) > 1
