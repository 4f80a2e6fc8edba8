"""Rows of the lobby."""

from __future__ import annotations

from koikoi.v1 import service_pb2

from .many import many
from .parts import LONG, changed
from .two import gathering, match_over, ordinary


def rows(number: int = 30) -> list[service_pb2.TableRow]:
    """Rows of the lobby for tables of every stage."""
    found = []
    for n in range(number):
        table = changed([ordinary(), many(7), gathering(), match_over()][n % 4]).table
        table.table_id, table.name = f"t{n}", f"Table {n}" if n else LONG[0]
        if n == 1:
            table.rules["months"] = "6"
        table.needs_code = False  # private tables are not listed
        rank = 1 if table.open_to_join else 3
        row = service_pb2.TableRow(table=table, round=3, rounds=12, spectators=n % 3, rank=rank)
        found.append(row)
    return found
