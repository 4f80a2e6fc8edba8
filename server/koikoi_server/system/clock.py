"""The time, as everything here gets it: injected, so that tests move it by hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol

Millis = int  #: a time: milliseconds since 1970 (UTC); or a duration in milliseconds


class Timer(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None:
        """The call is not made any more."""


class Clock(Protocol):
    """What tells the time and calls back."""

    def now(self) -> Millis:
        """The time; it never goes back."""

    def call_at(self, when: Millis, call: Callable[[], object]) -> Timer:
        """Make *call* in the event loop at *when*, or soon if that has passed."""


class SystemClock:
    """The machine's clock as it stood at the start, counted on evenly from there.

    A clock that is set while the server runs moves no deadline.
    """

    def __init__(self) -> None:
        self._start = time.time_ns() - time.monotonic_ns()

    def now(self) -> Millis:
        return (self._start + time.monotonic_ns()) // 1_000_000

    def call_at(self, when: Millis, call: Callable[[], object]) -> Timer:
        # One millisecond more: a call that comes a moment early would find nothing due.
        delay = max(0, when - self.now() + 1) / 1000
        return asyncio.get_running_loop().call_later(delay, call)


@asynccontextmanager
async def within(clock: Clock, millis: Millis) -> AsyncIterator[None]:
    """Let the block take so long.

    Raises:
        TimeoutError: when it takes longer; what it awaited is cancelled.
    """
    async with asyncio.timeout(None) as limit:
        timer = clock.call_at(clock.now() + millis, lambda: limit.reschedule(0))
        try:
            yield
        finally:
            timer.cancel()


async def sleep_until(clock: Clock, when: Millis) -> None:
    """Return at *when*, at once if that has passed."""
    if clock.now() >= when:
        return
    woken = asyncio.Event()
    timer = clock.call_at(when, woken.set)
    try:
        await woken.wait()
    finally:
        timer.cancel()
