"""Runs the computers of a table: each chooses one of the options of its seat.

A computer gets the view of its seat and nothing else. It plays exactly one delay after its turn
began, with the best choice that it has by then: the time reveals nothing about its cards. Its task
is cancelled when the game moves on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from hanafuda.events import Seat
from hanafuda.game import Option, SeatView, seat_view
from koikoi_server.system.clock import Clock, Millis, finished_by, sleep_until
from koikoi_server.system.stack_trace import stack_trace
from koikoi_server.table import derived
from koikoi_server.table.commands import BotChoose, Command
from koikoi_server.table.state import TableState

log = logging.getLogger(__name__)

Think = Callable[[str, str, SeatView, Millis], AsyncIterator[Option]]
"""From a game's id, a level's id, a seat's view and the time at which the move is due to one of the
view's options. It may yield better and better ones; the last one that came in time is played."""

LONGEST = 60_000
"""How long a computer without a delay may think."""

Pending = tuple[int, str]  #: state version and level; a task is cancelled when they change


class Computers:
    """The running tasks of a table's computers."""

    def __init__(self, clock: Clock, think: Think, enqueue: Callable[[Command], None]) -> None:
        self._clock = clock
        self._think = think
        self._enqueue = enqueue
        self._tasks: dict[Seat, tuple[Pending, asyncio.Task[None]]] = {}

    def update(self, table: TableState) -> None:
        """Start the tasks that *table* needs and cancel the others."""
        for sitting in table.seats:
            seat, pending = sitting.seat, (table.version, sitting.bot)
            running = self._tasks.get(seat)
            if running is not None and running[0] == pending:
                continue
            if running is not None:
                del self._tasks[seat]
                running[1].cancel()
            match = derived.running(table)
            if not sitting.bot or match is None or match.pause is not None:
                continue
            view = seat_view(table.module, table.rules, match.state, seat)
            if view.options:
                # The delay starts now, even if the loop runs other tasks first.
                play = self._play(table, pending, view, self._clock.now())
                self._tasks[seat] = pending, asyncio.create_task(play)

    def stop(self) -> None:
        """Cancel all tasks."""
        for _, task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    async def _play(
        self, table: TableState, pending: Pending, view: SeatView, since: Millis
    ) -> None:
        version, _ = pending
        delay = table.pace.bot_delay
        choice = _Choice(view.options[0])
        due = since + (delay or LONGEST)
        thinking = asyncio.create_task(self._think_until(due, table, pending, view, choice))
        try:
            if delay:
                await sleep_until(self._clock, due)
            else:
                await finished_by(self._clock, due, thinking)
            self._enqueue(BotChoose(view.seat, version, choice.option))
        finally:
            thinking.cancel()

    async def _think_until(
        self, due: Millis, table: TableState, pending: Pending, view: SeatView, choice: _Choice
    ) -> None:
        """Keep the newest choice in *choice*."""
        try:
            async for option in self._think(table.game, pending[1], view, due):
                choice.option = option
        except Exception as fault:
            # A computer that fails must not hold the table up: it plays its last choice.
            log.error(
                "table %s: the computer %s failed: %s",
                table.table_id,
                pending[1],
                stack_trace(fault),
            )


@dataclass
class _Choice:
    option: Option
