"""A request for a seat that is not answered in time has no effect later."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from koikoi.v1 import service_pb2
from koikoi_client.errors import Refused
from koikoi_client.follow import seat_calls
from koikoi_client.lines.console import Lines
from koikoi_client.lines.user import LineUser
from koikoi_client.system.store import Store
from koikoi_client.wire.session import Session
from tests.client.lines.typed import TypedConsole

GRANT = service_pb2.SeatGrant(table_id="T", seat=1, seat_token="token", server_id="S")


class Slow:
    """A session that grants a seat when a test says so."""

    def __init__(self) -> None:
        self.connected = True
        self.info = service_pb2.GetServerInfoResponse(server_id="S")
        self.catalog = SimpleNamespace(phrases={})
        self.answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.joined = 0
        self.left: list[str] = []

    async def join(self, request: service_pb2.JoinTableRequest) -> service_pb2.SeatGrant:
        self.joined += 1
        await self.answer
        return GRANT

    async def act(self, token: str, request: service_pb2.ActRequest, server_id: str) -> int:
        assert request.HasField("leave")
        self.left.append(token)
        return 1


@pytest.fixture
async def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    monkeypatch.setattr(seat_calls, "CALL_TIMEOUT", 0.0)
    return Slow()


def user_of(slow: Slow, store: Store) -> tuple[LineUser, TypedConsole]:
    console = TypedConsole()
    return LineUser(Lines(console), cast(Session, slow), store, "Aki"), console


async def turns() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_seat_that_is_granted_too_late_is_given_back(slow: Slow, store: Store) -> None:
    """The user was told that there is none, and is told that it was left."""
    user, console = user_of(slow, store)
    with pytest.raises(Refused, match="did not answer in time, so you have no seat"):
        await user.join(service_pb2.JoinTableRequest(table_id="T"))
    assert slow.left == []
    slow.answer.set_result(None)
    await turns()
    assert slow.left == ["token"]
    assert console.said == [
        "Your request for a seat was answered too late, so the seat was given back."
    ]
    assert store.seats("S") == []


async def test_who_asks_again_gets_the_seat_of_the_first_request(slow: Slow, store: Store) -> None:
    """The requests do not compete for the last open seat."""
    user, _ = user_of(slow, store)
    with pytest.raises(Refused):
        await user.join(service_pb2.JoinTableRequest(table_id="T"))
    again = asyncio.create_task(user.join(service_pb2.JoinTableRequest(table_id="T")))
    slow.answer.set_result(None)
    seat = await again
    assert seat is not None
    assert seat.token == "token"
    await turns()
    assert (slow.joined, slow.left) == (1, [])


async def test_no_seat_is_asked_for_while_the_connection_is_lost(slow: Slow, store: Store) -> None:
    user, _ = user_of(slow, store)
    slow.connected = False
    with pytest.raises(Refused, match="The connection is lost: nothing was done"):
        await user.join(service_pb2.JoinTableRequest(table_id="T"))
    assert slow.joined == 0
