"""The queue of a table. Every caller has places of its own, and callers take turns."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Items in order for each caller; one item of each caller in turn.

    A caller who queues many items therefore makes another one wait for a single item.
    """

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[T]] = {}  # the next caller first
        self._has_items = asyncio.Event()

    def size(self, caller: Hashable) -> int:
        """The number of items of *caller*."""
        return len(self._waiting.get(caller, ()))

    def put(self, caller: Hashable, item: T) -> None:
        """Add an item behind the others of *caller*."""
        self._waiting.setdefault(caller, deque()).append(item)
        self._has_items.set()

    async def get(self) -> T:
        """Wait for an item, and remove it."""
        while not self._waiting:
            self._has_items.clear()
            await self._has_items.wait()
        return self._next()

    def drain(self) -> list[T]:
        """Remove all items, in the order of :meth:`get`."""
        found = []
        while self._waiting:
            found.append(self._next())
        return found

    def _next(self) -> T:
        caller = next(iter(self._waiting))
        items = self._waiting.pop(caller)
        item = items.popleft()
        if items:
            self._waiting[caller] = items  # behind all other callers
        return item
