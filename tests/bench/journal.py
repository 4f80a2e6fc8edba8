"""Moves with the journal on disk, compared with moves in memory, at 1 and at 100 tables.

A move goes through the whole server except gRPC: queue, rules, journal and updates. The disk is the
one with the folder for temporary files (TMPDIR).
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
from koikoi_server.lobby.lobby import Lobby
from koikoi_server.lobby.records import Records
from koikoi_server.lobby.table_index import LiveTable
from koikoi_server.service.broadcast import Broadcast
from koikoi_server.service.directory import Directory
from koikoi_server.settings import Settings
from koikoi_server.system.clock import SystemClock
from koikoi_server.table import commands, derived
from koikoi_server.table.events import RequestKey
from koikoi_server.table.limits import Limits
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Stage
from koikoi_server.wire.record.recording import stored_record
from tests.support.table import option_id

SETTINGS = Settings(seed="bench")
ROUNDS = 3  # measurements of each, alternating
RESTART_TABLES, RESTART_MOVES = 30, 150
MOVES = {1: 400, 100: 3_000}  # of all tables together, in each measurement


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
                f"latency p50 {median(times) * 1000:6.2f} ms, p99 {p99 * 1000:6.2f} ms"
            )
        yield f"{tables:>3} tables, durable / memory: {rates['durable'] / rates['memory']:.2f}"
    entries, spent = asyncio.run(restart())
    yield f"a start with {RESTART_TABLES} tables, {entries} entries in all: {spent:.2f} s"


async def restart() -> tuple[int, float]:
    """Start on existing tables; return the number of entries read and the seconds."""
    with tempfile.TemporaryDirectory() as path, Folder(Path(path)) as folder:
        durable = DurableJournal(folder.store())
        lobby = made(durable)
        tables = [await opened(lobby, number) for number in range(RESTART_TABLES)]
        await asyncio.gather(*(play(live, RESTART_MOVES, []) for live in tables))
        await lobby.stop()
        await durable.close()
        durable = DurableJournal(folder.store())
        lobby = made(durable)
        began = time.perf_counter()
        await lobby.restore()
        spent = time.perf_counter() - began
        await lobby.stop()
        await durable.close()
    return sum(live.state.seq for live in tables), spent


async def measured(name: str, tables: int, moves: int) -> tuple[float, list[float]]:
    """Return moves a second, and the seconds of each move."""
    async with journal(name) as kept_in:
        lobby = made(kept_in)
        running = [await opened(lobby, number) for number in range(tables)]
        times: list[float] = []
        began = time.perf_counter()
        await asyncio.gather(*(play(live, moves // tables, times) for live in running))
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
    records = Records(kept_in, clock, stored_record)
    directory = Directory(clock, heartbeat=4_000, keepalive_timeout=12_000)
    return Lobby(kept_in, clock, SETTINGS, records=records, table_list=directory, updates=Broadcast)


async def opened(lobby: Lobby, number: int) -> LiveTable:
    """Open a table for two players; the first round is dealt."""
    live, _ = await lobby.open(
        commands.Open(
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
    await live.table.execute(commands.Join("Ben", 2, b"%d.2" % number))
    return live


async def play(live: LiveTable, moves: int, times: list[float]) -> None:
    """Make moves one after another, and note the seconds of each."""
    random = Random(live.state.number)
    for _ in range(moves):
        if live.state.stage is Stage.FINISHED:
            await again(live)
        seat = next(each for each in (1, 2) if derived.choices(live.state, each))
        option = random.randint(1, len(derived.choices(live.state, seat)))
        token = live.state.at(seat).token
        began = time.perf_counter()
        await live.table.execute(commands.Choose(token, live.state.version, option))
        times.append(time.perf_counter() - began)


async def again(live: LiveTable) -> None:
    """Start another match."""
    option = option_id(live.state, Kind.REMATCH)
    for sitting in live.state.seats:
        await live.table.execute(commands.UseSeatOption(sitting.token, option))
