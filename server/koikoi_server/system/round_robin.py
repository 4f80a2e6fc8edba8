"""Items that wait, in order for each owner; owners take turns."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")


class RoundRobin(Generic[T]):
    """A queue that gives one item of each owner in turn.

    However many items an owner adds, those of another wait for one of them at a time. An owner
    without items is forgotten.
    """

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[T]] = {}  # the next owner first

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @property
    def owners(self) -> int:
        """The number of owners that have items."""
        return len(self._waiting)

    def size(self, owner: Hashable) -> int:
        """The number of items of *owner*."""
        return len(self._waiting.get(owner, ()))

    def put(self, owner: Hashable, item: T) -> None:
        """Add an item behind the others of *owner*."""
        self._waiting.setdefault(owner, deque()).append(item)

    def pop(self) -> tuple[Hashable, T]:
        """Remove the next item, and return it with its owner.

        Raises:
            IndexError: when there is none.
        """
        if not self._waiting:
            raise IndexError("no item waits")
        owner = next(iter(self._waiting))
        items = self._waiting.pop(owner)
        item = items.popleft()
        if items:
            self._waiting[owner] = items  # behind all other owners
        return owner, item

    def discard(self, owner: Hashable, item: T) -> None:
        """Remove an item of *owner*, if it still waits."""
        items = self._waiting.get(owner)
        if items is None:
            return
        with suppress(ValueError):
            items.remove(item)
        if not items:
            del self._waiting[owner]
