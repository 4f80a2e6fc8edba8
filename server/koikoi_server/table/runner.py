"""Runs a table: takes commands from its queue, one at a time, and appends entries to its log.

Laws held here: at most one entry of a table is uncommitted, and an entry is on disk before any
follower gets it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from hanafuda.events import Seat
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.system.clock import Clock, Timer
from koikoi_server.system.stack_trace import stack_trace
from koikoi_server.table import derived
from koikoi_server.table.commands import (
    BotChoose,
    Chance,
    Chat,
    Choose,
    Command,
    Join,
    Leave,
    Presence,
    Restart,
    Tick,
    UseSeatOption,
)
from koikoi_server.table.computers import Computers, Think
from koikoi_server.table.decide import decide
from koikoi_server.table.events import Entry, RequestKey
from koikoi_server.table.fair_queue import FairQueue
from koikoi_server.table.fold import evolve
from koikoi_server.table.state import RequestResult, Stage, TableState

log = logging.getLogger(__name__)

MAX_QUEUED = 100  #: commands of one seat in a table's queue, and of all who have no seat
RETRY_MS = 1_000  #: before the server repeats its own command that had no effect or failed


class Log(Protocol):
    """Stores entries before anybody sees them."""

    async def append(self, entry: Entry) -> None:
        """Store *entry*: when this returns, no crash can lose it.

        Raises:
            Refusal: STORAGE_FAILED, when it was not stored.
        """


class Follower(Protocol):
    """Receives the entries of tables, as watches and the lobby do."""

    def on_entry(self, state: TableState, entry: Entry) -> None:
        """Handle *entry*, which is on disk; *state* is its table after it.

        Called for every entry of a table in order, and for all of them again at a restart.
        """


def publish(followers: Iterable[Follower], state: TableState, entry: Entry) -> None:
    """Pass *entry* to all *followers* in order. The failure of one is logged; the others go on."""
    for follower in followers:
        try:
            follower.on_entry(state, entry)
        except Exception as fault:
            name, where = type(follower).__name__, stack_trace(fault)
            log.error("table %s, entry %d, %s: %s", entry.table_id, entry.seq, name, where)


Caller = Seat | None  #: whose command it is; None: the server's own
_SERVER = None

Queued = tuple[Command, RequestKey | None, "asyncio.Future[RequestResult] | None"]


class Table:
    """A running table. Nothing but its state outlives a restart."""

    def __init__(
        self,
        table_id: str,
        journal: Log,
        clock: Clock,
        *,
        draw: Callable[[TableState | None], Chance],
        think: Think,
        state: TableState | None = None,
    ) -> None:
        self.table_id = table_id
        self.state = state
        self.followers: Sequence[Follower] = ()
        self._journal = journal
        self._clock = clock
        self._draw = draw
        self._queue: FairQueue[Queued] = FairQueue()
        self._timer: Timer | None = None
        self._is_stopped = False
        self._computers = Computers(clock, think, self.enqueue)

    async def execute(self, command: Command, request: RequestKey | None = None) -> RequestResult:
        """Queue *command* and wait for its result; a repeated *request* gets its first answer.

        It is executed even if the caller is cancelled meanwhile.

        Raises:
            Refusal: when it is not allowed; nothing has changed.
        """
        caller = self._caller(command)
        if caller is not _SERVER and self._queue.size(caller) >= MAX_QUEUED:
            raise Refusal(
                Reason.RATE_LIMITED, "Too many requests at this table at once: wait {wait}."
            )
        if self._is_stopped:
            return self._late_answer(request)
        answer: asyncio.Future[RequestResult] = asyncio.get_running_loop().create_future()
        self._queue.put(caller, (command, request, answer))
        return await answer

    def enqueue(self, command: Command) -> None:
        """Queue *command* without waiting for its result."""
        self._queue.put(_SERVER, (command, None, None))

    def _caller(self, command: Command) -> Caller:
        """The seat that sends *command*; 0: somebody without a seat."""
        match command:
            case Join():
                token = b""
            case Choose(token) | Chat(token) | UseSeatOption(token) | Leave(token):
                pass
            case Presence(_, token):
                pass
            case _:
                return _SERVER
        seats = self.state.seats if self.state is not None else ()
        return next((each.seat for each in seats if token and each.token == token), 0)

    async def run(self) -> None:
        """Execute commands until the table is closed; later ones are refused."""
        try:
            self._schedule()
            while not self._is_closed:
                await self._handle(*await self._queue.get())
        finally:
            self._stop()

    @property
    def _is_closed(self) -> bool:
        return self.state is not None and self.state.stage is Stage.CLOSED

    async def _handle(
        self,
        command: Command,
        request: RequestKey | None,
        answer: asyncio.Future[RequestResult] | None,
    ) -> None:
        """Execute one command; pass its result or error to *answer*. No error stops the table."""
        try:
            answered = await self._execute(command, request)
        except Exception as fault:
            if answer is not None and not answer.done():
                answer.set_exception(fault)
            elif not isinstance(fault, Refusal):
                name = type(command).__name__
                log.error("table %s: %s failed: %s", self.table_id, name, stack_trace(fault))
            self._retry_later(command, fault)
            return
        except asyncio.CancelledError:
            if answer is not None and not answer.done():
                answer.set_exception(self._why_stopped())
            raise
        if answer is not None and not answer.done():
            answer.set_result(answered)

    def _retry_later(self, command: Command, fault: Exception) -> None:
        """Repeat one of the server's own commands later, until it succeeds or is stale."""
        if isinstance(command, Tick):
            self._schedule(at_least=RETRY_MS)
        elif isinstance(command, BotChoose | Restart):
            stale = isinstance(fault, Refusal) and fault.reason is Reason.STATE_STALE
            if not stale:
                when = self._clock.now() + RETRY_MS
                self._clock.call_at(when, lambda: self.enqueue(command))

    async def _execute(self, command: Command, request: RequestKey | None) -> RequestResult:
        before = self.state
        first = self._first_answer(request)
        if first is not None:
            return first
        now = self._clock.now()
        cause, events = decide(before, command, now, self._draw(before))
        seq = before.seq if before is not None else 0
        if not events and request is None:
            if isinstance(command, Tick):
                self._schedule(at_least=RETRY_MS)
            return RequestResult(b"", seq, 0, b"")
        entry = Entry(self.table_id, seq + 1, now, cause, command, events, request)
        after = evolve(before, entry)
        await self._journal.append(entry)
        self.state = after
        publish(self.followers, after, entry)
        self._schedule()
        if request is None:
            return RequestResult(b"", after.seq, 0, b"")
        return after.requests[request.id]

    def _first_answer(self, request: RequestKey | None) -> RequestResult | None:
        """The stored answer to a repeated request; None: the request is new."""
        if self.state is None or request is None or request.id not in self.state.requests:
            return None
        first = self.state.requests[request.id]
        if first.digest != request.digest:
            raise Refusal(Reason.REQUEST_ID_REUSED)
        return first

    def _schedule(self, at_least: int = 0) -> None:
        """Set the timer to the next deadline, and start the computers that have options."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.state is None:
            return
        due = derived.due(self.state)
        if due is not None:
            due = max(due, self._clock.now() + at_least)
            self._timer = self._clock.call_at(due, lambda: self.enqueue(Tick()))
        self._computers.update(self.state)

    def _stop(self) -> None:
        self._is_stopped = True
        if self._timer is not None:
            self._timer.cancel()
        self._computers.stop()
        for _, request, answer in self._queue.drain():
            if answer is None or answer.done():
                continue
            try:
                answer.set_result(self._late_answer(request))
            except Refusal as refusal:
                answer.set_exception(refusal)

    def _late_answer(self, request: RequestKey | None) -> RequestResult:
        """The stored answer to a repeated request, once the table is stopped.

        Raises:
            Refusal: when the request is new.
        """
        first = self._first_answer(request)
        if first is None:
            raise self._why_stopped()
        return first

    def _why_stopped(self) -> Refusal:
        if self._is_closed:
            return Refusal(Reason.TABLE_NOT_FOUND, "This table is closed: choose another one.")
        return Refusal(Reason.SERVER_STOPPING)
