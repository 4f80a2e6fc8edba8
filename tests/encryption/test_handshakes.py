"""Handshakes that stop in the middle, and the limits of connections, on a server with TLS."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest

from koikoi.v1 import service_pb2, service_pb2_grpc
from koikoi_client.errors import CannotConnect
from koikoi_client.wire import channel, connection
from koikoi_client.wire.address import Address
from koikoi_client.wire.certificate import fetch_certificate
from koikoi_client.wire.diagnosis import why_no_answer
from koikoi_client.wire.session import Session
from koikoi_server.identity import NAME
from koikoi_server.service import connections
from koikoi_server.settings import Settings
from tests.attacks.peer import tls_context
from tests.server.service.test_connections import closed, needs_list, raw
from tests.support.identity import channel_to, identity
from tests.support.server import HOST, Client, serving

BRIEF = 300  #: milliseconds that a handshake may take here
OWN = [("grpc.use_local_subchannel_pool", 1)]


def client_hello() -> bytes:
    """The first bytes of a TLS client."""
    sent = ssl.MemoryBIO()
    tls = tls_context().wrap_bio(ssl.MemoryBIO(), sent, server_hostname=NAME)
    with pytest.raises(ssl.SSLWantReadError):
        tls.do_handshake()
    return sent.read()


HELLO = client_hello()
STOPPED = {"nothing": b"", "half a hello": HELLO[: len(HELLO) // 2], "a hello": HELLO}


async def asks(client: Client) -> None:
    """Get an answer on a new connection."""
    target = f"{HOST}:{client.running.port}"
    async with channel_to(target, identity().certificate, OWN) as new:
        stub: Any = service_pb2_grpc.KoikoiServiceStub(new)
        await stub.GetServerInfo(service_pb2.GetServerInfoRequest(), wait_for_ready=True)


@asynccontextmanager
async def shaken(client: Client, number: int) -> AsyncIterator[list[asyncio.StreamReader]]:
    """Connections that say nothing after the handshake."""
    pairs = [
        await asyncio.open_connection(
            HOST, client.running.port, ssl=tls_context(), server_hostname=NAME
        )
        for _ in range(number)
    ]
    try:
        yield [reader for reader, _ in pairs]
    finally:
        for _, writer in pairs:
            writer.transport.abort()


@pytest.mark.parametrize("said", STOPPED.values(), ids=STOPPED)
async def test_a_handshake_that_stops_holds_up_nobody_and_is_closed(said: bytes) -> None:
    settings = Settings(handshake_timeout=BRIEF)
    async with serving(settings, identity=identity()) as client, raw(client, 20, said) as stopped:
        await asks(client)
        assert all(await asyncio.gather(*map(closed, stopped)))


async def test_a_connection_that_says_nothing_after_its_handshake_is_closed() -> None:
    settings = Settings(handshake_timeout=BRIEF)
    async with serving(settings, identity=identity()) as client, shaken(client, 3) as silent:
        await asks(client)
        assert all(await asyncio.gather(*map(closed, silent)))


@needs_list
@pytest.mark.parametrize("limits", [{"max_connections": 4}, {"address_connections": 4}])
async def test_connections_are_limited_as_without_encryption(
    limits: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Idle connections are closed for newcomers, and the watch of a seat is not."""
    monkeypatch.setattr(connections, "INTERVAL", 0.05)
    async with serving(Settings(**limits), identity=identity()) as client:
        grant = await client.create()
        watch = client.watch(grant)
        await watch.read()
        async with shaken(client, 8) as idle:
            ended = [asyncio.create_task(closed(each)) for each in idle]
            await asyncio.wait(ended, return_when=asyncio.FIRST_COMPLETED)
            await asks(client)
            for each in ended:
                each.cancel()
        await client.act(grant, chat="still here")
        assert (await watch.read()).HasField("update")


async def test_a_server_that_freezes_while_its_certificate_is_fetched_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frozen = await asyncio.start_server(lambda _reader, _writer: None, HOST, 0)
    monkeypatch.setattr(channel, "fetch_certificate", partial(fetch_certificate, seconds=0.05))
    monkeypatch.setattr(connection, "why_no_answer", partial(why_no_answer, seconds=0.05))
    session = Session(Address(HOST, frozen.sockets[0].getsockname()[1]))
    with pytest.raises(CannotConnect, match="accepts connections but does not answer in time"):
        await session.open()
    frozen.close()
