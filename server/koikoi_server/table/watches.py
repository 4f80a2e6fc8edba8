"""Who watches a table: cursors into its log, and the presence that follows from them.

A watch is told when the head of the log moves or the heartbeat is due; what it missed meanwhile
comes folded into one update, so a slow reader costs one view. While a seat's watch is open, its
person is present; the newest watch of a seat wins.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from hanafuda.events import Seat
from koikoi_server.refusal import Reason, Refusal, full
from koikoi_server.system.clock import Clock, Millis, Timer, within
from koikoi_server.system.traces import trace
from koikoi_server.table.commands import Presence
from koikoi_server.table.events import ConnectionLost, Entry, PersonJoined, PersonLeft
from koikoi_server.table.runner import Table
from koikoi_server.table.state import Stage, TableState

log = logging.getLogger(__name__)

RETRY_MS = 1_000  #: after a change of presence that could not be written

Write = Callable[[bytes], Awaitable[None]]


class Teller(Protocol):
    """What makes a table's entries and views into bytes: the wire's side of a table."""

    def publish(self, state: TableState, entry: Entry) -> None:
        """An entry has been written; *state* is the table after it."""

    def place(self, cursor: str) -> int:
        """The entry at which *cursor* stands, if this log can go on from there; else 0."""

    def update(
        self,
        after: int,
        now: Millis,
        spectators: int,
        seat: Seat = 0,
        language: str = "",
        *,
        sits: bool = True,
    ) -> bytes:
        """All that has happened after entry *after*, and the view now, for *seat* or (0) anybody.

        With *after* 0, or one that this log cannot go on from, it is a snapshot. It is told in
        *language* as well; empty: in none. *sits*: whether the seat is the reader's still; if not
        it has no view of its own.
        """

    def heartbeat(self, now: Millis, spectators: int) -> bytes:
        """The sign of life of a watch that has nothing to tell."""


class Watch:
    """One open stream. ``token``: of the seat that it is for; empty: a spectator's."""

    def __init__(self, seat: Seat = 0, token: bytes = b"", language: str = "") -> None:
        self.seat = seat
        self.token = token
        self.language = language  #: empty: no words are asked for
        self.after = 0  #: the entry up to which it has been told
        self.last: bytes | None = None  #: the message after which the stream ends well
        self.woken = asyncio.Event()
        self.end: Refusal | None = None

    def stop(self, why: Refusal) -> None:
        """Let the stream end by itself, with *why*."""
        self.end = self.end or why
        self.woken.set()


class Watches:
    """The watches of one table."""

    def __init__(
        self,
        table: Table,
        clock: Clock,
        teller: Teller,
        *,
        heartbeat: Millis,
        silence: Millis,
        most: int,
        counted: Callable[[], None],
    ) -> None:
        self._table = table
        self._clock = clock
        self._teller = teller
        self._heartbeat = heartbeat
        self._silence = silence
        self._most = most
        self._counted = counted
        self._seats: dict[Seat, Watch] = {}
        self._all: set[Watch] = set()
        self._timers: set[Timer] = set()

    @property
    def spectators(self) -> int:
        """How many spectators watch now."""
        return sum(not watch.token for watch in self._all)

    def publish(self, state: TableState, entry: Entry) -> None:
        """An entry is on disk: tell it to everybody."""
        self._teller.publish(state, entry)
        for event in entry.events:
            if isinstance(event, PersonJoined):
                # Joined is present, for as long as it takes to open the first watch.
                self._later(state.limits.first_watch, event.seat, event.token)
            elif isinstance(event, ConnectionLost):
                # Of the last run, perhaps, and written late: who watches is here.
                self._sync(event.seat, state.at(event.seat).token)
        for watch in self._all:
            if watch.token and state.at(watch.seat).token != watch.token:
                self._lost_seat(watch, entry)
            watch.woken.set()

    def _lost_seat(self, watch: Watch, entry: Entry) -> None:
        """End a watch: of a seat that was given up after a last message, of any other with why."""
        left = any(
            isinstance(each, PersonLeft) and each.seat == watch.seat for each in entry.events
        )
        if left and watch.last is None:
            watch.last = self._teller.update(
                watch.after,
                self._clock.now(),
                self.spectators,
                watch.seat,
                watch.language,
                sits=False,
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

    async def follow(self, watch: Watch, after: str, write: Write) -> None:
        """Feed *watch* from the cursor *after* on, until the table is closed, the seat is given up
        or the caller goes away.

        One that takes nothing for too long is as good as gone: its stream ends, and its person is
        absent.

        Raises:
            Refusal: LIMIT_REACHED at once; or why the stream was ended.
        """
        self._open(watch)
        watch.after = self._teller.place(after)
        try:
            if watch.token:
                # Not undone when the caller goes away meanwhile, but followed by the opposite.
                await asyncio.shield(self._reporting(watch.seat, watch.token, connected=True))
            await self._feed(watch, write)
        except TimeoutError:  # no status: it would wait until the reader reads again
            return
        finally:
            self._close(watch)

    async def _feed(self, watch: Watch, write: Write) -> None:
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
            if first or state.seq > watch.after:
                message = self._teller.update(
                    watch.after, now, self.spectators, watch.seat, watch.language
                )
                first, watch.after = False, state.seq
                await self._write(write, message)
                if state.stage is Stage.CLOSED:
                    return
            elif not await self._woken(watch) and self._table.state is state:
                await self._write(write, self._teller.heartbeat(self._clock.now(), self.spectators))

    async def _write(self, write: Write, message: bytes) -> None:
        async with within(self._clock, self._silence):
            await write(message)

    async def _woken(self, watch: Watch) -> bool:
        """Whether there was something to tell before the heartbeat was due."""
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
        if not watch.token and len(self._all) >= self._most:  # who looks on keeps no player out
            raise full("Too many people watch this table: try later.")
        self._all.add(watch)
        if watch.token:
            self._seats[watch.seat] = watch
        else:
            self._counted()
        if older is not None:
            older.stop(Refusal(Reason.WATCH_REPLACED))

    def _close(self, watch: Watch) -> None:
        self._all.discard(watch)
        if not watch.token:
            self._counted()
        elif self._seats.get(watch.seat) is watch:
            del self._seats[watch.seat]
            self._sync(watch.seat, watch.token)

    def _sync(self, seat: Seat, token: bytes) -> None:
        """Let the table know whether that person watches, if it thinks otherwise."""
        state = self._table.state
        if state is None or state.stage is Stage.CLOSED or state.at(seat).token != token:
            return
        watch = self._seats.get(seat)
        connected = watch is not None and watch.token == token
        if connected != state.at(seat).is_connected:
            self._reporting(seat, token, connected=connected)

    def _reporting(self, seat: Seat, token: bytes, *, connected: bool) -> asyncio.Future[None]:
        task = asyncio.ensure_future(self._report(seat, token, connected=connected))
        _REPORTS.add(task)
        task.add_done_callback(_REPORTS.discard)
        return task

    async def _report(self, seat: Seat, token: bytes, *, connected: bool) -> None:
        """Bring presence to the log. A disk that is full delays it, and stops no watch."""
        try:
            await self._table.ask(Presence(seat, token, connected))
        except Refusal as refusal:
            if refusal.reason in {Reason.STORAGE_FAILED, Reason.RATE_LIMITED}:
                self._later(RETRY_MS, seat, token)
        except Exception as fault:  # the loop would log what it says, which may be a secret
            log.error("table %s: presence failed: %s", self._table.table_id, trace(fault))
            self._later(RETRY_MS, seat, token)
        else:
            self._sync(seat, token)  # it may have gone, or come back, while that was written

    def _later(self, delay: Millis, seat: Seat, token: bytes) -> None:
        def sync() -> None:
            self._timers.discard(timer)
            self._sync(seat, token)

        timer = self._clock.call_at(self._clock.now() + delay, sync)
        self._timers.add(timer)


_REPORTS: set[asyncio.Future[None]] = set()  # a task that nobody holds may be collected
