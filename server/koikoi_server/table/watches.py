"""Streams a table to those who watch it, and reports which players are present.

A watch gets an update when the table's log has grown, and heartbeats in between. A slow reader gets
all entries that it missed in one update, with one view. A player is present while a watch of the
seat is open; a new watch of a seat replaces the older one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from hanafuda.events import Seat
from koikoi_server.refusal import Reason, Refusal, full
from koikoi_server.system.clock import Clock, Millis, Timer, timeout
from koikoi_server.system.stack_trace import stack_trace
from koikoi_server.table.commands import Presence
from koikoi_server.table.events import ConnectionLost, Entry, PersonJoined, PersonLeft
from koikoi_server.table.runner import Follower, Table
from koikoi_server.table.state import Stage, TableState

log = logging.getLogger(__name__)

RETRY_MS = 1_000  #: before a change of presence that could not be stored is repeated
KEPT_WINDOWS = 16  #: for each seat, the newest windows that have watched it

Write = Callable[[bytes], Awaitable[None]]


class Updates(Follower, Protocol):
    """Encodes the entries and views of one table as the messages of its watches."""

    @property
    def seq(self) -> int:
        """The number of the last entry."""

    def position(self, cursor: str) -> int:
        """The entry that *cursor* names, if a watch can resume after it; else 0."""

    def update(
        self,
        after: int,
        now: Millis,
        spectators: int,
        seat: Seat = 0,
        language: str = "",
        *,
        owns_seat: bool = True,
    ) -> bytes:
        """Everything since entry *after*, and the current view, for *seat* or (0) a spectator.

        It is a snapshot if *after* is 0 or too old. It has sentences in *language*; empty: none.
        Unless *owns_seat*, the reader has lost the seat, and gets no private view.
        """

    def heartbeat(self, now: Millis, spectators: int) -> bytes:
        """The message that a watch gets while nothing changes."""


class Watch:
    """One open stream. ``token`` is the hash of its seat's token; empty: a spectator's watch."""

    def __init__(
        self, seat: Seat = 0, token: bytes = b"", language: str = "", window: str = ""
    ) -> None:
        self.seat = seat
        self.token = token
        self.language = language  #: of the sentences; empty: none are wanted
        self.window = window  #: the id of the window that shows the seat; empty: unknown
        self.after = 0  #: the last entry that was sent
        self.last: bytes | None = None  #: a message after which the stream ends without an error
        self.woken = asyncio.Event()
        self.end: Refusal | None = None

    def stop(self, why: Refusal) -> None:
        """End the stream with the refusal *why*."""
        self.end = self.end or why
        self.woken.set()


class Watches:
    """The watches of one table. Follows the table, after its :class:`Updates`."""

    def __init__(
        self,
        table: Table,
        clock: Clock,
        updates: Updates,
        *,
        heartbeat: Millis,
        keepalive_timeout: Millis,
        max_watches: int,
        on_spectators: Callable[[TableState, int], None],
    ) -> None:
        """*on_spectators* is called with the new number of spectators when it changes."""
        self._table = table
        self._clock = clock
        self._updates = updates
        self._heartbeat = heartbeat
        self._keepalive_timeout = keepalive_timeout
        self._max_watches = max_watches
        self._on_spectators = on_spectators
        self._seats: dict[Seat, Watch] = {}
        self._windows: dict[Seat, list[str]] = {}  # that have watched a seat, the latest last
        self._all: dict[Watch, None] = {}  # in the order in which they were opened
        self._timers: set[Timer] = set()

    @property
    def spectators(self) -> int:
        """The number of spectators now."""
        return sum(not watch.token for watch in self._all)

    def on_entry(self, state: TableState, entry: Entry) -> None:
        for event in entry.events:
            if isinstance(event, PersonJoined):
                # A new player counts as present until there was time to open a watch.
                self._sync_later(state.limits.first_watch, event.seat, event.token)
            elif isinstance(event, ConnectionLost):
                # It may have been stored late, when the player was already watching again.
                self._sync(event.seat, state.at(event.seat).token)
        for watch in self._all:
            if watch.token and state.at(watch.seat).token != watch.token:
                self._end_watch(watch, entry)
            watch.woken.set()

    def _end_watch(self, watch: Watch, entry: Entry) -> None:
        """End a watch that lost its seat: with a last update if its player left, else a refusal."""
        left = any(
            isinstance(each, PersonLeft) and each.seat == watch.seat for each in entry.events
        )
        if left and watch.last is None:
            watch.last = self._updates.update(
                watch.after,
                self._clock.now(),
                self.spectators,
                watch.seat,
                watch.language,
                owns_seat=False,
            )
        if watch.last is None:
            watch.stop(
                Refusal(
                    Reason.SEAT_TOKEN_INVALID,
                    "You were removed from the table: this seat is no longer yours.",
                )
            )

    def stop(self, why: Refusal) -> None:
        """End all streams."""
        for watch in self._all:
            watch.stop(why)
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    async def stream(self, watch: Watch, cursor: str, write: Write) -> None:
        """Send updates from *cursor* on, until the table is closed, the player leaves the seat, or
        the caller disconnects.

        The stream is cancelled when a message cannot be written within ``keepalive_timeout``.

        Raises:
            Refusal: LIMIT_REACHED or WATCH_REPLACED at once; later, the reason for which the
                stream is ended.
        """
        self._open(watch)
        watch.after = self._updates.position(cursor)
        try:
            if watch.token:
                # Shielded: if the caller disconnects meanwhile, its absence is reported afterwards.
                await asyncio.shield(self._start_report(watch.seat, watch.token, connected=True))
            await self._send(watch, write)
        except TimeoutError:  # no status: writing it would wait for the reader too
            raise asyncio.CancelledError from None
        finally:
            self._close(watch)

    async def _send(self, watch: Watch, write: Write) -> None:
        first = True
        while True:
            watch.woken.clear()
            if watch.last is not None:
                await self._write(write, watch.last)
                return
            if watch.end is not None:
                raise watch.end
            state = self._table.state
            assert state is not None, "a table is watched once it is open"
            now = self._clock.now()
            has_news = first or self._updates.seq > watch.after
            if has_news:
                message = self._updates.update(
                    watch.after, now, self.spectators, watch.seat, watch.language
                )
                first, watch.after = False, self._updates.seq
                await self._write(write, message)
            if state.stage is Stage.CLOSED:
                return
            if has_news or await self._wait_for_news(watch) or self._table.state is not state:
                continue
            await self._write(write, self._updates.heartbeat(self._clock.now(), self.spectators))

    async def _write(self, write: Write, message: bytes) -> None:
        async with timeout(self._clock, self._keepalive_timeout):
            await write(message)

    async def _wait_for_news(self, watch: Watch) -> bool:
        """Wait until the watch is woken, or (False) the heartbeat is due."""
        is_due = False

        def beat() -> None:
            nonlocal is_due
            is_due = True
            watch.woken.set()

        timer = self._clock.call_at(self._clock.now() + self._heartbeat, beat)
        try:
            await watch.woken.wait()
        finally:
            timer.cancel()
        return not is_due

    def _open(self, watch: Watch) -> None:
        older = self._seats.get(watch.seat) if watch.token else None
        if not watch.token and len(self._all) >= self._max_watches:  # players always get in
            raise full(
                "Too many people are at this table or watching it (limit: {most}): wait {wait}.",
                most=self._max_watches,
            )
        if watch.window:
            self._note_window(watch)
        self._all[watch] = None
        if watch.token:
            self._seats[watch.seat] = watch
        else:
            self._report_spectators()
        if older is not None:
            older.stop(Refusal(Reason.WATCH_REPLACED))

    def _note_window(self, watch: Watch) -> None:
        """Note that a window watches a seat. Refuse one that another window has replaced."""
        windows = self._windows.setdefault(watch.seat, [])
        if watch.window in windows[:-1]:
            raise Refusal(Reason.WATCH_REPLACED)
        if watch.window not in windows:
            windows.append(watch.window)
            del windows[:-KEPT_WINDOWS]

    def _close(self, watch: Watch) -> None:
        self._all.pop(watch, None)
        if not watch.token:
            self._report_spectators()
        elif self._seats.get(watch.seat) is watch:
            del self._seats[watch.seat]
            self._sync(watch.seat, watch.token)

    def _report_spectators(self) -> None:
        if self._table.state is not None:
            self._on_spectators(self._table.state, self.spectators)

    def _sync(self, seat: Seat, token: bytes) -> None:
        """Correct the presence of the player with that token in the table's state."""
        state = self._table.state
        if state is None or state.stage is Stage.CLOSED or state.at(seat).token != token:
            return
        watch = self._seats.get(seat)
        connected = watch is not None and watch.token == token
        if connected != state.at(seat).is_connected:
            self._start_report(seat, token, connected=connected)

    def _start_report(self, seat: Seat, token: bytes, *, connected: bool) -> asyncio.Future[None]:
        task = asyncio.ensure_future(self._report(seat, token, connected=connected))
        _REPORTS.add(task)
        task.add_done_callback(_REPORTS.discard)
        return task

    async def _report(self, seat: Seat, token: bytes, *, connected: bool) -> None:
        """Store a change of presence. If that fails, repeat it later; the watches go on."""
        try:
            await self._table.execute(Presence(seat, token, connected))
        except Refusal as refusal:
            if refusal.reason in {Reason.STORAGE_FAILED, Reason.RATE_LIMITED}:
                self._sync_later(RETRY_MS, seat, token)
        except Exception as fault:  # the loop would log its text, which may contain a secret
            log.error("table %s: presence failed: %s", self._table.table_id, stack_trace(fault))
            self._sync_later(RETRY_MS, seat, token)
        else:
            self._sync(seat, token)  # it may have changed again while that was stored

    def _sync_later(self, delay: Millis, seat: Seat, token: bytes) -> None:
        def sync() -> None:
            self._timers.discard(timer)
            self._sync(seat, token)

        timer = self._clock.call_at(self._clock.now() + delay, sync)
        self._timers.add(timer)


_REPORTS: set[asyncio.Future[None]] = set()  # asyncio itself holds no strong reference to a task
