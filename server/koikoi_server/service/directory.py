"""The list of public tables, and the streams that watch it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from koikoi.v1 import service_pb2
from koikoi_server.refusal import NOT_A_PAGE_TOKEN, Refusal, invalid
from koikoi_server.system.clock import Clock, Millis, timeout
from koikoi_server.table.events import Entry
from koikoi_server.table.state import Stage, TableState
from koikoi_server.wire import views

KEPT_CLOSED = 1_000  #: ids of closed tables to keep for slow watchers

Write = Callable[[bytes], Awaitable[None]]


class _Row(NamedTuple):
    change: int  #: the number of the row's last change
    opened: Millis
    row: service_pb2.TableRow


class Directory:
    """Follows all tables and keeps a row for each public one.

    Each change of a row has a number, and a watcher gets the rows that changed since the last
    number it was sent. Rows are made only when somebody reads them: most entries change none.
    """

    def __init__(self, clock: Clock, *, heartbeat: Millis, keepalive_timeout: Millis) -> None:
        self._clock = clock
        self._heartbeat = heartbeat
        self._keepalive_timeout = keepalive_timeout
        self._change = 0
        self._stale: dict[str, TableState] = {}  # tables whose row may have changed, by id
        self._spectators: dict[str, int] = {}
        self._rows: dict[str, _Row] = {}  # by table id, oldest first
        self._closed: dict[str, int] = {}
        self._watchers: set[asyncio.Event] = set()
        self._end: Refusal | None = None

    def on_entry(self, state: TableState, entry: Entry) -> None:
        self._put(state)

    def set_spectators(self, state: TableState, spectators: int) -> None:
        """Set the number of spectators of a table."""
        if spectators:
            self._spectators[state.table_id] = spectators
        else:
            self._spectators.pop(state.table_id, None)
        self._put(state)

    def forget(self, table_id: str) -> None:
        """Remove a table from the list."""
        self._close(table_id)

    def rows(self, after: int = 0) -> list[service_pb2.TableRow]:
        """The rows that changed since change number *after*, by rank, newest table first."""
        self._refresh()
        changed = [each.row for each in reversed(self._rows.values()) if each.change > after]
        return sorted(changed, key=_rank)

    def page(self, token: str, most: int) -> tuple[list[service_pb2.TableRow], str]:
        """Up to *most* rows, and the token of the next page; empty: no more.

        The pages follow each other from the newest table on; each is sorted by rank. A token stays
        valid while tables are opened and closed, and after a restart.

        Raises:
            Refusal: FIELD_INVALID when *token* is not a page token.
        """
        self._refresh()
        listed = [*reversed(self._rows.items())]
        start = _start(listed, token) if token else 0
        page = listed[start : start + most]
        following = ""
        if len(listed) > start + most:
            table_id, last = page[-1]
            following = f"{last.opened}.{table_id}"
        return sorted((each.row for _, each in page), key=_rank), following

    def stop(self, why: Refusal) -> None:
        """End all streams with the refusal *why*."""
        self._end = why
        self._wake()

    async def stream(self, write: Write) -> None:
        """Send the rows and their changes until the caller disconnects or stops reading.

        Raises:
            Refusal: the reason for which the stream is ended.
        """
        woken = asyncio.Event()
        self._watchers.add(woken)
        try:
            await self._send(woken, write)
        except TimeoutError:  # no status: writing it would wait for the reader too
            raise asyncio.CancelledError from None
        finally:
            self._watchers.discard(woken)

    def _put(self, state: TableState) -> None:
        """Update the row of a table, now or when somebody reads it. Private tables have no row."""
        if state.needs_code:
            return
        table_id = state.table_id
        if state.stage is Stage.CLOSED:
            self._close(table_id)
        else:
            self._stale[table_id] = state
        if self._watchers:
            self._refresh()

    def _close(self, table_id: str) -> None:
        self._stale.pop(table_id, None)
        if self._rows.pop(table_id, None) is None:
            return  # no watcher got its row
        self._change += 1
        self._closed[table_id] = self._change
        if len(self._closed) > KEPT_CLOSED:
            del self._closed[next(iter(self._closed))]
        self._wake()

    def _refresh(self) -> None:
        """Make the rows of stale tables, and wake the watchers if one has changed."""
        before = self._change
        for table_id, state in self._stale.items():
            row = views.row(state, self._spectators.get(table_id, 0))
            known = self._rows.get(table_id)
            if known is None or known.row != row:
                self._change += 1
                self._rows[table_id] = _Row(self._change, state.opened_at, row)
        self._stale.clear()
        if self._change != before:
            self._wake()

    async def _send(self, woken: asyncio.Event, write: Write) -> None:
        known, snapshot = 0, True
        while True:
            if self._end is not None:
                raise self._end
            self._refresh()
            woken.clear()
            closed = [table for table, change in self._closed.items() if change > known]
            message = service_pb2.WatchLobbyResponse(
                snapshot=snapshot,
                rows=self.rows(0 if snapshot else known),
                closed_table_ids=() if snapshot else closed,
            )
            known = self._change
            async with timeout(self._clock, self._keepalive_timeout):
                await write(message.SerializeToString())
            timer = self._clock.call_at(self._clock.now() + self._heartbeat, woken.set)
            try:
                await woken.wait()
            finally:
                timer.cancel()
            # A watcher that has missed more closed tables than are kept gets a new snapshot.
            oldest = next(iter(self._closed.values()), self._change)
            snapshot = len(self._closed) >= KEPT_CLOSED and known < oldest

    def _wake(self) -> None:
        for woken in self._watchers:
            woken.set()


def _rank(row: service_pb2.TableRow) -> int:
    return row.rank


def _start(listed: Sequence[tuple[str, _Row]], token: str) -> int:
    """The index in *listed*, newest table first, after the table that *token* names."""
    opened, _, table_id = token.partition(".")
    if not (opened.isascii() and opened.isdigit()):
        raise invalid("page_token", NOT_A_PAGE_TOKEN)
    for index, (listed_id, _) in enumerate(listed):
        if listed_id == table_id:
            return index + 1
    older = (index for index, (_, each) in enumerate(listed) if each.opened <= int(opened[:18]))
    return next(older, len(listed))
