"""A restart with the same journal, and a journal that cannot write."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random

import grpc
import pytest

from koikoi.v1 import table_pb2
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.settings import Settings
from koikoi_server.table.events import Entry, ServerRestarted
from koikoi_server.table.fold import folded
from koikoi_server.table.seat_options import Kind
from koikoi_server.tokens import fresh_key
from tests.support.clock import FakeClock
from tests.support.server import (
    BOT,
    MINE,
    Follower,
    match_is_over,
    new_id,
    refused,
    serving,
    soon,
)
from tests.support.tiers import slow


def has_reached(seq: int, update: table_pb2.Update) -> bool:
    return update.seq >= seq


class Disk(MemoryJournal):
    """A journal whose disk may be full, or slow."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = False
        self.refused = 0
        self.writing: list[Entry] = []
        self.may_write = asyncio.Event()
        self.may_write.set()

    async def append(self, entry: Entry) -> None:
        if self.is_full:
            self.refused += 1
            raise Refusal(Reason.STORAGE_FAILED, "The server's disk is full: try again later.")
        self.writing.append(entry)
        await self.may_write.wait()
        self.writing.remove(entry)
        await super().append(entry)


@pytest.mark.parametrize(
    ("game", "computers", "rules"),
    [
        ("koikoi", 1, {}),
        slow("coin", 2, {"rounds": "4", "coins": "200"}),
        slow("sakura", 2, {"rounds": "4"}),
        ("sakura", 3, {"rounds": "4", "teams": "2"}),
    ],
)
async def test_a_match_continues_after_a_restart_where_everybody_saw_it(
    game: str, computers: int, rules: dict[str, str]
) -> None:
    journal, key = MemoryJournal(), fresh_key()
    aki = None
    for _ in range(4):
        async with serving(journal=journal, key=key) as client:
            if aki is None:
                grant = await client.create(
                    game=game, seats=[MINE, *[BOT] * computers], rules={"bot_delay": "0"} | rules
                )
                aki = Follower(client, grant, Random(3))
            aki.client = client
            until = aki.last.seq + 12 if aki.updates else 12
            await aki.play(partial(has_reached, until))
    assert aki is not None
    async with serving(journal=journal, key=key) as client:
        aki.client = client
        await aki.play(match_is_over)
        live = client.running.lobby.get(aki.grant.table_id)
        assert live is not None
        [log] = [log async for log in journal.logs()]
        assert folded(log) == live.state
    assert [entry.seq for entry in aki.entries] == list(range(1, len(aki.entries) + 1))
    assert sum(isinstance(entry.events[0], ServerRestarted) for entry in log if entry.events) == 4
    told = {entry.seq: entry for entry in aki.entries}
    cursor = aki.updates[0].cursor
    async with serving(journal=journal, key=key) as client:
        again = (await client.spectate(aki.grant.table_id, cursor).read()).update
    assert not again.snapshot
    assert all(told.get(entry.seq, entry) == entry for entry in again.news), "told the same again"
    assert again.match.chain == aki.last.match.chain


async def test_requests_get_the_same_answers_after_a_restart() -> None:
    journal, key, again = MemoryJournal(), fresh_key(), new_id()
    async with serving(journal=journal, key=key, server_id="one") as client:
        grant = await client.create(request_id=again)
        said = await client.act(grant, chat="hello", request_id=again)
    async with serving(journal=journal, key=key, server_id="one") as client:
        assert await client.create(request_id=again) == grant
        assert await client.act(grant, chat="hello", request_id=again) == said


async def test_players_are_absent_after_a_restart_until_they_watch() -> None:
    journal, key = MemoryJournal(), fresh_key()
    async with serving(journal=journal, key=key) as client:
        grant = await client.create()
        await client.watch(grant).read()
    async with serving(journal=journal, key=key) as client:
        seen = (await client.spectate(grant.table_id).read()).update
        assert seen.table.seats[0].HasField("absent_since")
        seen = (await client.watch(grant).read()).update
        assert not seen.table.seats[0].HasField("absent_since")


async def test_entries_are_stored_one_at_a_time_and_before_anybody_sees_them() -> None:
    disk = Disk()
    async with serving(journal=disk) as client:
        grant = await client.create()
        before = (await client.watch(grant).read()).update.seq
        disk.may_write.clear()
        acts = [asyncio.ensure_future(client.act(grant, chat=word)) for word in ("one", "two")]
        await soon(lambda: bool(disk.writing))
        assert (await client.spectate(grant.table_id).read()).update.seq == before
        assert not any(act.done() for act in acts)
        assert len(disk.writing) == 1
        disk.may_write.set()
        assert sorted(await asyncio.gather(*acts)) == [before + 1, before + 2]
        assert (await client.spectate(grant.table_id).read()).update.seq >= before + 2


async def test_tables_that_are_being_opened_count_as_tables() -> None:
    disk = Disk()
    async with serving(Settings(max_tables=4), journal=disk) as client:
        await client.create()
        disk.may_write.clear()
        openings = [asyncio.create_task(client.create()) for _ in range(5)]
        await soon(lambda: sum(each.done() for each in openings) == 2)
        disk.may_write.set()
        ended = await asyncio.gather(*openings, return_exceptions=True)
        assert sum(isinstance(each, Exception) for each in ended) == 2
        assert len(client.running.lobby.open_tables()) == 4


async def test_a_full_disk_refuses_moves_and_loses_nothing() -> None:
    disk = Disk()
    async with serving(journal=disk) as client:
        grant = await client.create()
        before = (await client.watch(grant).read()).update
        disk.is_full = True
        again = new_id()
        assert await refused(client.act(grant, chat="hello", request_id=again)) == (
            grpc.StatusCode.UNAVAILABLE,
            "STORAGE_FAILED",
        )
        assert (await client.spectate(grant.table_id).read()).update.seq == before.seq
        disk.is_full = False
        assert await client.act(grant, chat="hello", request_id=again) > before.seq


async def test_computers_deadlines_and_presence_continue_when_the_disk_has_space_again() -> None:
    disk, clock = Disk(), FakeClock()
    settings = Settings(seed="s")
    async with serving(settings, journal=disk, clock=clock) as client:
        ben = await client.create("Ben", seats=[MINE, BOT], rules={"bot_delay": "1000"})
        stream = client.watch(ben)
        await stream.read()
        live = client.running.lobby.get(ben.table_id)
        assert live is not None
        await soon(lambda: live.state.match is not None)
        disk.is_full = True
        let_play = client.use(ben, Kind.LET_PLAY, 1, "easy")
        assert (await refused(let_play))[1] == "STORAGE_FAILED"
        stream.cancel()
        await soon(lambda: disk.refused >= 2)  # the presence could not be kept
        disk.is_full = False
        clock.advance(1_000)
        await soon(lambda: live.state.at(1).absent_since is not None)
        disk_refused = disk.refused
        await client.use(ben, Kind.LET_PLAY, 1, "easy")
        disk.is_full = True
        for _ in range(100):  # until a computer has thought, time passes for nobody
            await asyncio.sleep(0)
        clock.advance(1_000)
        await soon(lambda: disk.refused > disk_refused)  # a computer's move could not be kept
        seq = live.state.seq
        disk.is_full = False
        clock.advance(1_000)
        await soon(lambda: live.state.seq > seq)
