"""Finished matches on a server: stored, listed, found by id, deleted after some days."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2
from koikoi_client.command import verify
from koikoi_server.commands import records as record_list
from koikoi_server.journal import Journal, StoredRecord
from koikoi_server.journal.folder import open_store
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.lobby.records import DAY, Records
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.table import commands
from koikoi_server.table.events import Entry
from koikoi_server.table.fold import evolve, folded
from koikoi_server.table.state import Stage, TableState
from koikoi_server.wire.record.recording import record, stored_record
from tests.records.matches import random_match
from tests.records.served import QUICK, get, listed, page, play
from tests.support.clock import FakeClock
from tests.support.durable import serving_from
from tests.support.server import BOT, MINE, refused, serving, soon
from tests.support.table import AKI, PureTable


async def test_a_record_can_be_had_as_soon_as_its_match_is_over(tmp_path: Path) -> None:
    async with serving_from(tmp_path) as client:
        follower = await play(client)
        shown = follower.last.match
        record = await get(client, shown.record_id)
        assert record.record_id == shown.record_id
        assert list(record.scores) == [side.score for side in shown.sides]
        assert verify.verify(record, shown.chain).wrong == []
        assert await listed(client, 1) == [shown.record_id]
        row = (await page(client)).records[0]
        assert row.players == record.players
        assert not row.rounds
        assert not row.HasField("proof")
    async with serving_from(tmp_path) as client:
        assert await get(client, shown.record_id) == record


@pytest.mark.parametrize("damage", ["x'ff00ff'", "replace(CAST(whole AS TEXT), 'Aki', 'Eve')"])
async def test_a_damaged_record_is_refused_and_the_others_are_listed(
    tmp_path: Path, damage: str
) -> None:
    async with serving_from(tmp_path) as client:
        damaged, whole = [(await play(client)).last.match.record_id for _ in range(2)]
        await listed(client, 2)
    store = open_store(tmp_path)
    store._database.execute(
        f"UPDATE records SET whole = CAST({damage} AS BLOB), listed = x'ff' WHERE record_id = ?",
        (damaged,),
    )
    store.close()
    async with serving_from(tmp_path) as client:
        assert await get(client, whole)
        assert await listed(client, 1) == [whole]
        asked = service_pb2.GetRecordRequest(record_id=damaged)
        assert (await refused(client.stub.GetRecord(asked)))[1] == "RECORD_NOT_FOUND"


async def test_no_record_is_told_before_its_match_is_over() -> None:
    async with serving() as client:
        grant = await client.create(seats=[MINE, BOT], rules=QUICK)
        live = client.running.lobby.get(grant.table_id)
        assert live is not None
        await soon(lambda: live.state.match is not None)
        assert live.state.match is not None
        asked = client.stub.GetRecord(
            service_pb2.GetRecordRequest(record_id=live.state.match.record_id)
        )
        assert await refused(asked) == (grpc.StatusCode.NOT_FOUND, "RECORD_NOT_FOUND")


async def test_the_list_has_pages_newest_first_and_no_private_table(tmp_path: Path) -> None:
    async with serving_from(tmp_path) as client:
        ids = []
        for seed in range(5):
            ids.append((await play(client, seed)).last.match.record_id)
            assert await listed(client, seed + 1) == ids[::-1]
        hidden = await play(client, needs_code=True)
        await get(client, hidden.last.match.record_id)
        token, found = "", []
        for size in (2, 2, 1):
            answer = await page(client, 2, token)
            assert len(answer.records) == size
            found += [record.record_id for record in answer.records]
            token = answer.next_page_token
        assert not token
        assert found == ids[::-1]


@pytest.mark.parametrize("fields", [{"page_token": "x"}, {"page_token": "1.x"}])
async def test_a_page_that_cannot_be_is_refused(fields: dict[str, Any]) -> None:
    async with serving() as client:
        call = client.stub.ListRecords(service_pb2.ListRecordsRequest(**fields))
        assert await refused(call) == (grpc.StatusCode.INVALID_ARGUMENT, "FIELD_INVALID")


class FullDisk(MemoryJournal):
    """A journal whose disk has no room for records for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = True
        self.tried = 0

    async def keep(self, record: StoredRecord) -> None:
        self.tried += 1
        if self.is_full:
            raise Refusal(Reason.STORAGE_FAILED, "The disk is full: try again.")
        await super().keep(record)


def follow(records: Records, entries: Sequence[Entry]) -> TableState:
    table: TableState | None = None
    for entry in entries:
        table = evolve(table, entry)
        records.on_entry(table, entry)
    assert table is not None
    return table


async def test_a_record_waits_for_room_on_the_disk_and_its_log_with_it() -> None:
    clock, journal, played = FakeClock(), FullDisk(), random_match(1)
    records = Records(journal, clock, stored_record)
    table = follow(records, played.log)
    record_id = played.record.record_id
    found = await records.get(record_id)
    assert found == played.record.SerializeToString()
    await soon(lambda: journal.tried == 1)
    forgotten = asyncio.create_task(records.forget(table.table_id))
    await asyncio.sleep(0)
    assert not forgotten.done()
    journal.is_full = False
    await soon(lambda: clock.waiting > 0)
    clock.advance(60_000)
    await forgotten
    assert await journal.record(record_id) == found


async def test_a_record_that_a_crash_prevented_is_made_at_the_next_start() -> None:
    """A record depends on nothing but the entries."""
    journal, played = FullDisk(), random_match(2)
    records = Records(journal, FakeClock(), stored_record)
    follow(records, played.log)
    await soon(lambda: journal.tried == 1)
    await records.stop()
    journal.is_full = False
    again = Records(journal, FakeClock(), stored_record)
    follow(again, played.log)
    await soon(lambda: journal.tried == 2)
    assert await again.get(played.record.record_id) == played.record.SerializeToString()


async def test_what_is_said_in_a_match_is_not_held_for_its_record() -> None:
    """So that nobody can fill the memory by chatting all day."""
    table = PureTable()
    table.start()
    for _ in range(50):
        table.do(commands.Chat(AKI, "hello"))
    records = Records(MemoryJournal(), FakeClock(), stored_record)
    follow(records, table.log)
    held = records._tables["T"].match
    assert held is not None
    assert len(held.entries) == len(table.log) - 51, "neither talk nor what was before the match"
    table.play(Stage.FINISHED)
    records = Records(MemoryJournal(), FakeClock(), stored_record)
    end = follow(records, table.log)
    assert end.match is not None
    found = await records.get(end.match.record_id)
    assert found == record(folded(table.log[:1]), table.log[1:]).SerializeToString()


async def test_old_records_are_dropped_at_the_start_and_each_day() -> None:
    clock, journal = FakeClock(), MemoryJournal()

    async def left(*ids: str) -> bool:
        """These are left, or soon will be."""
        for _ in range(500):
            if [each for each in "abc" if await journal.record(each)] == list(ids):
                return True
            await asyncio.sleep(0)
        return False

    for record_id, days in (("a", 40), ("b", 29), ("c", 0)):
        ended = clock.now() - days * DAY
        await journal.keep(StoredRecord(record_id, ended, True, b"listed", b"whole"))
    records = Records(journal, clock, stored_record, keep_days=30)
    records.start()
    assert await left("b", "c")
    clock.advance(2 * DAY)
    assert await left("c")
    await records.stop()


async def test_a_deleted_record_is_not_made_again_at_the_next_start(tmp_path: Path) -> None:
    """The match stays in the log of its table while the table is open."""
    async with serving_from(tmp_path) as client:
        record_id = (await play(client)).last.match.record_id
        await listed(client, 1)
    assert record_list.main(["delete", record_id, "--data", str(tmp_path)], io.StringIO()) == 0
    async with serving_from(tmp_path) as client:
        asked = service_pb2.GetRecordRequest(record_id=record_id)
        for _ in range(20):
            assert await refused(client.stub.GetRecord(asked)) == (
                grpc.StatusCode.NOT_FOUND,
                "RECORD_NOT_FOUND",
            )
        assert not (await page(client)).records


async def test_a_record_that_is_too_old_is_not_made_again_at_the_next_start() -> None:
    clock, journal, played = FakeClock(), MemoryJournal(), random_match(1)
    clock.advance(8 * DAY)
    records = Records(journal, clock, stored_record, keep_days=7)
    table = follow(records, played.log)
    await records.forget(table.table_id)
    assert await journal.record(played.record.record_id) is None


async def test_a_match_that_cannot_be_recorded_holds_nothing_up() -> None:
    def fail(before: TableState | None, entries: Sequence[Entry]) -> StoredRecord:
        raise ZeroDivisionError

    journal: Journal = MemoryJournal()
    records = Records(journal, FakeClock(), fail)
    played = random_match(3)
    table = follow(records, played.log)
    await records.forget(table.table_id)
    assert await records.get(played.record.record_id) is None
