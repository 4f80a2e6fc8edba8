"""``python -m tests.attacks.victims ADDRESS KIND …``: play matches, and print each act.

The kinds are ``match`` (two players), ``computer`` (one against Hard, whose delay is half a second)
and ``open`` (one, who waits for an opponent). A line has three parts: a time in seconds of the
monotonic clock; "act", "computer" or "problem"; and how many seconds an act's answer or a
computer's move took, or what went wrong: a call that failed, a watch that ended, an accepted act
that a player was not told.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any

import grpc

from koikoi.v1 import service_pb2, service_pb2_grpc, table_pb2
from tests.support.identity import channel_as_printed
from tests.support.server import MINE, new_id, reason

PAUSE = 0.02, 0.06  #: seconds between two acts at a table
TOLD = 20.0  #: seconds until everybody at the table must have seen an act
DELAY = 500  #: milliseconds, of the computer
OVERTAKEN = {"STATE_STALE", "OPTION_NOT_OFFERED"}
AUTOMATIC = {table_pb2.OPTION_KIND_CUT, table_pb2.OPTION_KIND_GO_ON}
"""The clock may be faster than a player who cuts the deck or reads the result."""
REMATCH = table_pb2.SEAT_OPTION_KIND_REMATCH
MOVES = {table_pb2.PHASE_PLAY, table_pb2.PHASE_PLACE, table_pb2.PHASE_DECIDE}
OWN_CONNECTION = [("grpc.use_local_subchannel_pool", 1)]


def report(when: float, kind: str, what: float | str) -> None:
    print(when, kind, str(what).replace("\n", " "), flush=True)


def problem(what: str) -> None:
    report(time.monotonic(), "problem", what)


@dataclass
class Player:
    """A player with a connection of its own."""

    stub: Any
    grant: service_pb2.SeatGrant
    changed: asyncio.Condition
    view: table_pb2.SeatView = field(default_factory=table_pb2.SeatView)
    match: table_pb2.Match = field(default_factory=table_pb2.Match)
    seq: int = 0

    @property
    def rematch(self) -> str:
        """The id of the seat option that asks for another match; empty: there is none."""
        found = (each.id for each in self.view.seat_options if each.kind == REMATCH)
        return next(found, "")

    async def follow(self, measures_computer: bool) -> None:
        """Watch the seat; that the watch ends is a problem."""
        asked = service_pb2.WatchSeatRequest(seat_token=self.grant.seat_token)
        why = "the server ended it"
        turn_began = 0.0
        try:
            async for message in self.stub.WatchSeat(asked):
                if not message.HasField("update"):
                    continue
                now, match = time.monotonic(), message.update.match
                if turn_began:
                    report(turn_began, "computer", now - turn_began)
                others = match.waiting_for and self.grant.seat not in match.waiting_for
                turn_began = now if measures_computer and others and match.phase in MOVES else 0.0
                async with self.changed:
                    self.view, self.match = message.seat_view, match
                    self.seq = message.update.seq
                    self.changed.notify_all()
        except grpc.aio.AioRpcError as error:
            why = f"{error.code().name}: {error.details()}"
        problem(f"a watch ended: {why}")

    async def act(self, **what: Any) -> int:
        """Act and report it; return the seq of the entry."""
        began = time.monotonic()
        request = service_pb2.ActRequest(
            seat_token=self.grant.seat_token, request_id=new_id(), **what
        )
        answer = await self.stub.Act(request)
        report(began, "act", time.monotonic() - began)
        return int(answer.seq)


class Table:
    """A table, and those of its players who are victims."""

    def __init__(self, kind: str, random: Random) -> None:
        self._kind = kind
        self._random = random
        self._changed = asyncio.Condition()
        self._players: list[Player] = []

    async def play(self, address: str) -> None:
        """Open the table and play at it without end."""
        async with AsyncExitStack() as stack:

            async def stub() -> Any:
                channel = channel_as_printed(address, OWN_CONNECTION)
                return service_pb2_grpc.KoikoiServiceStub(await stack.enter_async_context(channel))

            first = await stub()
            made = await first.CreateTable(self._table())
            self._players = [Player(first, made.grant, self._changed)]
            if self._kind == "match":
                second = await stub()
                asked = service_pb2.JoinTableRequest(
                    request_id=new_id(), player_name="Ben", table_id=made.grant.table_id
                )
                joined = await second.JoinTable(asked)
                self._players.append(Player(second, joined.grant, self._changed))
            measures = self._kind == "computer"
            following = [asyncio.create_task(each.follow(measures)) for each in self._players]
            while not any(each.done() for each in following):
                await self._guarded(self._one_act)
                await asyncio.sleep(self._random.uniform(*PAUSE))

    def _table(self) -> service_pb2.CreateTableRequest:
        rules = {"months": "24", "bot_delay": str(DELAY)}
        seats = [MINE, service_pb2.SeatPlan(bot="hard")] if self._kind == "computer" else None
        return service_pb2.CreateTableRequest(
            request_id=new_id(), player_name="Aki", game="koikoi", rules=rules, seats=seats
        )

    async def _guarded(self, act: Callable[[], Awaitable[None]]) -> None:
        try:
            async with asyncio.timeout(TOLD):
                await act()
        except TimeoutError:
            if self._kind != "open":  # the opponent may be slow, or there may be none
                problem(f"nobody was told what happened for {TOLD:.0f} s")
        except grpc.aio.AioRpcError as error:
            problem(f"an act: {error.code().name}: {error.details()}")

    def _able(self) -> list[Player]:
        """The players who may choose now, or who may want another match."""
        over = table_pb2.PHASE_MATCH_OVER
        if all(each.match.phase == over for each in self._players):
            return [each for each in self._players if each.rematch]
        return [each for each in self._players if each.view.options]

    async def _one_act(self) -> None:
        """Let a player who may choose do so, and wait until all have been told."""
        async with self._changed:
            await self._changed.wait_for(self._able)
        player = self._random.choice(self._able())
        if not player.view.options:
            again = service_pb2.UseSeatOption(id=player.rematch)
            seq = await player.act(use_seat_option=again)
        else:
            option = self._random.choice(player.view.options)
            version = player.view.state_version
            try:
                seq = await player.act(
                    choose=service_pb2.Choose(state_version=version, option=option.number)
                )
            except grpc.aio.AioRpcError as error:
                if option.kind in AUTOMATIC and reason(error) in OVERTAKEN:
                    return
                raise
        async with self._changed:
            await self._changed.wait_for(lambda: all(each.seq >= seq for each in self._players))


async def main() -> None:
    address, *kinds = sys.argv[1:]
    tables = [Table(kind, Random(number)) for number, kind in enumerate(kinds)]
    await asyncio.gather(*(each.play(address) for each in tables))


if __name__ == "__main__":
    asyncio.run(main())
