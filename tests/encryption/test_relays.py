"""A machine between client and server reads nothing, and passes for nobody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from koikoi.v1 import service_pb2
from koikoi_client.errors import Untrusted
from koikoi_client.wire.address import Address
from koikoi_client.wire.session import Session
from koikoi_client.wire.trust import MemoryPins, Pin
from koikoi_server.identity import Identity
from tests.client.conftest import soon as brief
from tests.encryption.machines import Relay, terminating
from tests.support.identity import identity
from tests.support.server import HOST, Client, serving, soon
from tests.support.timeouts import HANG

FORMS = ("at once", "after the first connection", "with the server's certificate in its chain")


@asynccontextmanager
async def between(form: str, client: Client, folder: Path) -> AsyncIterator[tuple[int, Relay]]:
    """A relay with another certificate: its port, and where it reads what is encrypted for it."""
    real = client.running.port
    also = identity().certificate if form.startswith("with") else b""
    async with terminating(real, identity(2), folder, also) as inner:
        if form == "at once":
            yield inner.port, inner
            return
        async with Relay(real, inner.port) as outer:
            yield outer.port, inner


@asynccontextmanager
async def session(address: Address, pins: MemoryPins | None = None) -> AsyncIterator[Session]:
    made = Session(address, pins=pins, sleep=brief)
    try:
        yield made
    finally:
        await made.close()


def typed(port: int, server: Identity | None) -> Address:
    """The address of a server with its code; None: it is not encrypted."""
    return Address(HOST, port, server.code if server else "", insecure=server is None)


async def seat(opened: Session) -> service_pb2.SeatGrant:
    """Open a table, sit down there and say something."""
    asked = service_pb2.CreateTableRequest(
        player_name="Listened", game="koikoi", rules={"months": "3"}
    )
    grant = await opened.create(asked)
    chat = service_pb2.ActRequest(chat=service_pb2.Chat(text="Overheard"))
    await opened.act(grant.seat_token, chat, grant.server_id)
    async with aclosing(opened.watch_seat(grant.seat_token, grant.server_id)) as watch:
        await anext(watch)
    return grant


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("known", ["by its code", "by its pin"])
async def test_a_relay_with_its_own_certificate_is_refused(
    form: str, known: str, tmp_path: Path
) -> None:
    """It gets no RPC to read, and is told apart from a server that only does not answer."""
    async with (
        serving(identity=identity(), server_id="S" * 16) as client,
        between(form, client, tmp_path) as (port, relay),
    ):
        pins = MemoryPins()
        address = typed(port, identity())
        if known == "by its pin":
            address = Address(HOST, port)
            pins.keep_pin(Pin("S" * 16, identity().digest, (str(address),)))
        async with session(address, pins) as refused:
            with pytest.raises(Untrusted, match=identity(2).code):
                await refused.open()
        assert relay.seen == b""


@pytest.mark.parametrize("also", [b"", identity().certificate], ids=["alone", "in a chain"])
async def test_a_relay_that_comes_later_gets_no_token(also: bytes, tmp_path: Path) -> None:
    """It cuts a connection, and takes the next one."""
    async with (
        serving(identity=identity()) as client,
        terminating(client.running.port, identity(2), tmp_path, also) as inner,
        Relay(client.running.port) as outer,
        session(Address(HOST, outer.port)) as opened,
    ):
        await opened.open()
        grant = await seat(opened)
        outer.targets = [inner.port]
        outer.cut()
        chat = service_pb2.ActRequest(chat=service_pb2.Chat(text="Overheard"))
        await soon(lambda: not outer.connections)
        async with asyncio.timeout(HANG):
            with pytest.raises(Untrusted, match="Another server than before answers"):
                await opened.act(grant.seat_token, chat, grant.server_id)
        assert inner.seen == b""


async def test_a_relay_whose_code_was_typed_reads_everything(tmp_path: Path) -> None:
    """So the tests above would notice."""
    async with (
        serving(identity=identity()) as client,
        terminating(client.running.port, identity(2), tmp_path) as relay,
        session(typed(relay.port, identity(2))) as fooled,
    ):
        await fooled.open()
        grant = await seat(fooled)
        assert grant.seat_token.encode() in relay.seen


@pytest.mark.parametrize("own", [identity(), None], ids=["encrypted", "insecure"])
async def test_a_listener_sees_neither_tokens_nor_names_nor_labels(own: Identity | None) -> None:
    """With --insecure it sees them all."""
    async with (
        serving(identity=own) as client,
        Relay(client.running.port) as relay,
        session(typed(relay.port, own)) as opened,
    ):
        await opened.open()
        grant = await seat(opened)
        words = [grant.seat_token, grant.table_id, "Listened", "Overheard", "Koi-Koi", "WatchSeat"]
        seen = [word for word in words if word.encode() in relay.seen]
        assert len(relay.seen) > 10_000
        assert seen == ([] if own else words)
