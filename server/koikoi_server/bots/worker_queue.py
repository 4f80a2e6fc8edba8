"""The queue for the workers that choose for slow bots: bounded, and fair between owners.

The owner of a choice is the address that opened its table. Owners take turns, and while choices
wait, each gets less time. So the many computers of one owner slow down each other, but hardly
those of the others.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from koikoi_server.system.round_robin import RoundRobin

OWNER_QUEUE = 100  #: the most waiting choices of one owner
QUEUE = 1_000  #: the most waiting choices of all owners
MIN_TIME = 0.1  #: seconds: in less time plain Python finds hardly anything


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    asked: float
    deadline: float
    turn: asyncio.Future[float]  #: receives the time at which to stop thinking


class WorkerQueue:
    """Hands out *places* to choices. Times are in seconds, as of *now*."""

    def __init__(self, places: int, now: Callable[[], float] = time.monotonic) -> None:
        self._places = self._free = places
        self._now = now
        self._waiting: RoundRobin[_Waiting] = RoundRobin()

    async def enter(self, owner: str, deadline: float) -> float:
        """Wait for a place, to be given back with :meth:`leave`. Return when to stop thinking.

        That is *deadline*, or earlier while other choices wait.

        Raises:
            TimeoutError: when too many choices wait, or too little time is left.
        """
        if self._free:
            self._free -= 1
            return deadline
        if self.waiting >= QUEUE or self._waiting.size(owner) >= OWNER_QUEUE:
            raise TimeoutError
        turn: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        waiting = _Waiting(self._now(), deadline, turn)
        self._waiting.put(owner, waiting)
        try:
            return await turn
        except asyncio.CancelledError:
            self._waiting.discard(owner, waiting)
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.leave()  # its place came at the same moment
            raise

    @property
    def waiting(self) -> int:
        """The number of choices that wait."""
        return len(self._waiting)

    def leave(self) -> None:
        """Give a place back; the next choice gets it."""
        self._free += 1
        while self._free and self._waiting:
            owner, waiting = self._waiting.pop()
            now = self._now()
            left = waiting.deadline - now
            least = min(MIN_TIME, (waiting.deadline - waiting.asked) / 2)
            if waiting.turn.cancelled():
                continue
            if left < least:
                waiting.turn.set_exception(TimeoutError())
                continue
            self._free -= 1
            own = self._waiting.size(owner)
            owners = self._waiting.owners + (not own)
            share = left * self._places / max(own + 1, owners)
            waiting.turn.set_result(now + min(left, max(least, share)))
