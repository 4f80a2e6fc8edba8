"""A server in this process on a free port, and clients that know no rules."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from koikoi.v1 import service_pb2, service_pb2_grpc, table_pb2
from koikoi_server.identity import Identity
from koikoi_server.journal import Journal
from koikoi_server.service.serve import Running, start
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Clock
from koikoi_server.table.computers import Think
from koikoi_server.table.seat_options import Kind
from tests.support.identity import channel_to
from tests.support.table import option_id
from tests.support.timeouts import HANG
from tests.support.validators import Recorded, Stream, seq_of, violations

HOST = "127.0.0.1"
QUICK = {"months": "3", "bot_delay": "0"}
BOT = service_pb2.SeatPlan(bot="easy")
MINE = service_pb2.SeatPlan(yours=True)

Stub = Any  # KoikoiServiceStub: its generated types are those of the blocking API


@dataclass
class Client:
    """A server, a connection to it, and calls that tests often make."""

    running: Running
    channel: grpc.aio.Channel
    stub: Stub
    streams: dict[str, list[Stream]] = field(default_factory=lambda: defaultdict(list))
    """All recorded watches, by table id."""

    async def create(self, name: str = "Aki", **fields: Any) -> service_pb2.SeatGrant:
        fields.setdefault("rules", QUICK)
        fields = {"request_id": new_id(), "player_name": name, "game": "koikoi"} | fields
        request = service_pb2.CreateTableRequest(**fields)
        answer = await self.stub.CreateTable(request)
        return answer.grant  # type: ignore[no-any-return]

    async def join(self, table_id: str, name: str = "Ben", **fields: Any) -> service_pb2.SeatGrant:
        answer = await self.stub.JoinTable(
            service_pb2.JoinTableRequest(
                request_id=new_id(), player_name=name, table_id=table_id, **fields
            )
        )
        return answer.grant  # type: ignore[no-any-return]

    async def act(self, grant: service_pb2.SeatGrant, **act: Any) -> int:
        """Act at a table, and return the seq of the entry. *chat* may be a plain string."""
        act.setdefault("request_id", new_id())
        if isinstance(act.get("chat"), str):
            act["chat"] = service_pb2.Chat(text=act["chat"])
        answer = await self.stub.Act(service_pb2.ActRequest(seat_token=grant.seat_token, **act))
        return answer.seq  # type: ignore[no-any-return]

    def option(self, grant: service_pb2.SeatGrant, kind: Kind, seat: int = 0) -> str:
        """The id that a seat option has now, even if it is not offered."""
        live = self.running.lobby.get(grant.table_id)
        assert live is not None
        return option_id(live.state, kind, seat)

    async def use(
        self, grant: service_pb2.SeatGrant, kind: Kind, seat: int = 0, bot: str = ""
    ) -> int:
        """Use a seat option, and return the seq of the entry."""
        used = service_pb2.UseSeatOption(id=self.option(grant, kind, seat), bot=bot)
        return await self.act(grant, use_seat_option=used)

    def watch(self, grant: service_pb2.SeatGrant, after: str = "", window: str = "") -> Any:
        asked = service_pb2.WatchSeatRequest(
            seat_token=grant.seat_token, after=after, window=window
        )
        return self._recorded(grant.table_id, after, self.stub.WatchSeat(asked))

    def spectate(self, table_id: str, after: str = "") -> Any:
        asked = service_pb2.WatchTableRequest(table_id=table_id, after=after)
        return self._recorded(table_id, after, self.stub.WatchTable(asked))

    def _recorded(self, table_id: str, after: str, call: Any) -> Recorded:
        stream = Stream(seq_of(after))
        self.streams[table_id].append(stream)
        return Recorded(call, stream)


@asynccontextmanager
async def serving(
    settings: Settings | None = None,
    *,
    journal: Journal | None = None,
    clock: Clock | None = None,
    key: bytes | None = None,
    server_id: str = "",
    port: int = 0,
    ran_until: int = 0,
    think: Think | None = None,
    identity: Identity | None = None,
) -> AsyncIterator[Client]:
    """Run a server until the block ends, then check all recorded watches.

    Connections are encrypted with *identity*; None: they are not.
    """
    running = await start(
        settings or Settings(),
        [HOST],
        port,
        journal=journal,
        clock=clock,
        key=key,
        server_id=server_id,
        ran_until=ran_until,
        think=think,
        identity=identity,
    )
    certificate = identity.certificate if identity else None
    async with channel_to(f"{HOST}:{running.port}", certificate) as channel:
        stub = service_pb2_grpc.KoikoiServiceStub(channel)
        try:
            client = Client(running, channel, stub)
            yield client
            for streams in client.streams.values():
                assert violations(streams) == []
        finally:
            await running.stop()


@dataclass
class Follower:
    """A client of one seat that chooses any offered option at random."""

    client: Client
    grant: service_pb2.SeatGrant
    random: Random = field(default_factory=lambda: Random(1))
    updates: list[table_pb2.Update] = field(default_factory=list)
    entries: list[table_pb2.Entry] = field(default_factory=list)

    @property
    def last(self) -> table_pb2.Update:
        return self.updates[-1]

    async def play(self, until: Callable[[table_pb2.Update], bool]) -> None:
        """Choose whenever there are options, until *until* is true of an update."""
        async for message in self.client.watch(
            self.grant, self.updates[-1].cursor if self.updates else ""
        ):
            if not message.HasField("update"):
                continue
            self.updates.append(message.update)
            self.entries += message.update.news
            if until(message.update):
                return
            if message.seat_view.options:
                await self.choose(message.seat_view)

    async def choose(self, view: table_pb2.SeatView) -> None:
        choice = service_pb2.Choose(
            state_version=view.state_version, option=self.random.choice(view.options).number
        )
        try:
            await self.client.act(self.grant, choose=choice)
        except grpc.aio.AioRpcError as error:
            # The clock, or a computer that took the seat, may be faster.
            if reason(error) not in {"STATE_STALE", "OPTION_NOT_OFFERED"}:
                raise


def match_is_over(update: table_pb2.Update) -> bool:
    return update.match.phase == table_pb2.PHASE_MATCH_OVER


def new_id() -> str:
    return secrets.token_urlsafe(24)


def reason(error: grpc.RpcError) -> str:
    """The name of the ErrorReason in a status, without its prefix."""
    status = rpc_status.from_call(error)
    assert status is not None, f"no details in {error}"
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    assert info.domain == "koikoi.v1"
    return str(info.reason)


async def refused(call: Coroutine[Any, Any, Any] | Any) -> tuple[grpc.StatusCode, str]:
    """Check that *call* is refused with a sentence; return the code and the reason."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    assert (caught.value.details() or "").endswith(".")
    return caught.value.code(), reason(caught.value)


async def soon(condition: Callable[[], bool], seconds: float = HANG) -> None:
    """Wait until *condition* is true.

    Raises:
        TimeoutError: if it does not become true.
    """
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.002)
