"""The coroutine of a table: commands in, one at a time; entries out, on disk before seen.

Laws held here: at most one entry of a table is uncommitted; evolve a copy, commit, then publish.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from koikoi_server.refusal import Reason, Refusal
from koikoi_server.system.clock import Clock, Timer
from koikoi_server.system.traces import trace
from koikoi_server.table import levels as level
from koikoi_server.table.commands import BotChoose, Chance, Command, Restart, Tick
from koikoi_server.table.computers import Computers, Think
from koikoi_server.table.decide import decide
from koikoi_server.table.events import Entry, RequestKey
from koikoi_server.table.fold import evolve
from koikoi_server.table.state import Answered, Stage, TableState

log = logging.getLogger(__name__)

MAX_WAITING = 500  #: commands of persons that may wait in a table's queue
RETRY_MS = 1_000  #: after a tick that brought nothing, or could not be kept


class Log(Protocol):
    """Where entries go before anybody sees them."""

    async def append(self, entry: Entry) -> None:
        """Keep *entry*: when this returns, no crash can lose it.

        Raises:
            Refusal: STORAGE_FAILED, when it was not kept.
        """


Publish = Callable[[TableState, Entry], None]
Asked = tuple[Command, RequestKey | None, "asyncio.Future[Answered] | None"]


class Table:
    """A table that runs. What it holds beside the state is worth nothing after a restart."""

    def __init__(
        self,
        table_id: str,
        journal: Log,
        clock: Clock,
        *,
        draw: Callable[[TableState | None], Chance],
        think: Think,
        publish: Publish,
        state: TableState | None = None,
    ) -> None:
        self.table_id = table_id
        self.state = state
        self._journal = journal
        self._clock = clock
        self._draw = draw
        self._publish = publish
        self._queue: asyncio.Queue[Asked] = asyncio.Queue()
        self._timer: Timer | None = None
        self._is_stopped = False
        self._computers = Computers(clock, think, self.tell)

    async def ask(self, command: Command, request: RequestKey | None = None) -> Answered:
        """Do *command* when its turn comes; a repeated *request* gets its first answer.

        A caller that goes away meanwhile does not undo it.

        Raises:
            Refusal: when it may not be done; nothing has changed.
        """
        if self._queue.qsize() >= MAX_WAITING:
            raise Refusal(Reason.RATE_LIMITED, "The table is very busy: try again in a moment.")
        if self._is_stopped:
            return self._late_answer(request)
        answer: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((command, request, answer))
        return await answer

    def tell(self, command: Command) -> None:
        """As :meth:`ask`, for those who need no answer."""
        self._queue.put_nowait((command, None, None))

    async def run(self) -> None:
        """Work until the table is closed; what is asked after that is refused."""
        try:
            self._schedule()
            while not self._is_closed:
                await self._serve(*await self._queue.get())
        finally:
            self._stop()

    @property
    def _is_closed(self) -> bool:
        return self.state is not None and self.state.stage is Stage.CLOSED

    async def _serve(
        self,
        command: Command,
        request: RequestKey | None,
        answer: asyncio.Future[Answered] | None,
    ) -> None:
        """One command. Whatever goes wrong with it, the table goes on."""
        try:
            answered = await self._do(command, request)
        except Exception as fault:
            if answer is not None and not answer.done():
                answer.set_exception(fault)
            elif not isinstance(fault, Refusal):
                name = type(command).__name__
                log.error("table %s: %s failed: %s", self.table_id, name, trace(fault))
            self._try_later(command, fault)
            return
        except asyncio.CancelledError:
            if answer is not None and not answer.done():
                answer.set_exception(self._why_stopped())
            raise
        if answer is not None and not answer.done():
            answer.set_result(answered)

    def _try_later(self, command: Command, fault: Exception) -> None:
        """What nobody would ask again is asked again by itself, until it is done or stale."""
        if isinstance(command, Tick):
            self._schedule(at_least=RETRY_MS)
        elif isinstance(command, BotChoose | Restart):
            stale = isinstance(fault, Refusal) and fault.reason is Reason.STATE_STALE
            if not stale:
                when = self._clock.now() + RETRY_MS
                self._clock.call_at(when, lambda: self.tell(command))

    async def _do(self, command: Command, request: RequestKey | None) -> Answered:
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
            return Answered(b"", seq, 0, b"")
        entry = Entry(self.table_id, seq + 1, now, cause, command, events, request)
        after = evolve(before, entry)
        await self._journal.append(entry)
        self.state = after
        try:
            self._publish(after, entry)
        except Exception as fault:  # the entry stands: who asked for it is told so
            log.error("table %s: entry %d untold: %s", self.table_id, entry.seq, trace(fault))
        self._schedule()
        if request is None:
            return Answered(b"", after.seq, 0, b"")
        return after.requests[request.id]

    def _first_answer(self, request: RequestKey | None) -> Answered | None:
        """What a repeated request was answered when it was done."""
        if self.state is None or request is None or request.id not in self.state.requests:
            return None
        first = self.state.requests[request.id]
        if first.digest != request.digest:
            raise Refusal(
                Reason.REQUEST_ID_REUSED,
                "This request id was used for something else: use a new one for each request.",
            )
        return first

    def _schedule(self, at_least: int = 0) -> None:
        """Set the one timer to the next deadline, and let computers think whose turn it is."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.state is None:
            return
        due = level.due(self.state)
        if due is not None:
            due = max(due, self._clock.now() + at_least)
            self._timer = self._clock.call_at(due, lambda: self.tell(Tick()))
        self._computers.look(self.state)

    def _stop(self) -> None:
        self._is_stopped = True
        if self._timer is not None:
            self._timer.cancel()
        self._computers.stop()
        while not self._queue.empty():
            _, request, answer = self._queue.get_nowait()
            if answer is None or answer.done():
                continue
            try:
                answer.set_result(self._late_answer(request))
            except Refusal as refusal:
                answer.set_exception(refusal)

    def _late_answer(self, request: RequestKey | None) -> Answered:
        """The first answer of a repeated request; nothing else is done any more.

        Raises:
            Refusal: when there is none.
        """
        first = self._first_answer(request)
        if first is None:
            raise self._why_stopped()
        return first

    def _why_stopped(self) -> Refusal:
        if self._is_closed:
            return Refusal(Reason.TABLE_NOT_FOUND, "This table is closed: choose another one.")
        return Refusal(Reason.SERVER_STOPPING)
