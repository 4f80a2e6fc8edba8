"""The steps of a finished match, collected while the server streams them."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager

from koikoi.v1 import record_pb2, table_pb2
from koikoi_client.errors import Refused
from koikoi_client.wire.session import Session, Step


class ReplaySteps:
    """The steps of one match. A place is an index in :attr:`steps`.

    Attributes:
        steps: the steps so far, in order.
        deals: the place of each deal so far.
        number: the number of steps of the whole match; 0 before the first step.
        refused: why the stream ended early; None if it did not.
        on_change: called after each step, and when the stream ends early.
    """

    def __init__(self, on_change: Callable[[], None] = lambda: None) -> None:
        self.steps: list[Step] = []
        self.deals: list[int] = []
        self.number = 0
        self.refused: Refused | None = None
        self.on_change = on_change
        self._changed = asyncio.Event()

    async def collect(self, stream: AsyncGenerator[Step, None]) -> None:
        """Collect the steps of *stream*. When it ends early, the steps so far are kept."""
        try:
            async with aclosing(stream):
                async for step in stream:
                    self._take(step)
        except Refused as refused:
            self.refused = refused
            self._change()

    def _take(self, step: Step) -> None:
        events = [event for entry in step.update.news for event in entry.events]
        if any(event.kind == table_pb2.EVENT_KIND_ROUND_DEALT for event in events):
            self.deals.append(len(self.steps))
        self.steps.append(step)
        self.number = step.steps
        self._change()

    def _change(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
        self.on_change()

    async def reach(self, place: int) -> int:
        """Wait for the step at *place*, or the last step if there are fewer; return its place.

        Raises:
            Refused: when the stream has ended early.
        """
        while not self.complete and len(self.steps) <= place:
            if self.refused is not None:
                raise self.refused
            await self._changed.wait()
        return self.near(place)

    @property
    def complete(self) -> bool:
        """Whether all steps have arrived."""
        return 0 < self.number <= len(self.steps)

    @property
    def rounds(self) -> int:
        """The planned number of rounds of the match; 0 before the first step."""
        return self.steps[0].update.match.rounds if self.steps else 0

    @property
    def last(self) -> int:
        """The place of the last step so far."""
        return max(0, len(self.steps) - 1)

    def near(self, place: int) -> int:
        """*place*, or the nearest place whose step has arrived."""
        return max(0, min(place, self.last))

    def deal_of(self, round: int) -> int:
        """The place of a round's deal, or of the nearest deal that has arrived."""
        return self.deals[max(1, min(round, len(self.deals))) - 1] if self.deals else 0

    def next_deal(self, place: int) -> int:
        """The place of the next deal; the last step if there is none."""
        after = bisect_right(self.deals, place)
        return self.deals[after] if after < len(self.deals) else self.last

    def deal_before(self, place: int) -> int:
        """The place of the last deal before *place*; the start if there is none."""
        before = bisect_right(self.deals, place - 1)
        return self.deals[before - 1] if before else 0


@asynccontextmanager
async def replay_steps(
    session: Session, source: str | record_pb2.Record
) -> AsyncIterator[ReplaySteps]:
    """Collect the steps of a match, given by its record or record id, while the block runs."""
    steps = ReplaySteps()
    collecting = asyncio.create_task(steps.collect(session.replay(source)))
    try:
        yield steps
    finally:
        collecting.cancel()
        await asyncio.gather(collecting, return_exceptions=True)
