"""A whole server without sockets, in which everything that a caller could see is kept as bytes.

Two worlds are driven one after the other through the same steps: their clocks stand until they
are moved, and what is left to chance comes from each world's own seed.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from google.protobuf.message import Message

from hanafuda.events import Seat
from hanafuda.game import Option, SeatView, seat_view
from koikoi.v1 import service_pb2
from koikoi_server.journal import StoredRecord
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.lobby.lobby import Lobby
from koikoi_server.lobby.records import Records
from koikoi_server.lobby.table_index import LiveTable
from koikoi_server.service.broadcast import Broadcast
from koikoi_server.service.directory import Directory
from koikoi_server.service.rpcs import Service
from koikoi_server.settings import Settings
from koikoi_server.system.clock import sleep_until
from koikoi_server.table.events import Entry
from koikoi_server.table.state import TableState
from koikoi_server.wire.record import recording
from tests.secrecy.context import Aborted, Context, Outcome, answered
from tests.secrecy.tamed import CHANCE, WRITTEN
from tests.secrecy.tamed import tame_chance as tame_chance  # with the world that needs it
from tests.support.clock import FakeClock

KEY = b"the key of both worlds, 32 bytes"
FREE = (1_000_000, 1_000)
SETTINGS = Settings(
    acts=FREE,
    chats=FREE,
    seat_changes=FREE,
    table_joins=FREE,
    join_attempts=FREE,
    reads=FREE,
    keep_closed=40_000,
)
SOON = (8, 1)
CROWDED = Settings(
    acts=SOON, chats=SOON, seat_changes=SOON, table_joins=SOON, join_attempts=SOON, reads=SOON,
    reconnects=SOON, max_watches=4, address_watches=6,
)  # fmt: skip
LONGEST = 5_000  #: turns of the event loop until a call is answered that waits for nothing
TURNS = 48  #: of the event loop, after which all that was ready is done: several computers too

Script = Callable[[SeatView], Awaitable[Option]]


class Stream(NamedTuple):
    """A watch: what it was told, and how it ended."""

    context: Context
    task: asyncio.Task[None]
    language: str = ""  #: that was asked for; empty: none


class World:
    """A server, its clock, and the streams that somebody reads."""

    def __init__(
        self, *, seed: int, script: Script, settings: Settings = SETTINGS, now: int | None = None
    ) -> None:
        self.random = Random(seed)
        self.clock = FakeClock(now) if now is not None else FakeClock()
        self.journal = Remembering()
        self.streams: dict[str, list[Stream]] = {}
        self.written: list[str] = []  #: log records of every level, and output
        self.waits: list[int] = []  #: milliseconds that each call took
        self.table_id = ""  #: of the table that is looked at; empty: the only one
        self._script = script
        self._directory = Directory(
            self.clock,
            heartbeat=settings.heartbeat,
            keepalive_timeout=settings.keepalive_timeout,
        )
        records = Records(self.journal, self.clock, recording.stored_record)
        self.lobby = Lobby(
            self.journal,
            self.clock,
            settings,
            records=records,
            table_list=self._directory,
            updates=Broadcast,
            think=self._think,
        )
        service = Service(
            self.lobby, self._directory, records, self.clock, settings, key=KEY, server_id="both"
        )
        self._handlers = service.handlers()

    @classmethod
    async def restored(
        cls, log: Iterable[Entry], records: Iterable[StoredRecord], **fields: Any
    ) -> World:
        """A server that has started from such a log, some time after its last entry."""
        entries = list(log)
        made = cls(now=entries[-1].time + 5_000, **fields)
        made.table_id = entries[-1].table_id
        for entry in entries:
            await made.journal.append(entry)
        for record in records:
            await made.journal.keep(record)
        with made:
            await made.lobby.restore()
            await idle()
        return made

    def __enter__(self) -> World:
        """Chance, the log and output are this world's as long as the block lasts."""
        CHANCE.random = self.random
        WRITTEN.lines = self.written
        self._outputs = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = WRITTEN
        return self

    def __exit__(self, *_: object) -> None:
        CHANCE.random = WRITTEN.lines = None
        sys.stdout, sys.stderr = self._outputs

    @property
    def live(self) -> LiveTable:
        """The table that is looked at."""
        if self.table_id:
            live = self.lobby.get(self.table_id)
            assert live is not None, "the table was forgotten"
            return live
        (live,) = self.lobby.open_tables()
        return live

    @property
    def state(self) -> TableState:
        return self.live.state

    async def call(self, method: str, request: Message | bytes, language: str = "") -> Outcome:
        """What a caller is answered: a message, or all of a stream that ends by itself.

        The clock moves on while the answer waits for it. *language*: that the caller names.
        """
        body = request if isinstance(request, bytes) else request.SerializeToString()
        context = Context(language)
        with self:
            began = self.clock.now()
            answer = asyncio.create_task(answered(self._method(method), body, context))
            while not await self._is_done(answer):
                due = self.clock.next_call
                assert due is not None, f"{method} is never answered"
                self.clock.advance(max(0, due - self.clock.now()))
            self.waits.append(self.clock.now() - began)
            await idle()
        return answer.result()

    async def _is_done(self, answer: asyncio.Task[Outcome]) -> bool:
        """Whether there is an answer by now: if not, it waits for the clock."""
        for _ in range(LONGEST):
            if answer.done():
                return True
            await asyncio.sleep(0)
        return answer.done()

    async def watch(self, who: str, method: str, request: Message | bytes) -> Stream:
        """Open a stream for *who* and read it from now on."""
        body = request if isinstance(request, bytes) else request.SerializeToString()
        context = Context()
        call = self._method(method).unary_stream(body, context)
        with self:
            task = asyncio.create_task(_followed(call))
            stream = Stream(context, task, getattr(request, "language", ""))
            self.streams.setdefault(who, []).append(stream)
            await idle()
        return stream

    async def advance(self, millis: int) -> None:
        """Let time pass, the way it does: from one call that is due to the next."""
        end = self.clock.now() + millis
        with self:
            while (due := self.clock.next_call) is not None and due <= end:
                self.clock.advance(max(0, due - self.clock.now()))
                await idle()
            self.clock.advance(end - self.clock.now())
            await idle()

    def seen(self, who: str) -> list[list[Outcome]]:
        """All that *who* was ever told by streams."""
        return [stream.context.seen for stream in self.streams.get(who, [])]

    def seat_view(self, seat: Seat) -> SeatView | None:
        """What a computer in *seat* would see; None outside of a match."""
        match, state = self.state.match, self.state
        return seat_view(state.module, state.rules, match.state, seat) if match else None

    def log(self) -> list[Entry]:
        """The entries of the table that is looked at."""
        table_id = self.table_id or self.state.table_id
        return [each for each in self.journal.entries if each.table_id == table_id]

    async def stop(self) -> None:
        with self:
            for streams in self.streams.values():
                for stream in streams:
                    stream.task.cancel()
            await idle(4)
            await self.lobby.stop()

    async def _think(
        self, game: str, level: str, view: SeatView, due: int
    ) -> AsyncIterator[Option]:
        # As long as the hand wants, also longer than the delay: nobody may notice it.
        chosen = await self._script(view)
        yield chosen
        if delay := self.state.pace.bot_delay:
            await sleep_until(self.clock, self.clock.now() + sum(view.hand) * 37 % (2 * delay))
            yield chosen

    def _method(self, name: str) -> Any:
        return self._handlers[name]


class Remembering(MemoryJournal):
    """A journal that shows what it holds."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []
        self.kept: list[StoredRecord] = []
        self.failure: Callable[[], Exception] | None = None  #: makes what every append raises

    async def append(self, entry: Entry) -> None:
        if self.failure is not None:
            raise self.failure()
        self.entries.append(entry)
        await super().append(entry)

    async def keep(self, record: StoredRecord) -> None:
        self.kept.append(record)
        await super().keep(record)


async def _followed(call: Awaitable[None]) -> None:
    try:
        await call
    except Aborted:
        return


async def idle(turns: int = TURNS) -> None:
    """Let all that is ready in the loop run."""
    for _ in range(turns):
        await asyncio.sleep(0)


def request_id(*parts: object) -> str:
    """The same for the same parts, and long enough."""
    return "-".join(map(str, parts)).ljust(20, "=")[:64]


def act(token: str, asked: str, **what: Any) -> service_pb2.ActRequest:
    """What the holder of *token* does."""
    return service_pb2.ActRequest(seat_token=token, request_id=asked, **what)
