"""Servers killed with kill -9 at random moments of a match, and a disk that is really full."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import grpc
import pytest

from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.bots import BOTS
from koikoi_server.journal import schema
from koikoi_server.journal.folder import open_store
from koikoi_server.table.fold import folded
from koikoi_server.table.state import Stage
from tests.support.killing import Killable
from tests.support.server import BOT, MINE, match_is_over, new_id, refused, soon
from tests.support.survivor import Survivor
from tests.support.tiers import slow
from tests.support.validators import violations

NAMES = ("Aki", "Ben")
OPEN = service_pb2.SeatPlan()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Killable]:
    made = Killable(tmp_path / "data")
    await made.start()
    yield made
    await made.kill()


async def match_with_kills(
    server: Killable, kills: int, seed: int, *, game: str = "koikoi", persons: int = 1
) -> None:
    """A match of persons, and a computer if one plays the game, with so many kills in it."""
    random = Random(seed)
    players = [Survivor(server.target, name, seed) for name in NAMES[:persons]]
    first = players[0]
    others = [OPEN] * (persons - 1) + [BOT] * (game in BOTS)
    await first.create(game=game, seats=[MINE, *others], rules={"bot_delay": "0"})
    for other in players[1:]:
        await other.join(first.grant.table_id)
    playing = [asyncio.create_task(player.play(match_is_over)) for player in players]
    try:
        for _ in range(kills):
            at = first.seq + random.randint(1, 8)
            await soon(lambda: first.seq >= at or playing[0].done())  # noqa: B023
            # Some moment within the next moves, a commit under way perhaps.
            await asyncio.sleep(random.random() * 0.01)
            await server.kill()
            await server.start()
        await asyncio.gather(*playing)
        whole = await first.whole()
    finally:
        for task in playing:
            task.cancel()
        for player in players:
            await player.close()
    streams = [stream for player in players for stream in player.streams]
    assert violations([*streams, whole]) == []
    assert len(first.streams) > kills
    await server.kill()
    schema.check(server.data / "journal.sqlite3")
    store = open_store(server.data)
    (log,) = map(store.log, store.tables())
    store.close()
    assert folded(log).stage is Stage.FINISHED
    told = {entry.seq for stream in streams for each in stream.updates for entry in each.news}
    assert told <= set(range(1, len(log) + 1))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kills"), [("coin", 2), slow("sakura", 10), slow("coin", 10)])
async def test_kill_9_at_random_moments_of_a_match(server: Killable, game: str, kills: int) -> None:
    await match_with_kills(server, kills, seed=7, game=game, persons=2)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process: Linux alone")
async def test_moves_are_refused_only_while_the_disk_is_full(server: Killable) -> None:
    import resource

    assert server.process is not None
    player = Survivor(server.target, "Aki")
    await player.create(seats=[MINE, BOT], rules={"months": "1", "bot_delay": "0"})
    # No file may grow: what the kernel says then is what it says of a full disk.
    used = (server.data / "journal.sqlite3-wal").stat().st_size
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (used, most))
    said = service_pb2.ActRequest(
        seat_token=player.grant.seat_token,
        request_id=new_id(),
        chat=service_pb2.Chat(text="Is there room?"),
    )
    assert await refused(player.stub.Act(said)) == (
        grpc.StatusCode.UNAVAILABLE,
        "STORAGE_FAILED",
    )
    assert await refused(player.stub.Act(said)) == (
        grpc.StatusCode.UNAVAILABLE,
        "STORAGE_FAILED",
    )
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
    seq = (await player.stub.Act(said)).seq
    await player.play(match_is_over)
    whole = await player.whole()
    assert violations([*player.streams, whole]) == []
    chats = [
        (entry.seq, event.text)
        for stream in [*player.streams, whole]
        for update in stream.updates
        for entry in update.news
        for event in entry.events
        if event.kind == table_pb2.EVENT_KIND_CHAT_SENT
    ]
    assert chats == [(seq, "Is there room?")]
    await player.close()
