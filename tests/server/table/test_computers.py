"""A table's computers get the view of their seat and play after a fixed delay, or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from hanafuda.game import Option, SeatView
from koikoi_server.refusal import Refusal
from koikoi_server.table import commands, derived
from koikoi_server.table.commands import BotChoose, Command
from koikoi_server.table.computers import Computers
from tests.support.clock import FakeClock
from tests.support.table import PureTable


class Thinker:
    """A computer that takes the last option, at once."""

    def __init__(self) -> None:
        self.views: list[SeatView] = []

    async def __call__(
        self, game: str, level: str, view: SeatView, due: int
    ) -> AsyncIterator[Option]:
        self.views.append(view)
        yield view.options[-1]


def set_up(delay: int) -> tuple[PureTable, FakeClock, Thinker, Computers, list[Command]]:
    """A table whose two seats computers play, Aki's own among them."""
    table = PureTable(bots=("", "easy"), rules={"bot_delay": str(delay)}, cut=False)
    table.set_bot(1, 1, "easy")
    clock = FakeClock()
    told: list[Command] = []
    thinker = Thinker()
    return table, clock, thinker, Computers(clock, thinker, told.append), told


async def turns() -> None:
    """Let all that is ready in the loop run."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_only_the_computer_on_turn_chooses_and_plays_after_the_delay() -> None:
    table, clock, thinker, computers, told = set_up(1_000)
    computers.update(table.state)
    await turns()
    (view,) = thinker.views
    assert derived.waiting_for(table.state) == (view.seat,)
    clock.advance(999)
    await turns()
    assert told == []
    clock.advance(1)
    await turns()
    assert told == [BotChoose(view.seat, table.state.version, view.options[-1])]
    computers.stop()


async def test_chat_does_not_cancel_a_computers_task_but_a_move_does() -> None:
    table, clock, _, computers, told = set_up(1_000)
    computers.update(table.state)
    await turns()
    clock.advance(600)
    table.do(commands.Chat(table.state.at(1).token, "hurry"))
    computers.update(table.state)
    clock.advance(400)
    await turns()
    (first,) = told
    table.do(first)
    computers.update(table.state)
    await turns()
    table.step()  # somebody was faster
    computers.update(table.state)
    clock.advance(1_000)
    await turns()
    stale = 0
    for command in told[1:]:
        try:
            table.do(command)
        except Refusal:
            stale += 1
    assert stale == 0, "the dropped thought was never said"
    computers.stop()


async def test_a_seat_taken_back_is_not_played() -> None:
    table, clock, _, computers, told = set_up(1_000)
    table.set_bot(1, 2, "")  # the computer that nobody owns goes: its seat is open
    for _ in range(50):
        if derived.waiting_for(table.state) == (1,):
            break
        table.step()
    computers.update(table.state)
    await turns()
    table.set_bot(1, 1, "")
    computers.update(table.state)
    clock.advance(5_000)
    await turns()
    assert told == []


async def test_a_computer_that_fails_plays_any_legal_move() -> None:
    table, clock, _, _, told = set_up(0)

    async def fail(game: str, level: str, view: SeatView, due: int) -> AsyncIterator[Option]:
        raise RuntimeError
        yield

    computers = Computers(clock, fail, told.append)
    computers.update(table.state)
    await turns()
    (command,) = told
    table.do(command)
    computers.stop()
