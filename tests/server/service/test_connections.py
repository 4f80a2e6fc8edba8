"""Connections of clients that use too much are closed, so that others can get in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2, service_pb2_grpc
from koikoi_server.service import connections
from koikoi_server.service.connections import (
    BETWEEN_WARNINGS,
    MAX_WARNINGS,
    Connections,
    OpenCalls,
)
from koikoi_server.settings import Settings
from koikoi_server.system import sockets
from koikoi_server.system.sockets import Connection
from tests.support.clock import FakeClock
from tests.support.server import HOST, Client, serving
from tests.support.timeouts import HANG

SEAT = OpenCalls(1, watch_seat=True, late=False)
CALL = OpenCalls(1, watch_seat=False, late=False)
LATE = OpenCalls(1, watch_seat=False, late=True)
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS = bytes.fromhex("000000040000000000")
PING = bytes.fromhex("000008060000000000") + bytes(8)
PONG = bytes.fromhex("000008060100000000") + bytes(8)


class System:
    """Connections that a test makes up, and the limits on them."""

    def __init__(self, **limits: Any) -> None:
        self.open: dict[str, Connection] = {}
        self.calls: dict[str, OpenCalls] = {}
        self.clock = FakeClock()
        self.connections = Connections(
            self.clock, Settings(**limits), lambda _: [*self.open.values()], self._shut
        )

    def connect(self, *peers: str, calls: OpenCalls | None = None) -> None:
        for peer in peers:
            self.open[peer] = Connection(0, peer, received=0)
            if calls:
                self.calls[peer] = calls

    def receive(self, peer: str, size: int) -> None:
        one = self.open[peer]
        self.open[peer] = replace(one, received=one.received + size)

    def look(self, millis: int = 1_000) -> set[str]:
        """The peers that are left after a look, that many milliseconds later."""
        self.clock.advance(millis)
        self.connections.look(self.calls, [*self.open.values()])
        return set(self.open)

    def _shut(self, connection: Connection) -> None:
        del self.open[connection.peer]


def peers(host: str, number: int) -> list[str]:
    return [f"ipv4:10.0.0.{host}:{50_000 + each}" for each in range(number)]


def test_the_idlest_connections_of_an_address_are_closed_above_its_limit() -> None:
    system = System(address_connections=3)
    old, busy, watching, called, newest = peers("1", 5)
    other = peers("2", 2)
    system.connect(old, called, *other)
    system.connect(busy, calls=CALL)
    assert len(system.look()) == 5
    system.connections.used(called)
    system.connect(watching, calls=SEAT)
    assert system.look() == {busy, watching, called, *other}
    system.connect(newest)
    assert system.look() == {busy, watching, newest, *other}


@pytest.mark.parametrize(
    ("limit", "calls"), [("max_connections", SEAT), ("address_connections", CALL)]
)
def test_connections_that_are_not_closed_although_there_are_too_many(
    limit: str, calls: OpenCalls
) -> None:
    """Those that watch seats; and for the limit of an address, those with an open call."""
    system = System(**{limit: 2})
    system.connect(*peers("1", 4), calls=calls)
    assert system.look() == set(peers("1", 4))


def test_a_client_that_has_to_make_room_for_the_server_is_not_the_next_one_again() -> None:
    system = System(max_connections=2)
    first, second, third, again = peers("1", 4)
    system.connect(first, calls=CALL)
    system.look()
    system.connect(second, third, calls=CALL)
    assert system.look() == {second, third}
    system.connect(again, calls=CALL)
    assert again in system.look()


def test_the_address_that_has_most_makes_room() -> None:
    system = System(max_connections=5)
    many, few = peers("1", 8), peers("2", 2)
    system.connect(*few, *many)
    assert len(system.look()) == 5
    assert {*few} < system.look()


def test_the_connections_that_send_most_are_closed() -> None:
    """The allowance of their address grows again with time."""
    system = System(address_bytes=(10_000, 1_000))
    loud, quiet, other = *peers("1", 2), *peers("2", 1)
    system.connect(loud, quiet, other, calls=SEAT)
    system.receive(loud, 9_900)
    assert loud in system.look()
    system.receive(loud, 2_000)
    system.receive(quiet, 500)
    system.receive(other, 9_000)
    assert system.look() == {quiet, other}
    system.receive(quiet, 9_900)
    assert quiet in system.look(10_000)
    assert set(system.connections._bytes_left) == {"10.0.0.1"}, "a whole allowance is forgotten"


def test_a_connection_is_closed_if_it_sends_much_without_a_call() -> None:
    """It floods the server with PING, SETTINGS or other frames that belong to no call."""
    system = System()
    flood, called, watching, told, idle = peers("1", 5)
    system.connect(flood, called, idle)
    system.connect(watching, told, calls=CALL)
    system.look()
    system.connections.used(called)
    del system.calls[told]
    for peer in (flood, called, watching, told):
        system.receive(peer, 50_000)
    system.receive(idle, 200)
    assert system.look() == {called, watching, told, idle}


def test_a_connection_is_closed_if_a_request_does_not_arrive_in_time() -> None:
    system = System()
    system.connect(*peers("1", 1), calls=SEAT)
    system.connect(*peers("2", 1), calls=LATE)
    assert system.look() == set(peers("1", 1))


def test_a_connection_is_closed_after_too_much_misuse() -> None:
    """One that is newer than the last look is found as well."""
    system = System(connection_misuse=(2, 1), address_misuse=(4, 1))
    players, known, new = peers("1", 3)
    system.connect(known)
    system.connect(players, calls=SEAT)
    system.look()
    system.connect(new)
    for peer in (known, known, new, new, players):
        system.connections.misused(peer)
    assert set(system.open) == {players, known, new}
    system.connections.misused(known)
    assert set(system.open) == {players, new}
    system.connections.misused(new)
    assert set(system.open) == {players}


def test_everybody_behind_a_router_that_restarts_can_come_back() -> None:
    """Calls that end with their connection count like those that are reset."""
    system = System()
    players, windows, guests = (peers("1", 360)[at : at + 90] for at in (0, 90, 180))
    system.connect(*players, *windows, calls=SEAT)
    system.connect(*guests, calls=CALL)
    system.look()
    for peer in (*players, *windows, *guests):
        for _ in range(3):  # a watch of the table or the lobby, a move, a question
            system.connections.misused(peer)
    assert system.look() == {*players, *windows, *guests}
    back = peers("1", 360)[270:]
    system.connect(*back)
    for peer in back:
        for _ in range(3):
            system.connections.misused(peer)
    assert set(back) <= system.look()


def test_the_host_is_told_once_a_minute_that_an_address_was_limited(
    caplog: pytest.LogCaptureFixture,
) -> None:
    system = System(address_connections=1)

    def warned() -> list[str]:
        caplog.clear()
        for host in ("1", "2"):
            system.connect(*peers(host, 5))
        system.look()
        system.connections.refused("ipv4:10.0.0.3:50000")
        return [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]

    assert warned() == [
        "the address 10.0.0.1 was limited: 4 of its connections were closed",
        "the address 10.0.0.2 was limited: 4 of its connections were closed",
        "the address 10.0.0.3 was limited: some of its calls are refused",
    ]
    assert warned() == []
    system.clock.advance(BETWEEN_WARNINGS)
    assert len(warned()) == 3
    system.clock.advance(BETWEEN_WARNINGS)
    for host in range(MAX_WARNINGS * 2):
        system.connections.refused(f"ipv4:10.0.1.{host}:50000")
    assert len(system.connections._warned) <= MAX_WARNINGS, "nor do many addresses fill the log"


def test_programs_on_this_machine_may_be_exempt() -> None:
    system = System(address_connections=1, free_loopback=True, connection_misuse=(1, 1))
    local = ["ipv4:127.0.0.1:50000", "ipv6:[::1]:50000", "ipv4:127.0.0.1:50001"]
    system.connect(*local)
    for peer in local * 2:
        system.connections.misused(peer)
        system.receive(peer, 10**9)
    assert system.look() == set(local)


@pytest.fixture(autouse=True)
def frequent_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no test has to wait for one."""
    monkeypatch.setattr(connections, "INTERVAL", 0.05)


needs_list = pytest.mark.skipif(
    not sockets.can_list(), reason="this system does not list a process's open files"
)


@asynccontextmanager
async def raw(client: Client, number: int, first: bytes) -> AsyncIterator[list[Any]]:
    """Connections that send these bytes."""
    pairs = [await asyncio.open_connection(HOST, client.running.port) for _ in range(number)]
    try:
        for _, writer in pairs:
            writer.write(first)
        yield [reader for reader, _ in pairs]
    finally:
        for _, writer in pairs:
            writer.transport.abort()


async def closed(reader: asyncio.StreamReader) -> bool:
    """Return when the server has closed it; what it says before is skipped."""
    async with asyncio.timeout(HANG):
        with suppress(ConnectionError):
            while await reader.read(4096):
                pass
    return True


@needs_list
@pytest.mark.parametrize("limits", [{"max_connections": 4}, {"address_connections": 4}])
async def test_newcomers_get_in_and_players_stay(limits: dict[str, Any]) -> None:
    """Idle connections fill the listener; the watch of a seat is not closed for them."""
    async with serving(Settings(**limits)) as client:
        grant = await client.create()
        watch = client.watch(grant)
        await watch.read()
        async with raw(client, 14, PREFACE + SETTINGS) as idle:
            ended = [asyncio.create_task(closed(each)) for each in idle]
            done, _ = await asyncio.wait(ended, return_when=asyncio.FIRST_COMPLETED)
            assert done
            own = [("grpc.use_local_subchannel_pool", 1)]
            async with grpc.aio.insecure_channel(f"{HOST}:{client.running.port}", own) as channel:
                stub: Any = service_pb2_grpc.KoikoiServiceStub(channel)
                asked = service_pb2.ListTablesRequest()
                await stub.ListTables(asked, wait_for_ready=True, timeout=HANG)
            for each in ended:
                each.cancel()
        await client.act(grant, chat="still here")
        assert (await watch.read()).HasField("update")


async def test_a_client_may_send_a_ping_as_often_as_it_likes() -> None:
    """gRPC would be busier with closing the connection than with the pings."""
    async with serving() as client, raw(client, 1, PREFACE + SETTINGS + PING * 100) as (reader,):
        said = b""
        async with asyncio.timeout(HANG):
            while said.count(PONG) < 100:
                said += await reader.read(4096)
                assert b"too_many_pings" not in said


@needs_list
@pytest.mark.parametrize("flood", [SETTINGS, PING])
async def test_a_connection_that_sends_too_much_is_closed(flood: bytes) -> None:
    async with serving(Settings(address_bytes=(100_000, 1_000))) as client:
        grant = await client.create()
        watch = client.watch(grant)
        await watch.read()
        async with raw(client, 1, PREFACE + SETTINGS + flood * 20_000) as loud:
            assert await closed(loud[0])
        await client.act(grant, chat="still here")
        assert (await watch.read()).HasField("update")
