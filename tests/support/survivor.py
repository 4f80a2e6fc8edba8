"""A client that reconnects after every failure of the server or the network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import grpc
from grpc_status import rpc_status

from koikoi.v1 import service_pb2, service_pb2_grpc, table_pb2
from tests.support.server import new_id, reason
from tests.support.timeouts import HANG
from tests.support.validators import Stream, seq_of

PAUSE = 0.02  # seconds between two attempts
LOST = {
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.UNKNOWN,
}
OPTIONS: Sequence[tuple[str, int]] = [
    ("grpc.initial_reconnect_backoff_ms", 20),
    ("grpc.min_reconnect_backoff_ms", 20),
    ("grpc.max_reconnect_backoff_ms", 100),
    ("grpc.use_local_subchannel_pool", 1),  # share no connection
    ("grpc.enable_retries", 0),  # this client repeats calls itself
]


class Survivor:
    """A player who chooses any offered option at random."""

    options = OPTIONS  #: of the channel
    pause = PAUSE  #: seconds between two attempts

    def __init__(self, target: str, name: str, seed: int = 1) -> None:
        self.name = name
        self.random = Random(seed)
        self.channel = grpc.aio.insecure_channel(target, options=self.options)
        self.stub: Any = service_pb2_grpc.KoikoiServiceStub(self.channel)
        self.grant = service_pb2.SeatGrant()
        self.streams: list[Stream] = []
        self.first = ""  #: cursor of the first update
        self.cursor = ""  #: cursor of the newest update
        self.tries = 0  #: the number of repeated calls
        self.last = table_pb2.Update()
        self.view = table_pb2.SeatView()

    @property
    def seq(self) -> int:
        """The seq of the newest update; 0 before the first."""
        return self.last.seq

    async def create(self, **fields: Any) -> None:
        """Open a table; repeat the request until it is answered."""
        fields.setdefault("game", "koikoi")
        request = service_pb2.CreateTableRequest(
            request_id=new_id(), player_name=self.name, **fields
        )
        self.grant = (await self.call(self.stub.CreateTable, request)).grant

    async def join(self, table_id: str, **fields: Any) -> None:
        """Sit down at a table; repeat the request until it is answered."""
        request = service_pb2.JoinTableRequest(
            request_id=new_id(), player_name=self.name, table_id=table_id, **fields
        )
        self.grant = (await self.call(self.stub.JoinTable, request)).grant

    async def act(self, **act: Any) -> int:
        """Act once; repeat the request until it is answered. Return the seq of the entry.

        Raises:
            AioRpcError: if the act is refused.
        """
        request = service_pb2.ActRequest(
            seat_token=self.grant.seat_token, request_id=new_id(), **act
        )
        answer = await self.call(self.stub.Act, request)
        return int(answer.seq)

    async def call(self, method: Any, request: Any) -> Any:
        """Return the response to a request, which is repeated until it is answered.

        Raises:
            AioRpcError: if the request is refused.
        """
        async with asyncio.timeout(HANG):
            while True:
                try:
                    return await method(request, timeout=5)
                except grpc.aio.AioRpcError as error:
                    if not is_lost(error):
                        raise
                self.tries += 1
                await asyncio.sleep(self.pause)

    async def play(self, until: Callable[[table_pb2.Update], bool]) -> None:
        """Watch and play, and reconnect after each loss, until *until* is true of an update."""
        async with asyncio.timeout(HANG):
            while not await self._watch_once(until):
                await asyncio.sleep(PAUSE)

    async def _watch_once(self, until: Callable[[table_pb2.Update], bool]) -> bool:
        """Watch until the stream ends; return whether *until* was true of an update."""
        stream = Stream(seq_of(self.cursor))
        self.streams.append(stream)
        asked = service_pb2.WatchSeatRequest(seat_token=self.grant.seat_token, after=self.cursor)
        try:
            async for message in self.stub.WatchSeat(asked):
                stream.messages.append(message)
                if not message.HasField("update"):
                    continue
                self.last, self.cursor = message.update, message.update.cursor
                self.first, self.view = self.first or self.cursor, message.seat_view
                if until(message.update):
                    return True
                if message.seat_view.options:
                    await self._choose(message.seat_view)
        except grpc.aio.AioRpcError as error:
            if not is_lost(error):
                raise
        return False

    async def _choose(self, view: table_pb2.SeatView) -> None:
        option = self.random.choice(view.options)
        choice = service_pb2.Choose(state_version=view.state_version, option=option.number)
        try:
            await self.act(choose=choice)
        except grpc.aio.AioRpcError as error:
            if reason(error) not in {"STATE_STALE", "OPTION_NOT_OFFERED"}:
                raise

    async def whole(self) -> Stream:
        """Watch again from the first update on, and return that stream."""
        asked = service_pb2.WatchSeatRequest(seat_token=self.grant.seat_token, after=self.first)
        stream = Stream(seq_of(self.first))
        call = self.stub.WatchSeat(asked)
        stream.messages.append(await call.read())
        call.cancel()
        return stream

    async def close(self) -> None:
        with suppress(asyncio.CancelledError):
            await self.channel.close()


def is_lost(error: grpc.aio.AioRpcError) -> bool:
    """Whether a call failed without a definite answer: no reason, or one that says "try again"."""
    if rpc_status.from_call(error) is None:
        return error.code() in LOST
    return reason(error) in {"SERVER_STOPPING", "STORAGE_FAILED"}
