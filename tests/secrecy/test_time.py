"""The time at which a computer plays reveals nothing about its hand."""

from __future__ import annotations

from typing import Any

import pytest

from hanafuda.game import Option, SeatView, seat_view
from koikoi_server.system.clock import sleep_until
from koikoi_server.table import computers
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

    playing = Computers(clock, think, told.append)
    began = clock.now()
    playing.update(table.state)
    await idle()
    for _ in range(20_000):
        if told:
            break
        clock.advance(1)
        await idle(4)
    playing.stop()
    assert len(told) == 1
    return clock.now() - began


@pytest.mark.parametrize("delay", [1_000, 500, 37])
@pytest.mark.parametrize("waits", [True, False])
async def test_a_computer_plays_after_the_delay_however_long_it_thought(
    delay: int, waits: bool
) -> None:
    times = {await answered(delay, thinks, waits=waits) for thinks in (0, 1, delay - 1, delay)}
    assert times == {delay}


@pytest.mark.parametrize(("thinks", "answers"), [(501, 1_000), (1_000, 1_000), (1_001, 1_500)])
async def test_a_computer_that_needs_longer_plays_at_the_next_multiple_of_the_delay(
    thinks: int, answers: int
) -> None:
    assert await answered(500, thinks) == answers


@pytest.mark.parametrize("thinks", [0, 1, 250])
async def test_without_a_delay_a_computer_plays_when_it_is_ready(thinks: int) -> None:
    assert await answered(0, thinks) == thinks


async def test_a_computer_that_blocks_the_server_does_not_shift_another_ones_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two computers at a table, the time of the second does not depend on the first."""
    table = PureTable(bots=("", "easy"), rules={"bot_delay": "500"}, cut=False)
    table.set_bot(1, 1, "easy")
    real = seat_view

    def both_may_choose(module: Any, rules: Any, state: Any, seat: int) -> SeatView:
        return real(module, rules, state, state.turn)._replace(seat=seat)

    monkeypatch.setattr(computers, "seat_view", both_may_choose)
    for thinks in (0, 70, 499):
        clock = FakeClock()
        told: dict[int, int] = {}

        async def think(game: str, level: str, view: SeatView) -> Option:
            if view.seat == 1:
                clock.advance(thinks)  # noqa: B023  # it is called in this round of the loop
            return view.options[0]

        def tell(command: Any) -> None:
            told[command.seat] = clock.now()  # noqa: B023  # as above

        began = clock.now()
        playing = Computers(clock, think, tell)
        playing.update(table.state)
        await idle()
        clock.advance(500 - thinks)
        await idle()
        playing.stop()
        assert told == {1: began + 500, 2: began + 500}
