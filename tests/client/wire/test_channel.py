"""What a client says when a server comes back with another certificate, or none."""

from __future__ import annotations

import asyncio

import pytest

from koikoi_client.errors import CannotConnect, Refused, Untrusted
from koikoi_client.wire.address import Address
from koikoi_client.wire.session import Session
from koikoi_client.wire.trust import MemoryPins, Pins
from tests.client.conftest import soon
from tests.client.playing import real_server
from tests.support.identity import identity
from tests.support.timeouts import HANG

ENCRYPTED, OTHER, PLAIN = identity(1), identity(2), None


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (ENCRYPTED, OTHER, f"Another server than before .*\nkoikoi-client {OTHER.code}@127.0.0.1:"),
        (ENCRYPTED, PLAIN, "was encrypted before, and now it is not"),
        (PLAIN, ENCRYPTED, "is encrypted: leave out --insecure"),
    ],
    ids=["another certificate", "no encryption", "encryption"],
)
async def test_a_waiting_client_is_told_how_the_server_has_changed(
    before: object, after: object, said: str
) -> None:
    """It does not try for ever, and every later call is refused at once."""
    async with real_server(identity=before) as server:  # type: ignore[arg-type]
        port = server.port
        session = Session(Address("127.0.0.1", port, insecure=before is None), sleep=soon)
        await session.open()
        assert session.trust.first_visit is (before is not None)
    async with real_server(port=port, identity=after), asyncio.timeout(HANG):  # type: ignore[arg-type]
        for _ in range(2):
            with pytest.raises(Untrusted, match=said):
                async for _message in session.watch_lobby():
                    pass
        await session.close()


async def opened(address: Address, pins: Pins | None = None) -> Session:
    session = Session(address, pins=pins)
    try:
        await session.open()
    finally:
        await session.close()
    return session


async def test_a_server_without_encryption_is_only_used_where_nothing_says_otherwise() -> None:
    """Neither a code that was typed, nor a connection before."""
    pins = MemoryPins()
    async with real_server(identity=ENCRYPTED) as server:
        here = Address("127.0.0.1", server.port)
        await opened(here, pins)
    async with real_server(port=here.port):
        with pytest.raises(CannotConnect, match=f"type:\nkoikoi-client --insecure {here}"):
            await opened(here)
        with pytest.raises(Untrusted, match="was encrypted before, and now it is not"):
            await opened(here, pins)
        with pytest.raises(Untrusted, match="does not encrypt, although you typed a code"):
            await opened(Address(here.host, here.port, ENCRYPTED.code))
        with pytest.raises(Refused, match="leave out --insecure"):
            await opened(Address(here.host, here.port, insecure=True), pins)
