"""A durable move against one in memory: latency, and moves a second, at 1 and at 100 tables.

A move goes through the whole server but for gRPC: queue, rules, journal, and what watchers are
told. The disk is that of the folder for temporary files (TMPDIR).
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles

from koikoi_server.journal import Journal
from koikoi_server.journal.durable import DurableJournal
from koikoi_server.journal.folder import Folder
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.lobby.records import Records
from koikoi_server.lobby.rooms import Room
from koikoi_server.lobby.tables import Lobby
from koikoi_server.service.broadcast import Broadcast
from koikoi_server.settings import Settings
from koikoi_server.system.clock import SystemClock
from koikoi_server.table import commands as ask
from koikoi_server.table import levels
from koikoi_server.table.events import RequestKey
from koikoi_server.table.limits import Limits
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Stage
from koikoi_server.wire.record.record import kept
from tests.support.table import option_id

SETTINGS = Settings(seed="bench")
ROUNDS = 3  # of both, in turn
RESTART_TABLES, RESTART_MOVES = 30, 150
MOVES = {1: 400, 100: 3_000}  # of all tables together, in each round


def lines() -> Iterator[str]:
    for tables, moves in MOVES.items():
        found: dict[str, list[tuple[float, list[float]]]] = {"memory": [], "durable": []}
        for _ in range(ROUNDS):
            for name, each in found.items():
                each.append(asyncio.run(measured(name, tables, moves)))
        rates = {}
        for name, rounds in found.items():
            times = sorted(time for _, times in rounds for time in times)
            rates[name] = median(rate for rate, _ in rounds)
            p99 = quantiles(times, n=100)[98]
            yield (
                f"{tables:>3} tables, {name:<7}  {rates[name]:>7.0f} moves/s   "
                f"latency {median(times) * 1000:6.2f} ms, of 1 in 100 above {p99 * 1000:6.2f} ms"
            )
        yield f"{tables:>3} tables, durable is {rates['durable'] / rates['memory']:.2f} of memory"
    entries, spent = asyncio.run(restart())
    yield f"a start with {RESTART_TABLES} tables, {entries} entries in all: {spent:.2f} s"


async def restart() -> tuple[int, float]:
    """How many entries a start reads and folds, and in how many seconds."""
    with tempfile.TemporaryDirectory() as path, Folder(Path(path)) as folder:
        durable = DurableJournal(folder.store())
        lobby = made(durable)
        rooms = [await opened(lobby, number) for number in range(RESTART_TABLES)]
        await asyncio.gather(*(play(room, RESTART_MOVES, []) for room in rooms))
        await lobby.stop()
        await durable.close()
        durable = DurableJournal(folder.store())
        lobby = made(durable)
        began = time.perf_counter()
        await lobby.restore()
        spent = time.perf_counter() - began
        await lobby.stop()
        await durable.close()
    return sum(room.state.seq for room in rooms), spent


async def measured(name: str, tables: int, moves: int) -> tuple[float, list[float]]:
    """Moves a second, and how long each took in seconds."""
    async with journal(name) as kept_in:
        lobby = made(kept_in)
        rooms = [await opened(lobby, number) for number in range(tables)]
        times: list[float] = []
        began = time.perf_counter()
        await asyncio.gather(*(play(room, moves // tables, times) for room in rooms))
        spent = time.perf_counter() - began
        await lobby.stop()
    return len(times) / spent, times


@asynccontextmanager
async def journal(name: str) -> AsyncIterator[Journal]:
    if name == "memory":
        yield MemoryJournal()
        return
    with tempfile.TemporaryDirectory() as path, Folder(Path(path)) as folder:
        durable = DurableJournal(folder.store())
        try:
            yield durable
        finally:
            await durable.close()


def made(kept_in: Journal) -> Lobby:
    clock = SystemClock()
    records = Records(kept_in, clock, kept)
    return Lobby(kept_in, clock, SETTINGS, Broadcast, lambda _: None, records=records)


async def opened(lobby: Lobby, number: int) -> Room:
    """A table with two persons, whose first round is dealt."""
    room, _ = await lobby.open(
        ask.Open(
            table_id=f"T{number}",
            number=0,
            name="",
            game="koikoi",
            rules=(("months", "24"),),
            private=False,
            limits=Limits(),
            bots=("", ""),
            seat=1,
            player="Aki",
            token=b"%d.1" % number,
        ),
        RequestKey(b"%d" % number, b""),
    )
    await room.table.ask(ask.Join("Ben", 2, b"%d.2" % number))
    return room


async def play(room: Room, moves: int, times: list[float]) -> None:
    """Make so many moves, one after another, noting how long each took."""
    random = Random(room.state.number)
    for _ in range(moves):
        if room.state.stage is Stage.FINISHED:
            await again(room)
        seat = next(each for each in (1, 2) if levels.choices(room.state, each))
        option = random.randint(1, len(levels.choices(room.state, seat)))
        token = room.state.at(seat).token
        began = time.perf_counter()
        await room.table.ask(ask.Choose(token, room.state.version, option))
        times.append(time.perf_counter() - began)


async def again(room: Room) -> None:
    """Another match."""
    option = option_id(room.state, Kind.REMATCH)
    for sitting in room.state.seats:
        await room.table.ask(ask.UseSeatOption(sitting.token, option))
