"""What gRPC has allocated for reads and writes is freed, also when they fail or are cancelled."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from koikoi_server.service.batches import BatchLoop, WholeContext
from tests.support.server import soon


async def test_the_memory_of_a_failed_batch_is_freed() -> None:
    """gRPC only does so when the coroutine that waits for it goes on without an error."""
    batch = BatchLoop(asyncio.get_running_loop()).create_future()
    batch.set_exception(ValueError())
    await batch


async def test_a_cancelled_write_goes_on_until_grpc_has_done_with_it() -> None:
    ended = asyncio.Event()
    done: list[str] = []

    class Slow:
        async def write(self, message: str) -> None:
            await ended.wait()
            done.append(message)

    context: Any = Slow()
    writing = asyncio.create_task(WholeContext(context).write("news"))
    await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    ended.set()
    await soon(lambda: done == ["news"])
