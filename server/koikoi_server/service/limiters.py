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

    def __init__(self, clock: Clock, burst: int, per_second: int) -> None:
        self._clock = clock
        self._gap: Millis = 1000 // per_second
        self._depth: Millis = self._gap * (burst - 1)
        self._full_at: OrderedDict[Hashable, Millis] = OrderedDict()

    def check(self, key: Hashable, message: str) -> None:
        """Take a token of *key*.

        Raises:
            Refusal: RATE_LIMITED with *message*, when none is left; a refused call takes none.
        """
        now = self._clock.now()
        full_at = max(now, self._full_at.get(key, now))
        if full_at - now > self._depth:
            raise Refusal(Reason.RATE_LIMITED, message, retry_ms=full_at - now - self._depth)
        self._full_at[key] = full_at + self._gap
        self._full_at.move_to_end(key)
        while len(self._full_at) > MAX_KEYS:
            self._full_at.popitem(last=False)


class ConcurrencyLimit:
    """Allows ``most`` blocks to run at the same time, for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._running: Counter[Hashable] = Counter()

    @contextmanager
    def running(self, key: Hashable, message: str) -> Iterator[None]:
        """Count the block as running.

        Raises:
            Refusal: LIMIT_REACHED with *message*, when too many of *key* are running.
        """
        if self._running[key] >= self._most:
            raise full(message)
        self._running[key] += 1
        try:
            yield
        finally:
            self._running[key] -= 1
            if not self._running[key]:
                del self._running[key]
