"""``python -m tests.attacks.victims ADDRESS MATCHES``: play matches, and print each act.

A line has the time at which the act began (seconds of the monotonic clock) and how many seconds its
answer took, or "!" and what went wrong: a call that failed, a watch that ended, an accepted act
that a player was not told.
"""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

import grpc

from koikoi.v1 import service_pb2, service_pb2_grpc, table_pb2
from tests.support.server import new_id, reason

PAUSE = 0.02, 0.06  #: seconds between two acts at a table
TOLD = 20.0  #: seconds until everybody at the table must have seen an act
OVERTAKEN = {"STATE_STALE", "OPTION_NOT_OFFERED"}
AUTOMATIC = {table_pb2.OPTION_KIND_CUT, table_pb2.OPTION_KIND_GO_ON}
"""The clock may be faster than a player who cuts the deck or reads the result."""
REMATCH = table_pb2.SEAT_OPTION_KIND_REMATCH


def report(began: float, what: float | str) -> None:
    said = what if isinstance(what, float) else f"! {what}".replace("\n", " ")
    print(began, said, flush=True)


@dataclass
class Player:
    """A player with a connection of its own."""

    stub: Any
    grant: service_pb2.SeatGrant
    changed: asyncio.Condition
    view: table_pb2.SeatView = field(default_factory=table_pb2.SeatView)
    phase: int = 0
    seq: int = 0

    async def follow(self) -> None:
        """Watch the seat; that the watch ends is a problem."""
        asked = service_pb2.WatchSeatRequest(seat_token=self.grant.seat_token)
        why = "the server ended it"
        try:
            async for message in self.stub.WatchSeat(asked):
                if message.HasField("update"):
                    async with self.changed:
                        self.view = message.seat_view
                        self.phase = message.update.match.phase
                        self.seq = message.update.seq
                        self.changed.notify_all()
        except grpc.aio.AioRpcError as error:
            why = f"{error.code().name}: {error.details()}"
        report(time.monotonic(), f"a watch ended: {why}")

    async def act(self, **what: Any) -> int:
        """Act and report it; return the seq of the entry."""
        began = time.monotonic()
        request = service_pb2.ActRequest(
            seat_token=self.grant.seat_token, request_id=new_id(), **what
        )
        answer = await self.stub.Act(request)
        report(began, time.monotonic() - began)
        return int(answer.seq)


async def match(address: str, random: Random) -> None:
    """Open a table and play at it without end."""
    changed = asyncio.Condition()
    own = [("grpc.use_local_subchannel_pool", 1)]
    async with (
        grpc.aio.insecure_channel(address, own) as one,
        grpc.aio.insecure_channel(address, own) as other,
    ):
        stubs = [service_pb2_grpc.KoikoiServiceStub(channel) for channel in (one, other)]
        made = await stubs[0].CreateTable(
            service_pb2.CreateTableRequest(
                request_id=new_id(), player_name="Aki", game="koikoi", rules={"months": "24"}
            )
        )
        joined = await stubs[1].JoinTable(
            service_pb2.JoinTableRequest(
                request_id=new_id(), player_name="Ben", table_id=made.grant.table_id
            )
        )
        players = [
            Player(stub, grant, changed)
            for stub, grant in zip(stubs, (made.grant, joined.grant), strict=True)
        ]
        following = [asyncio.create_task(each.follow()) for each in players]
        while not any(each.done() for each in following):
            try:
                async with asyncio.timeout(TOLD):
                    await one_act(players, random)
            except TimeoutError:
                report(time.monotonic(), f"nobody was told what happened for {TOLD:.0f} s")
            except grpc.aio.AioRpcError as error:
                report(time.monotonic(), f"an act: {error.code().name}: {error.details()}")
            await asyncio.sleep(random.uniform(*PAUSE))


async def one_act(players: list[Player], random: Random) -> None:
    """Let a player who may choose do so, and wait until all have been told."""
    changed = players[0].changed

    def able() -> list[Player]:
        over = all(each.phase == table_pb2.PHASE_MATCH_OVER for each in players)
        return players if over else [each for each in players if each.view.options]

    async with changed:
        await changed.wait_for(able)
    player = random.choice(able())
    if not player.view.options:
        again = next(each for each in player.view.seat_options if each.kind == REMATCH)
        seq = await player.act(use_seat_option=service_pb2.UseSeatOption(id=again.id))
    else:
        option = random.choice(player.view.options)
        chosen = service_pb2.Choose(state_version=player.view.state_version, option=option.number)
        try:
            seq = await player.act(choose=chosen)
        except grpc.aio.AioRpcError as error:
            if option.kind in AUTOMATIC and reason(error) in OVERTAKEN:
                return
            raise
    async with changed:
        await changed.wait_for(lambda: all(each.seq >= seq for each in players))


async def main() -> None:
    address, matches = sys.argv[1:]
    await asyncio.gather(*(match(address, Random(each)) for each in range(int(matches))))


if __name__ == "__main__":
    asyncio.run(main())
