"""Choices queue for workers: fair between the addresses that opened the tables, and bounded."""

from __future__ import annotations

import asyncio
from math import inf

import pytest

from koikoi_server.bots import worker_queue
from koikoi_server.bots.worker_queue import WorkerQueue


class Choices:
    """A queue with one place, a clock that stands, and the order in which choices get the place."""

    def __init__(self) -> None:
        self.time = 0.0
        self.queue = WorkerQueue(1, lambda: self.time)
        self.order: list[tuple[str, float]] = []

    async def enter(self, owner: str, deadline: float = inf) -> None:
        until = await self.queue.enter(owner, deadline)
        self.order.append((owner, until))

    async def ask(self, owner: str, deadline: float = inf) -> asyncio.Task[None]:
        asking = asyncio.create_task(self.enter(owner, deadline))
        await asyncio.sleep(0)
        return asking

    async def leave(self) -> None:
        self.queue.leave()
        await asyncio.sleep(0)
        await asyncio.sleep(0)


async def test_owners_take_turns() -> None:
    """One choice of another address comes next, however many an address has."""
    of = Choices()
    for _ in range(5):
        await of.ask("many")
    await of.ask("one")
    for _ in range(5):
        await of.leave()
    assert [owner for owner, _ in of.order] == ["many", "many", "one", "many", "many", "many"]
    assert of.queue.waiting == 0


async def test_while_choices_wait_each_has_less_time() -> None:
    """An owner shares its time among its own choices, and with the other owners."""
    of = Choices()
    for _ in range(3):
        await of.ask("many", 1.2)
    await of.ask("one", 1.2)
    for _ in range(3):
        await of.leave()
    shares = [("many", 1.2), ("many", 0.6), ("one", 0.6), ("many", 1.2)]
    assert of.order == shares


async def test_a_choice_with_too_little_time_left_is_dropped() -> None:
    of = Choices()
    await of.ask("x")
    late, later = await of.ask("x", 0.5), await of.ask("x", 1.0)
    of.time = 0.45
    await of.leave()
    assert isinstance(late.exception(), TimeoutError)
    assert later.done()
    assert len(of.order) == 2


async def test_a_cancelled_choice_leaves_the_queue_and_its_place() -> None:
    of = Choices()
    await of.ask("x")
    second, third = await of.ask("y"), await of.ask("z")
    third.cancel()
    await asyncio.sleep(0)
    assert of.queue.waiting == 1
    of.queue.leave()
    second.cancel()  # at the moment at which it gets the place
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await of.ask("w")
    assert [owner for owner, _ in of.order] == ["x", "w"]


@pytest.mark.parametrize(("limit", "other_waits"), [("OWNER_QUEUE", True), ("QUEUE", False)])
async def test_waiting_choices_are_limited(
    limit: str, other_waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of an owner, and all of them."""
    monkeypatch.setattr(worker_queue, limit, 2)
    of = Choices()
    for _ in range(3):
        await of.ask("x")
    refused = await of.ask("x")
    assert isinstance(refused.exception(), TimeoutError)
    other = await of.ask("y")
    assert other.done() != other_waits
    if not other_waits:
        assert isinstance(other.exception(), TimeoutError)
