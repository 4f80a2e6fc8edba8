"""An index of all running tables: by id, join code, seat token and request."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from koikoi_server.journal import DamagedTable
from koikoi_server.refusal import FULL_RETRY_MS, Reason, Refusal
from koikoi_server.table.commands import Join, Open, Token
from koikoi_server.table.events import Entry
from koikoi_server.table.runner import Table
from koikoi_server.table.state import Stage, TableState
from koikoi_server.table.watches import Watches

K = TypeVar("K", bound=Hashable)


@dataclass
class LiveTable:
    """A table, its watches, and the task that runs it."""

    table: Table
    watches: Watches
    task: asyncio.Task[None] | None = None
    address: str | None = None
    """The address whose table it is: of whoever opened it or, after a restart, of the first player
    who watches it again (None until then). Empty: of a program that has no limits."""

    @property
    def state(self) -> TableState:
        assert self.table.state is not None, "the index finds a table from its first entry on"
        return self.table.state

    @property
    def is_open(self) -> bool:
        return self.state.stage is not Stage.CLOSED


class TableIndex:
    """Follows all tables. A table is found from its first entry until it is forgotten."""

    def __init__(self) -> None:
        self._tables: dict[str, LiveTable] = {}
        self._codes: dict[str, str] = {}
        self._tokens: dict[Token, str] = {}
        self._requests: dict[bytes, str] = {}
        self._damaged: dict[str, DamagedTable] = {}

    def __iter__(self) -> Iterator[LiveTable]:
        """All tables, oldest first, closed ones included."""
        return iter([live for live in self._tables.values() if live.table.state is not None])

    def add(self, live: LiveTable) -> None:
        """Add a table that has no entries yet."""
        self._tables[live.table.table_id] = live

    def on_entry(self, state: TableState, entry: Entry) -> None:
        table_id = state.table_id
        for seat in state.seats:
            if seat.token:
                self._tokens[seat.token] = table_id
        if entry.request is not None and isinstance(entry.command, Open | Join):
            self._requests[entry.request.id] = table_id
        if state.join_code and self._codes.get(state.join_code) != table_id:
            self._codes = _without(self._codes, table_id)
            self._codes[state.join_code] = table_id

    def forget(self, table_id: str) -> None:
        """Remove a table and all of its keys."""
        self._tables.pop(table_id, None)
        self._tokens = _without(self._tokens, table_id)
        self._requests = _without(self._requests, table_id)
        self._codes = _without(self._codes, table_id)

    @property
    def damaged(self) -> Mapping[str, DamagedTable]:
        """The tables that were set aside, by id."""
        return self._damaged

    def set_aside(self, table: DamagedTable) -> None:
        """Remove a table, and refuse its players from now on."""
        self.forget(table.table_id)
        self._damaged[table.table_id] = table

    def check_whole(self, key: str) -> None:
        """Check that no damaged table has that id, or a key as in :class:`DamagedTable`.

        Raises:
            Refusal: STORAGE_FAILED.
        """
        if any(key == each.table_id or key in each.keys for each in self._damaged.values()):
            raise Refusal(
                Reason.STORAGE_FAILED,
                "This table's data on the server's disk is damaged, so nobody can play there: ask "
                "the server's host to restore it.",
                retry_ms=FULL_RETRY_MS,
            )

    def get(self, table_id: str) -> LiveTable | None:
        """The table with that id."""
        live = self._tables.get(table_id)
        return live if live is not None and live.table.state is not None else None

    def by_code(self, join_code: str) -> LiveTable | None:
        """The private table with that join code."""
        return self.get(self._codes.get(join_code, ""))

    def by_token(self, token: Token) -> LiveTable | None:
        """The table at which the token with that hash has, or had, a seat."""
        return self.get(self._tokens.get(token, ""))

    def by_request(self, request: bytes) -> LiveTable | None:
        """The table that the request with that id opened or joined."""
        return self.get(self._requests.get(request, ""))


def _without(index: dict[K, str], table_id: str) -> dict[K, str]:
    return {key: table for key, table in index.items() if table != table_id}
