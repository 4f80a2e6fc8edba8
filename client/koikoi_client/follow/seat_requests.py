"""The user's requests for a seat. One that is answered too late has no effect."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from koikoi.v1 import service_pb2
from koikoi_client.errors import Refused
from koikoi_client.follow import seat_calls
from koikoi_client.text import text
from koikoi_client.wire.session import Session

Grant = service_pb2.SeatGrant


class SeatRequests:
    """The requests of one user.

    A request is never interrupted, because the server may have granted the seat already. After
    CALL_TIMEOUT the user is told that there is no seat; a seat that is granted later is given back.
    """

    def __init__(self, session: Session, give_back: Callable[[Grant], Awaitable[None]]) -> None:
        """*give_back* leaves a seat that was granted too late."""
        self._session = session
        self._give_back = give_back
        self._late: dict[bytes, asyncio.Task[Grant]] = {}
        self._watching: set[asyncio.Task[None]] = set()

    async def ask(self, key: bytes, call: Callable[[], Coroutine[Any, Any, Grant]]) -> Grant:
        """Send a request, and wait for its seat.

        If the same request, identified by *key*, is still unanswered, wait for that one again.

        Raises:
            Refused: also when the connection is lost, or after CALL_TIMEOUT.
        """
        if not self._session.connected:
            raise seat_calls.connection_lost()
        asking = self._late.pop(key, None) or asyncio.create_task(call())
        try:
            await asyncio.wait({asking}, timeout=seat_calls.CALL_TIMEOUT)
        finally:
            if not asking.done():
                self._late[key] = asking
                watching = asyncio.create_task(self._when_late(key, asking))
                self._watching.add(watching)
                watching.add_done_callback(self._watching.discard)
        if asking.done():
            return asking.result()
        raise Refused(
            "",
            text(
                "The server did not answer in time, so you have no seat. If it gives you one "
                "later, this program leaves it again."
            ),
        )

    async def _when_late(self, key: bytes, asking: asyncio.Task[Grant]) -> None:
        """Give back the seat of a late request, unless the user has asked for it again."""
        await asyncio.wait({asking})
        if self._late.get(key) is asking:
            del self._late[key]
            if not asking.cancelled() and asking.exception() is None:
                await self._give_back(asking.result())
