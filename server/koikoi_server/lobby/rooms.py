"""The rooms of a server, and all that leads to one: its id, its join code, a seat, a request."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from koikoi_server.table.commands import Join, Open, Token
from koikoi_server.table.events import Entry
from koikoi_server.table.runner import Table
from koikoi_server.table.state import Stage, TableState
from koikoi_server.table.watches import Watches

K = TypeVar("K", bound=Hashable)


@dataclass
class Room:
    """A table that runs, and its watchers."""

    table: Table
    watches: Watches
    work: asyncio.Task[None] | None = None

    @property
    def state(self) -> TableState:
        assert self.table.state is not None, "a room is entered once its table is open"
        return self.table.state

    @property
    def is_open(self) -> bool:
        return self.state.stage is not Stage.CLOSED


class Rooms:
    """Every room, by table id, by join code, by the hash of each seat token ever given for it."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._codes: dict[str, str] = {}
        self._tokens: dict[Token, str] = {}
        self._requests: dict[bytes, str] = {}

    def __iter__(self) -> Iterator[Room]:
        """All of them, oldest first; those of closed tables too."""
        return iter([*self._rooms.values()])

    def note(self, room: Room, state: TableState, entry: Entry) -> None:
        """An entry has been written; *state* is the table of *room* after it."""
        table_id = state.table_id
        self._rooms[table_id] = room
        for seat in state.seats:
            if seat.token:
                self._tokens[seat.token] = table_id
        if entry.request is not None and isinstance(entry.command, Open | Join):
            self._requests[entry.request.id] = table_id
        if state.join_code and self._codes.get(state.join_code) != table_id:
            self._codes = _without(self._codes, table_id)
            self._codes[state.join_code] = table_id

    def forget(self, table_id: str) -> None:
        """Nothing leads to that table any more."""
        self._rooms.pop(table_id, None)
        self._tokens = _without(self._tokens, table_id)
        self._requests = _without(self._requests, table_id)
        self._codes = _without(self._codes, table_id)

    def get(self, table_id: str) -> Room | None:
        """The room of a table; None once it is forgotten."""
        return self._rooms.get(table_id)

    def by_code(self, join_code: str) -> Room | None:
        """The room of the private table with that code."""
        return self._rooms.get(self._codes.get(join_code, ""))

    def by_token(self, token: Token) -> Room | None:
        """The room in which the token of that hash has, or had, a seat."""
        return self._rooms.get(self._tokens.get(token, ""))

    def by_request(self, request: bytes) -> Room | None:
        """The room that the request of that id has opened, or in which it has taken a seat."""
        return self._rooms.get(self._requests.get(request, ""))


def _without(index: dict[K, str], table_id: str) -> dict[K, str]:
    return {key: table for key, table in index.items() if table != table_id}
