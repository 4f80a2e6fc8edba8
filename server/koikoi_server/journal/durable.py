"""The journal on disk: one thread writes the entries of all tables.

Entries that arrive during a commit are written together in the next one, so that a hundred tables
cost the disk little more than one.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

from koikoi_server.journal import DamagedTable, JournalError, RecordPosition, StoredRecord
from koikoi_server.journal.damage import TableDamaged
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.system.clock import Millis
from koikoi_server.table.events import Entry
from koikoi_server.text import text

log = logging.getLogger(__name__)

T = TypeVar("T")


class Storage(Protocol):
    """The methods that the journal calls: see :class:`koikoi_server.journal.store.Store`."""

    def write(self, entries: Sequence[Entry]) -> None: ...
    def tables(self) -> Sequence[str]: ...
    def log(self, table_id: str) -> Sequence[Entry]: ...
    def forget(self, table_id: str) -> None: ...
    def keep(self, record: StoredRecord) -> None: ...
    def record(self, record_id: str) -> bytes | None: ...
    def records(
        self, before: RecordPosition | None, most: int
    ) -> Sequence[tuple[RecordPosition, bytes]]: ...
    def delete_records(self, ended_before: Millis) -> int: ...
    def check(self) -> None: ...
    def probe(self) -> None: ...
    def close(self) -> None: ...


class _Job(NamedTuple):
    """A job for the thread: an entry to write, or a call to make."""

    entry: Entry | None
    call: Callable[[], Any]
    done: asyncio.Future[Any]


class DurableJournal:
    """A :class:`koikoi_server.journal.Journal` for the event loop that runs when it is created."""

    def __init__(self, store: Storage) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._has_failed = False
        self._why = ""  #: the last error of the database
        self._damaged: list[DamagedTable] = []
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    async def append(self, entry: Entry) -> None:
        await self._call(_nothing, entry)

    async def logs(self) -> AsyncIterator[Sequence[Entry]]:
        for table_id in await self._read(self._store.tables):
            try:
                entries = await self._read(partial(self._store.log, table_id))
            except TableDamaged as error:
                self._damaged.append(error.table)
                continue
            yield entries

    def damaged(self) -> Sequence[DamagedTable]:
        return self._damaged

    async def forget(self, table_id: str) -> None:
        await self._call(lambda: self._store.forget(table_id))

    async def keep(self, record: StoredRecord) -> None:
        await self._call(lambda: self._store.keep(record))

    async def record(self, record_id: str) -> bytes | None:
        return await self._call(lambda: self._store.record(record_id))

    async def records(
        self, before: RecordPosition | None, most: int
    ) -> Sequence[tuple[RecordPosition, bytes]]:
        return await self._call(lambda: self._store.records(before, most))

    async def expire(self, ended_before: Millis) -> None:
        await self._call(lambda: self._store.delete_records(ended_before))

    async def check(self) -> str:
        try:
            await self._call(self._check)
        except Refusal:
            return self._why
        return ""

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)

    async def _read(self, call: Callable[[], T]) -> T:
        try:
            return await self._call(call)
        except Refusal:
            message = text("The journal cannot be read: {why}.", why=self._why)
            raise JournalError(message) from None

    async def _call(self, call: Callable[[], T], entry: Entry | None = None) -> T:
        if self._closed:
            raise Refusal(Reason.SERVER_STOPPING)
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(entry, call, done))
        return await done

    def _work(self) -> None:
        """Run in the thread: do all waiting jobs as one batch, and repeat until a None arrives."""
        try:
            while True:
                jobs = [self._jobs.get()]
                try:
                    while True:
                        jobs.append(self._jobs.get_nowait())
                except Empty:
                    pass
                batch = [job for job in jobs if job is not None]
                self._report(self._batch(batch))
                if len(batch) < len(jobs):
                    return
        finally:
            self._store.close()

    def _batch(self, jobs: list[_Job]) -> list[tuple[asyncio.Future[Any], Any]]:
        """Do *jobs*, all entries in one transaction. Returns the futures with their outcomes."""
        entries = [job.entry for job in jobs if job.entry is not None]
        written = self._try(lambda: self._store.write(entries), writes=True) if entries else None
        outcomes: list[tuple[asyncio.Future[Any], Any]] = []
        for job in jobs:
            if job.entry is None:
                outcomes.append((job.done, self._try(job.call, writes=job.call == self._check)))
            elif written is None or len(entries) == 1:
                outcomes.append((job.done, written))
            else:  # one at a time, so that an entry that cannot be written fails alone
                write = partial(self._store.write, [job.entry])
                outcomes.append((job.done, self._try(write, writes=True)))
        return outcomes

    def _try(self, call: Callable[[], Any], *, writes: bool = False) -> Any:
        try:
            value = call()
        except sqlite3.Error as error:
            if not self._has_failed:  # only once, not for every move
                log.error("the journal cannot be used: %s", error)
            self._has_failed = True
            self._why = str(error)
            return Refusal(Reason.STORAGE_FAILED)
        except Exception as error:
            return error
        if self._has_failed and writes:
            log.warning("the journal can be used again")
            self._has_failed = False
        return value

    def _check(self) -> None:
        """Check the files and, after a failure, try to write. Runs in the thread."""
        self._store.check()
        if self._has_failed:
            self._store.probe()

    def _report(self, outcomes: list[tuple[asyncio.Future[Any], Any]]) -> None:
        try:
            self._loop.call_soon_threadsafe(_set_results, outcomes)
        except RuntimeError:
            log.debug("the loop ended before the journal")


def _set_results(outcomes: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for done, outcome in outcomes:
        if done.done():
            continue  # the caller was cancelled
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)


def _nothing() -> None:
    pass
