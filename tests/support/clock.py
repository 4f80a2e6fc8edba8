"""A clock that stands until a test moves it."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count

START = 1_000_000_000_000  #: milliseconds since 1970


class FakeTimer:
    def __init__(self, call: Callable[[], object]) -> None:
        self.call: Callable[[], object] | None = call

    def cancel(self) -> None:
        self.call = None


class FakeClock:
    """See :class:`koikoi_server.system.clock.Clock`."""

    def __init__(self, now: int = START) -> None:
        self._now = now
        self._order = count()
        self._timers: list[tuple[int, int, FakeTimer]] = []

    def now(self) -> int:
        return self._now

    def call_at(self, when: int, call: Callable[[], object]) -> FakeTimer:
        timer = FakeTimer(call)
        heapq.heappush(self._timers, (when, next(self._order), timer))
        return timer

    @property
    def waiting(self) -> int:
        """How many calls are still to come."""
        return sum(timer.call is not None for _, _, timer in self._timers)

    @property
    def next_call(self) -> int | None:
        """When the next call is due."""
        return min(
            (when for when, _, timer in self._timers if timer.call is not None), default=None
        )

    def advance(self, millis: int) -> None:
        """Let time pass; what falls due is called in its order."""
        end = self._now + millis
        while self._timers and self._timers[0][0] <= end:
            when, _, timer = heapq.heappop(self._timers)
            self._now = max(self._now, when)
            if timer.call is not None:
                timer.call()
        self._now = end
