"""One address cannot use up the tables of a server, and abandoned tables make room for new ones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.service import rate_limits
from koikoi_server.settings import Settings
from koikoi_server.table import commands, events
from koikoi_server.table.limits import Limits
from tests.support.clock import FakeClock
from tests.support.server import BOT, MINE, Client, reason, serving, soon
from tests.support.table import PureTable

MINUTE = 60_000
LONG = Limits(empty=24 * 60 * MINUTE, age=48 * 60 * MINUTE)


@asynccontextmanager
async def hall(**settings: Any) -> AsyncIterator[tuple[Client, FakeClock]]:
    clock = FakeClock()
    async with serving(Settings(limits=LONG, **settings), clock=clock) as client:
        yield client, clock


async def full(client: Client) -> tuple[str, str]:
    """The reason and sentence with which the server refuses to open a table."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await client.create()
    return reason(caught.value), caught.value.details() or ""


async def abandoned(client: Client, clock: FakeClock, **fields: Any) -> service_pb2.SeatGrant:
    """A table whose player never watches it, when the server has noticed."""
    grant = await client.create(**fields)
    clock.advance(Limits().first_watch)
    live = client.running.lobby.get(grant.table_id)
    assert live is not None
    await soon(lambda: live.state.empty_since is not None)
    return grant


async def present(client: Client, name: str = "Aki") -> tuple[service_pb2.SeatGrant, Any]:
    grant = await client.create(name)
    stream = client.watch(grant)
    await stream.read()
    return grant, stream


def names(client: Client) -> set[str]:
    return {live.state.name for live in client.running.lobby.open_tables()}


async def test_an_address_that_has_its_tables_is_refused_with_the_limit_and_the_wait() -> None:
    async with hall(address_tables=2) as (client, _):
        _, first = await present(client)
        _, second = await present(client)
        assert await full(client) == (
            "LIMIT_REACHED",
            "Too many open tables were opened from your network address (limit: 2): try again "
            "in 10 seconds.",
        )
        del first, second


async def test_other_addresses_are_not_affected(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(address_tables=1) as (client, _):
        await client.create()
        assert (await full(client))[0] == "LIMIT_REACHED"
        monkeypatch.setattr(rate_limits, "address_of", lambda peer: "192.168.1.20")
        await client.create()
        assert (await full(client))[0] == "LIMIT_REACHED"


@pytest.mark.parametrize("limit", ["address_tables", "max_tables"])
async def test_an_abandoned_table_makes_room_after_two_minutes(limit: str) -> None:
    async with hall(**{limit: 2}) as (client, clock):
        await present(client, "Ben")
        await abandoned(client, clock, name="Aki")
        clock.advance(MINUTE)
        assert "again in 60 seconds" in (await full(client))[1]
        clock.advance(MINUTE)
        await client.create("Cho")
        assert names(client) == {"Ben's table", "Cho's table"}


async def test_many_tables_of_one_address_close_none_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One that has fewer tables can close an abandoned one of an address that has more."""
    async with hall(max_tables=3) as (client, clock):
        await abandoned(client, clock, name="Aki")
        monkeypatch.setattr(rate_limits, "address_of", lambda peer: "192.168.1.20")
        for name in ("Ben", "Cho"):
            await abandoned(client, clock, name=name)
        clock.advance(2 * MINUTE)
        await client.create("Dan")
        assert names(client) == {"Aki's table", "Cho's table", "Dan's table"}
        monkeypatch.setattr(rate_limits, "address_of", lambda peer: "192.168.1.21")
        await client.create("Eve")
        assert names(client) == {"Aki's table", "Dan's table", "Eve's table"}


async def test_the_table_that_was_abandoned_first_makes_room() -> None:
    async with hall(max_tables=2) as (client, clock):
        await abandoned(client, clock, name="Aki")
        await abandoned(client, clock, name="Ben")
        clock.advance(5 * MINUTE)
        await client.create("Cho")
        assert names(client) == {"Ben's table", "Cho's table"}


@pytest.mark.parametrize(
    ("limit", "left", "wait"),
    [("max_tables", 7 * MINUTE, "7 minutes"), ("address_tables", 2 * MINUTE, "105 seconds")],
)
async def test_a_match_makes_room_last_and_only_after_some_minutes(
    limit: str, left: int, wait: str
) -> None:
    """Ten for anybody; five for another table of the same address."""
    async with hall(**{limit: 2}) as (client, clock):
        await abandoned(client, clock, name="Aki", seats=[MINE, BOT])
        clock.advance(MINUTE)
        await abandoned(client, clock, name="Ben")
        clock.advance(2 * MINUTE)
        _, stream = await present(client, "Cho")
        assert names(client) == {"Aki's table", "Cho's table"}
        assert f"again in {wait}" in (await full(client))[1]
        clock.advance(left)
        await client.create("Dan")
        assert names(client) == {"Cho's table", "Dan's table"}
        del stream


async def test_a_table_without_a_match_makes_room_before_one_with_a_match() -> None:
    async with hall(max_tables=2) as (client, clock):
        await abandoned(client, clock, name="Aki", seats=[MINE, BOT])
        await abandoned(client, clock, name="Ben")
        clock.advance(11 * MINUTE)
        await client.create("Cho")
        assert names(client) == {"Aki's table", "Cho's table"}


async def test_players_whose_table_made_room_are_told_why_when_they_return() -> None:
    async with hall(max_tables=1) as (client, clock):
        grant = await abandoned(client, clock)
        clock.advance(3 * MINUTE)
        await client.create("Ben")
        asked = service_pb2.WatchSeatRequest(seat_token=grant.seat_token, language="en")
        message = await client.stub.WatchSeat(asked).read()
        event = message.update.news[-1].events[-1]
        assert (event.kind, event.number) == (table_pb2.EVENT_KIND_TABLE_CLOSED, 3)
        assert message.said.news[-1].lines == [
            "The table was closed to make room for another one: nobody had been here for 3 minutes."
        ]
        listed = await client.stub.ListSeats(
            service_pb2.ListSeatsRequest(seat_tokens=[grant.seat_token])
        )
        assert listed.seats[0] == service_pb2.SeatRow(
            closed="Aki's table was closed to make room for another table: nobody had been there "
            "for 3 minutes."
        )


def test_a_table_to_which_somebody_has_returned_makes_no_room() -> None:
    table = PureTable()
    table.lost(1)
    table.now += 3 * MINUTE
    make_room = commands.MakeRoom(2 * MINUTE, 10 * MINUTE)
    table.back(1)
    assert table.do(make_room) == ()
    table.lost(1)
    table.now += 2 * MINUTE - 1
    assert table.do(make_room) == ()
    table.now += 1
    assert table.do(make_room) == (events.TableClosed(2),)


async def test_a_restored_table_counts_for_the_player_who_watches_it_first() -> None:
    journal = MemoryJournal()
    async with serving(journal=journal) as client:
        grant = await client.create()
    async with serving(Settings(address_tables=1), journal=journal) as client:
        (live,) = client.running.lobby.open_tables()
        assert live.address is None
        await client.watch(grant).read()
        assert live.address == "127.0.0.1"
        assert (await full(client))[0] == "LIMIT_REACHED"


async def test_as_many_closed_tables_are_kept_as_may_be_open() -> None:
    async with hall(address_tables=2) as (client, _):
        grants = []
        for number in range(4):
            grants.append(await client.create(str(number)))
            await client.act(grants[-1], leave=service_pb2.Leave())
        found = [client.running.lobby.get(grant.table_id) is not None for grant in grants]
        assert found == [False, False, True, True]


async def test_tables_that_are_opened_at_once_share_the_abandoned_ones() -> None:
    async with hall(max_tables=3) as (client, clock):
        for name in ("Aki", "Ben", "Cho"):
            await abandoned(client, clock, name=name)
        clock.advance(2 * MINUTE)
        opened = await asyncio.gather(
            *(client.create(f"New {number}") for number in range(5)), return_exceptions=True
        )
        assert sum(isinstance(each, grpc.aio.AioRpcError) for each in opened) == 2
        assert len(names(client)) == 3
        assert all(name.startswith("New") for name in names(client))
