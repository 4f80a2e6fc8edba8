"""When a computer answers tells nothing of its hand: on a clock that the test moves."""

from __future__ import annotations

import asyncio

import pytest

from hanafuda.game import Option, SeatView
from koikoi_server.clock import sleep_until
from koikoi_server.table.commands import Command
from koikoi_server.table.computers import Computers
from tests.secrecy.world import idle
from tests.support.clock import FakeClock
from tests.support.table import PureTable


async def answered(delay: int, thinks: int, *, waits: bool = True) -> int:
    """After how many milliseconds a computer answers that thinks for so many.

    *waits*: it thinks beside the server; else it holds it up.
    """
    table = PureTable(bots=("", "easy"), rules={"bot_delay": str(delay)}, cut=False)
    table.set_bot(1, 1, "easy")
    clock = FakeClock()
    told: list[Command] = []

    async def think(game: str, level: str, view: SeatView) -> Option:
        if waits:
            await sleep_until(clock, clock.now() + thinks)
        else:
            clock.advance(thinks)
        return view.options[0]

    computers = Computers(clock, think, told.append)
    began = clock.now()
    computers.look(table.state)
    await idle()
    for _ in range(20_000):
        if told:
            break
        clock.advance(1)
        await idle(4)
    computers.stop()
    assert len(told) == 1
    return clock.now() - began


@pytest.mark.parametrize("delay", [1_000, 500, 37])
@pytest.mark.parametrize("waits", [True, False])
async def test_it_answers_after_the_delay_however_long_it_thought(delay: int, waits: bool) -> None:
    times = {await answered(delay, thinks, waits=waits) for thinks in (0, 1, delay - 1, delay)}
    assert times == {delay}


@pytest.mark.parametrize(("thinks", "answers"), [(501, 1_000), (1_000, 1_000), (1_001, 1_500)])
async def test_thinking_that_outlasts_the_delay_ends_on_its_next_whole_multiple(
    thinks: int, answers: int
) -> None:
    assert await answered(500, thinks) == answers


@pytest.mark.parametrize("thinks", [0, 1, 250])
async def test_without_a_delay_it_answers_when_it_is_ready(thinks: int) -> None:
    assert await answered(0, thinks) == thinks


async def test_the_choice_waits_for_nothing_but_the_clock() -> None:
    """Two computers at once: neither's thinking moves the other's answer."""
    first, second = await asyncio.gather(answered(300, 10), answered(300, 290))
    assert first == second == 300
