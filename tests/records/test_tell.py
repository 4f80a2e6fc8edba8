"""TellRecord over the network: which records it sends, and what it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import grpc
import pytest

from koikoi.v1 import record_pb2, service_pb2, table_pb2
from koikoi_server.service import rpcs as service
from koikoi_server.settings import Settings
from tests.records.matches import random_match
from tests.records.served import get, listed, play
from tests.support.server import Client, refused, serving

ABANDONED = table_pb2.ROUND_END_ABANDONED


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    async with serving() as made:
        yield made


async def told(client: Client, **asked: object) -> list[service_pb2.TellRecordResponse]:
    request = service_pb2.TellRecordRequest(**asked)  # type: ignore[arg-type]
    return [step async for step in client.stub.TellRecord(request)]


async def test_a_match_of_this_server_and_one_from_a_file_are_told_alike(client: Client) -> None:
    last = (await play(client)).last
    await listed(client, 1)
    own = await told(client, record_id=last.match.record_id, language="en")
    assert [step.step for step in own] == list(range(1, own[0].steps + 1))
    assert own[-1].update.match.winners == last.match.winners
    assert own[-1].said.match_headline
    file = await get(client, last.match.record_id)
    assert await told(client, record=file, language="en") == own
    assert await told(client, record=file, language="en", after_step=10) == own[10:]


async def test_without_a_language_nothing_is_said(client: Client) -> None:
    assert not any(
        step.HasField("said") for step in await told(client, record=random_match(1).record)
    )


async def test_a_match_that_is_not_over_is_not_told(client: Client) -> None:
    grant = await client.create()
    await client.join(grant.table_id)
    live = client.running.lobby.get(grant.table_id)
    assert live is not None
    assert live.state.match is not None
    for record_id in ("", "nowhere", live.state.match.record_id, live.state.match.match_id):
        assert await refused(told(client, record_id=record_id)) == (
            grpc.StatusCode.NOT_FOUND,
            "RECORD_NOT_FOUND",
        )


def changed() -> record_pb2.Record:
    record = random_match(1).record
    record.rounds[0].actions[0].verb = "leave"
    return record


def long_ago() -> record_pb2.Record:
    record = random_match(1).record
    record.end_time.seconds = 2**60
    return record


def loud() -> record_pb2.Record:
    """The description of the fault is longer than a status may be."""
    return record_pb2.Record(game="x" * 900_000)


def ended_twice() -> record_pb2.Record:
    """A round in which the match was ended, and after it another one."""
    played = (random_match(seed, abandoned=True).record for seed in range(100, 130))
    record = next(
        each for each in played if each.rounds and each.rounds[-1].result.end == ABANDONED
    )
    record.ClearField("proof")
    record.ClearField("digest")
    record.rounds.append(record.rounds[-1])
    return record


@pytest.mark.parametrize(
    "record", [record_pb2.Record(), changed(), long_ago(), loud(), ended_twice()]
)
async def test_what_is_not_by_the_rules_is_refused_in_a_sentence(
    client: Client, record: record_pb2.Record
) -> None:
    invalid = (grpc.StatusCode.INVALID_ARGUMENT, "FIELD_INVALID")
    assert await refused(told(client, record=record)) == invalid
    assert await refused(told(client)) == invalid


async def test_a_record_may_be_long_but_not_too_long(client: Client) -> None:
    """And nothing else may be: other requests are read up to their own limit alone."""
    record = random_match(1).record
    del record.proof.news[:]
    record.ClearField("digest")
    record.record_id = "x" * 999_000
    with pytest.raises(grpc.aio.AioRpcError, match="too long") as long:
        await told(client, record=record)
    assert "an id in it" in (long.value.details() or "")
    record.record_id = "x" * 1_100_000
    with pytest.raises(grpc.aio.AioRpcError) as longer:
        await told(client, record=record)
    assert longer.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    chat = client.stub.Act(service_pb2.ActRequest(seat_token="x" * 20_000))
    assert (await refused(chat))[1] == "FIELD_INVALID"


async def test_one_machine_is_told_few_records_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def held(*_: object) -> None:
        begun.set()
        await go_on.wait()

    monkeypatch.setattr(service, "stream_record", held)
    async with serving(Settings(address_record_streams=1)) as client:
        first = asyncio.create_task(told(client))
        await begun.wait()
        assert await refused(told(client)) == (
            grpc.StatusCode.RESOURCE_EXHAUSTED,
            "LIMIT_REACHED",
        )
        go_on.set()
        await first
        assert await told(client) == []
