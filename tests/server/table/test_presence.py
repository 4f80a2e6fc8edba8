"""Presence is right in whatever order connections open and close."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from koikoi.v1 import service_pb2
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.settings import Settings
from koikoi_server.table import commands
from koikoi_server.table.events import Entry
from koikoi_server.table.limits import Limits
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Stage
from koikoi_server.table.watches import Watch
from koikoi_server.tokens import token_hash
from tests.support.clock import FakeClock
from tests.support.server import BOT, MINE, Client, serving, soon
from tests.support.table import PureTable
from tests.support.timeouts import HANG


class SlowJournal(MemoryJournal):
    """A disk that takes its time, until it may write."""

    def __init__(self) -> None:
        super().__init__()
        self.may_write = asyncio.Event()
        self.may_write.set()
        self.waiting = 0

    async def append(self, entry: Entry) -> None:
        self.waiting += 1
        await self.may_write.wait()
        self.waiting -= 1
        await super().append(entry)


def absent(client: Client, table_id: str) -> list[int]:
    """The seats whose person is away, as the table has it."""
    live = client.running.lobby.get(table_id)
    assert live is not None
    return [seat.seat for seat in live.state.seats if seat.absent_since is not None]


async def take(stream: Any) -> Any:
    """The next message that has a view."""
    while True:
        message = await stream.read()
        if message.HasField("update"):
            return message


async def test_a_player_who_leaves_while_the_return_is_being_stored_is_absent() -> None:
    """Otherwise nobody else could ever play the seat."""
    journal = SlowJournal()
    async with serving(journal=journal) as client:
        aki = await client.create()
        live = client.running.lobby.get(aki.table_id)
        assert live is not None
        stream = client.watch(aki)
        await stream.read()
        stream.cancel()
        await soon(lambda: absent(client, aki.table_id) == [1])
        journal.may_write.clear()
        stream = client.watch(aki)
        reading = asyncio.ensure_future(stream.read())
        await soon(lambda: journal.waiting == 1)  # the return
        stream.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        await soon(lambda: not live.watches._seats)
        journal.may_write.set()
        seq = live.state.seq
        await soon(lambda: live.state.seq > seq and absent(client, aki.table_id) == [1])


async def test_presence_is_retried_while_the_table_is_busy() -> None:
    clock = FakeClock()
    async with serving(clock=clock) as client:
        aki = await client.create()
        stream = client.watch(aki)
        await stream.read()
        live = client.running.lobby.get(aki.table_id)
        assert live is not None
        ask = live.table.execute

        async def busy(*_: object) -> None:
            raise Refusal(Reason.RATE_LIMITED, "The table is very busy: try again in a moment.")

        live.table.execute = busy  # type: ignore[method-assign, assignment]  # as Table.execute may do
        stream.cancel()
        await soon(lambda: not live.watches._seats)
        live.table.execute = ask  # type: ignore[method-assign]
        clock.advance(1_000)
        await soon(lambda: absent(client, aki.table_id) == [1])


async def test_the_stream_of_a_reader_that_stopped_reading_ends_and_its_player_is_absent() -> None:
    clock = FakeClock()
    async with serving(Settings(dead_peer_timeout=12_000), clock=clock) as client:
        aki = await client.create()
        live = client.running.lobby.get(aki.table_id)
        assert live is not None
        stuck = asyncio.Event()

        async def write(message: bytes) -> None:
            stuck.set()
            await asyncio.Event().wait()

        watch = Watch(1, token_hash(aki.seat_token))
        follow = asyncio.create_task(live.watches.stream(watch, "", write))
        await stuck.wait()
        clock.advance(11_999)
        await asyncio.sleep(0)
        assert not follow.done()
        clock.advance(1)
        await asyncio.wait([follow], timeout=HANG)
        assert follow.cancelled(), "gRPC would fail to write a status, and log that"
        await soon(lambda: absent(client, aki.table_id) == [1])


async def test_the_stream_of_a_slow_lobby_watcher_ends() -> None:
    clock = FakeClock()
    async with serving(clock=clock) as client:
        stuck = asyncio.Event()

        async def write(message: bytes) -> None:
            stuck.set()
            await asyncio.Event().wait()

        follow = asyncio.create_task(client.running.directory.stream(write))
        await stuck.wait()
        clock.advance(12_000)
        await asyncio.wait([follow], timeout=HANG)
        assert follow.cancelled()


def finished(bots: tuple[str, ...] = ("", "")) -> PureTable:
    table = PureTable(rules={"months": "1"}, bots=bots)
    if bots == ("", ""):
        table.start()
    table.play(Stage.FINISHED)
    return table


def test_no_rematch_begins_with_nobody_there() -> None:
    table = finished()
    table.use(1, Kind.REMATCH)
    table.lost(1)
    table.lost(2)
    assert table.is_in(Stage.FINISHED)
    table.back(1)
    assert table.is_in(Stage.PLAYING), "who wanted it is back, and agrees with all who are here"


class BrokenJournal(MemoryJournal):
    """A disk that fails, the next time somebody goes, in a way that nobody foresaw."""

    is_broken = False
    secret = "Cherry curtain"

    async def append(self, entry: Entry) -> None:
        if self.is_broken and isinstance(entry.command, commands.Presence):
            self.is_broken = False
            raise RuntimeError(self.secret)
        await super().append(entry)


async def test_a_failed_presence_is_retried_and_its_log_line_has_no_secret(
    caplog: pytest.LogCaptureFixture,
) -> None:
    journal, clock = BrokenJournal(), FakeClock()
    async with serving(journal=journal, clock=clock) as client:
        aki = await client.create()
        stream = client.watch(aki)
        await stream.read()
        journal.is_broken = True
        stream.cancel()
        await soon(lambda: "presence failed" in caplog.text)
        assert absent(client, aki.table_id) == []
        clock.advance(1_000)
        await soon(lambda: absent(client, aki.table_id) == [1])
    assert journal.secret not in caplog.text


async def test_with_a_full_log_a_returning_player_plays_at_once_and_is_shown_later() -> None:
    clock = FakeClock()
    # No stream is taken for dead while the clock jumps.
    settings = Settings(
        seed="full", limits=Limits(entries=1, rest=60_000), dead_peer_timeout=3_600_000
    )
    async with serving(settings, clock=clock) as client:
        aki = await client.create(seats=[MINE, BOT])
        stream = client.watch(aki)
        await stream.read()
        stream.cancel()
        await soon(lambda: absent(client, aki.table_id) == [1])
        back = client.watch(aki)
        view = (await take(back)).seat_view
        assert absent(client, aki.table_id) == [1]
        while not view.options:
            view = (await take(back)).seat_view
        choice = service_pb2.Choose(state_version=view.state_version, option=1)
        await client.act(aki, choose=choice)
        clock.advance(58_000)
        assert absent(client, aki.table_id) == [1]
        async with asyncio.timeout(HANG):
            while absent(client, aki.table_id):
                clock.advance(1_000)  # it is tried each second
                await asyncio.sleep(0.002)
