"""Where entries go before anybody sees them.

Law held here: an entry is on disk before the first byte of it is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from koikoi_server.table.events import Entry, TableClosed


class Journal(Protocol):
    """What keeps the logs of all tables."""

    async def append(self, entry: Entry) -> None:
        """Keep *entry*: when this returns, no crash can lose it.

        Called for one entry of a table at a time, for many tables at once.

        Raises:
            Refusal: STORAGE_FAILED, when it was not kept; nothing of it is then.
        """

    async def open_tables(self) -> Sequence[Sequence[Entry]]:
        """The whole logs of the tables that are not closed, oldest first; read at the start."""


class MemoryJournal:
    """Keeps the logs of open tables while the process lives."""

    def __init__(self) -> None:
        self._logs: dict[str, list[Entry]] = {}

    async def append(self, entry: Entry) -> None:
        self._logs.setdefault(entry.table_id, []).append(entry)
        if any(isinstance(event, TableClosed) for event in entry.events):
            del self._logs[entry.table_id]

    async def open_tables(self) -> Sequence[Sequence[Entry]]:
        return [tuple(log) for log in self._logs.values()]
