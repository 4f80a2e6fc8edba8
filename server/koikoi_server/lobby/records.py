"""Makes the records of finished matches from the entries of tables, and stores them in the journal.

A record is a function of its match's entries, and a table's log is dropped only after its records
are stored. A record that could not be stored is therefore made again when the server starts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from hanafuda.events import MatchEnded
from koikoi_server.journal import Journal, RecordPosition, StoredRecord
from koikoi_server.lobby.match_entries import MatchEntries
from koikoi_server.refusal import Refusal
from koikoi_server.system.clock import Clock, Millis, Timer, sleep_until
from koikoi_server.system.stack_trace import stack_trace
from koikoi_server.table.events import Entry, MatchStarted
from koikoi_server.table.state import TableState

log = logging.getLogger(__name__)

DAY = 24 * 3_600_000
RETRY_MS = 5_000  #: before a record that could not be stored is stored again

Make = Callable[[TableState | None, Sequence[Entry]], StoredRecord]
"""Makes a record from the table before a match and the entries of the match."""


@dataclass
class _FollowedTable:
    """A followed table and its running match."""

    state: TableState | None = None
    before: TableState | None = None  #: the table before the match
    match: MatchEntries | None = None  #: None: outside a match
    unstored: set[asyncio.Task[None]] = field(default_factory=set)


class Records:
    """Follows all tables and keeps the records of their finished matches."""

    def __init__(
        self, journal: Journal, clock: Clock, make: Make, *, keep_days: int | None = None
    ) -> None:
        """*keep_days*: how long records are kept; None: for ever."""
        self._journal = journal
        self._clock = clock
        self._make = make
        self._keep_days = keep_days
        self._tables: dict[str, _FollowedTable] = {}
        self._making: dict[str, asyncio.Task[StoredRecord | None]] = {}  # by id, until stored
        self._expiring: set[asyncio.Task[None]] = set()
        self._timer: Timer | None = None

    def start(self) -> None:
        """Delete old records, now and once a day."""
        if self._keep_days is None:
            return
        task = asyncio.create_task(self._expire(self._oldest()))
        self._expiring.add(task)
        task.add_done_callback(self._expiring.discard)
        self._timer = self._clock.call_at(self._clock.now() + DAY, self.start)

    def on_entry(self, state: TableState, entry: Entry) -> None:
        table = self._tables.setdefault(state.table_id, _FollowedTable())
        before, table.state = table.state, state
        if any(isinstance(event, MatchStarted) for event in entry.events):
            table.before, table.match = before, MatchEntries()
        if table.match is None:
            return
        table.match.add(entry)
        if any(isinstance(event, MatchEnded) for event in entry.events):
            assert state.match is not None
            entries = table.match.entries
            self._store_later(table, state.match.record_id, table.before, entries)
            table.match = None

    async def get(self, record_id: str) -> bytes | None:
        """The whole record with that id; None: there is none.

        Raises:
            Refusal: STORAGE_FAILED.
        """
        making = self._making.get(record_id)
        made = await asyncio.shield(making) if making is not None else None
        if made is not None:
            return made.whole
        return await self._journal.record(record_id) or None

    async def page(
        self, before: RecordPosition | None, most: int
    ) -> Sequence[tuple[RecordPosition, bytes]]:
        """Up to *most* public records after position *before*, newest first, as they are listed.

        Raises:
            Refusal: STORAGE_FAILED.
        """
        return await self._journal.records(before, most)

    async def forget(self, table_id: str) -> None:
        """Wait until all records of a table are stored, and stop following it."""
        table = self._tables.pop(table_id, None)
        if table is not None and table.unstored:
            await asyncio.wait(table.unstored)

    def set_aside(self, table_id: str) -> None:
        """Stop following a damaged table. The records of its finished matches are still stored."""
        table = self._tables.get(table_id)
        if table is not None:
            table.match = None

    async def stop(self) -> None:
        """Cancel all work; the next start of the server makes the missing records."""
        if self._timer is not None:
            self._timer.cancel()
        tasks = [
            *self._expiring,
            *(task for each in self._tables.values() for task in each.unstored),
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _store_later(
        self,
        table: _FollowedTable,
        record_id: str,
        before: TableState | None,
        entries: Sequence[Entry],
    ) -> None:
        making = asyncio.create_task(self._made(record_id, before, entries))
        self._making[record_id] = making
        task = asyncio.create_task(self._store(record_id, making))
        table.unstored.add(task)
        task.add_done_callback(table.unstored.discard)

    async def _made(
        self, record_id: str, before: TableState | None, entries: Sequence[Entry]
    ) -> StoredRecord | None:
        """The record; None: it is already stored, or was deleted, or is too old."""
        if entries[-1].time < self._oldest():
            return None
        with suppress(Refusal):
            if await self._journal.record(record_id) is not None:
                return None
        # In a thread: a long match takes some hundredths of a second.
        return await asyncio.to_thread(self._make, before, entries)

    async def _store(self, record_id: str, making: asyncio.Task[StoredRecord | None]) -> None:
        try:
            record = await making
            while record is not None:
                try:
                    return await self._journal.keep(record)
                except Refusal:
                    await sleep_until(self._clock, self._clock.now() + RETRY_MS)
        except Exception as fault:
            log.error("a record could not be made: %s", stack_trace(fault))
        finally:
            del self._making[record_id]

    def _oldest(self) -> Millis:
        """Records of matches that ended before this time are deleted."""
        return 0 if self._keep_days is None else self._clock.now() - self._keep_days * DAY

    async def _expire(self, ended_before: Millis) -> None:
        try:
            await self._journal.expire(ended_before)
        except Refusal as refusal:
            log.warning("old records could not be deleted: %s", refusal.message)
