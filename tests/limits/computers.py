"""The limits of computers' thinking."""

from __future__ import annotations

import asyncio
from functools import partial
from math import inf
from unittest.mock import patch

from koikoi_server.bots import fair_queue
from koikoi_server.bots.fair_queue import FairQueue
from tests.limits.limit import Limit
from tests.support.server import Client


async def _waiting(limit: str, owners: str, client: Client) -> str:
    """Four choices, of which one thinks and two wait."""
    queue = FairQueue(places=1)
    with patch.object(fair_queue, limit, 2):
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
        default=fair_queue.OWNER_QUEUE,
    ),
    Limit(
        "waiting choices of Hard",
        "server",
        partial(_waiting, "QUEUE", "xxyz"),
        default=fair_queue.QUEUE,
    ),
)
