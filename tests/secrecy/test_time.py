"""The time at which a computer plays reveals nothing about its hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from hanafuda.game import Option, SeatView, seat_view
from koikoi_server import bots
from koikoi_server.bots import BOTS, quick_choice
from koikoi_server.lobby.chance import choose_as_bot
from koikoi_server.system.clock import sleep_until
from koikoi_server.table import computers, derived
from koikoi_server.table.commands import BotChoose, Command
from koikoi_server.table.computers import LONGEST, Computers
from tests.secrecy.world import idle
from tests.support.clock import FakeClock
from tests.support.table import PureTable

Thinking = Callable[[FakeClock, SeatView], AsyncIterator[Option]]


async def answered(
    delay: int, thinking: Thinking, game: str = "koikoi", level: str = "easy"
) -> tuple[int, BotChoose]:
    """After how many milliseconds a computer plays that thinks like that, and what."""
    table = PureTable(game=game, bots=("", level), rules={"bot_delay": str(delay)}, cut=False)
    table.set_bot(1, 1, level)
    clock = FakeClock()
    told: list[Command] = []

    def think(game: str, level: str, view: SeatView, due: int) -> AsyncIterator[Option]:
        return thinking(clock, view)

    playing = Computers(clock, think, told.append)
    began = clock.now()
    playing.update(table.state)
    await idle()
    while not told:
        clock.advance(1 if clock.now() - began < 500 else 500)
        await idle(4)
    playing.stop()
    command = told[0]
    assert isinstance(command, BotChoose)
    return clock.now() - began, command


async def at_once(clock: FakeClock, view: SeatView) -> AsyncIterator[Option]:
    yield view.options[0]


def taking(thinks: int, *, waits: bool = True) -> Thinking:
    """A computer that thinks for that many milliseconds. *waits*: beside the server."""

    async def think(clock: FakeClock, view: SeatView) -> AsyncIterator[Option]:
        yield view.options[0]
        if waits:
            await sleep_until(clock, clock.now() + thinks)
        else:
            clock.advance(thinks)
        yield view.options[-1]

    return think


async def never(clock: FakeClock, view: SeatView) -> AsyncIterator[Option]:
    await asyncio.Event().wait()
    yield view.options[0]


async def failing(clock: FakeClock, view: SeatView) -> AsyncIterator[Option]:
    yield view.options[0]
    raise RuntimeError


async def stubborn(clock: FakeClock, view: SeatView) -> AsyncIterator[Option]:
    """It thinks on, whoever tells it to stop."""
    with suppress(asyncio.CancelledError):
        await asyncio.Event().wait()
    await sleep_until(clock, clock.now() + 60_000)
    yield view.options[0]


@pytest.mark.parametrize("thinking", [never, failing, stubborn, at_once, taking(1), taking(70_000)])
@pytest.mark.parametrize("delay", [1, 37, 500, 1_000, 10_000])
async def test_a_computer_plays_after_the_delay_however_it_thinks(
    delay: int, thinking: Thinking
) -> None:
    assert (await answered(delay, thinking))[0] == delay


@pytest.mark.parametrize(("thinks", "is_last"), [(499, True), (501, False)])
async def test_a_computer_plays_the_newest_choice_that_came_in_time(
    thinks: int, is_last: bool
) -> None:
    _, played = await answered(500, taking(thinks))
    _, first = await answered(500, at_once)
    assert (played.choice != first.choice) == is_last


@pytest.mark.parametrize(
    ("game", "level"), [(game, bot.id) for game, bots in BOTS.items() for bot in bots]
)
async def test_the_servers_computers_play_after_the_delay(
    game: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the workers never answer: then a slow one plays its quick choice."""

    async def no_answer(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(bots, "choose_in_pool", no_answer)

    async def think(clock: FakeClock, view: SeatView) -> AsyncIterator[Option]:
        due = clock.now() + 500
        async for option in choose_as_bot("seed", clock, str, game, level, view, due):
            assert clock.now() < due
            yield option

    spent, played = await answered(500, think, game, level)
    assert spent == 500
    assert played.choice


async def test_the_time_counts_from_the_turn_though_the_server_was_held_up() -> None:
    assert (await answered(500, taking(499, waits=False)))[0] == 500


@pytest.mark.parametrize("thinks", [0, 1, 250])
async def test_without_a_delay_a_computer_plays_when_it_is_ready(thinks: int) -> None:
    assert (await answered(0, taking(thinks)))[0] == thinks


async def test_without_a_delay_a_computer_does_not_think_for_ever() -> None:
    assert (await answered(0, never))[0] == LONGEST


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

        async def think(game: str, level: str, view: SeatView, due: int) -> AsyncIterator[Option]:
            if view.seat == 1:
                clock.advance(thinks)  # noqa: B023  # it is called in this round of the loop
            yield view.options[0]

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


@pytest.mark.parametrize("game", BOTS)
def test_a_slow_computer_stops_at_its_deadline(game: str) -> None:
    """If it is over at once, it finds nothing, or what the quick policy says."""
    table = PureTable(game=game, bots=("", "hard"), cut=False, rules={"bot_delay": "500"})
    (seat, *_) = derived.waiting_for(table.state)
    match = derived.running(table.state)
    assert match is not None
    view = seat_view(table.state.module, table.state.rules, match.state, seat)
    assert len(view.options) > 1
    hard = BOTS[game][-1].choose_by
    assert hard is not None
    try:
        chosen = hard(view, Random(1), 0.0)
    except TimeoutError:
        return
    assert chosen == quick_choice(game, view)
