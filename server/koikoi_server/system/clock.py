"""The server's clock. It is passed in, so that tests can move it by hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol

Millis = int  #: a time in milliseconds since 1970 (UTC), or a duration in milliseconds


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock(Protocol):
    """Tells the time and schedules calls."""

    def now(self) -> Millis:
        """The current time; it never goes back."""

    def not_before(self, when: Millis) -> None:
        """Make it *when* now, unless it is later already."""

    def call_at(self, when: Millis, call: Callable[[], object]) -> Timer:
        """Schedule *call* in the event loop at *when*, or at once if that has passed."""

    def monotonic(self, when: Millis) -> float:
        """*when* on ``time.monotonic``, in seconds, which is the same in all processes.

        Infinity if time passes only in a test.
        """


class SystemClock:
    """The machine's time at the start plus the monotonic time since then.

    Setting the machine's clock while the server runs moves no deadline.
    """

    def __init__(self) -> None:
        self._start = time.time_ns() - time.monotonic_ns()

    def now(self) -> Millis:
        return (self._start + time.monotonic_ns()) // 1_000_000

    def not_before(self, when: Millis) -> None:
        self._start += max(0, when - self.now()) * 1_000_000

    def call_at(self, when: Millis, call: Callable[[], object]) -> Timer:
        # One millisecond more: the loop may call a moment early, when nothing is due yet.
        delay = max(0, when - self.now() + 1) / 1000
        return asyncio.get_running_loop().call_later(delay, call)

    def monotonic(self, when: Millis) -> float:
        return when / 1000 - self._start / 1_000_000_000


@asynccontextmanager
async def timeout(clock: Clock, delay: Millis) -> AsyncIterator[None]:
    """Cancel the block after *delay*, as ``asyncio.timeout`` does.

    Raises:
        TimeoutError: when the block took longer.
    """
    async with asyncio.timeout(None) as limit:
        timer = clock.call_at(clock.now() + delay, lambda: limit.reschedule(0))
        try:
            yield
        finally:
            timer.cancel()


async def finished_by(clock: Clock, when: Millis, task: asyncio.Task[None]) -> None:
    """Return when *task* has finished, or at *when*."""
    woken = asyncio.Event()
    timer = clock.call_at(when, woken.set)
    task.add_done_callback(lambda _: woken.set())
    try:
        await woken.wait()
    finally:
        timer.cancel()


async def sleep_until(clock: Clock, when: Millis) -> None:
    """Return at *when*, or at once if that has passed."""
    if clock.now() >= when:
        return
    woken = asyncio.Event()
    timer = clock.call_at(when, woken.set)
    try:
        await woken.wait()
    finally:
        timer.cancel()
