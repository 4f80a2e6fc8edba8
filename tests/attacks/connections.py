"""Attacks with connections: idle, half-open, short, and floods of frames that belong to no call."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Sequence
from contextlib import suppress

from koikoi_server.identity import NAME
from tests.attacks import frames
from tests.attacks.course import Course
from tests.attacks.peer import Peer, connected, tls_context

IDLE, OPENERS = 2_100, 20
HALF_OPEN = 1_500
HANDSHAKERS = 20
FLOODS = 4  #: connections that send as fast as they can
BURST = 500  #: frames


async def idle_connections(course: Course) -> None:
    """Hold 2,100 connections that send no more than their SETTINGS; replace those that close."""

    async def some() -> None:
        held: list[Peer] = []
        while course.left > 0:
            held = [peer for peer in held if not peer.closed]
            if len(held) < IDLE // OPENERS:
                made = await course.peer()
                held += [made] if made else []
            await asyncio.sleep(0.01)

    await course.all(some() for _ in range(OPENERS))
    course.census()


async def half_open_connections(course: Course) -> None:
    """Open 1,500 connections that send nothing, half a preface, or a preface without SETTINGS."""
    await _half_open(course, (b"", frames.PREFACE[:10], frames.PREFACE))


async def half_open_handshakes(course: Course) -> None:
    """Open 1,500 connections that send nothing, or the first message of TLS or half of it."""
    hello = _client_hello()
    await _half_open(course, (b"", hello[:10], hello))


async def _half_open(course: Course, beginnings: Sequence[bytes]) -> None:
    opened: list[socket.socket] = []

    async def some(number: int, content: bytes) -> None:
        for _ in range(number):
            try:
                async with asyncio.timeout(5):
                    made = await connected(course.target)
                opened.append(made)
                if content:
                    await asyncio.get_running_loop().sock_sendall(made, content)
            except (OSError, TimeoutError):
                course.counts["connections refused"] += 1
            else:
                course.counts["connections"] += 1

    await course.all(some(HALF_OPEN // 30, content) for content in beginnings for _ in range(10))
    await course.rest()
    for each in opened:
        course.counts["connections closed by the server"] += _is_closed(each)
        each.close()


def _is_closed(made: socket.socket) -> bool:
    try:
        while True:
            if not made.recv(65_536):
                return True
    except BlockingIOError:
        return False
    except OSError:
        return True


async def churn(course: Course) -> None:
    """Connect and close as fast as possible, with and without a preface."""

    async def again(content: bytes) -> None:
        while course.left > 0:
            await course.send_once(content)

    await course.all(again(content) for content in (b"", b"", frames.OPENING, frames.OPENING))


async def handshakes(course: Course) -> None:
    """Let the server begin TLS as often as possible, by the same bytes, and close.

    That costs the attacker far less than a handshake.
    """
    hello = _client_hello()

    async def again() -> None:
        while course.left > 0:
            await course.send_once(hello, answers=1)

    await course.all(again() for _ in range(HANDSHAKERS))


def _client_hello() -> bytes:
    """What a client of TLS sends first."""
    sent = ssl.MemoryBIO()
    tls = tls_context().wrap_bio(ssl.MemoryBIO(), sent, server_hostname=NAME)
    with suppress(ssl.SSLWantReadError):
        tls.do_handshake()
    return sent.read()


async def settings_flood(course: Course) -> None:
    """Send SETTINGS frames as fast as possible on four connections."""
    burst = frames.settings({frames.INITIAL_WINDOW_SIZE: 65_535}) * BURST
    await _flood(course, burst, "SETTINGS frames")


async def ping_flood(course: Course) -> None:
    """Send PING frames as fast as possible on four connections."""
    await _flood(course, frames.ping() * BURST, "PING frames")


async def _flood(course: Course, burst: bytes, what: str) -> None:
    async def flood(peer: Peer) -> None:
        peer.write(burst)
        course.counts[what] += BURST
        await peer.flushed()
        await asyncio.sleep(0)

    async def unread() -> None:
        """The same without reading the acknowledgements, which pile up."""
        while course.left > 0:
            peer = await course.peer(reads=False, receive_buffer=2048)
            if peer is None:
                return
            with suppress(TimeoutError, ConnectionError):
                async with asyncio.timeout(2):
                    while course.left > 0:
                        await flood(peer)
            await peer.close()

    await course.all([course.workers(FLOODS, flood), unread(), unread()])
