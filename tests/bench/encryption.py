"""A move, a stream, connecting and memory, with encryption compared with the same without it.

Two servers run, and each measurement is made at both of them in turn, so that the ratios stay the
same on a slow or busy machine. The middle half of the pairs is given in brackets. Moves and streams
should take at most 1.1 times as long with encryption, and connecting at most 20 ms longer.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import grpc

from koikoi.v1 import service_pb2, service_pb2_grpc
from koikoi_client.wire.address import parse
from koikoi_client.wire.session import Session
from tests.bench.moves import one_move, seated, server
from tests.support.identity import channel_as_printed
from tests.support.server import BOT, MINE, Client, Follower, match_is_over

MOVES = 2_000
STREAMS = 100  #: of a finished match
CONNECTIONS = 200
HELD = 200  #: connections of which the memory is measured, at the server
OPTIONS = ("--host", "127.0.0.1", "--port", "0", "--memory", "--free-loopback", "--exit-with-stdin")
OWN = [("grpc.use_local_subchannel_pool", 1)]


@dataclass
class Place:
    """A server, and what was measured there, in seconds."""

    address: str  #: as the server prints it
    pid: int
    moves: list[float] = field(default_factory=list)
    streams: list[float] = field(default_factory=list)
    connections: list[float] = field(default_factory=list)

    def channel(self) -> grpc.aio.Channel:
        """A connection of its own."""
        return channel_as_printed(self.address, OWN)


def lines() -> Iterator[str]:
    with ExitStack() as stack:
        plain = stack.enter_context(server(*OPTIONS, "--insecure"))
        encrypted = stack.enter_context(server(*OPTIONS))
        places = [Place(*plain), Place(*encrypted)]
        memory = asyncio.run(measure(places))
    for name in ("moves", "streams", "connections"):
        times = [getattr(place, name) for place in places]
        one, other = (median(each) * 1000 for each in times)
        pairs = list(zip(*times, strict=False))  # a turn is not always a move
        ratios = middle([after / before for before, after in pairs])
        extra = middle([(after - before) * 1000 for before, after in pairs])
        yield (
            f"{name:<11} p50 {one:6.2f} ms, encrypted {other:6.2f} ms: "
            f"{other / one:.2f} times ({ratios}), {other - one:+.2f} ms ({extra})"
        )
    yield f"memory      {memory[0]:.0f} kB a connection, encrypted {memory[1]:.0f} kB"


def middle(values: list[float]) -> str:
    """The range of the middle half of *values*."""
    low, _, high = quantiles(values, n=4)
    return f"{low:.2f} to {high:.2f}"


async def measure(places: list[Place]) -> list[float]:
    """Measure all at both servers in turn; return the kilobytes of a connection to each."""
    memory = [await held(place) for place in places]
    async with AsyncExitStack() as stack:
        await in_turn([await moving(place, stack) for place in places], MOVES)
        await in_turn([await streaming(place, stack) for place in places], STREAMS)
    await in_turn([partial(connect, place) for place in places], CONNECTIONS)
    return memory


async def in_turn(each: list[Callable[[], Awaitable[None]]], times: int) -> None:
    for _ in range(times):
        for measured in each:
            await measured()


async def moving(place: Place, stack: AsyncExitStack) -> Callable[[], Awaitable[None]]:
    """Seat two players; a call lets one of them move."""
    channels = [await stack.enter_async_context(place.channel()) for _ in range(2)]
    seats = await seated([service_pb2_grpc.KoikoiServiceStub(channel) for channel in channels])
    stack.push_async_callback(stopped, [asyncio.create_task(seat.follow()) for seat in seats])
    random = Random(1)
    return lambda: one_move(seats, random, place.moves)


async def stopped(following: list[asyncio.Task[None]]) -> None:
    for task in following:
        task.cancel()
    await asyncio.wait(following)


async def streaming(place: Place, stack: AsyncExitStack) -> Callable[[], Awaitable[None]]:
    """Play a match; a call streams it."""
    channel = await stack.enter_async_context(place.channel())
    stub: Any = service_pb2_grpc.KoikoiServiceStub(channel)
    client = Client(None, channel, stub)  # type: ignore[arg-type]  # it runs in another process
    grant = await client.create(seats=[MINE, BOT], rules={"months": "3", "bot_delay": "0"})
    follower = Follower(client, grant)
    await follower.play(match_is_over)
    asked = service_pb2.TellRecordRequest(record_id=follower.last.match.record_id)

    async def stream() -> None:
        began = time.perf_counter()
        async for _ in stub.TellRecord(asked):
            pass
        place.streams.append(time.perf_counter() - began)

    return stream


async def held(place: Place) -> float:
    """The kilobytes that the server needs for a connection."""
    async with AsyncExitStack() as stack:

        async def some(number: int) -> None:
            for _ in range(number):
                channel = await stack.enter_async_context(place.channel())
                stub: Any = service_pb2_grpc.KoikoiServiceStub(channel)
                await stub.GetServerInfo(service_pb2.GetServerInfoRequest())

        await some(HELD // 10)  # the first ones cost more
        before = resident(place.pid)
        await some(HELD)
        return (resident(place.pid) - before) / HELD


def resident(pid: int) -> float:
    """The kilobytes of a process that are in memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = dict(line.split(":", 1) for line in status.splitlines())
    return int(found["VmRSS"].split()[0]) * 1.024


async def connect(place: Place) -> None:
    """Connect as a player's client does: with its first calls, and no certificate that it knows."""
    session = Session(replace(parse(place.address), insecure="@" not in place.address))
    began = time.perf_counter()
    await session.open()
    place.connections.append(time.perf_counter() - began)
    await session.close()
