"""The thread that writes the entries of all tables."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi_server.journal import schema
from koikoi_server.journal.durable import DurableJournal
from koikoi_server.journal.store import Store
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.table.events import Entry
from tests.journal.values import entry


class Slow(Store):
    """A store whose writes a test holds back, counts and lets fail."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.go = threading.Event()
        self.go.set()
        self.entered = threading.Event()
        self.groups: list[int] = []
        self.error: Exception | None = None

    def write(self, entries: Sequence[Entry]) -> None:
        self.entered.set()
        self.go.wait(10)
        if self.error is not None:
            raise self.error
        super().write(entries)
        self.groups.append(len(entries))


@pytest.fixture
def store(tmp_path: Path) -> Slow:
    schema.prepare(tmp_path / "journal.sqlite3")
    return Slow(tmp_path / "journal.sqlite3")


def of(table: int, seq: int = 1) -> Entry:
    return replace(entry(), table_id=f"T{table}", seq=seq)


async def test_an_append_returns_when_the_entry_is_on_disk(store: Slow, tmp_path: Path) -> None:
    journal = DurableJournal(store)
    store.go.clear()
    append = asyncio.create_task(journal.append(of(1)))
    done, _ = await asyncio.wait([append], timeout=0.05)
    assert not done
    store.go.set()
    await append
    other = Store(tmp_path / "journal.sqlite3")
    assert other.log("T1") == (of(1),)
    other.close()
    await journal.close()


async def test_waiting_entries_are_committed_together(store: Slow) -> None:
    journal = DurableJournal(store)
    store.go.clear()
    appends = [asyncio.create_task(journal.append(of(1)))]
    await asyncio.to_thread(store.entered.wait, 10)
    appends += [asyncio.create_task(journal.append(of(table))) for table in range(2, 30)]
    await asyncio.sleep(0)
    store.go.set()
    await asyncio.gather(*appends)
    assert sum(store.groups) == 29
    assert store.groups == [1, 28]
    assert len([log async for log in journal.logs()]) == 29
    await journal.close()


async def test_a_full_disk_refuses_entries_until_there_is_space(store: Slow) -> None:
    journal = DurableJournal(store)
    store.error = sqlite3.OperationalError("database or disk is full")
    outcomes = await asyncio.gather(
        *(journal.append(of(n)) for n in (1, 2, 3)), return_exceptions=True
    )
    assert [isinstance(each, Refusal) and each.reason for each in outcomes] == [
        Reason.STORAGE_FAILED
    ] * 3
    store.error = None
    assert [log async for log in journal.logs()] == []
    await journal.append(of(1))
    assert len([log async for log in journal.logs()]) == 1
    await journal.close()


async def test_a_disk_that_is_really_full(store: Slow) -> None:
    """SQLite itself reports it, in the middle of a transaction."""
    journal = DurableJournal(store)
    await journal.append(of(1))
    (pages,) = store._database.execute("PRAGMA page_count").fetchone()
    store._database.execute(f"PRAGMA max_page_count={pages}")
    seq = 1

    async def fill() -> None:
        nonlocal seq
        for seq in range(2, 100):
            await journal.append(of(1, seq))

    with pytest.raises(Refusal) as refused:
        await fill()
    assert refused.value.reason is Reason.STORAGE_FAILED
    store._database.execute("PRAGMA max_page_count=1000000")
    await journal.append(of(1, seq))
    [log] = [log async for log in journal.logs()]
    assert [each.seq for each in log] == list(range(1, seq + 1))
    await journal.close()


async def test_an_entry_that_cannot_be_written_fails_alone(store: Slow) -> None:
    journal = DurableJournal(store)
    await journal.append(of(1))
    store.go.clear()
    store.entered.clear()
    first = asyncio.create_task(journal.append(of(4)))
    await asyncio.to_thread(store.entered.wait, 10)
    rest = [asyncio.create_task(journal.append(each)) for each in (of(1), of(2), of(3))]
    await asyncio.sleep(0)
    store.go.set()
    outcomes = await asyncio.gather(first, *rest, return_exceptions=True)
    assert [isinstance(each, Refusal) for each in outcomes] == [False, True, False, False]
    await journal.close()


async def test_closing_finishes_pending_jobs_and_refuses_new_ones(
    store: Slow, tmp_path: Path
) -> None:
    journal = DurableJournal(store)
    appends = [asyncio.create_task(journal.append(of(table))) for table in range(9)]
    await asyncio.sleep(0)
    await journal.close()
    await asyncio.gather(*appends)
    with pytest.raises(Refusal):
        await journal.append(of(99))
    other = Store(tmp_path / "journal.sqlite3")
    assert len(other.tables()) == 9
    other.close()
