"""To whom a client sends a password, and when it keeps it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.v1 import service_pb2
from koikoi_client.errors import PASSWORD_WRONG, Refused, Untrusted
from koikoi_client.system.store import Store
from koikoi_client.wire.address import Address
from koikoi_client.wire.password import Password
from koikoi_client.wire.session import Session
from koikoi_client.wire.trust import MemoryPins, Pin, Trust
from tests.client.conftest import soon
from tests.client.locked import INFO, Locked, identity
from tests.support.timeouts import HANG

SECRET = "three little birds"
NEEDED = service_pb2.GetServerInfoResponse(server_id="S1", password_needed=True)


@pytest.fixture
async def locked() -> AsyncIterator[Locked]:
    server = Locked(SECRET)
    await server.start()
    yield server
    await server.stop()


def session_at(server: Locked, store: Store, password: str = "") -> Session:
    session = Session(server.address, pins=store, sleep=soon)
    session.password.typed = password
    return session


async def reason(session: Session) -> str:
    """Why a session cannot be opened; or ""."""
    try:
        await session.open()
    except Refused as refused:
        return refused.reason
    finally:
        await session.close()
    return ""


async def test_it_is_sent_with_every_call_but_the_first(locked: Locked, store: Store) -> None:
    session = session_at(locked, store, SECRET)
    await session.open()
    await session.seats(["tok"])
    await session.create(service_pb2.CreateTableRequest(player_name="Aki"))
    async with aclosing(session.watch_lobby()) as rows:
        assert await anext(rows)
    await session.close()
    assert {each for method, each in locked.sent if method == INFO} == {None}
    assert locked.tried == [SECRET]


async def test_a_right_one_is_kept_for_its_server_and_a_wrong_one_is_not(
    locked: Locked, store: Store
) -> None:
    assert await reason(session_at(locked, store, "wrong")) == PASSWORD_WRONG
    assert store.pins() == []
    assert await reason(session_at(locked, store, SECRET)) == ""
    (pin,) = store.pins()
    assert pin.password == SECRET
    assert SECRET not in repr(pin)
    assert Path(store.pin_path(pin)).stat().st_mode & 0o777 == 0o600
    assert await reason(session_at(locked, store)) == ""
    locked.fake.info.server_id = "S2"  # with the same certificate, as a server with --memory
    assert await reason(session_at(locked, store)) == ""


async def test_a_server_that_needs_none_gets_none(locked: Locked, store: Store) -> None:
    assert await reason(session_at(locked, store, SECRET)) == ""
    locked.fake.info.password_needed = False
    locked.sent.clear()
    await reason(session_at(locked, store, SECRET))
    assert locked.tried == [None]


@pytest.mark.parametrize("typed", ["gr\u00fcn", "a\nb", ""])
async def test_one_that_no_server_can_have_is_not_sent(
    typed: str, locked: Locked, store: Store
) -> None:
    assert await reason(session_at(locked, store, typed)) == PASSWORD_WRONG
    assert locked.tried == []


async def test_a_kept_one_is_for_the_pinned_certificate_only(locked: Locked, store: Store) -> None:
    """The other server says that it is the same one."""
    assert await reason(session_at(locked, store, SECRET)) == ""
    (pin,) = store.pins()
    other = Locked("other")
    other.identity = identity(1)
    await other.start()
    with pytest.raises(Untrusted):
        await session_at(other, store).open()
    assert other.tried == []
    other.fake.info.server_id = "S2"
    assert await reason(session_at(other, store)) == PASSWORD_WRONG
    assert other.tried == []
    await other.stop()
    assert pin in store.pins()


def test_none_is_sent_unencrypted_over_a_network() -> None:
    address = Address("192.0.2.1", 50551, insecure=True)
    password = Password(address, Trust(address, MemoryPins()))
    password.typed = SECRET
    with pytest.raises(Untrusted, match="needs a password, but the connection is not encrypted"):
        password.metadata(NEEDED, "")


def test_on_this_machine_none_is_sent_to_another_server_than_before() -> None:
    address = Address("127.0.0.1", 50551, insecure=True)
    password = Password(address, Trust(address, MemoryPins()))
    password.typed = SECRET
    assert password.metadata(NEEDED, "") == password.metadata(NEEDED, "S1") != ()
    with pytest.raises(Untrusted, match="Another server answers"):
        password.metadata(NEEDED, "S2")


async def test_another_one_while_playing_ends_that_with_a_sentence(
    locked: Locked, store: Store
) -> None:
    session = session_at(locked, store, SECRET)
    await session.open()
    async with asyncio.timeout(HANG), aclosing(session.watch_lobby()) as rows:
        await anext(rows)
        await locked.stop()
        locked.password = "another"
        await locked.start()
        with pytest.raises(Refused, match="start koikoi-client again and type it") as refused:
            await anext(rows)
    assert refused.value.reason == PASSWORD_WRONG
    with pytest.raises(Refused, match="start koikoi-client again"):
        await session.seats(["tok"])
    await session.close()
    assert {each for method, each in locked.sent if method == INFO} == {None}


async def test_who_returns_while_somebody_guesses_waits(locked: Locked, store: Store) -> None:
    """The server refuses right ones too, for a while."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if seconds >= 12:
            locked.password = SECRET
        await soon(seconds)

    session = Session(locked.address, pins=store, sleep=sleep)
    session.password.typed = SECRET
    await session.open()
    async with asyncio.timeout(HANG), aclosing(session.watch_lobby()) as rows:
        await anext(rows)
        await locked.stop()
        locked.password, locked.refusal = "", "RATE_LIMITED"
        await locked.start()
        assert await anext(rows)
    assert max(waits) >= 12
    await session.close()


@pytest.mark.parametrize("wrong", [{"password": 1}, {"addresses": [1]}, {"digest": None}])
def test_a_pin_that_was_edited_is_none(wrong: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        replace(Pin("S1", "00"), **wrong)  # type: ignore[arg-type]
