"""The queue of a table. Every caller has places of its own, and callers take turns."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Generic, TypeVar

from koikoi_server.system.round_robin import RoundRobin

T = TypeVar("T")


class FairQueue(Generic[T]):
    """A :class:`~koikoi_server.system.round_robin.RoundRobin` whose reader waits for items."""

    def __init__(self) -> None:
        self._waiting: RoundRobin[T] = RoundRobin()
        self._has_items = asyncio.Event()

    def size(self, caller: Hashable) -> int:
        """The number of items of *caller*."""
        return self._waiting.size(caller)

    def put(self, caller: Hashable, item: T) -> None:
        """Add an item behind the others of *caller*."""
        self._waiting.put(caller, item)
        self._has_items.set()

    async def get(self) -> T:
        """Wait for an item, and remove it."""
        while not self._waiting:
            self._has_items.clear()
            await self._has_items.wait()
        return self._waiting.pop()[1]

    def drain(self) -> list[T]:
        """Remove all items, in the order of :meth:`get`."""
        return [self._waiting.pop()[1] for _ in range(len(self._waiting))]
