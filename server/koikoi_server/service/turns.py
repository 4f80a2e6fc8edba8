"""Shares the time for analyses, which take long, between the addresses that ask for them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from koikoi_server.system.round_robin import RoundRobin

MAX_PAUSE = 1.0  #: seconds between two turns

Turn = Callable[[], AbstractAsyncContextManager[None]]
"""Waits for a turn, and ends it when the block ends."""


class Turns:
    """Runs one block at a time, of each waiting address in turn.

    After each block, a pause of the same length leaves the processor to players.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        """*monotonic* returns a time in seconds."""
        self._monotonic = monotonic
        self._waiting: RoundRobin[asyncio.Future[None]] = RoundRobin()
        self._busy = False

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until no other block runs and it is the turn of *address*."""
        await self._wait(address)
        begun = self._monotonic()
        try:
            yield
        finally:
            pause = min(self._monotonic() - begun, MAX_PAUSE)
            asyncio.get_running_loop().call_later(pause, self._start_next)

    async def _wait(self, address: str) -> None:
        if not self._busy:
            self._busy = True
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put(address, mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._start_next()  # the turn was given to a caller who is gone
            raise

    def _start_next(self) -> None:
        while self._waiting:
            _, chosen = self._waiting.pop()
            if not chosen.done():
                chosen.set_result(None)
                return
        self._busy = False
