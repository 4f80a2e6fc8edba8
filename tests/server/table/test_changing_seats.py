"""Seats that change hands, at once, very often, and in the middle of a match."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.settings import Settings
from koikoi_server.table.limits import Limits
from koikoi_server.table.seat_options import Kind
from tests.support.clock import FakeClock
from tests.support.seen import Seen, state_of, told
from tests.support.server import BOT, MINE, QUICK, reason, refused, serving, soon

OPEN = service_pb2.SeatPlan()
MINUTE = 60_000


async def test_changing_seats_is_rate_limited() -> None:
    """Sitting down and leaving is refused after some times."""
    async with serving(
        Settings(table_joins=(5, 1), seat_changes=(6, 1)), clock=FakeClock()
    ) as client:
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
            filled = state_of(client, aki.table_id).at(2).bot
            kind = Kind.REMOVE_COMPUTER if filled else Kind.SEAT_COMPUTER
            change = client.use(aki, kind, 2, "" if filled else "easy")
            if number < 6:
                await change
            else:
                assert await refused(change) == limited
        await client.use(aki, Kind.LEAVE)  # which is never refused


async def test_an_attempt_to_sit_down_that_is_refused_does_not_count() -> None:
    """People behind one router try the join code of one table; later a seat becomes free."""
    async with serving(Settings(table_joins=(2, 1)), clock=FakeClock()) as client:
        aki = await client.create()
        tried: list[Any] = await asyncio.gather(
            *(client.join(aki.table_id) for _ in range(9)), return_exceptions=True
        )
        (ben,) = (each for each in tried if isinstance(each, service_pb2.SeatGrant))
        tried.remove(ben)
        assert {reason(each) for each in tried} == {"NO_OPEN_SEAT"}
        await client.act(ben, leave={})
        await client.join(aki.table_id)


async def test_reconnecting_is_rate_limited() -> None:
    """It is refused after some times, for the others are told of each; later it is accepted."""
    clock = FakeClock()
    async with serving(Settings(reconnects=(3, 1)), clock=clock) as client:
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


@pytest.mark.parametrize(
    ("game", "seats"), [("koikoi", 2), ("coin", 3), ("coin", 7), ("sakura", 5)]
)
async def test_of_a_return_a_take_over_and_a_take_back_at_the_same_time_one_wins(
    game: str, seats: int
) -> None:
    clock = FakeClock()
    # While a message is written, the clock moves on: no reader counts as dead for that.
    settings = Settings(limits=Limits(first_watch=10 * MINUTE), dead_peer_timeout=10 * MINUTE)
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
            taken = client.option(aki, Kind.SEAT_COMPUTER, seats)
            back_again = {"id": client.option(away, Kind.TAKE_BACK, seats)}
            used = {"id": taken, "bot": "easy"}
            acts = [client.act(each, use_seat_option=used) for each in others * 2]
            acts.append(client.act(away, use_seat_option=back_again))
            back = Seen(client.watch(away)) if returns else None
            done = await asyncio.gather(*acts, return_exceptions=True)
            lost = [each for each in done if isinstance(each, grpc.aio.AioRpcError)]
            won = sum(isinstance(each, int) for each in done[:-1])
            assert won == 1 or (returns and won == 0)
            takeovers += won
            assert {reason(each) for each in lost} <= {"SEAT_STALE", "SEAT_OPTION_NOT_OFFERED"}
            if back is not None:
                await back.begun()
                await soon(lambda: owner().absent_since is None)
            if owner().bot:
                await client.use(away, Kind.TAKE_BACK, seats)
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


async def test_auto_bot_seats_a_computer() -> None:
    clock = FakeClock()
    limits = Limits(auto_bot="easy", first_watch=10 * MINUTE)
    # No stream is taken for dead while the clock jumps.
    settings = Settings(limits=limits, dead_peer_timeout=60 * MINUTE)
    async with serving(settings, clock=clock) as client:
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
