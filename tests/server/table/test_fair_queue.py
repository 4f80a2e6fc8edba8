"""A caller's flood makes others wait for one of its commands at most."""

from __future__ import annotations

import asyncio

from koikoi_server.table.fair_queue import FairQueue


async def test_callers_take_turns_and_each_keeps_its_order() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "a3", "b1", "c1", "b2"):
        queue.put(item[0], item)
    assert [queue.size(caller) for caller in "abcd"] == [3, 2, 1, 0]
    assert [await queue.get() for _ in range(3)] == ["a1", "b1", "c1"]
    queue.put("d", "d1")
    assert queue.drain() == ["a2", "b2", "d1", "a3"]
    assert not queue._waiting, "no caller is kept"


async def test_an_item_is_waited_for() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("first", "second"):
        waiting = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        assert not waiting.done()
        queue.put("a", item)
        assert await waiting == item
