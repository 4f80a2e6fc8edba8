"""Tables whose log cannot be read whole."""

from __future__ import annotations

import re

from koikoi_server.journal import DamagedTable, JournalError
from koikoi_server.text import text

_KEY = re.compile(rb'"(?:token|by|id|join_code)":"(\w+)"')


class TableDamaged(JournalError):
    """A table's log cannot be read whole, or does not fit the rules of this version."""

    def __init__(self, table: DamagedTable) -> None:
        self.table = table
        message = text("Table {table} is damaged: {why}.", table=table.table_id, why=table.why)
        super().__init__(message)


def keys_in(body: bytes) -> frozenset[str]:
    """The keys in an entry as it is stored, which may be damaged."""
    return frozenset(key.decode("utf-8", "replace") for key in _KEY.findall(body))
