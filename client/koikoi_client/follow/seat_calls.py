"""Make the calls of one seat, and cancel them when its table is left."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from koikoi.v1 import service_pb2
from koikoi_client.errors import SERVER_CHANGED, Refused
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import text
from koikoi_client.wire.session import Session

CALL_TIMEOUT = 20.0
"""Seconds after which a call is given up, so that no key press takes effect much later."""
SEAT_GONE = ("SEAT_TOKEN_INVALID", "TABLE_NOT_FOUND", SERVER_CHANGED)
"""The reasons of a refusal that mean that the seat no longer exists."""

Result = TypeVar("Result")


def connection_lost() -> Refused:
    """The refusal of a call while the connection is lost."""
    lost = text("The connection is lost: nothing was done. Try again when it is back.")
    return Refused("", lost)


async def in_time(call: Awaitable[Result]) -> Result:
    """Wait for a call. Raises Refused if there is no answer within CALL_TIMEOUT."""
    try:
        async with asyncio.timeout(CALL_TIMEOUT):
            return await call
    except TimeoutError:
        late = text("The server did not answer in time. If nothing has happened, try again.")
        raise Refused("", late) from None


class SeatCalls:
    """The calls of a seat. *on_refused* is called when one is refused."""

    def __init__(
        self, session: Session, seat: KeptSeat | None, on_refused: Callable[[Refused], None]
    ) -> None:
        self._session = session
        self._seat = seat
        self._on_refused = on_refused
        self._tasks: set[asyncio.Task[Any]] = set()
        self._chat_turn = asyncio.Lock()
        self.closed = False

    def close(self) -> None:
        """Cancel unanswered calls, and make no more."""
        self.closed = True
        for task in self._tasks:
            task.cancel()

    def may_begin(self) -> bool:
        """Whether a call may begin. While the connection is lost, it is refused, not delayed."""
        if not self.closed and not self._session.connected:
            self.refuse(connection_lost())
            return False
        return not self.closed

    def begin(self, call: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Run a call as a task that ends with :meth:`close`."""
        task = asyncio.create_task(call)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def refuse(self, refused: Refused) -> None:
        """Report a refusal, unless the table's stream ends for the same reason and reports it."""
        if refused.reason not in SEAT_GONE:
            self._on_refused(refused)

    async def chat(self, request: service_pb2.ActRequest) -> bool:
        """Send a chat message after those before it, which may have to wait."""
        async with self._chat_turn:
            return await self.try_send(request)

    async def try_send(self, request: service_pb2.ActRequest) -> bool:
        """Send a request; return whether it was done. Report a refusal."""
        try:
            await self.send_with_timeout(request)
        except Refused as refused:
            self.refuse(refused)
            return False
        return True

    async def send_with_timeout(self, request: service_pb2.ActRequest) -> None:
        """Send a request. Raises Refused, also if there is no answer within CALL_TIMEOUT."""
        await in_time(self.send(request))

    async def send(self, request: service_pb2.ActRequest) -> None:
        """Send a request, and repeat it until it is answered. Raises Refused."""
        assert self._seat is not None, "spectators cannot act"
        await self._session.act(self._seat.token, request, self._seat.server_id)
