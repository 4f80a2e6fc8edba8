"""The records in memory of a server without a disk are limited."""

from __future__ import annotations

import pytest

from koikoi_server.journal import StoredRecord, memory
from koikoi_server.journal.memory import MAX_RECORDS, MemoryJournal
from koikoi_server.server_options import server_parser


def record(number: int, ended: int = 7) -> StoredRecord:
    return StoredRecord(f"R{number}", ended, True, b"listed %d" % number, b"whole %d" % number)


@pytest.fixture
def journal(monkeypatch: pytest.MonkeyPatch) -> MemoryJournal:
    """One that has room for ten records."""
    monkeypatch.setattr(memory, "MAX_RECORDS", 10)
    return MemoryJournal()


async def test_the_newest_records_are_kept(journal: MemoryJournal) -> None:
    for number in range(25):
        await journal.keep(record(number))
    assert [await journal.record(f"R{number}") for number in (14, 15)] == [None, b"whole 15"]
    assert len(await journal.records(None, 100)) == 10


async def test_a_page_continues_the_last_one_although_records_were_dropped(
    journal: MemoryJournal,
) -> None:
    for number in range(10):
        await journal.keep(record(number))
    page = await journal.records(None, 3)
    assert [listed for _, listed in page] == [b"listed 9", b"listed 8", b"listed 7"]
    await journal.keep(record(10))
    after = await journal.records(page[-1][0], 3)
    assert [listed for _, listed in after] == [b"listed 6", b"listed 5", b"listed 4"]


def test_the_help_says_how_many_records_are_kept() -> None:
    assert f"newest {MAX_RECORDS} records" in " ".join(server_parser().format_help().split())
