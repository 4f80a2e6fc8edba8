"""Line mode that is cancelled ends, also while it is just ending something else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from types import SimpleNamespace
from typing import Any, cast

import pytest

from koikoi.v1 import service_pb2
from koikoi_client.follow.user import Quit
from koikoi_client.lines.console import Lines
from koikoi_client.lines.front_end import stay
from koikoi_client.lines.lobby import lobby
from koikoi_client.lines.user import LineUser
from koikoi_client.system.store import KeptSeat, Store
from koikoi_client.wire.session import Session
from tests.client.fake import catalogue
from tests.client.lines.typed import TypedConsole
from tests.support.timeouts import HANG


class SlowToClose:
    """A session whose streams end when a test says so."""

    connected, lost = True, ""

    def __init__(self) -> None:
        self.info = SimpleNamespace(server_id="S1", server_name="slow", max_name_columns=16)
        self.catalog = catalogue()
        self.closing = asyncio.Event()  #: a stream is being closed
        self.may_close = asyncio.Event()

    async def watch_lobby(self) -> AsyncGenerator[service_pb2.WatchLobbyResponse, None]:
        yield service_pb2.WatchLobbyResponse(snapshot=True)
        await self._close_slowly()

    async def watch_seat(
        self, token: str, server_id: str
    ) -> AsyncGenerator[service_pb2.WatchSeatResponse, None]:
        yield service_pb2.WatchSeatResponse(heartbeat=service_pb2.Heartbeat())
        await self._close_slowly()

    async def _close_slowly(self) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            self.closing.set()
            await self.may_close.wait()


def in_lobby(user: LineUser) -> Coroutine[Any, Any, object]:
    return lobby(user)


def at_table(user: LineUser) -> Coroutine[Any, Any, object]:
    return stay(user, KeptSeat("S1", "T1", 1, "token", "Aki"))


@pytest.mark.parametrize("place", [in_lobby, at_table])
@pytest.mark.parametrize("cancelled", [True, False])
async def test_a_cancel_is_never_swallowed(store: Store, place: Any, cancelled: bool) -> None:
    """A signal may come while the stream of a place that was quitted still closes."""
    session, console = SlowToClose(), TypedConsole()
    user = LineUser(Lines(console), cast(Session, session), store, "Aki")
    being_there = asyncio.create_task(place(user))
    async with asyncio.timeout(HANG):
        if place is in_lobby:
            await console.until("No table is open")
        console.type("quit", "q")
        await session.closing.wait()
        if cancelled:
            being_there.cancel()
            await asyncio.sleep(0)
        session.may_close.set()
        await asyncio.wait({being_there})
    assert being_there.cancelled() is cancelled
    if not cancelled:
        assert isinstance(being_there.exception(), Quit)
    await user.lines.close()
