"""Streams that are read in the background, and the state of a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc

from koikoi.v1 import service_pb2_grpc, table_pb2
from koikoi_server.table.state import TableState
from tests.support.proxy import Proxy
from tests.support.server import HOST, Client, reason, soon


def state_of(client: Client, table_id: str) -> TableState:
    live = client.running.lobby.get(table_id)
    assert live is not None
    return live.state


def told(stream: Any) -> list[int]:
    """The kinds of all events that came on a stream."""
    return [event.kind for entry in stream.entries for event in entry.events]


class Seen:
    """A stream that is read in the background; `end` says how it ended."""

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
    """A stub whose connection goes through *proxy*."""
    options = [("grpc.use_local_subchannel_pool", 1)]
    async with grpc.aio.insecure_channel(f"{HOST}:{proxy.port}", options=options) as channel:
        yield service_pb2_grpc.KoikoiServiceStub(channel)
