"""A call whose reply is lost and its retry have one effect and one answer, even after a restart.

For Create, Join and every kind of Act the connection is cut before the request, after the commit
and before the reply.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2
from koikoi_server.journal import Journal
from koikoi_server.settings import Settings
from koikoi_server.table import derived
from koikoi_server.table.events import Entry
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Stage, TableState
from tests.support.clock import FakeClock
from tests.support.durable import serving_from
from tests.support.proxy import Proxy, proxied
from tests.support.server import MINE, Client, new_id, refused, soon
from tests.support.survivor import Survivor
from tests.support.table import option_id
from tests.support.tiers import slow_after

SETTINGS = Settings(seed="exactly once")  # nobody cuts: a match begins as the seats are full
OPEN = service_pb2.SeatPlan()


class Noted:
    """A journal that tells what it has kept, once it has."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.after_commit: Callable[[], None] | None = None

    def around(self, journal: Journal) -> Any:
        self._journal = journal
        return self

    async def append(self, entry: Entry) -> None:
        await self._journal.append(entry)
        self.entries.append(entry)
        if self.after_commit is not None and entry.request is not None:
            after_commit, self.after_commit = self.after_commit, None
            after_commit()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def requested(self) -> int:
        """How many entries a request has made."""
        return sum(entry.request is not None for entry in self.entries)


@dataclass
class House:
    """A server and two persons who watch a table in a match."""

    client: Client
    clock: FakeClock
    grants: list[service_pb2.SeatGrant] = field(default_factory=list)
    watches: list[Any] = field(default_factory=list)

    @property
    def state(self) -> TableState:
        live = self.client.running.lobby.get(self.grants[0].table_id)
        assert live is not None
        return live.state

    @property
    def turn(self) -> int:
        return derived.waiting_for(self.state)[0]

    async def sit(self, *, ben: bool = True, **table: Any) -> None:
        table = {"seats": [MINE, OPEN], "rules": {"months": "1"}} | table
        aki = await self.client.create(**table)
        self.grants.append(aki)
        if ben:
            self.grants.append(await self.client.join(aki.table_id))
        for grant in self.grants:
            self.watches.append(self.client.watch(grant))
            await self.watches[-1].read()

    async def ben_is_away(self) -> None:
        """For long enough."""
        self.watches.pop().cancel()
        await soon(lambda: self.state.at(2).absent_since is not None)
        self.clock.advance(125_000)
        # A write to Aki that was under way then took too long, by that clock: she comes back.
        self.watches[0] = self.client.watch(self.grants[0])
        await self.watches[0].read()
        await soon(lambda: self.state.at(1).is_connected)

    def act(self, seat: int, **act: Any) -> service_pb2.ActRequest:
        token = self.grants[seat - 1].seat_token
        return service_pb2.ActRequest(seat_token=token, request_id=new_id(), **act)

    def use(self, by: int, kind: Kind, seat: int = 0, bot: str = "") -> service_pb2.ActRequest:
        option = option_id(self.state, kind, seat)
        return self.act(by, use_seat_option=service_pb2.UseSeatOption(id=option, bot=bot))


async def choose(house: House) -> Any:
    await house.sit()
    choice = service_pb2.Choose(state_version=house.state.version, option=1)
    return house.act(house.turn, choose=choice)


async def choose_in_sakura(house: House) -> Any:
    """Where a choice may be hiki, and another's turn is no reason to refuse it."""
    await house.sit(game="sakura", rules={"rounds": "1"})
    choice = service_pb2.Choose(state_version=house.state.version, option=1)
    return house.act(house.turn, choose=choice)


async def chat(house: House) -> Any:
    await house.sit()
    return house.act(1, chat=service_pb2.Chat(text="Once."))


async def let_play(house: House) -> Any:
    await house.sit()
    return house.use(1, Kind.LET_PLAY, 1, "easy")


async def kick(house: House) -> Any:
    await house.sit()
    return house.use(1, Kind.KICK, 2)


async def end_match(house: House) -> Any:
    await house.sit()
    await house.ben_is_away()
    return house.use(1, Kind.END_MATCH)


async def rematch(house: House) -> Any:
    await house.client.stub.Act(await end_match(house))
    await soon(lambda: house.state.stage is Stage.FINISHED)
    return house.use(1, Kind.REMATCH)


async def leave_by_its_option(house: House) -> Any:
    await house.sit()
    return house.use(2, Kind.LEAVE)


async def leave(house: House) -> Any:
    await house.sit()
    return house.act(2, leave=service_pb2.Leave())


async def leave_as_the_last(house: House) -> Any:
    """Which closes the table."""
    await house.sit(ben=False)
    return house.act(1, leave=service_pb2.Leave())


async def nudge(house: House) -> Any:
    await house.sit()
    return house.use(3 - house.turn, Kind.NUDGE, house.turn)


async def create(house: House) -> Any:
    return service_pb2.CreateTableRequest(
        request_id=new_id(), player_name="Cho", game="koikoi", seats=[MINE, OPEN]
    )


async def join(house: House) -> Any:
    await house.sit(ben=False)
    table_id = house.grants[0].table_id
    return service_pb2.JoinTableRequest(request_id=new_id(), player_name="Cho", table_id=table_id)


REQUESTS = [
    create,
    join,
    choose,
    choose_in_sakura,
    chat,
    let_play,
    kick,
    rematch,
    end_match,
    leave,
    leave_by_its_option,
    leave_as_the_last,
    nudge,
]


def before_the_request(proxy: Proxy, journal: Noted) -> None:
    proxy.cut_at_request = True


def after_the_commit(proxy: Proxy, journal: Noted) -> None:
    journal.after_commit = proxy.cut


def before_the_reply(proxy: Proxy, journal: Noted) -> None:
    proxy.cut_at_reply = True


CUTS = slow_after(1, [after_the_commit, before_the_request, before_the_reply])


def method(stub: Any, request: Any) -> Any:
    """The call that a request is for."""
    name = type(request).__name__.removesuffix("Request")
    return getattr(stub, name)


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("prepare", REQUESTS)
async def test_a_lost_reply_and_its_retry_have_one_effect(
    tmp_path: Path,
    prepare: Callable[[House], Awaitable[Any]],
    cut: Callable[[Proxy, Noted], None],
) -> None:
    journal, clock = Noted(), FakeClock()
    async with serving_from(tmp_path, SETTINGS, clock=clock, around=journal.around) as client:
        request = await prepare(House(client, clock))
        before = journal.requested()
        async with proxied(client.running.port) as proxy:
            caller = Survivor(f"127.0.0.1:{proxy.port}", "Cho")
            # A connection that has been used: the cut is one of a call, not of the handshake.
            # On a busy machine that may take a second attempt.
            hello = service_pb2.GetServerInfoRequest()
            await caller.stub.GetServerInfo(hello, wait_for_ready=True)
            cut(proxy, journal)
            answer = await caller.call(method(caller.stub, request), request)
            assert proxy.cuts == 1
            assert caller.tries >= 1
            await caller.close()
        assert journal.requested() == before + 1
        assert await method(client.stub, request)(request) == answer
        assert journal.requested() == before + 1
    async with serving_from(tmp_path, SETTINGS, clock=clock, around=journal.around) as client:
        assert await method(client.stub, request)(request) == answer
        assert journal.requested() == before + 1
        if isinstance(request, service_pb2.ActRequest):
            request.chat.text += "!"
        else:
            request.player_name = "Somebody else"
        assert await refused(method(client.stub, request)(request)) == (
            grpc.StatusCode.INVALID_ARGUMENT,
            "REQUEST_ID_REUSED",
        )
