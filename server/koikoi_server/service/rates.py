"""How often somebody may do something, and how much of it at once."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from koikoi_server.refusal import Reason, Refusal, full
from koikoi_server.system.clock import Clock, Millis

MAX_KEYS = 10_000  #: buckets remembered; the longest unused are forgotten


class Rate:
    """``burst`` tries at once and ``per_second`` more each second, for each key.

    A bucket of tries that fills up again evenly.
    """

    def __init__(self, clock: Clock, burst: int, per_second: int) -> None:
        self._clock = clock
        self._gap: Millis = 1000 // per_second
        self._depth: Millis = self._gap * (burst - 1)
        self._full_at: OrderedDict[Hashable, Millis] = OrderedDict()

    def check(self, key: Hashable, message: str) -> None:
        """Count one try of *key*.

        Raises:
            Refusal: RATE_LIMITED with *message*, when there are too many; it is not counted then.
        """
        now = self._clock.now()
        full_at = max(now, self._full_at.get(key, now))
        if full_at - now > self._depth:
            raise Refusal(Reason.RATE_LIMITED, message, retry_ms=full_at - now - self._depth)
        self._full_at[key] = full_at + self._gap
        self._full_at.move_to_end(key)
        while len(self._full_at) > MAX_KEYS:
            self._full_at.popitem(last=False)


class Places:
    """``most`` things at once, for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[Hashable] = Counter()

    @contextmanager
    def taken(self, key: Hashable, message: str) -> Iterator[None]:
        """A place of *key*, for as long as the block lasts.

        Raises:
            Refusal: LIMIT_REACHED with *message*, when none is free.
        """
        if self._taken[key] >= self._most:
            raise full(message)
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]
