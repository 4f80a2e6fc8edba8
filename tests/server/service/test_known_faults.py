"""Faults that other game servers are known for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import grpc
import pytest

from hanafuda.game import Option, SeatView
from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.settings import Settings
from koikoi_server.table.seat_options import Kind
from tests.support.clock import FakeClock
from tests.support.durable import serving_from
from tests.support.proxy import proxied
from tests.support.seen import Seen, state_of, through, told
from tests.support.server import MINE, Client, refused, serving, soon

OPEN = service_pb2.SeatPlan()
MINUTE = 60_000


@pytest.mark.slow
async def test_a_half_open_connection_neither_locks_its_player_out_nor_ends_the_new_one() -> None:
    """A late error of the old connection does not end the new one either."""
    async with (
        serving(Settings(dead_peer_timeout=3_000)) as client,
        proxied(client.running.port) as proxy,
    ):
        aki = await client.create()
        ben = await client.join(aki.table_id)
        looking = await Seen(client.spectate(aki.table_id)).begun()
        async with through(proxy) as far:
            request = service_pb2.WatchSeatRequest(seat_token=ben.seat_token)
            old = await Seen(far.WatchSeat(request)).begun()
            proxy.freeze()
            new = await Seen(client.watch(ben)).begun()
            await client.act(ben, chat="here again")
            await soon(lambda: new.heard("here again"))
            assert not old.heard("here again")
            await soon(lambda: proxy.given_up == 1)  # the server gives the old connection up
            proxy.cut()
            await client.act(aki, chat="still there?")
            await soon(lambda: new.heard("still there?"))
            assert new.end is None
        await soon(lambda: looking.heard("still there?"))
        # Aki never watched; of Ben nobody has heard that he was away.
        lost = [e.seat for n in looking.entries for e in n.events
                if e.kind == table_pb2.EVENT_KIND_CONNECTION_LOST]  # fmt: skip
        assert 2 not in lost
        assert state_of(client, aki.table_id).at(2).absent_since is None


@pytest.mark.slow
async def test_a_frozen_client_is_shown_as_absent_and_can_resume() -> None:
    async with (
        serving(Settings(dead_peer_timeout=3_000)) as client,
        proxied(client.running.port) as proxy,
    ):
        aki = await client.create()
        ben = await client.join(aki.table_id)
        seen = await Seen(client.watch(aki)).begun()
        async with through(proxy) as far:
            request = service_pb2.WatchSeatRequest(seat_token=ben.seat_token)
            theirs = await Seen(far.WatchSeat(request)).begun()
            proxy.freeze()
            await soon(lambda: seen.last.update.table.seats[1].HasField("absent_since"))
            seat = seen.last.update.table.seats[1]
            assert seat.replaceable_at.seconds - seat.absent_since.seconds == 120
            proxy.thaw()
            await soon(lambda: theirs.end is not None)
            cursor = theirs.last.update.cursor
            again = await Seen(
                far.WatchSeat(
                    service_pb2.WatchSeatRequest(seat_token=ben.seat_token, after=cursor),
                    wait_for_ready=True,
                )
            ).begun()
            assert not again.last.update.snapshot
            await soon(lambda: not seen.last.update.table.seats[1].HasField("absent_since"))
            assert again.last.seat_view.options == theirs.last.seat_view.options


async def test_a_late_watcher_sees_who_is_away_and_since_when() -> None:
    """Presence is in every view, whatever was missed."""
    async with serving() as client:
        aki = await client.create()
        ben = await client.join(aki.table_id)
        early = await Seen(client.watch(aki)).begun()
        cursor = early.last.update.cursor
        early.call.cancel()
        theirs = await Seen(client.watch(ben)).begun()
        theirs.call.cancel()
        await soon(lambda: state_of(client, aki.table_id).at(2).absent_since is not None)
        since = state_of(client, aki.table_id).at(2).absent_since
        looks = [partial(client.watch, aki, after) for after in (cursor, "", "10000.0")]
        for look in (*looks, partial(client.spectate, aki.table_id)):
            seat = (await Seen(look()).begun()).last.update.table.seats[1]
            assert seat.absent_since.ToMilliseconds() == since
        row = (await client.stub.ListTables(service_pb2.ListTablesRequest())).rows[0]
        assert row.table.seats[1].absent_since.ToMilliseconds() == since


async def test_closing_one_of_two_windows_is_not_an_absence() -> None:
    async with serving() as client:
        aki = await client.create()
        first = await Seen(client.watch(aki)).begun()
        second = await Seen(client.watch(aki)).begun()
        await soon(lambda: first.end == "WATCH_REPLACED")
        first.call.cancel()
        third = await Seen(client.watch(aki)).begun()
        await soon(lambda: second.end == "WATCH_REPLACED")
        await client.act(aki, chat="all closed but one")
        await soon(lambda: third.heard("all closed but one"))
        assert table_pb2.EVENT_KIND_CONNECTION_LOST not in told(third)
        third.call.cancel()
        await soon(lambda: state_of(client, aki.table_id).at(1).absent_since is not None)


async def test_a_computer_stops_when_the_player_takes_the_seat_back() -> None:
    """Its task is cancelled, and the player decides at once."""
    asked: asyncio.Queue[tuple[SeatView, asyncio.Future[Option]]] = asyncio.Queue()

    async def think(game: str, level: str, view: SeatView, due: int) -> AsyncIterator[Option]:
        answer: asyncio.Future[Option] = asyncio.get_running_loop().create_future()
        await asked.put((view, answer))
        try:
            yield await answer
        except asyncio.CancelledError:
            # A thought in another thread cannot be stopped: it comes late all the same.
            yield view.options[0]

    async with serving(Settings(seed="who is back"), think=think) as client:
        aki = await client.create(seats=[MINE, OPEN])
        ben = await client.join(aki.table_id)
        grants = {1: aki, 2: ben}
        streams = {seat: await Seen(client.watch(each)).begun() for seat, each in grants.items()}
        await soon(lambda: bool(streams[1].last.update.match.waiting_for))
        turn = streams[1].last.update.match.waiting_for[0]
        mine, view = grants[turn], streams[turn]
        options = list(view.last.seat_view.options)
        version = view.last.seat_view.state_version

        async def seat_bot(bot: str) -> None:
            await client.use(mine, Kind.LET_PLAY if bot else Kind.TAKE_BACK, turn, bot)

        for _ in range(3):
            await seat_bot("easy")
            _, answer = await asked.get()
            await soon(lambda: not view.last.seat_view.options)
            await seat_bot("")
            if not answer.done():
                answer.cancel()
            await client.act(mine, chat="mine again")
            await soon(lambda: list(view.last.seat_view.options) == options)
        assert view.last.seat_view.state_version == version
        played = [
            entry for entry in view.entries if entry.cause == table_pb2.CAUSE_BOT
        ]  # of it, or of another
        assert played == []
        await client.act(mine, choose={"state_version": version, "option": 1})


async def test_closed_tables_are_in_no_list(tmp_path: Path) -> None:
    """Neither for early nor for late watchers."""

    async def listed(client: Client) -> set[str]:
        rows = (await client.stub.ListTables(service_pb2.ListTablesRequest())).rows
        lobby = client.stub.WatchLobby(service_pb2.WatchLobbyRequest())
        message = await lobby.read()
        lobby.cancel()
        ids = {row.table.table_id for row in rows}
        assert {row.table.table_id for row in message.rows} == ids
        return ids

    clock = FakeClock()
    async with serving_from(tmp_path, clock=clock) as client:
        left, stays, empty = [await client.create(name) for name in ("Aki", "Ben", "Cho")]
        early = client.stub.WatchLobby(service_pb2.WatchLobbyRequest())
        assert len((await early.read()).rows) == 3
        await client.act(left, leave={})
        assert list((await early.read()).closed_table_ids) == [left.table_id]
        assert await listed(client) == {stays.table_id, empty.table_id}
        clock.advance(15_000)
        await soon(lambda: state_of(client, empty.table_id).at(1).absent_since is not None)
        watching = await Seen(client.watch(stays)).begun()
        clock.advance(30 * MINUTE)
        await soon(lambda: state_of(client, empty.table_id).stage.value == "closed")
        assert await listed(client) == {stays.table_id}
        watching.call.cancel()
    async with serving_from(tmp_path, clock=clock) as client:
        assert await listed(client) == {stays.table_id}
        await soon(lambda: state_of(client, stays.table_id).empty_since == clock.now())
        clock.advance(30 * MINUTE)
        await soon(lambda: state_of(client, stays.table_id).stage.value == "closed")
        assert await listed(client) == set()
        assert await refused(client.join(stays.table_id)) == (
            grpc.StatusCode.NOT_FOUND,
            "TABLE_NOT_FOUND",
        )
        clock.advance(10 * MINUTE)
        await soon(lambda: client.running.lobby.get(stays.table_id) is None)
    async with serving_from(tmp_path, clock=clock) as client:
        assert await listed(client) == set()


async def test_an_empty_table_stays_open_while_somebody_types_a_name_or_a_code() -> None:
    """It stays open for half an hour, and half an hour again after somebody sat down."""
    clock = FakeClock()
    async with serving(clock=clock) as client:
        aki = await client.create(needs_code=True)
        code = state_of(client, aki.table_id).join_code
        clock.advance(15_000)
        await soon(lambda: state_of(client, aki.table_id).at(1).absent_since is not None)
        clock.advance(30 * MINUTE - 1)
        assert (await Seen(client.watch(aki)).begun()).last.update.table.stage != 4
        stream = client.watch(aki)
        await stream.read()
        stream.cancel()
        await soon(lambda: state_of(client, aki.table_id).at(1).absent_since is not None)
        clock.advance(30 * MINUTE - 1)
        await client.join("", join_code=code)
        clock.advance(15_000)
        await soon(lambda: state_of(client, aki.table_id).at(2).absent_since is not None)
        clock.advance(30 * MINUTE - 1)
        await client.act(aki, chat="the table is still here")
