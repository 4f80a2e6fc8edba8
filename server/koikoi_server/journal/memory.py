"""A journal that lasts as long as the process: for trials, and for servers that keep nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from koikoi_server.clock import Millis
from koikoi_server.journal import KeptRecord, Place
from koikoi_server.table.events import Entry


class MemoryJournal:
    """A journal (see :class:`koikoi_server.journal.Journal`) that a crash empties."""

    def __init__(self) -> None:
        self._logs: dict[str, list[Entry]] = {}
        self._records: dict[str, KeptRecord] = {}

    async def append(self, entry: Entry) -> None:
        self._logs.setdefault(entry.table_id, []).append(entry)

    async def logs(self) -> AsyncIterator[Sequence[Entry]]:
        for log in [*self._logs.values()]:
            yield tuple(log)

    async def forget(self, table_id: str) -> None:
        self._logs.pop(table_id, None)

    async def keep(self, record: KeptRecord) -> None:
        self._records.setdefault(record.record_id, record)

    async def record(self, record_id: str) -> bytes | None:
        kept = self._records.get(record_id)
        return kept.whole if kept is not None else None

    async def records(self, before: Place | None, most: int) -> Sequence[tuple[Place, bytes]]:
        kept = enumerate(self._records.values())
        places = [((each.ended, at), each.listed) for at, each in kept if each.public]
        found = sorted(places, reverse=True)
        return [each for each in found if before is None or each[0] < before][:most]

    async def expire(self, ended_before: Millis) -> None:
        for each in [*self._records.values()]:
            if each.ended < ended_before:
                del self._records[each.record_id]

    async def close(self) -> None:
        pass
