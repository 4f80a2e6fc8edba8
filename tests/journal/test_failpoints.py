"""A crash at every write of a match: before the commit, and after it before anything is sent.

The server is started again each time with the data on the disk. The match finishes, and nobody has
seen an entry that is missing or different later.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random

import pytest

from koikoi.v1 import service_pb2
from koikoi_server.journal import DamagedTable, Journal, RecordPosition, StoredRecord
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Millis
from koikoi_server.table.events import Entry
from koikoi_server.table.fold import folded
from koikoi_server.table.state import Stage
from tests.support.durable import serving_from
from tests.support.server import BOT, MINE, Client, Follower, match_is_over, new_id, soon
from tests.support.tiers import slow
from tests.support.validators import Stream, violations

SETTINGS = Settings(seed="crashes")  # the same match each time
MOST_WRITES = 500


class Crash:
    """A journal that stops dead at one write, and everything with it."""

    def __init__(self, at: int, *, after_commit: bool) -> None:
        self.at = at
        self.after_commit = after_commit
        self.writes = 0
        self.happened = False

    def around(self, journal: Journal) -> Journal:
        self._journal = journal
        return self

    async def append(self, entry: Entry) -> None:
        self.writes += 1
        if self.writes != self.at:
            await self._journal.append(entry)
            return
        if self.after_commit:
            await self._journal.append(entry)
        self.happened = True
        await asyncio.Event().wait()

    def logs(self) -> AsyncIterator[Sequence[Entry]]:
        return self._journal.logs()

    def damaged(self) -> Sequence[DamagedTable]:
        return self._journal.damaged()

    async def forget(self, table_id: str) -> None:
        await self._journal.forget(table_id)

    async def keep(self, record: StoredRecord) -> None:
        await self._journal.keep(record)

    async def record(self, record_id: str) -> bytes | None:
        return await self._journal.record(record_id)

    async def records(
        self, before: RecordPosition | None, most: int
    ) -> Sequence[tuple[RecordPosition, bytes]]:
        return await self._journal.records(before, most)

    async def expire(self, ended_before: Millis) -> None:
        await self._journal.expire(ended_before)

    async def check(self) -> str:
        return await self._journal.check()

    async def close(self) -> None:
        await self._journal.close()


class Player:
    """A person who creates a table and plays on it, through every crash."""

    def __init__(self, months: int) -> None:
        self.rules = {"months": str(months), "bot_delay": "0"}
        self.request_id = new_id()
        self.grant: service_pb2.SeatGrant | None = None
        self.follower: Follower | None = None
        self.streams: list[Stream] = []

    async def play(self, client: Client) -> None:
        """As far as it goes on this server.

        Raises:
            AioRpcError: when the server goes away.
        """
        grant = await client.create(request_id=self.request_id, seats=[MINE, BOT], rules=self.rules)
        assert self.grant in (None, grant), "a repeated request got another seat"
        self.grant = grant
        if self.follower is None:
            self.follower = Follower(client, grant, Random(5))
        self.follower.client = client
        spectator = asyncio.create_task(self._spectate(client, grant.table_id))
        try:
            await self.follower.play(match_is_over)
            final = self.follower.last.seq
            await soon(lambda: self.seen >= final)
        finally:
            spectator.cancel()
            await asyncio.gather(spectator, return_exceptions=True)
            self.streams += client.streams[grant.table_id]

    seen = 0  #: by the spectator, and at which cursor
    cursor = ""

    async def _spectate(self, client: Client, table_id: str) -> None:
        async for message in client.spectate(table_id, self.cursor):
            if message.HasField("update"):
                self.seen, self.cursor = message.update.seq, message.update.cursor


async def match_through(crash: Crash, path: Path, months: int) -> None:
    """A whole match, with a crash in it."""
    player = Player(months)
    for _ in range(3):
        async with serving_from(path, SETTINGS, around=crash.around) as client:
            playing = asyncio.create_task(player.play(client))
            await soon(lambda: crash.happened or playing.done())  # noqa: B023 - awaited here
            if playing.done():
                await playing
                log = [log async for log in client.running.lobby._journal.logs()]
                await check(client, player, log)
                return
        # The crash: the streams broke where they were.
        await asyncio.gather(playing, return_exceptions=True)
        crash.happened = False
    raise AssertionError("it crashes again and again")


async def check(client: Client, player: Player, logs: Sequence[Sequence[Entry]]) -> None:
    """The match is whole, and all that was ever told is what is on the disk."""
    (log,) = logs
    assert folded(log).stage is Stage.FINISHED
    assert player.grant is not None
    assert player.follower is not None
    again = client.spectate(player.grant.table_id, player.follower.updates[0].cursor)
    await again.read()
    again.cancel()
    streams = [*player.streams, client.streams[player.grant.table_id][-1]]
    assert violations(streams) == []
    told = {entry.seq for stream in streams for each in stream.updates for entry in each.news}
    assert told == set(range(1, len(log) + 1))


async def crash_at_every_write(path: Path, months: int, *, after_commit: bool) -> None:
    """The same match over and over, with a crash at another write each time."""
    for at in range(1, MOST_WRITES):
        crash = Crash(at, after_commit=after_commit)
        await match_through(crash, path / str(at), months)
        if crash.writes < at:
            break
    assert 10 * months < crash.writes < at, "every write of the match was one of them"


@pytest.mark.slow
@pytest.mark.parametrize(("months", "after_commit"), [(1, True), slow(2, True), slow(2, False)])
async def test_a_crash_at_every_write_of_a_match_loses_nothing(
    tmp_path: Path, after_commit: bool, months: int
) -> None:
    await crash_at_every_write(tmp_path, months, after_commit=after_commit)
