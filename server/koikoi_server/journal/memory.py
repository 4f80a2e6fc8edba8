"""A journal in memory, which is lost when the process ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from itertools import count

from koikoi_server.journal import DamagedTable, RecordPosition, StoredRecord
from koikoi_server.system.clock import Millis
from koikoi_server.table.events import Entry

MAX_RECORDS = 1_000  #: of 17 kB (12 months) to 50 kB (24 rounds of seven); the oldest go first


class MemoryJournal:
    """See :class:`koikoi_server.journal.Journal`."""

    def __init__(self, *, keep_logs: bool = True) -> None:
        """Without *keep_logs*, entries are not kept: no table can be restored from it."""
        self._keep_logs = keep_logs
        self._logs: dict[str, list[Entry]] = {}
        self._records: dict[str, tuple[RecordPosition, StoredRecord]] = {}
        self._numbers = count()

    async def append(self, entry: Entry) -> None:
        if self._keep_logs:
            self._logs.setdefault(entry.table_id, []).append(entry)

    async def logs(self) -> AsyncIterator[Sequence[Entry]]:
        for log in [*self._logs.values()]:
            yield tuple(log)

    def damaged(self) -> Sequence[DamagedTable]:
        return ()

    async def forget(self, table_id: str) -> None:
        self._logs.pop(table_id, None)

    async def keep(self, record: StoredRecord) -> None:
        place = record.ended, next(self._numbers)
        self._records.setdefault(record.record_id, (place, record))
        if len(self._records) > MAX_RECORDS:
            del self._records[next(iter(self._records))]

    async def record(self, record_id: str) -> bytes | None:
        found = self._records.get(record_id)
        return found[1].whole if found is not None else None

    async def records(
        self, before: RecordPosition | None, most: int
    ) -> Sequence[tuple[RecordPosition, bytes]]:
        found = [(place, kept.listed) for place, kept in self._records.values() if kept.public]
        found.sort(reverse=True)
        return [each for each in found if before is None or each[0] < before][:most]

    async def expire(self, ended_before: Millis) -> None:
        for _, kept in [*self._records.values()]:
            if kept.ended < ended_before:
                del self._records[kept.record_id]

    async def check(self) -> str:
        return ""

    async def close(self) -> None:
        pass
