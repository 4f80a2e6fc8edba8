"""A match that is told: its first step at once, places by rounds, and what does not come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import pytest

from koikoi.v1 import service_pb2
from koikoi_client.errors import Refused
from koikoi_client.records.steps import ReplaySteps
from tests.client.records.made_steps import coming, steps


async def whole(rounds: int = 2) -> ReplaySteps:
    told = ReplaySteps()
    await told.collect(coming(steps(rounds=rounds)))
    return told


async def test_rounds_are_found_by_their_number_and_from_any_place() -> None:
    told = await whole()
    assert (told.last, told.deals, told.rounds) == (9, [1, 5], 2)
    assert [told.deal_of(number) for number in (0, 1, 2, 3)] == [1, 1, 5, 5]
    assert [told.next_deal(place) for place in (0, 1, 4, 5, 9)] == [1, 5, 5, 9, 9]
    assert [told.deal_before(place) for place in (0, 1, 2, 5, 6, 9)] == [0, 0, 1, 1, 5, 5]
    assert [told.near(place) for place in (-1, 3, 99)] == [0, 3, 9]


async def test_a_match_without_a_deal_has_its_ends_alone() -> None:
    told = await whole(0)
    assert (told.deal_of(1), told.next_deal(0), told.deal_before(1)) == (0, 1, 0)


async def test_the_first_step_can_be_seen_before_the_others_have_come() -> None:
    more = asyncio.Event()

    async def slow() -> AsyncGenerator[service_pb2.TellRecordResponse, None]:
        for step in steps():
            yield step
            await more.wait()

    changes = []
    told = ReplaySteps(lambda: changes.append(len(told.steps)))
    collecting = asyncio.create_task(told.collect(slow()))
    assert await told.reach(0) == 0
    assert (told.number, len(told.steps), told.complete) == (10, 1, False)
    third = asyncio.create_task(told.reach(3))
    beyond = asyncio.create_task(told.reach(99))
    await asyncio.sleep(0)
    assert not third.done()
    more.set()
    assert (await third, await beyond) == (3, 9)
    await collecting
    assert changes == list(range(1, 11))


async def test_what_has_come_stays_when_no_more_comes() -> None:
    async def broken() -> AsyncGenerator[service_pb2.TellRecordResponse, None]:
        yield steps()[0]
        raise Refused("RECORD_NOT_FOUND", "It is gone.")

    told = ReplaySteps()
    await told.collect(broken())
    assert await told.reach(0) == 0
    with pytest.raises(Refused, match="It is gone"):
        await told.reach(1)
    assert not told.complete
