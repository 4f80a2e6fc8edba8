"""A finished match as the server tells it: the steps that have come, and where its rounds begin."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager

from koikoi.v1 import record_pb2, table_pb2
from koikoi_client.errors import Refused
from koikoi_client.wire.session import Session, Step


class ReplaySteps:
    """The steps of one match, collected while they come.

    Attributes:
        steps: those that have come, the first one first. A place is an index of this list.
        deals: the place of each round's first step, among those that have come.
        number: how many steps there are; 0 before the first has come.
        refused: why no more come; None: they do, or all have come.
        on_change: called after each step, and when no more come.
    """

    def __init__(self, on_change: Callable[[], None] = lambda: None) -> None:
        self.steps: list[Step] = []
        self.deals: list[int] = []
        self.number = 0
        self.refused: Refused | None = None
        self.on_change = on_change
        self._changed = asyncio.Event()

    async def collect(self, stream: AsyncGenerator[Step, None]) -> None:
        """Take all steps of *stream*; at an error the ones that have come stay."""
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
        """Wait for the step at *place*, or for the last one where there is none such; its place.

        Raises:
            Refused: when it does not come.
        """
        while not self.complete and len(self.steps) <= place:
            if self.refused is not None:
                raise self.refused
            await self._changed.wait()
        return self.near(place)

    @property
    def complete(self) -> bool:
        """Whether all steps have come."""
        return 0 < self.number <= len(self.steps)

    @property
    def rounds(self) -> int:
        """How many rounds were dealt, of all that may have been; 0 before the first step."""
        return self.steps[0].update.match.rounds if self.steps else 0

    @property
    def last(self) -> int:
        """The place of the last step that has come; the first has place 0."""
        return max(0, len(self.steps) - 1)

    def near(self, place: int) -> int:
        """The nearest place of a step that has come."""
        return max(0, min(place, self.last))

    def deal_of(self, round: int) -> int:
        """Where a round begins; the nearest round that has come."""
        return self.deals[max(1, min(round, len(self.deals))) - 1] if self.deals else 0

    def next_deal(self, place: int) -> int:
        """Where the next round begins; after the last one, the end."""
        after = bisect_right(self.deals, place)
        return self.deals[after] if after < len(self.deals) else self.last

    def deal_before(self, place: int) -> int:
        """Where this round began; there, where the one before did; at last the start."""
        before = bisect_right(self.deals, place - 1)
        return self.deals[before - 1] if before else 0


@asynccontextmanager
async def replay_steps(
    session: Session, source: str | record_pb2.Record
) -> AsyncIterator[ReplaySteps]:
    """The steps of a match, of the server's by its id; they come during the block."""
    told = ReplaySteps()
    collecting = asyncio.create_task(told.collect(session.tell(source)))
    try:
        yield told
    finally:
        collecting.cancel()
        await asyncio.gather(collecting, return_exceptions=True)
