"""Names are on every screen as players wrote them, whatever characters they contain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from koikoi.v1 import record_pb2, table_pb2
from koikoi_client.screen import board, handoff, lobby, records, result, seats
from koikoi_client.screen.room import Room
from koikoi_client.screen.view import View
from tests.client.screen import tables
from tests.client.screen.finished import finished
from tests.client.screen.goldens import shown

SIZE = Room(120, 40)


def named(table: table_pb2.Table, name: str) -> table_pb2.Table:
    """The table with *name* in its own name and in those of all players."""
    made = table_pb2.Table()
    made.CopyFrom(table)
    made.name = f"{name} club"
    for seat in made.seats:
        if seat.player_name:
            seat.player_name = f"{name} {seat.number}"
    return made


def at(view: View, name: str) -> View:
    update = table_pb2.Update()
    update.CopyFrom(view.update)
    update.table.CopyFrom(named(view.table, name))
    return tables.told(replace(view, update=update))


def of(record: record_pb2.Record, name: str) -> record_pb2.Record:
    made = record_pb2.Record()
    made.CopyFrom(record)
    for number, player in enumerate(made.players, 1):
        player.name = f"{name} {number}"
    return made


def _the_lobby(name: str) -> str:
    rows = tables.rows()
    for row in rows:
        row.table.CopyFrom(named(row.table, name))
    page = lobby.Lobby(rows, tables.CATALOG, name=name, server=name, cursor="t1", search="")
    return shown(lobby.lobby(page, SIZE))


def _the_records(name: str) -> str:
    page = records.Records([of(finished(2), name), of(finished(7), name)], tables.CATALOG)
    return shown(records.records(page, SIZE))


PAGES: dict[str, Callable[[str], str]] = {
    **{
        name: lambda written, make=make: shown(board.board(at(make(), written), SIZE))  # type: ignore[misc]
        for name, make in tables.TABLES.items()
    },
    "lobby": _the_lobby,
    "records": _the_records,
    "result": lambda name: shown(result.result(at(tables.round_over(), name), SIZE)),
    "drawn": lambda name: shown(result.result(at(tables.match_over(), name), SIZE)),
    "seats": lambda name: shown(seats.seats(at(tables.late(), name), SIZE)),
    "hand-off": lambda name: shown(handoff.handoff(at(tables.watching(), name), 1, SIZE)),
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_braces_in_names_are_not_fields(page: Callable[[str], str]) -> None:
    """Only the client's own sentences have fields; "{n}" in a name stays as it is."""
    plain = page("(n)")
    assert "(n)" in plain
    assert page("{n}") == plain.replace("(n)", "{n}")
