"""The computers of a table: each thinks when it has something to choose, and asks like a person.

A computer gets the view of its seat and nothing else. It answers a fixed delay after the question
was put, whatever it holds; thinking that outlasts the delay ends on its next whole multiple, so
that the time tells nothing. A thought is dropped when the game moves on without it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from hanafuda.events import Seat
from hanafuda.game import Option, SeatView, seat_view
from koikoi_server.system.clock import Clock, Millis, sleep_until
from koikoi_server.system.stack_trace import stack_trace
from koikoi_server.table import derived
from koikoi_server.table.commands import BotChoose, Command
from koikoi_server.table.state import TableState

log = logging.getLogger(__name__)

Think = Callable[[str, str, SeatView], Awaitable[Option]]
"""From a game's id, a level's id and a seat's view to one of the view's options."""

Question = tuple[int, str]  #: state version and level: another one makes a thought worthless


class Computers:
    """The thoughts that are being thought at a table."""

    def __init__(self, clock: Clock, think: Think, enqueue: Callable[[Command], None]) -> None:
        self._clock = clock
        self._think = think
        self._enqueue = enqueue
        self._thoughts: dict[Seat, tuple[Question, asyncio.Task[None]]] = {}

    def update(self, table: TableState) -> None:
        """Begin the thoughts that *table* calls for and drop those that it does not."""
        for sitting in table.seats:
            seat, question = sitting.seat, (table.version, sitting.bot)
            begun = self._thoughts.get(seat)
            if begun is not None and begun[0] == question:
                continue
            if begun is not None:
                del self._thoughts[seat]
                begun[1].cancel()
            match = derived.running(table)
            if not sitting.bot or match is None or match.pause is not None:
                continue
            view = seat_view(table.module, table.rules, match.state, seat)
            if view.options:
                # From now on, not from when its turn in the loop comes: another may think first.
                answer = self._answer(table, question, view, self._clock.now())
                self._thoughts[seat] = question, asyncio.create_task(answer)

    def stop(self) -> None:
        """Drop all thoughts."""
        for _, task in self._thoughts.values():
            task.cancel()
        self._thoughts.clear()

    async def _answer(
        self, table: TableState, question: Question, view: SeatView, began: Millis
    ) -> None:
        version, bot = question
        delay = table.pace.bot_delay
        try:
            chosen = await self._think(table.game, bot, view)
        except Exception as fault:
            # A computer that fails must not hold the table up: any legal move will do.
            log.error(
                "table %s: the computer %s failed: %s", table.table_id, bot, stack_trace(fault)
            )
            chosen = view.options[0]
        if delay:
            spent = self._clock.now() - began
            await sleep_until(self._clock, began + delay * max(1, -(-spent // delay)))
        self._enqueue(BotChoose(view.seat, version, chosen))
