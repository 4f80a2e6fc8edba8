"""Tables at which nobody is present: their place in the list, and the request to join one."""

from __future__ import annotations

import grpc

from koikoi.v1 import service_pb2
from koikoi_server.journal.memory import MemoryJournal
from tests.support.server import BOT, MINE, Client, refused, serving, soon

NOBODY = (grpc.StatusCode.FAILED_PRECONDITION, "NOBODY_PRESENT")


async def names(client: Client) -> list[str]:
    """The names of the tables, as listed and as watched."""
    listed = (await client.stub.ListTables(service_pb2.ListTablesRequest())).rows
    watch = client.stub.WatchLobby(service_pb2.WatchLobbyRequest())
    watched = (await watch.read()).rows
    watch.cancel()
    assert list(watched) == list(listed)
    return [row.table.name for row in listed]


async def test_tables_without_a_present_player_come_last() -> None:
    """Before them: open seats, then seats of computers, then full tables; newest first."""
    journal, key = MemoryJournal(), bytes(32)
    async with serving(journal=journal, key=key) as client:
        await client.create(table_name="away")
        await client.create(table_name="away too")
    async with serving(journal=journal, key=key) as client:  # nobody has come back
        full = await client.create(table_name="full")
        await client.join(full.table_id)
        await client.create(table_name="computer", seats=[MINE, BOT])
        await client.create(table_name="open")
        await client.create(table_name="newest")
        order = ["newest", "open", "computer", "full", "away too", "away"]
        assert await names(client) == order


async def test_a_program_that_asks_is_refused_while_nobody_is_present() -> None:
    """By id and by code; without asking, or once the player is back, it gets a seat."""
    journal, key = MemoryJournal(), bytes(32)
    async with serving(journal=journal, key=key) as client:
        public, private = await client.create(), await client.create(needs_code=True)
        code = (await client.watch(private).read()).seat_view.join_code
    async with serving(journal=journal, key=key) as client:
        assert await refused(client.join(public.table_id, only_if_present=True)) == NOBODY
        assert await refused(client.join("", join_code=code, only_if_present=True)) == NOBODY
        watch = client.watch(public)
        await watch.read()
        live = client.running.lobby.get(public.table_id)
        assert live is not None
        await soon(lambda: live.state.empty_since is None)
        assert (await client.join(public.table_id, only_if_present=True)).seat == 2
        assert (await client.join("", join_code=code)).seat == 2


async def test_seats_are_found_by_their_tokens() -> None:
    """At private tables too. A seat that was left, and a token of nobody, have no table."""
    async with serving() as client:
        public, private = await client.create(), await client.create(needs_code=True)
        left = await client.create(table_name="left")
        await client.join(left.table_id)
        await client.act(left, leave={})
        tokens = [public.seat_token, left.seat_token, private.seat_token, "nobody's"]
        asked = service_pb2.ListSeatsRequest(seat_tokens=tokens)
        found = (await client.stub.ListSeats(asked)).seats
        assert [row.seat for row in found] == [1, 0, 1, 0]
        assert [row.HasField("row") for row in found] == [True, False, True, False]
        assert found[2].row.table.table_id == private.table_id
        assert found[2].row.table.needs_code
        assert found[0].row.open_time.seconds > 0
        many = service_pb2.ListSeatsRequest(seat_tokens=["x"] * 101)
        assert (await refused(client.stub.ListSeats(many)))[1] == "FIELD_INVALID"
