"""Invalid input gets the right status and a sentence, and the server goes on."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

import grpc
import pytest
import pytest_asyncio

from koikoi.v1 import record_pb2, service_pb2
from koikoi_server.service.rpcs import SERVICE
from koikoi_server.settings import Settings
from tests.secrecy.noise import ACT, NOISE, PREFACE, SETTINGS, frame, headers
from tests.support.server import HOST, Client, new_id, reason, refused, serving
from tests.support.timeouts import HANG

Code = grpc.StatusCode
CALLS = [method.name for method in SERVICE.methods]
STREAMS = {"WatchLobby", "WatchSeat", "WatchTable", "TellRecord"}


@pytest_asyncio.fixture
async def client() -> AsyncIterator[Client]:
    async with serving() as served:
        yield served


@pytest.mark.parametrize("noise", NOISE)
async def test_random_bytes_on_the_port_harm_nobody(client: Client, noise: str) -> None:
    """A player can sit down at a table meanwhile."""
    grant = await client.create()
    before = len(client.running.lobby.open_tables())
    reader, writer = await asyncio.open_connection(HOST, client.running.port)
    with suppress(ConnectionError):
        writer.write(NOISE[noise])
        await writer.drain()
        async with asyncio.timeout(HANG):
            await reader.read(1)
    await client.join(grant.table_id)
    assert len(client.running.lobby.open_tables()) == before
    writer.close()
    assert (await client.watch(grant).read()).update.table.seats[1].player_name == "Ben"


async def test_silent_connections_are_closed() -> None:
    """So are half handshakes, but not connections that send requests."""
    async with serving(Settings(handshake_timeout=1_000)) as client:
        await client.channel.channel_ready()
        grant = await client.create()
        silent = [socket.create_connection((HOST, client.running.port)) for _ in range(3)]
        silent[1].sendall(PREFACE[:9])
        for each in silent:
            each.setblocking(False)
        async with asyncio.timeout(HANG):
            for each in silent[:2]:
                await _closed(each)
        await client.act(grant, chat="still here")
        for each in silent:
            each.close()


async def _closed(peer: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    with suppress(ConnectionError):
        while await loop.sock_recv(peer, 4_096):
            pass


async def test_a_slow_loris_holds_nobody_up() -> None:
    """The game goes on while a hundred connections send a byte now and then."""
    async with serving(Settings(max_connections=300)) as client:
        grant = await client.create()
        whole = PREFACE + SETTINGS + frame(1, 0, 1, headers(ACT))
        slow = [await asyncio.open_connection(HOST, client.running.port) for _ in range(100)]
        for sent in range(5):
            for _, writer in slow:
                writer.write(whole[sent : sent + 1])
            await client.act(grant, chat=f"word {sent}")
        assert (await client.watch(grant).read()).update.seq >= 6
        for _, writer in slow:
            writer.close()


def raw(client: Client, method: str, body: bytes, **fields: Any) -> Any:
    channel: Any = client.channel
    path = method if method.startswith("/") else f"/koikoi.v1.KoikoiService/{method}"
    return channel.unary_unary(path)(body, timeout=HANG, **fields)


async def ended(client: Client, method: str, body: bytes) -> grpc.aio.AioRpcError | None:
    """The error with which a call of any kind begins; None: it has an answer."""
    channel: Any = client.channel
    path = f"/koikoi.v1.KoikoiService/{method}"
    try:
        if method in STREAMS:
            stream = channel.unary_stream(path)(body, timeout=HANG)
            await stream.read()
            stream.cancel()
        else:
            await channel.unary_unary(path)(body, timeout=HANG)
    except grpc.aio.AioRpcError as error:
        return error
    return None


MALFORMED: dict[str, bytes] = {
    "no message": b"\xff\xff\xff\xff",
    "cut off": b"\x0a\x7fabc",
    "a group without an end": b"\x0b\x08\x01",
    "text that is no UTF-8": b"\x0a\x04\xff\xfe\x80\x80",
    "a varint without an end": b"\x08" + b"\xff" * 12,
}
NO_TEXT_FIRST = {"GetServerInfo", "ListRecords", "ListTables", "WatchLobby"}


@pytest.mark.parametrize("method", CALLS)
async def test_every_call_refuses_bytes_that_are_not_a_message(client: Client, method: str) -> None:
    for name, body in MALFORMED.items():
        if name == "text that is no UTF-8" and method in NO_TEXT_FIRST:
            continue  # an unknown field there: bytes
        error = await ended(client, method, body)
        assert error is not None, name
        assert error.code() is Code.INVALID_ARGUMENT, name
        assert reason(error) == "FIELD_INVALID"
        assert (error.details() or "").endswith(".")
    assert not client.running.lobby.open_tables()


async def test_fields_of_a_wrong_type_and_unknown_ones_count_as_absent(client: Client) -> None:
    """As protobuf defines; a required field is then missing."""
    grant = await client.create()
    number_for_text = b"\x08\x01"
    unknown_act = (
        service_pb2.ActRequest(seat_token=grant.seat_token, request_id=new_id()).SerializeToString()
        + b"\xfa\x06\x02hi"
    )
    assert await refused(raw(client, "Act", number_for_text)) == (
        Code.UNAUTHENTICATED,
        "SEAT_TOKEN_INVALID",
    )
    assert await refused(raw(client, "Act", unknown_act)) == (
        Code.INVALID_ARGUMENT,
        "FIELD_INVALID",
    )
    assert await refused(raw(client, "CreateTable", number_for_text)) == (
        Code.INVALID_ARGUMENT,
        "FIELD_INVALID",
    )
    assert await refused(raw(client, "GetRecord", number_for_text)) == (
        Code.NOT_FOUND,
        "RECORD_NOT_FOUND",
    )


async def test_deep_nesting_is_refused(client: Client) -> None:
    body = b""
    for _ in range(3_000):
        body = b"\x1a" + _varint(len(body)) + body
    error = await ended(client, "Act", body[:16_000])
    assert error is not None
    assert error.code() in {Code.INVALID_ARGUMENT, Code.UNAUTHENTICATED}


def _varint(value: int) -> bytes:
    made = bytearray()
    while value > 0x7F:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*made, value))


async def code_of(call: Any) -> grpc.StatusCode:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    code: grpc.StatusCode = caught.value.code()
    return code


async def test_a_request_that_is_too_large_is_refused_unread(client: Client) -> None:
    """Only TellRecord accepts requests as large as a record."""
    too_long = raw(client, "Act", b"x" * 20_000)
    assert await refused(too_long) == (Code.INVALID_ARGUMENT, "FIELD_INVALID")
    error = await ended(client, "TellRecord", b"x" * 2_000_000)
    assert error is not None
    assert error.code() is Code.RESOURCE_EXHAUSTED
    bomb = raw(client, "Act", bytes(10_000_000), compression=grpc.Compression.Gzip)
    assert await code_of(bomb) is Code.RESOURCE_EXHAUSTED
    for size in (20_000, 200_000):
        long = raw(client, "ListTables", b"", metadata=(("x-long", "y" * size),))
        assert await code_of(long) in {Code.RESOURCE_EXHAUSTED, Code.UNAVAILABLE}
    await raw(client, "ListTables", b"", metadata=(("x-odd-bin", b"\0\xff"), ("x", "")))


async def test_unknown_methods_are_unimplemented(client: Client) -> None:
    for path in ("/koikoi.v1.KoikoiService/Peek", "/koikoi.v2.KoikoiService/Act", "/", "//"):
        assert await code_of(raw(client, path, b"")) is Code.UNIMPLEMENTED


Asked = Callable[[Client], Any]
LIMITED: dict[str, Asked] = {
    "lists": lambda c: c.stub.ListTables(service_pb2.ListTablesRequest()),
    "charts": lambda c: c.stub.GetCatalog(
        service_pb2.GetCatalogRequest(game="koikoi", rules={"months": "3"})
    ),
    "lists of records": lambda c: c.stub.ListRecords(service_pb2.ListRecordsRequest()),
    "ids of records": lambda c: c.stub.GetRecord(service_pb2.GetRecordRequest(record_id=new_id())),
    "records to tell": lambda c: c.stub.TellRecord(
        service_pb2.TellRecordRequest(record_id=new_id())
    ).read(),
    "records of one's own to tell": lambda c: c.stub.TellRecord(
        service_pb2.TellRecordRequest(record=record_pb2.Record(game="koikoi"))
    ).read(),
    "codes, to join": lambda c: c.stub.JoinTable(
        service_pb2.JoinTableRequest(request_id=new_id(), player_name="Eve", join_code="ABCDEFGH")
    ),
    "codes, to watch": lambda c: c.stub.WatchTable(
        service_pb2.WatchTableRequest(join_code="ABCDEFGH")
    ).read(),
    "tables to watch": lambda c: c.stub.WatchTable(
        service_pb2.WatchTableRequest(table_id="none")
    ).read(),
    "tables": lambda c: c.create(),
    "seats to watch": lambda c: c.stub.WatchSeat(
        service_pb2.WatchSeatRequest(seat_token="none")
    ).read(),
    "the lobby": lambda c: c.stub.WatchLobby(service_pb2.WatchLobbyRequest()).read(),
}


@pytest.mark.parametrize("asked", LIMITED)
async def test_too_many_calls_from_one_address_are_refused_with_a_wait(asked: str) -> None:
    """Calls that guess codes or cost work: RESOURCE_EXHAUSTED with RetryInfo."""
    async with serving(Settings(reads=(4, 1), join_attempts=(4, 1))) as client:
        limited: grpc.aio.AioRpcError | None = None
        for _ in range(6):
            try:
                await LIMITED[asked](client)
            except grpc.aio.AioRpcError as error:
                limited = error if error.code() is Code.RESOURCE_EXHAUSTED else limited
        assert limited is not None
        assert reason(limited) == "RATE_LIMITED"
        assert 0 < retry_after(limited) <= 4
        await client.stub.GetServerInfo(service_pb2.GetServerInfoRequest())


def retry_after(error: grpc.aio.AioRpcError) -> float:
    """The seconds of a status's RetryInfo."""
    from google.rpc import error_details_pb2
    from grpc_status import rpc_status

    status = rpc_status.from_call(error)
    assert status is not None
    wait = error_details_pb2.RetryInfo()
    assert status.details[1].Unpack(wait)
    return float(wait.retry_delay.ToMilliseconds() / 1000)


async def test_spectators_keep_no_player_out() -> None:
    """Players can return to a table that has the maximum number of watches."""
    async with serving(Settings(max_watches=5)) as client:
        grant = await client.create()
        streams = [client.spectate(grant.table_id) for _ in range(5)]
        for stream in streams:
            await stream.read()
        assert (await refused(client.spectate(grant.table_id).read()))[1] == "LIMIT_REACHED"
        assert (await client.watch(grant).read()).seat_view.seat == 1
