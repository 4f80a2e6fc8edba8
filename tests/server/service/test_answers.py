"""A repeated request gets the first answer, and nothing is done twice."""

from __future__ import annotations

import asyncio
import secrets

import pytest

from koikoi.v1 import service_pb2
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.settings import Settings
from koikoi_server.table import commands
from koikoi_server.table.events import RequestKey
from koikoi_server.table.fold import KEPT_RESULTS
from koikoi_server.table.seat_options import Kind
from koikoi_server.tokens import token_hash
from tests.support.server import Client, new_id, refused, serving

MANY = KEPT_RESULTS + 100
SETTINGS = Settings(join_attempts=(1_000, 1))


def create_request() -> service_pb2.CreateTableRequest:
    return service_pb2.CreateTableRequest(request_id=new_id(), player_name="Aki", game="koikoi")


async def much_is_said(client: Client, grant: service_pb2.SeatGrant) -> list[RequestKey]:
    """More than a table keeps the answers of; the requests, oldest first."""
    keys = [RequestKey(secrets.token_bytes(32), bytes(32)) for _ in range(MANY)]
    for key in keys:
        await say(client, grant, key)
    return keys


async def say(client: Client, grant: service_pb2.SeatGrant, key: RequestKey) -> int:
    """The seq that the request made."""
    live = client.running.lobby.get(grant.table_id)
    assert live is not None
    chat = commands.Chat(token_hash(grant.seat_token), "hello")
    return (await live.table.execute(chat, key)).seq


async def test_the_request_for_a_seat_is_answered_again_as_long_as_its_player_has_it() -> None:
    """A client may repeat it after a crash, and after a restart of the server."""
    journal, key = MemoryJournal(), bytes(32)
    async with serving(SETTINGS, journal=journal, key=key, server_id="one") as client:
        create = create_request()
        aki = await client.stub.CreateTable(create)
        join = service_pb2.JoinTableRequest(
            request_id=new_id(), player_name="Ben", table_id=aki.grant.table_id
        )
        ben = await client.stub.JoinTable(join)
        await much_is_said(client, aki.grant)
        assert await client.stub.CreateTable(create) == aki
        assert await client.stub.JoinTable(join) == ben
    async with serving(SETTINGS, journal=journal, key=key, server_id="one") as client:
        assert await client.stub.CreateTable(create) == aki
        assert await client.stub.JoinTable(join) == ben
        await client.act(ben.grant, leave={})
        await much_is_said(client, aki.grant)
        assert (await refused(client.stub.JoinTable(join)))[1] == "REQUEST_ID_REUSED"
        assert await client.stub.CreateTable(create) == aki


async def test_the_newest_requests_are_answered_again() -> None:
    async with serving() as client:
        grant = await client.create()
        keys = await much_is_said(client, grant)
        first = await say(client, grant, keys[-KEPT_RESULTS])
        last = first + KEPT_RESULTS - 1
        assert await say(client, grant, keys[-1]) == last
        assert await say(client, grant, keys[0]) > last, "it is forgotten, and done again"


@pytest.mark.parametrize("closes", [False, True])
@pytest.mark.parametrize("by_option", [False, True])
async def test_a_leave_that_is_repeated_while_it_runs_gets_the_first_answer(
    by_option: bool, closes: bool
) -> None:
    """Even if the table closes with it."""
    async with serving(SETTINGS) as client:
        for _ in range(10):
            leaver = aki = await client.create()
            if not closes:
                leaver = await client.join(aki.table_id)
            act = {"request_id": new_id(), "leave": {}}
            if by_option:
                used = {"id": client.option(leaver, Kind.LEAVE)}
                act = {"request_id": new_id(), "use_seat_option": used}
            answers = await asyncio.gather(*(client.act(leaver, **act) for _ in range(3)))
            assert len({*answers}) == 1
            if not closes:
                await client.act(aki, leave={})


async def test_a_grant_has_the_players_name_at_the_table() -> None:
    async with serving() as client:
        info = await client.stub.GetServerInfo(service_pb2.GetServerInfoRequest())
        aki = await client.create()
        other = await client.join(aki.table_id, "AKI")
        assert [each.player_name for each in (aki, other)] == ["Aki", "AKI (2)"]
        assert {each.server_id for each in (aki, other)} == {info.server_id}
