"""A move over gRPC, until the other client has its update, compared with an empty call.

The server is a process of its own with its data in memory. The two clients are in this process,
each with its own connection. Moves and calls of GetServerInfo alternate, so the ratio stays the
same on a slow or busy machine.
"""

from __future__ import annotations

import asyncio
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles
from typing import Any

import grpc

from koikoi.v1 import service_pb2, service_pb2_grpc, table_pb2

MOVES = 3_000
SERVER = ("--private", "--memory", "--free-loopback")
REMATCH = table_pb2.SEAT_OPTION_KIND_REMATCH


def lines() -> Iterator[str]:
    with server(*SERVER) as (address, _):
        moves, calls = asyncio.run(measured(address))
    for name, times in (("empty call", calls), ("move to the other's update", moves)):
        hundredths = quantiles(times, n=100)
        yield (
            f"{name:<27} {len(times):>5} times   p50 {hundredths[49] * 1000:6.2f} ms   "
            f"p99 {hundredths[98] * 1000:6.2f} ms"
        )
    yield f"a move costs {median(moves) / median(calls):.1f} empty calls (p50 to p50)"


@contextmanager
def server(*options: str) -> Iterator[tuple[str, int]]:
    """Run a server until the block ends.

    Yields its address, with its code if it has one, and its process id.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "koikoi_server", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        yield process.stdout.readline().split()[-1], process.pid
        process.stdin.close()


@dataclass
class Seated:
    """A client at its seat, and the times at which entries came."""

    stub: Any
    grant: service_pb2.SeatGrant
    changed: asyncio.Condition
    view: table_pb2.SeatView = field(default_factory=table_pb2.SeatView)
    over: str = ""  #: the match that has ended, until another is asked for
    asked: str = ""  #: the match after which another was asked for
    came: dict[int, float] = field(default_factory=dict)

    async def follow(self) -> None:
        """Watch the seat until cancelled."""
        asked = service_pb2.WatchSeatRequest(seat_token=self.grant.seat_token)
        async for message in self.stub.WatchSeat(asked):
            if message.HasField("update"):
                now = time.perf_counter()
                match = message.update.match
                if match.phase == table_pb2.PHASE_MATCH_OVER and match.match_id != self.asked:
                    self.over = match.match_id
                self.view = message.seat_view
                async with self.changed:
                    self.came[message.update.seq] = now
                    self.changed.notify_all()

    async def act(self, **what: Any) -> int:
        """Act, and return the seq of the entry."""
        request = service_pb2.ActRequest(
            seat_token=self.grant.seat_token, request_id=secrets.token_hex(8), **what
        )
        answer = await self.stub.Act(request)
        return int(answer.seq)


async def measured(address: str) -> tuple[list[float], list[float]]:
    """Return the seconds of each move until the other's update, and of each empty call."""
    random = Random(1)
    async with (
        grpc.aio.insecure_channel(address) as one,
        grpc.aio.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)]) as other,
    ):
        stubs = [service_pb2_grpc.KoikoiServiceStub(channel) for channel in (one, other)]
        seats = await seated(stubs)
        following = [asyncio.create_task(seat.follow()) for seat in seats]
        try:
            moves: list[float] = []
            calls: list[float] = []
            while len(moves) < MOVES:
                await one_move(seats, random, moves)
                began = time.perf_counter()
                await stubs[len(moves) % 2].GetServerInfo(service_pb2.GetServerInfoRequest())
                calls.append(time.perf_counter() - began)
            return moves, calls
        finally:
            for task in following:
                task.cancel()
            await asyncio.wait(following)


async def seated(stubs: list[Any]) -> list[Seated]:
    """Seat two players at a table with the longest match."""
    changed = asyncio.Condition()
    made = await stubs[0].CreateTable(
        service_pb2.CreateTableRequest(
            request_id=secrets.token_hex(16),
            player_name="Aki",
            game="koikoi",
            rules={"months": "24"},
        )
    )
    joined = await stubs[1].JoinTable(
        service_pb2.JoinTableRequest(
            request_id=secrets.token_hex(16), player_name="Ben", table_id=made.grant.table_id
        )
    )
    return [Seated(stubs[0], made.grant, changed), Seated(stubs[1], joined.grant, changed)]


async def one_move(seats: list[Seated], random: Random, times: list[float]) -> None:
    """Let whoever may act do so; note the time if it is a move of the game."""
    changed = seats[0].changed
    async with changed:
        await changed.wait_for(lambda: any(seat.view.options or seat.over for seat in seats))
    for seat in seats:
        if seat.over:
            seat.asked, seat.over = seat.over, ""
            again = next(each for each in seat.view.seat_options if each.kind == REMATCH)
            await seat.act(use_seat_option=service_pb2.UseSeatOption(id=again.id))
            return
    mine, other = seats if seats[0].view.options else seats[::-1]
    option = random.choice(mine.view.options)
    version, mine.view = mine.view.state_version, table_pb2.SeatView()
    began = time.perf_counter()
    seq = await mine.act(choose=service_pb2.Choose(state_version=version, option=option.number))
    async with changed:
        await changed.wait_for(lambda: max(other.came, default=0) >= seq)
    arrived = min(when for at, when in other.came.items() if at >= seq)
    if option.kind not in (table_pb2.OPTION_KIND_CUT, table_pb2.OPTION_KIND_GO_ON):
        times.append(arrived - began)
    other.came.clear()
