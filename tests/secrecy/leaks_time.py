"""Leaks in when, how often and in which order something comes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from koikoi.v1 import service_pb2
from koikoi_server.journal import states
from koikoi_server.service import directory
from koikoi_server.service.broadcast import Broadcast
from koikoi_server.system.clock import sleep_until
from koikoi_server.table import commands, derived, fold, runner, watches
from koikoi_server.table.computers import Computers
from koikoi_server.table.state import TableState
from koikoi_server.table.watches import Watches
from koikoi_server.wire import events
from tests.secrecy.planting import Patch, after, peek


def deadline(patch: Patch) -> None:
    def change(made: Any, state: TableState) -> Any:
        return made if made is None else made + peek(state)

    after(patch, derived, "deadline", change)


def answer_time(patch: Patch) -> None:
    real = Computers._play

    async def changed(self: Any, table: TableState, pending: Any, view: Any, since: int) -> None:
        longer = 10 * (sum(view.hand) % 7 + len(view.options))
        pace = replace(table.pace, bot_delay=table.pace.bot_delay + longer)
        await real(self, replace(table, pace=pace), pending, view, since)

    patch.setattr(Computers, "_play", changed)


def answer_when_ready(patch: Patch) -> None:
    async def changed(self: Any, table: TableState, pending: Any, view: Any, since: int) -> None:
        chosen = view.options[0]
        async for option in self._think(table.game, pending[1], view, since):
            chosen = option
        await sleep_until(self._clock, self._clock.now() + table.pace.bot_delay)
        self._enqueue(commands.BotChoose(view.seat, pending[0], chosen))

    patch.setattr(Computers, "_play", changed)


def heartbeat(patch: Patch) -> None:
    def change(made: bytes, self: Any, *_: Any) -> bytes:
        beat = service_pb2.WatchTableResponse.FromString(made)
        beat.heartbeat.spectators += peek(self.state)
        return beat.SerializeToString()

    after(patch, Broadcast, "_heartbeat", change)


def number_of_messages(patch: Patch) -> None:
    real = Watches.on_entry

    def changed(self: Any, state: TableState, entry: Any) -> None:
        everybody = self._all
        if peek(state, 2):  # told with the next heartbeat
            self._all = set()
        real(self, state, entry)
        self._all = everybody

    patch.setattr(watches.Watches, "on_entry", changed)


def time_of_heartbeats(patch: Patch) -> None:
    real = Watches._wait_for_news

    async def changed(self: Any, watch: Any) -> bool:
        self._heartbeat = 4_000 - 100 * peek(self._table.state)
        return await real(self, watch)

    patch.setattr(Watches, "_wait_for_news", changed)


def time_of_an_entry(patch: Patch) -> None:
    def change(made: Any, entry: Any, state: TableState) -> Any:
        made.time.nanos += peek(state)
        return made

    after(patch, events, "entry", change)


def closing_time(patch: Patch) -> None:
    def change(made: int, table: TableState) -> int:
        return made + peek(table)

    after(patch, derived, "close_time", change)


def order_of_the_list(patch: Patch) -> None:
    real = directory.Directory._put

    def changed(self: Any, state: TableState) -> None:
        self._change += peek(state, 2)
        if peek(state, 2):
            self._wake()
        real(self, state)

    patch.setattr(directory.Directory, "_put", changed)


def question_time(patch: Patch) -> None:
    def change(made: TableState, *_: Any) -> TableState:
        if made.match is None:
            return made
        return replace(made, match=replace(made.match, since=made.match.since + peek(made)))

    after(patch, fold, "evolve", change)
    after(patch, runner, "evolve", change)
    after(patch, states, "evolve", change)
