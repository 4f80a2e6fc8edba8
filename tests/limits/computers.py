"""The limits of computers' thinking."""

from __future__ import annotations

import asyncio
from functools import partial
from math import inf
from unittest.mock import patch

from koikoi_server.bots import worker_queue
from koikoi_server.bots.worker_queue import WorkerQueue
from tests.limits.limit import Limit
from tests.support.server import Client


async def _waiting(limit: str, owners: str, client: Client) -> str:
    """Four choices, of which one thinks and two wait."""
    queue = WorkerQueue(places=1)
    with patch.object(worker_queue, limit, 2):
        asked = [asyncio.create_task(queue.enter(owner, inf)) for owner in owners]
        await asyncio.sleep(0)
    assert [each.done() for each in asked] == [True, False, False, True]
    assert isinstance(asked[3].exception(), TimeoutError)
    for each in asked:
        each.cancel()
    return ""


LIMITS = (
    Limit(
        "waiting choices of Hard",
        "address",
        partial(_waiting, "OWNER_QUEUE", "xxxx"),
        default=worker_queue.OWNER_QUEUE,
    ),
    Limit(
        "waiting choices of Hard",
        "server",
        partial(_waiting, "QUEUE", "xxyz"),
        default=worker_queue.QUEUE,
    ),
)
