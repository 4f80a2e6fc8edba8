"""Limits the open tables of a server and of each address.

When a slot is needed and none is free, an abandoned table is closed: of the address that has no
slot left or, if the server has none, of an address that has more tables than the one that asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from koikoi_server.lobby.table_index import LiveTable
from koikoi_server.refusal import FULL_RETRY_MS, Reason, Refusal, full
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Clock, Millis
from koikoi_server.table import derived
from koikoi_server.table.commands import MakeRoom


class _Limit(NamedTuple):
    """A limit that has no slot left, the tables that it counts, and its refusal."""

    tables: Sequence[LiveTable]
    pattern: str
    most: int
    make_room: MakeRoom


class TableSlots:
    """The slots of open tables, and of those that are about to be opened."""

    def __init__(
        self, clock: Clock, settings: Settings, open_tables: Callable[[], Sequence[LiveTable]]
    ) -> None:
        self._clock = clock
        self._settings = settings
        self._open_tables = open_tables
        self._reserved: dict[str, str] = {}  # addresses, by the ids of tables not opened yet
        self._closing: set[str] = set()  # ids of the tables that are being closed

    async def reserve(self, table_id: str, address: str) -> None:
        """Reserve a slot for a table that *address* opens, until :meth:`release` is called.

        Raises:
            Refusal: LIMIT_REACHED, when no slot is free and no table is abandoned; STORAGE_FAILED.
        """
        self._reserved[table_id] = address
        try:
            while (limit := self._exceeded(address)) is not None:
                await self._close_abandoned(limit)
        except BaseException:
            self.release(table_id)
            raise

    def release(self, table_id: str) -> None:
        """End the reservation: the table is open, or could not be opened."""
        del self._reserved[table_id]

    def _exceeded(self, address: str) -> _Limit | None:
        """The limit that the reservations exceed; None: there is room. "" has none of its own."""
        taken = (*self._reserved, *self._closing)
        tables = [live for live in self._open_tables() if live.table.table_id not in taken]
        own = [live for live in tables if live.address == address]
        coming = sum(each == address for each in self._reserved.values())
        settings = self._settings
        most = settings.address_tables
        if address and len(own) + coming > most:
            make_room = MakeRoom(settings.abandoned, settings.abandoned_in_match_for_own)
            return _Limit(own, _ADDRESS_FULL, most, make_room)
        most = settings.max_tables
        if len(tables) + len(self._reserved) > most:
            make_room = MakeRoom(settings.abandoned, settings.abandoned_in_match)
            return _Limit(_closable(tables, address), _SERVER_FULL, most, make_room)
        return None

    async def _close_abandoned(self, limit: _Limit) -> None:
        now = self._clock.now()
        command = limit.make_room
        times = [
            (derived.abandoned_at(live.state, command.after, command.after_in_match), live)
            for live in limit.tables
        ]
        empty = [(at, live) for at, live in times if at is not None]
        abandoned = [live for at, live in empty if at <= now]
        if not abandoned:
            wait = min((at - now for at, _ in empty), default=FULL_RETRY_MS)
            raise full(limit.pattern, retry_ms=wait, most=limit.most)
        open_tables = Counter(live.address for live in limit.tables)
        chosen = min(abandoned, key=lambda live: _rank(live, open_tables[live.address]))
        self._closing.add(chosen.table.table_id)
        try:
            await chosen.table.execute(command)
        except Refusal as refusal:
            if refusal.reason is not Reason.TABLE_NOT_FOUND:  # somebody else has closed it
                raise
        finally:
            self._closing.discard(chosen.table.table_id)


def _closable(tables: Sequence[LiveTable], address: str) -> list[LiveTable]:
    """The tables that may make room for one of *address*: its own, and those of addresses that have
    more. So nobody can close the tables of others by opening many."""
    open_tables = Counter(live.address for live in tables)
    own = open_tables[address]
    return [
        live
        for live in tables
        if live.address in (address, None) or not address or open_tables[live.address] > own
    ]


def _rank(live: LiveTable, tables: int) -> tuple[bool, int, Millis]:
    """Tables without a match first, then those of the address that has most *tables*, then those
    that have been empty longest."""
    return derived.running(live.state) is not None, -tables, live.state.empty_since or 0


_SERVER_FULL = (
    "The server has no room for another table (limit: {most}): join an open one, or try again in "
    "{wait}."
)
_ADDRESS_FULL = (
    "Too many open tables were opened from your network address (limit: {most}): try again in "
    "{wait}."
)
