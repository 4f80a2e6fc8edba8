"""A move, a stream and connecting, with encryption compared with the same without it.

Two servers run, and each measurement is made at both of them in turn, so that the ratios stay the
same on a slow or busy machine.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from statistics import median
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
OPTIONS = ("--host", "127.0.0.1", "--port", "0", "--memory", "--free-loopback", "--exit-with-stdin")
OWN = [("grpc.use_local_subchannel_pool", 1)]


@dataclass
class Place:
    """A server, and what was measured there, in seconds."""

    address: str  #: as the server prints it
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
        places = [Place(plain), Place(encrypted)]
        asyncio.run(measure(places))
    for name in ("moves", "streams", "connections"):
        one, other = (median(getattr(place, name)) * 1000 for place in places)
        yield (
            f"{name:<11} p50 {one:6.2f} ms, encrypted {other:6.2f} ms: "
            f"{other / one:.2f} times, {other - one:+.2f} ms"
        )


async def measure(places: list[Place]) -> None:
    """Measure all at both servers in turn."""
    async with AsyncExitStack() as stack:
        await in_turn([await moving(place, stack) for place in places], MOVES)
        await in_turn([await streaming(place, stack) for place in places], STREAMS)
    await in_turn([partial(connect, place) for place in places], CONNECTIONS)


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


async def connect(place: Place) -> None:
    """Connect as a player's client does: with its first calls, and no certificate that it knows."""
    session = Session(replace(parse(place.address), insecure="@" not in place.address))
    began = time.perf_counter()
    await session.open()
    place.connections.append(time.perf_counter() - began)
    await session.close()
