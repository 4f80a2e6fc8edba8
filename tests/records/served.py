"""Matches on a server, and its records as a client gets them."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from koikoi.v1 import record_pb2, service_pb2
from tests.support.server import BOT, MINE, Client, Follower, match_is_over

QUICK = {"months": "1", "bot_delay": "0"}


async def play(client: Client, seed: int = 1, **fields: Any) -> Follower:
    """A match against a computer, to its end."""
    grant = await client.create(seats=[MINE, BOT], rules=QUICK, **fields)
    follower = Follower(client, grant, Random(seed))
    await follower.play(match_is_over)
    return follower


async def get(client: Client, record_id: str) -> record_pb2.Record:
    answer = await client.stub.GetRecord(service_pb2.GetRecordRequest(record_id=record_id))
    record: record_pb2.Record = answer.record
    return record


async def page(client: Client, size: int = 0, token: str = "") -> service_pb2.ListRecordsResponse:
    asked = service_pb2.ListRecordsRequest(page_size=size, page_token=token)
    answer: service_pb2.ListRecordsResponse = await client.stub.ListRecords(asked)
    return answer


async def listed(client: Client, count: int) -> list[str]:
    """The ids in the list, when it has *count* of them: a record is stored just after its match."""
    for _ in range(500):
        ids = [record.record_id for record in (await page(client)).records]
        if len(ids) >= count:
            return ids
        await asyncio.sleep(0.01)
    raise AssertionError(f"{count} records are never listed: {ids}")
