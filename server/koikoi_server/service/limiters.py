"""Rate limits (token buckets) and concurrency limits, separate for every key."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from koikoi_server.refusal import Reason, Refusal, full
from koikoi_server.system.clock import Clock, Millis

MAX_KEYS = 10_000  #: buckets of one limiter; the least recently used are dropped


class TokenBucket:
    """Allows ``burst`` calls at once and ``per_second`` more each second, for each key."""

    def __init__(self, clock: Clock, burst: int, per_second: float) -> None:
        self._clock = clock
        self._gap = 1000 / per_second
        self._depth = self._gap * burst
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def check(self, key: Hashable, message: str, cost: int = 1) -> None:
        """Take *cost* tokens of *key*; a call that costs more than the burst needs a full bucket.

        Raises:
            Refusal: RATE_LIMITED with *message*, which has {wait}, when there are too few; a
                refused call takes none.
        """
        self.require(key, message, cost)
        self._take(key, cost)

    @contextmanager
    def unless_refused(self, key: Hashable, message: str) -> Iterator[None]:
        """Take a token of *key* at the end of the block, unless it raises an exception.

        Raises:
            Refusal: RATE_LIMITED with *message*, like :meth:`check`, before the block begins.
        """
        self.require(key, message)
        yield
        self._take(key, 1)

    def require(self, key: Hashable, message: str, cost: int = 1) -> None:
        """Refuse like :meth:`check`, but take no tokens."""
        wait = self._full_with(key, cost) - self._clock.now() - self._depth
        if wait > 0:
            raise Refusal(Reason.RATE_LIMITED, message, retry_ms=max(1, round(wait)))

    def _take(self, key: Hashable, cost: int) -> None:
        self._full_at[key] = self._full_with(key, cost)
        self._full_at.move_to_end(key)
        self._drop_keys(self._clock.now())

    def _full_with(self, key: Hashable, cost: int) -> float:
        """When the bucket of *key* is full again if *cost* tokens are taken now."""
        now = self._clock.now()
        return max(now, self._full_at.get(key, now)) + min(cost * self._gap, self._depth)

    def _drop_keys(self, now: Millis) -> None:
        """Forget the least recently used key, if its bucket is full or there are too many."""
        oldest = next(iter(self._full_at))
        if self._full_at[oldest] <= now or len(self._full_at) > MAX_KEYS:
            del self._full_at[oldest]


class ConcurrencyLimit:
    """Allows ``most`` blocks to run at the same time for each key, and ``in_all`` for all.

    When ``in_all`` are running, a key that has less than its share of them can still go on.
    """

    def __init__(self, most: int, in_all: int) -> None:
        self._most = most
        self._in_all = in_all
        self._running: Counter[Hashable] = Counter()

    @contextmanager
    def running(self, key: Hashable, message: str, message_in_all: str) -> Iterator[None]:
        """Count the block as running.

        Raises:
            Refusal: LIMIT_REACHED when too many of *key* are running (*message*), or too many of
                all keys (*message_in_all*). Both have {wait}, and may have {most}.
        """
        if self._running[key] >= self._most:
            raise full(message, most=self._most)
        is_full = self._running.total() >= self._in_all
        if is_full and self._running[key] >= self._in_all // len(self._running):
            raise full(message_in_all, most=self._in_all)
        self._running[key] += 1
        try:
            yield
        finally:
            self._running[key] -= 1
            if not self._running[key]:
                del self._running[key]
