"""Attacks with calls: too many, too large, never read, never finished, reset at once."""

from __future__ import annotations

import asyncio
from itertools import count
from random import Random

from grpc_health.v1 import health_pb2

from tests.attacks import frames
from tests.attacks.course import Course
from tests.attacks.peer import Call, Peer

HEALTH_WATCHES, REFLECTIONS, CONNECTIONS = 9_000, 1_000, 20
MORE_CONNECTIONS = 100  #: when one connection may not have all its streams
LONG_NAME = 15_000  #: bytes
RESETS = 2_000  #: streams of one connection that are opened and reset at once
SLOW = 200  #: connections that send a byte a second
HALF_SENT = 990_000  #: bytes of a request that claims to be a little longer


async def service_streams(course: Course) -> None:
    """Open 9,000 health watches with long names, and 1,000 reflection streams."""
    calls: list[tuple[str, Call]] = []
    numbers = count()

    async def fill() -> None:
        while next_ := _next(numbers):
            peer = await course.peer()
            if peer is None:
                return
            for _ in range(min(peer.max_streams, 500)):
                what, path, body = next_
                calls.append((what, await peer.start(path, body, end_stream=what == "health")))
                next_ = _next(numbers)
                if next_ is None or peer.closed:
                    break

    await course.all(fill() for _ in range(CONNECTIONS))
    await course.rest()
    for what, call in calls:
        course.outcome(call, what)
    course.census()


def _next(numbers: count[int]) -> tuple[str, str, bytes] | None:
    number = next(numbers)
    if number >= HEALTH_WATCHES + REFLECTIONS:
        return None
    if number % 10:
        name = f"{number:>{LONG_NAME}}"
        body = health_pb2.HealthCheckRequest(service=name).SerializeToString()
        return "health", frames.HEALTH_WATCH, body
    return "reflection", frames.REFLECTION, b"\x3a\x00"  # list_services


async def resets(course: Course) -> None:
    """Open streams of every kind and reset each at once, on ten connections."""
    paths = [frames.ours("WatchLobby"), frames.ours("GetCatalog"), frames.HEALTH_WATCH]

    async def burst(peer: Peer) -> None:
        for _ in range(RESETS):
            stream = peer.new_stream()
            peer.write(frames.call(stream, paths[stream // 2 % 3]) + frames.reset(stream))
            course.counts["opened and reset"] += 1
            if stream % 100 == 1:
                await peer.flushed()
                await asyncio.sleep(0)

    await course.workers(10, burst)


async def slow_headers(course: Course) -> None:
    """Send headers one byte a second on 200 connections, and never end them."""
    raw = frames.block(frames.ours("GetServerInfo"))

    async def slowly() -> None:
        peer = await course.peer()
        if peer is None:
            return
        stream = peer.new_stream()
        peer.write(frames.headers(stream, raw=raw[:1], end_headers=False))
        for at in range(1, len(raw)):
            peer.write(frames.continuation(stream, raw[at : at + 1]))
            course.counts["bytes"] += 1
            await asyncio.sleep(1)

    await course.all(slowly() for _ in range(SLOW))
    course.census()


async def endless_headers(course: Course) -> None:
    """Send large CONTINUATION frames, and empty ones, without end on eight connections."""
    filler = frames.block("/x", (("x-filler", "x" * 16_000),))[-16_000:]

    async def flood(peer: Peer) -> None:
        stream = peer.new_stream()
        peer.write(frames.headers(stream, raw=b"", end_headers=False))
        part = filler if stream % 4 == 1 else b""
        burst = frames.continuation(stream, part) * 20
        while course.left > 0:
            peer.write(burst)
            course.counts["CONTINUATION frames"] += 20
            await peer.flushed()
            await asyncio.sleep(0)

    await course.workers(8, flood)


async def half_sent(course: Course) -> None:
    """Send large requests on 2,000 streams, each without its last bytes."""
    unfinished = frames.message(b"x" * HALF_SENT, claimed=HALF_SENT + 8)
    begun: list[Call] = []

    async def fill() -> None:
        peer = await course.peer()
        if peer is None:
            return

        async def one(call: Call) -> None:
            begun.append(call)
            await peer.send_raw(call, unfinished)

        streams = range(min(peer.max_streams, 100))
        await asyncio.gather(*(one(peer.open(frames.ours("TellRecord"))) for _ in streams))

    await course.all(fill() for _ in range(CONNECTIONS))
    await course.rest()
    for call in begun:
        course.outcome(call, "unfinished request")
    course.census()


async def garbage(course: Course) -> None:
    """Send what is no HTTP/2, broken frames, and calls of methods that do not exist."""
    random = Random(1)
    openings = [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + random.randbytes(500),
        random.randbytes(2_000),
        frames.OPENING + random.randbytes(2_000),
        frames.OPENING + b"\xff\xff\xff" + random.randbytes(50),
        frames.OPENING + frames.headers(1, raw=random.randbytes(300)),
        frames.OPENING + frames.headers(2, frames.ours("Act")),
        frames.OPENING + frames.window_update(0, frames.WIDEST) * 3,
    ]
    unknown = ["/", "/x/y", frames.ours("Nothing"), "/koikoi.v1.KoikoiService/", "no slash"]

    async def raw(number: int) -> None:
        while course.left > 0:
            await course.send_once(openings[number % len(openings)])
            number += 1

    async def calls(peer: Peer) -> None:
        path = unknown[course.counts["unknown methods"] % len(unknown)]
        await peer.status(path, b"x" * 100)
        course.counts["unknown methods"] += 1

    await course.all([*(raw(each) for each in range(8)), course.workers(4, calls)])
