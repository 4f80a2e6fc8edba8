"""A fake clock: time passes only when a test advances it."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from math import inf

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

    def not_before(self, when: int) -> None:
        self._now = max(self._now, when)

    def call_at(self, when: int, call: Callable[[], object]) -> FakeTimer:
        timer = FakeTimer(call)
        heapq.heappush(self._timers, (when, next(self._order), timer))
        return timer

    def monotonic(self, when: int) -> float:
        del when
        return inf

    @property
    def waiting(self) -> int:
        """The number of calls that are still scheduled."""
        return sum(timer.call is not None for _, _, timer in self._timers)

    @property
    def next_call(self) -> int | None:
        """The time of the next scheduled call, if there is one."""
        return min(
            (when for when, _, timer in self._timers if timer.call is not None), default=None
        )

    def advance(self, millis: int) -> None:
        """Advance the time, and make the calls that fall due in their order."""
        end = self._now + millis
        while self._timers and self._timers[0][0] <= end:
            when, _, timer = heapq.heappop(self._timers)
            self._now = max(self._now, when)
            if timer.call is not None:
                timer.call()
        self._now = end
