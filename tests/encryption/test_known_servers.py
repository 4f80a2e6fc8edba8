"""What a client does that knows a server, and finds another one at its address or with its id."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi_client.errors import Untrusted
from koikoi_client.system.store import Store
from koikoi_client.wire.address import Address, parse
from koikoi_client.wire.certificate import code_of
from koikoi_client.wire.session import Session
from koikoi_client.wire.trust import Pin
from tests.client.conftest import soon
from tests.encryption.machines import INFO, Noting
from tests.support.identity import identity
from tests.support.timeouts import HANG

SECRET = {"koikoi-password", "authorization"}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "config", tmp_path / "state")


@asynccontextmanager
async def opened(address: Address, store: Store) -> AsyncIterator[Session]:
    session = Session(address, pins=store, sleep=soon)
    try:
        await session.open()
        yield session
    finally:
        await session.close()


async def refusal(address: Address, store: Store, server: Noting) -> tuple[str, list[str]]:
    """The sentence with which the client refuses a server, and the calls that arrived there."""
    server.seen.calls.clear()
    with pytest.raises(Untrusted) as refused:
        async with opened(address, store):
            pass
    assert not SECRET.intersection(server.seen.metadata)
    assert not server.fake.tokens
    return refused.value.message, server.seen.calls


def know(store: Store, *addresses: Address, server_id: str = "S1", number: int = 1) -> Pin:
    pin = Pin(server_id, identity(number).digest, tuple(map(str, addresses)))
    store.keep_pin(pin)
    return pin


async def test_the_first_visit_trusts_and_is_the_only_one(store: Store) -> None:
    async with Noting(identity()) as server:
        async with opened(server.address, store) as session:
            assert session.trust.first_visit
            assert session.trust.code == identity().code
        assert store.pins() == [Pin("S1", identity().digest, (str(server.address),))]
        async with opened(server.address, store) as session:
            assert not session.trust.first_visit


async def test_a_wrong_code_is_refused_before_any_call(store: Store) -> None:
    async with Noting(identity()) as server:
        typed = replace(server.address, code=identity(2).code)
        why, calls = await refusal(typed, store, server)
        assert identity().code in why
        assert calls == []
        assert store.pins() == []
        async with opened(replace(typed, code=identity().code), store) as session:
            assert not session.trust.first_visit


async def test_another_server_at_a_known_address_is_refused_with_the_line_to_type(
    store: Store,
) -> None:
    """The line gets in, and from then on the address alone does."""
    async with Noting(identity(2), "S2") as server:
        know(store, server.address)
        why, calls = await refusal(server.address, store, server)
        assert calls == []
        _, _, line = why.rpartition("koikoi-client ")
        assert line == f"{identity(2).code}@{server.address}"
        async with opened(parse(line), store):
            pass
        async with opened(server.address, store) as session:
            assert session.trust.code == identity(2).code
        known = {pin.server_id: pin.addresses for pin in store.pins()}
        assert known == {"S1": (), "S2": (str(server.address),)}


@pytest.mark.parametrize("typed", ["", identity(2).code], ids=["address", "code"])
async def test_a_known_server_with_another_certificate_is_refused_after_its_id(
    typed: str, store: Store
) -> None:
    """It gets neither token nor name, and the sentence names the file that knows it."""
    pin = know(store)
    async with Noting(identity(2)) as server:
        address = replace(server.address, code=typed)
        why, calls = await refusal(address, store, server)
        assert calls == [INFO]
        assert code_of(pin.digest) in why
        assert identity(2).code in why
        path = Path(store.pin_path(pin))
        assert str(path) in why
        assert store.pins() == [pin]
        path.unlink()
        async with opened(address, store):
            pass


@pytest.mark.parametrize("insecure", [False, True])
async def test_a_known_server_is_never_used_without_encryption(
    insecure: bool, store: Store
) -> None:
    """The client does not just advise --insecure: it says which file to delete first."""
    async with Noting(None) as server:
        path = store.pin_path(know(store, server.address))
        why, calls = await refusal(replace(server.address, insecure=insecure), store, server)
        assert calls == []
        assert path in why


async def test_a_server_without_encryption_is_not_the_one_whose_code_was_typed(
    store: Store,
) -> None:
    async with Noting(None) as server:
        why, calls = await refusal(replace(server.address, code=identity().code), store, server)
        assert "--insecure" not in why
        assert calls == []


async def test_a_known_server_at_a_new_address_must_be_encrypted_too(store: Store) -> None:
    know(store)
    async with Noting(None) as server:
        _, calls = await refusal(replace(server.address, insecure=True), store, server)
        assert calls == [INFO]


@pytest.mark.parametrize("same", [True, False], ids=["restarted", "data wiped"])
async def test_a_server_that_comes_back_while_a_client_waits(same: bool, store: Store) -> None:
    """The client goes on by itself; but if the server has another identity, it says so."""
    async with Noting(identity()) as first:
        session = Session(first.address, pins=store, sleep=soon)
        await session.open()
        watch = session.watch_lobby()
        await anext(watch)
    number, server_id = (1, "S1") if same else (2, "S2")
    async with Noting(identity(number), server_id, first.port) as second, asyncio.timeout(HANG):
        async with aclosing(watch):
            if same:
                await anext(watch)
                assert session.connects == 2
            else:
                with pytest.raises(Untrusted, match=f"{identity(2).code}@"):
                    await anext(watch)
                assert second.seen.calls == []
        await session.close()
