"""The lobby as its watchers get it: rows of public tables, sent when they change."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from koikoi.v1 import service_pb2
from koikoi_server.refusal import Refusal, full, invalid
from koikoi_server.system.clock import Clock, Millis, within
from koikoi_server.table.state import Stage, TableState
from koikoi_server.wire import views

KEPT_CLOSED = 1_000  #: ids of closed tables that a slow watcher may still be told of

Write = Callable[[bytes], Awaitable[None]]


class _Row(NamedTuple):
    change: int  #: the number of the last change
    opened: Millis
    row: service_pb2.TableRow


class Directory:
    """The rows. Each change has a number; a watcher's place is the last one that it was told."""

    def __init__(self, clock: Clock, *, heartbeat: Millis, silence: Millis, most: int) -> None:
        self._clock = clock
        self._heartbeat = heartbeat
        self._silence = silence
        self._most = most
        self._change = 0
        self._rows: dict[str, _Row] = {}  # by table id, oldest first
        self._closed: dict[str, int] = {}
        self._watchers: set[asyncio.Event] = set()
        self._end: Refusal | None = None

    def put(self, state: TableState, spectators: int) -> None:
        """Note what a table is now. A private table is not listed."""
        if state.needs_code:
            return
        table_id = state.table_id
        if state.stage is Stage.CLOSED:
            if self._rows.pop(table_id, None) is None:
                return
            self._change += 1
            self._closed[table_id] = self._change
            if len(self._closed) > KEPT_CLOSED:
                del self._closed[next(iter(self._closed))]
        else:
            row = views.row(state, spectators)
            known = self._rows.get(table_id)
            if known is not None and known.row == row:
                return
            self._change += 1
            self._rows[table_id] = _Row(self._change, state.opened_at, row)
        self._wake()

    def rows(self, after: int = 0) -> list[service_pb2.TableRow]:
        """The rows that changed after that change, newest table first."""
        return [each.row for each in reversed(self._rows.values()) if each.change > after]

    def page(self, token: str, most: int) -> tuple[list[service_pb2.TableRow], str]:
        """Up to *most* rows, newest table first, and the token of the page after; empty: none.

        A token stays good when tables are opened or closed meanwhile, and after a restart.

        Raises:
            Refusal: FIELD_INVALID when *token* is none.
        """
        listed = [*reversed(self._rows.items())]
        start = _start(listed, token) if token else 0
        page = listed[start : start + most]
        following = ""
        if len(listed) > start + most:
            table_id, last = page[-1]
            following = f"{last.opened}.{table_id}"
        return [each.row for _, each in page], following

    def stop(self, why: Refusal) -> None:
        """End all streams."""
        self._end = why
        self._wake()

    async def follow(self, write: Write) -> None:
        """Feed a watcher until it goes away, or takes nothing any more.

        Raises:
            Refusal: LIMIT_REACHED at once; or why the stream was ended.
        """
        if len(self._watchers) >= self._most:
            raise full("Too many people look at the lobby: try later.")
        woken = asyncio.Event()
        self._watchers.add(woken)
        try:
            await self._feed(woken, write)
        except TimeoutError:  # the status waits until it reads again
            return
        finally:
            self._watchers.discard(woken)

    async def _feed(self, woken: asyncio.Event, write: Write) -> None:
        told, snapshot = 0, True
        while True:
            if self._end is not None:
                raise self._end
            woken.clear()
            closed = [table for table, change in self._closed.items() if change > told]
            message = service_pb2.WatchLobbyResponse(
                snapshot=snapshot,
                rows=self.rows(0 if snapshot else told),
                closed_table_ids=() if snapshot else closed,
            )
            told = self._change
            async with within(self._clock, self._silence):
                await write(message.SerializeToString())
            timer = self._clock.call_at(self._clock.now() + self._heartbeat, woken.set)
            try:
                await woken.wait()
            finally:
                timer.cancel()
            # Ids of closed tables are kept in a number; who misses more begins anew.
            oldest = next(iter(self._closed.values()), self._change)
            snapshot = len(self._closed) >= KEPT_CLOSED and told < oldest

    def _wake(self) -> None:
        for woken in self._watchers:
            woken.set()


def _start(listed: Sequence[tuple[str, _Row]], token: str) -> int:
    """The place in a list, newest first, after the table that *token* names, or named."""
    opened, _, table_id = token.partition(".")
    if not (opened.isascii() and opened.isdigit()):
        raise invalid("page_token", "Not a page token: send next_page_token of the page before.")
    for place, (listed_id, _) in enumerate(listed):
        if listed_id == table_id:
            return place + 1
    older = (place for place, (_, each) in enumerate(listed) if each.opened <= int(opened[:18]))
    return next(older, len(listed))
