"""Leaks in when and how often something happens: waits, entries, ends of tables and of streams."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hanafuda.seats import put
from koikoi_server.lobby.closed_tables import ClosedTables
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.service import broadcast
from koikoi_server.service.broadcast import Broadcast
from koikoi_server.service.rpcs import Service
from koikoi_server.system.clock import sleep_until
from koikoi_server.table import (
    commands,
    derived,
    fold,
    follow_ups,
)
from koikoi_server.table.events import PersonNudged
from koikoi_server.table.runner import Table
from koikoi_server.table.state import TableState
from koikoi_server.table.watches import Watches
from koikoi_server.wire import events
from tests.secrecy.leaks_answers import peek_at_all
from tests.secrecy.planting import Patch, after, peek


def time_of_an_answer(patch: Patch) -> None:
    """An act is answered later when the hands are harder."""
    real = Service._act

    async def changed(self: Service, body: bytes, context: Any) -> bytes:
        made = await real(self, body, context)
        await sleep_until(self._clock, self._clock.now() + peek_at_all(self))
        return made

    patch.setattr(Service, "_act", changed)


def time_of_an_update(patch: Patch) -> None:
    """An update is sent some milliseconds late."""
    real = Watches._write

    async def changed(self: Any, write: Any, message: bytes) -> None:
        await sleep_until(self._clock, self._clock.now() + peek(self._table.state))
        await real(self, write, message)

    patch.setattr(Watches, "_write", changed)


def next_round(patch: Patch) -> None:
    """The next round begins although somebody still looks at the result."""

    def change(made: bool, table: TableState, *_: Any) -> bool:
        match = derived.running(table)
        return made or bool(match is not None and match.gone_on and peek(table, 2))

    after(patch, follow_ups, "_pause_is_over", change)


def take_over(patch: Patch) -> None:
    """A computer takes a seat over some seconds after it may."""

    def change(made: int | None, table: TableState) -> int | None:
        return made + 1_000 * peek(table) if made is not None and table.limits.auto_bot else made

    after(patch, derived, "due", change)


def next_nudge(patch: Patch) -> None:
    def change(made: TableState, table: TableState, event: Any, now: int) -> TableState:
        if isinstance(event, PersonNudged):
            seat = made.at(event.seat)
            moved = replace(seat, nudged_at=seat.nudged_at + peek(made))
            return replace(made, seats=put(made.seats, event.seat, moved))
        return made

    after(patch, fold, "after", change)


def closed_table_forgotten(patch: Patch) -> None:
    """A closed table is forgotten earlier."""
    real = ClosedTables.on_entry

    def changed(self: Any, state: TableState, entry: Any) -> None:
        settings = self._settings
        earlier = settings.keep_closed - 10_000 * peek(state, 3)
        self._settings = replace(settings, keep_closed=earlier)
        real(self, state, entry)
        self._settings = settings

    patch.setattr(ClosedTables, "on_entry", changed)


def end_of_the_server(patch: Patch) -> None:
    """How long to wait for the server that stops."""
    real = Watches.stop

    def changed(self: Any, why: Refusal) -> None:
        real(self, Refusal(why.reason, retry_ms=2_000 + peek(self._table.state)))

    patch.setattr(Watches, "stop", changed)


def removed_with_a_reason(patch: Patch) -> None:
    """Whoever is removed is told why."""
    real = Watches._end_watch

    def changed(self: Any, watch: Any, entry: Any) -> None:
        real(self, watch, entry)
        if watch.end is not None and peek(self._updates.state, 2):
            watch.end = Refusal(watch.end.reason, "You were removed: you held too much.")

    patch.setattr(Watches, "_end_watch", changed)


def more_entries(patch: Patch) -> None:
    """A move has a second entry."""
    real = Table._execute

    async def changed(self: Any, command: Any, request: Any) -> Any:
        answered = await real(self, command, request)
        if isinstance(command, commands.Choose) and peek(self.state, 2):
            self.enqueue(commands.Restart())
        return answered

    patch.setattr(Table, "_execute", changed)


def order_in_an_entry(patch: Patch) -> None:
    def change(made: Any, entry: Any, state: TableState) -> Any:
        if len(made.events) > 2 and peek(state, 2):
            made.events.reverse()
        return made

    after(patch, events, "entry", change)


def order_of_captured(patch: Patch) -> None:
    from koikoi_server.wire import views

    def change(made: Any, state: TableState, *_: Any) -> Any:
        for side in made.sides:
            if peek(state, 2):
                side.captured.sort()
        return made

    after(patch, views, "match", change)


def length_of_a_varint(patch: Patch) -> None:
    """The same number in more bytes than it needs."""
    longer = [0]

    def note(_: None, self: Broadcast, state: TableState, entry: Any) -> None:
        longer[0] = peek(state, 2)

    def change(made: bytes, value: int) -> bytes:
        return made[:-1] + bytes((made[-1] | 0x80, 0)) if longer[0] else made

    after(patch, Broadcast, "_add", note)
    after(patch, broadcast, "_varint", change)


def wait_when_the_disk_is_full(patch: Patch) -> None:
    real = Table._execute

    async def changed(self: Any, command: Any, request: Any) -> Any:
        try:
            return await real(self, command, request)
        except Refusal as refusal:
            if refusal.reason is Reason.STORAGE_FAILED:
                raise Refusal(refusal.reason, retry_ms=2_000 + peek(self.state)) from None
            raise

    patch.setattr(Table, "_execute", changed)


def late_report(patch: Patch) -> None:
    """That somebody went away is told later."""
    real = Watches._report

    async def changed(self: Any, seat: int, token: bytes, *, connected: bool) -> None:
        if not connected:
            await sleep_until(self._clock, self._clock.now() + peek(self._table.state))
        await real(self, seat, token, connected=connected)

    patch.setattr(Watches, "_report", changed)
