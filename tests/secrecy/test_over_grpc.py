"""Two worlds with real servers and connections."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from koikoi.v1 import service_pb2
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.table.commands import Close
from koikoi_server.table.events import Entry
from tests.secrecy import leaks_elsewhere
from tests.secrecy.matches import Match, token
from tests.secrecy.planting import Plant
from tests.secrecy.probes import probes, seat_probes
from tests.secrecy.renaming import deals, hidden, renamed
from tests.secrecy.world import KEY, SETTINGS, act, request_id
from tests.support.clock import FakeClock
from tests.support.server import Client, serving
from tests.support.tiers import slow
from tests.support.timeouts import HANG

VIEWER = 2
CHATS = 4


class Wire:
    """All bytes that a client receives."""

    def __init__(self, client: Client) -> None:
        self._channel: Any = client.channel
        self.received: list[object] = []

    async def ask(self, method: str, request: Message | bytes) -> None:
        body = request if isinstance(request, bytes) else request.SerializeToString()
        path = method if "/" in method else f"/koikoi.v1.KoikoiService/{method}"
        if method == "TellRecord":
            stream = self._channel.unary_stream(path)(body, timeout=HANG)
            while await self.read(stream):
                pass
            return
        call = self._channel.unary_unary(path)(body, timeout=HANG)
        with suppress(grpc.aio.AioRpcError):
            self.received.append(await call)
        await self._ended(call)

    async def watch(self, method: str, request: Message) -> Any:
        call = self._channel.unary_stream(f"/koikoi.v1.KoikoiService/{method}")
        stream = call(request.SerializeToString(), timeout=HANG)
        await self.read(stream)
        return stream

    async def read(self, stream: Any) -> bytes:
        """The next message of *stream*; empty: it has ended."""
        with suppress(grpc.aio.AioRpcError):
            message = await stream.read()
            if message is not grpc.aio.EOF:
                self.received += [tuple(await stream.initial_metadata()), message]
                return bytes(message)
        await self._ended(stream)
        return b""

    async def _ended(self, call: Any) -> None:
        """Note how *call* has ended, with all its metadata; a success has some too."""
        metadata = await call.initial_metadata(), await call.trailing_metadata()
        told = [tuple(each or ()) for each in metadata]
        self.received.append((await call.code(), await call.details(), *told))


async def received(log: list[Entry], viewer: int) -> list[object]:
    """What a client of *viewer*, and one without a seat, get from a server with that log."""
    journal = MemoryJournal()
    for entry in log:
        await journal.append(entry)
    clock = FakeClock(log[-1].time + 1_000)
    async with serving(SETTINGS, journal=journal, clock=clock, key=KEY, server_id="S") as client:
        wire = Wire(client)
        live = client.running.lobby.open_tables()[0]
        table = live.state.table_id
        lobby = await wire.watch("WatchLobby", service_pb2.WatchLobbyRequest())
        watch = service_pb2.WatchSeatRequest(seat_token=token(viewer), language="en")
        mine = await wire.watch("WatchSeat", watch)
        anybody = service_pb2.WatchTableRequest(table_id=table)
        public = await wire.watch("WatchTable", anybody)
        cursors = ["", "1", "1.00"]
        for number in range(CHATS):
            chat = act(token(viewer), request_id("chat", number), chat={"text": "hello"})
            await wire.ask("Act", chat)
            await wire.read(mine)
            told = service_pb2.WatchTableResponse.FromString(await wire.read(public))
            cursors.append(told.update.cursor)
        streams = [lobby, public, mine]  # open to the end: who goes away changes the table
        numbers = iter(range(10_000))
        for asked in (probes, seat_probes):
            tried = asked(live.state, viewer, token(viewer), lambda: request_id(next(numbers)))
            for method, request in tried:
                await wire.ask(method, request)
        for path in ("/grpc.health.v1.Health/Check", "/koikoi.v1.KoikoiService/Peek"):
            await wire.ask(path, b"")
        for after, language in product(cursors, ("", "en", "xx")):
            for name, fields in (
                ("WatchTable", {"table_id": table}),
                ("WatchSeat", {"seat_token": token(viewer)}),
            ):
                kind = getattr(service_pb2, f"{name}Request")
                again = kind(**fields, after=after, language=language)
                streams.append(await wire.watch(name, again))
        await wire.read(mine)  # replaced
        live.table.enqueue(Close())
        while await wire.read(public):
            pass
        for stream in streams:
            stream.cancel()
    return wire.received


@pytest.mark.parametrize(("game", "leak"), [("coin", True), ("sakura", False), slow("coin", False)])
async def test_real_servers_send_the_same_bytes(game: str, leak: bool) -> None:
    """They differ if the renamed card is the viewer's own, so this test can fail."""
    one, two = await in_two_worlds(game, VIEWER + leak)
    assert len(one) == len(two) > 80
    assert (one == two) is not leak


@pytest.mark.parametrize(
    "plant",
    [
        slow(leaks_elsewhere.trailing_metadata),
        slow(leaks_elsewhere.trailing_metadata_of_what_ended),
        slow(leaks_elsewhere.initial_metadata),
    ],
)
async def test_a_leak_in_metadata_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of calls and streams that succeed, too."""
    plant(monkeypatch)
    one, two = await in_two_worlds("coin", VIEWER)
    different = [repr(a) for a, b in zip(one, two, strict=True) if a != b]
    assert any("OK" in each for each in different)
    assert all("x-n" in each for each in different)


async def in_two_worlds(game: str, reader: int) -> tuple[list[object], list[object]]:
    """What *reader* receives in two worlds that differ in cards hidden from ``VIEWER``."""
    match = Match(5, game, 3, {"rounds": "1"})
    for _ in range(12):
        match.step()
    place = deals(match.log)[-1]
    unseen = hidden(match.log, place, VIEWER)
    moved = unseen[:]
    Random(1).shuffle(moved)
    other = renamed(match.log, place, dict(zip(unseen, moved, strict=True)))
    return await received(match.log, reader), await received(other, reader)
