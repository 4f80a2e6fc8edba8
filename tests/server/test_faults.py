"""What has gone wrong at other table servers, and must not here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import pytest

from hanafuda.game import Option, SeatView
from koikoi.v1 import service_pb2, service_pb2_grpc, table_pb2
from koikoi_server.settings import Settings
from koikoi_server.table.state import Limits, TableState
from tests.support.clock import FakeClock
from tests.support.durable import serving_from
from tests.support.proxy import Proxy, proxied
from tests.support.server import BOT, HOST, MINE, QUICK, Client, reason, refused, serving, soon

OPEN = service_pb2.SeatPlan()
MINUTE = 60_000


def state_of(client: Client, table_id: str) -> TableState:
    room = client.running.lobby.get(table_id)
    assert room is not None
    return room.state


def told(stream: Any) -> list[int]:
    """The kinds of all events that a stream has told."""
    return [event.kind for entry in stream.entries for event in entry.events]


class Seen:
    """A stream that is read all the time."""

    def __init__(self, call: Any) -> None:
        self.call = call
        self.entries: list[table_pb2.Entry] = []
        self.last: Any = None
        self.end: str | None = None
        self._task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for message in self.call:
                if message.HasField("update"):
                    self.last = message
                    self.entries += message.update.news
            self.end = ""
        except grpc.aio.AioRpcError as error:
            self.end = reason(error) if error.code() is not grpc.StatusCode.UNAVAILABLE else "lost"

    async def begun(self) -> Seen:
        await soon(lambda: self.last is not None)
        return self

    def heard(self, text: str) -> bool:
        return any(event.text == text for entry in self.entries for event in entry.events)


@asynccontextmanager
async def through(proxy: Proxy) -> AsyncIterator[Any]:
    """A client behind *proxy*."""
    options = [("grpc.use_local_subchannel_pool", 1)]
    async with grpc.aio.insecure_channel(f"{HOST}:{proxy.port}", options=options) as channel:
        yield service_pb2_grpc.KoikoiServiceStub(channel)


async def test_a_half_open_connection_locks_no_owner_out_and_its_end_ends_nothing() -> None:
    """Also: a late error of an old connection ends the new one."""
    async with serving(Settings(notice=1_500)) as client, proxied(client.running.port) as proxy:
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
            await soon(lambda: proxy.given_up == 1, 15)  # the server gives the old connection up
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


async def test_a_frozen_client_is_noticed_shown_and_resumed() -> None:
    async with serving(Settings(notice=1_500)) as client, proxied(client.running.port) as proxy:
        aki = await client.create()
        ben = await client.join(aki.table_id)
        seen = await Seen(client.watch(aki)).begun()
        async with through(proxy) as far:
            request = service_pb2.WatchSeatRequest(seat_token=ben.seat_token)
            theirs = await Seen(far.WatchSeat(request)).begun()
            proxy.freeze()
            await soon(lambda: seen.last.update.table.seats[1].HasField("absent_since"), 15)
            seat = seen.last.update.table.seats[1]
            assert seat.replaceable_at.seconds - seat.absent_since.seconds == 120
            proxy.thaw()
            await soon(lambda: theirs.end is not None)
            seq = theirs.last.update.seq
            again = await Seen(
                far.WatchSeat(
                    service_pb2.WatchSeatRequest(seat_token=ben.seat_token, after_seq=seq),
                    wait_for_ready=True,
                )
            ).begun()
            assert not again.last.update.snapshot
            await soon(lambda: not seen.last.update.table.seats[1].HasField("absent_since"))
            assert again.last.seat_view.options == theirs.last.seat_view.options


async def test_who_comes_late_knows_who_is_away_and_since_when() -> None:
    """Presence is a level: it is in the view, whatever was missed."""
    async with serving() as client:
        aki = await client.create()
        ben = await client.join(aki.table_id)
        early = await Seen(client.watch(aki)).begun()
        seq = early.last.update.seq
        early.call.cancel()
        theirs = await Seen(client.watch(ben)).begun()
        theirs.call.cancel()
        await soon(lambda: state_of(client, aki.table_id).at(2).absent_since is not None)
        since = state_of(client, aki.table_id).at(2).absent_since
        looks = [partial(client.watch, aki, after) for after in (seq, 0, 10_000)]
        for look in (*looks, partial(client.spectate, aki.table_id)):
            seat = (await Seen(look()).begun()).last.update.table.seats[1]
            assert seat.absent_since.ToMilliseconds() == since
        row = (await client.stub.ListTables(service_pb2.ListTablesRequest())).rows[0]
        assert row.table.seats[1].absent_since.ToMilliseconds() == since


async def test_closing_one_of_two_windows_is_no_absence() -> None:
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


async def test_no_computer_plays_on_when_its_owner_is_back() -> None:
    """What it is thinking is dropped, and the decision is its owner's at once."""
    asked: asyncio.Queue[tuple[SeatView, asyncio.Future[Option]]] = asyncio.Queue()

    async def think(game: str, level: str, view: SeatView) -> Option:
        answer: asyncio.Future[Option] = asyncio.get_running_loop().create_future()
        await asked.put((view, answer))
        try:
            return await answer
        except asyncio.CancelledError:
            # A thought in another thread cannot be stopped: it comes late all the same.
            return view.options[0]

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
            seat = state_of(client, aki.table_id).at(turn)
            await client.act(mine, set_bot={"seat": turn, "seat_version": seat.version, "bot": bot})

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


async def test_no_ghosts_are_in_the_lobby(tmp_path: Path) -> None:
    """What is left, closed or forgotten is in no list, for early and late lookers, ever."""

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


async def test_no_table_closes_while_its_player_types_a_name_or_a_code() -> None:
    """Half an hour is for that; who sits down then begins it anew."""
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


async def test_seat_hopping_is_no_flood() -> None:
    """Up and down again: after some times it is told to wait."""
    async with serving(Settings(arrivals=(5, 1), changes=(6, 1)), clock=FakeClock()) as client:
        aki = await client.create()
        for _ in range(5):
            ben = await client.join(aki.table_id)
            await client.act(ben, leave={})
        limited = (grpc.StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED")
        assert await refused(client.join(aki.table_id)) == limited
        # Another table is not closed to him, nor is this one to others.
        cho = await client.create("Cho")
        await client.join(cho.table_id)
        for number in range(7):
            seat = state_of(client, aki.table_id).at(2)
            bot = "" if seat.bot else "easy"
            change = {"seat": 2, "seat_version": seat.version, "bot": bot}
            if number < 6:
                await client.act(aki, set_bot=change)
            else:
                assert await refused(client.act(aki, set_bot=change)) == limited
        await client.act(aki, leave={})  # which is never refused


async def test_coming_and_going_is_no_flood() -> None:
    """The others are told of each: after some times it is told to wait, and then let in."""
    clock = FakeClock()
    async with serving(Settings(returns=(3, 1)), clock=clock) as client:
        aki = await client.create()
        looking = await Seen(client.spectate(aki.table_id)).begun()
        for _ in range(3):
            stream = await Seen(client.watch(aki)).begun()
            stream.call.cancel()
            await soon(lambda: state_of(client, aki.table_id).at(1).absent_since is not None)
        limited = (grpc.StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED")
        assert await refused(client.watch(aki).read()) == limited
        await soon(lambda: told(looking).count(table_pb2.EVENT_KIND_CONNECTION_LOST) == 3)
        clock.advance(1_000)
        await Seen(client.watch(aki)).begun()


@pytest.mark.parametrize(("game", "seats"), [("koikoi", 2), ("coin", 3), ("coin", 7)])
async def test_of_a_return_a_take_over_and_a_take_back_that_cross_one_wins(
    game: str, seats: int
) -> None:
    clock = FakeClock()
    settings = Settings(limits=Limits(first_watch=10 * MINUTE))
    async with serving(settings, clock=clock) as client:
        rules = QUICK if game == "koikoi" else {"rounds": "3"}
        plan = [MINE] + [OPEN] * (seats - 1)
        aki = await client.create(game=game, rules=rules, seats=plan)
        grants = [aki] + [await client.join(aki.table_id, f"P{n}") for n in range(2, seats + 1)]
        away, others = grants[-1], grants[:-1]
        stream = await Seen(client.watch(away)).begun()
        stream.call.cancel()
        looking = await Seen(client.spectate(aki.table_id)).begun()

        def owner() -> Any:
            return state_of(client, aki.table_id).at(seats)

        takeovers = 0
        for returns in (False, True):
            await soon(lambda: owner().absent_since is not None)
            clock.advance(2 * MINUTE)
            version = owner().version
            set_bot = {"seat": seats, "seat_version": version, "bot": "easy"}
            acts = [client.act(each, set_bot=set_bot) for each in others * 2]
            acts.append(client.act(away, set_bot={**set_bot, "bot": ""}))
            back = Seen(client.watch(away)) if returns else None
            done = await asyncio.gather(*acts, return_exceptions=True)
            lost = [each for each in done if isinstance(each, grpc.aio.AioRpcError)]
            taken = sum(isinstance(each, int) for each in done[:-1])
            assert taken == 1 or (returns and taken == 0)
            takeovers += taken
            assert {reason(each) for each in lost} <= {"SEAT_STALE", "SEAT_NOT_REPLACEABLE"}
            if back is not None:
                await back.begun()
                await soon(lambda: owner().absent_since is None)
            if owner().bot:
                now = {"seat": seats, "seat_version": owner().version, "bot": ""}
                await client.act(away, set_bot=now)
            assert not owner().bot
        assert told(looking).count(table_pb2.EVENT_KIND_BOT_SEATED) == takeovers


async def test_a_spectator_takes_the_seat_of_an_ownerless_computer_in_mid_match() -> None:
    async with serving() as client:
        aki = await client.create(seats=[MINE, BOT], rules=QUICK | {"bot_delay": "10000"})
        looking = await Seen(client.spectate(aki.table_id)).begun()
        assert looking.last.update.table.stage == table_pb2.STAGE_PLAYING
        assert (await refused(client.join(aki.table_id)))[1] == "NO_OPEN_SEAT"
        ben = await client.join(aki.table_id, seat=2)
        mine = await Seen(client.watch(ben)).begun()
        await soon(lambda: looking.last.update.table.seats[1].player_name == "Ben")
        assert mine.last.update.match.match_id == looking.last.update.match.match_id
        assert not mine.last.update.table.seats[1].bot
        await client.act(aki, leave={})
        await soon(lambda: looking.last.update.table.host == 2)
        cho = await client.join(aki.table_id, "Cho")
        assert cho.seat == 1
        assert looking.last.update.table.stage == table_pb2.STAGE_PLAYING


async def test_a_server_may_seat_a_computer_by_itself() -> None:
    clock = FakeClock()
    limits = Limits(auto_bot="easy", first_watch=10 * MINUTE)
    async with serving(Settings(limits=limits), clock=clock) as client:
        aki = await client.create()
        ben = await client.join(aki.table_id)
        seen = await Seen(client.watch(aki)).begun()
        theirs = await Seen(client.watch(ben)).begun()
        theirs.call.cancel()
        await soon(lambda: seen.last.update.table.seats[1].HasField("absent_since"))
        clock.advance(2 * MINUTE)
        await soon(lambda: seen.last.update.table.seats[1].bot == "easy")
        assert seen.entries[-1].cause in {table_pb2.CAUSE_CLOCK, table_pb2.CAUSE_BOT}
        assert seen.last.update.table.seats[1].player_name == "Ben"
        sakura = await client.create("Cho", game="sakura", rules={})
        assert state_of(client, sakura.table_id).limits.auto_bot in {"", "easy"}
