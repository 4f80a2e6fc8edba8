"""Analyses are done one at a time, and addresses take turns."""

from __future__ import annotations

import asyncio

from koikoi_server.service.turns import Turns
from tests.support.timeouts import HANG


class Work:
    """Blocks that wait for their turns, and the order in which they ran."""

    def __init__(self) -> None:
        self.turns = Turns(monotonic=lambda: 0.0)
        self.done: list[str] = []
        self.go_on = asyncio.Event()
        self.running = 0

    def ask(self, *names: str) -> list[asyncio.Task[None]]:
        """A block for each name; the first letter is its address."""
        return [asyncio.create_task(self._work(name)) for name in names]

    async def _work(self, name: str) -> None:
        async with self.turns.turn(name[0]):
            self.running += 1
            assert self.running == 1
            await self.go_on.wait()
            self.done.append(name)
            self.running -= 1


async def test_addresses_take_turns_however_much_one_of_them_asks_for() -> None:
    work = Work()
    tasks = work.ask("A1", "A2", "A3", "A4", "B1", "C1", "B2")
    await asyncio.sleep(0)
    work.go_on.set()
    async with asyncio.timeout(HANG):
        await asyncio.gather(*tasks)
    assert work.done == ["A1", "A2", "B1", "C1", "A3", "B2", "A4"]
    assert not work.turns._waiting, "no address is kept"


async def test_a_caller_who_is_gone_gives_the_turn_to_the_next() -> None:
    work = Work()
    first, waiting, chosen, last = work.ask("A1", "B1", "C1", "D1")
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.sleep(0)
    work.go_on.set()
    await first
    while len(work.turns._waiting) != 1:
        await asyncio.sleep(0)
    chosen.cancel()
    async with asyncio.timeout(HANG):
        await last
    assert chosen.cancelled()
    assert work.done == ["A1", "D1"]


async def test_half_of_the_time_is_left_to_others() -> None:
    now = 0.0
    turns = Turns(monotonic=lambda: now)
    pauses: list[float] = []
    loop = asyncio.get_running_loop()
    call_later = loop.call_later

    def noted(delay: float, call: object) -> object:
        pauses.append(delay)
        return call_later(0, call)  # type: ignore[arg-type]

    loop.call_later = noted  # type: ignore[method-assign, assignment]
    async with turns.turn("A"):
        now += 0.25
    assert pauses == [0.25]
