"""One table as it is followed, without any face: the stream, the chart, the clock, what is done.

A face listens: it is told each update, and why something was not done. All that was asked for at
the table ends with :meth:`Following.close`.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import aclosing, suppress
from typing import Any, Protocol, TypeVar

from koikoi.v1 import catalog_pb2, service_pb2, table_pb2
from koikoi_client.follow.choices import cut
from koikoi_client.follow.store import KeptSeat
from koikoi_client.follow.user import Place, User
from koikoi_client.text import duration, printable, text
from koikoi_client.text.names import Names
from koikoi_client.wire.call_timeout import within_call_timeout
from koikoi_client.wire.errors import SERVER_CHANGED, Refused

GONE = ("SEAT_TOKEN_INVALID", "TABLE_NOT_FOUND", SERVER_CHANGED)
"""Reasons after which a seat is no more."""
LOG_LINES = 1000
"""So many lines of the log are kept."""

Message = service_pb2.WatchSeatResponse | service_pb2.WatchTableResponse
Result = TypeVar("Result")


class Listener(Protocol):
    """A face that shows a table; one may listen to several, each seat's own."""

    def updated(self, following: Following, events: Sequence[table_pb2.Event]) -> None:
        """Take an update; *events* have happened since the one before, none before the first."""

    def beat(self, following: Following) -> None:
        """Take a heartbeat: the time goes on, and spectators come and go."""

    def refused(self, following: Following, refused: Refused) -> None:
        """Take what was not done, and why."""


class Following:
    """Follows one table, for a seat or for a spectator.

    Attributes:
        update: the last one; empty before the first.
        said: what it says in words.
        view: of the seat, that came with it; None for a spectator.
        chart: the table's game under its rules, when it was fetched.
        words: what things are called here, to the one who sits here.
        news: what the last update says of its new entries, line by line.
        log: the news so far, the newest last.
        farewell: why the person is at this table no more, as a sentence; empty: they still are.
        listeners: who is told.
    """

    def __init__(
        self,
        user: User,
        place: Place,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.user = user
        self.place = place
        self.seat = place if isinstance(place, KeptSeat) else None
        self.update = table_pb2.Update()
        self.said = table_pb2.Said()
        self.view: table_pb2.SeatView | None = None
        self.chart: catalog_pb2.Game | None = None
        self.names = Names(user.session.catalog)
        self.spectators = 0
        self.news: Sequence[str] = ()
        self.log: list[str] = []
        self.farewell = ""
        self.listeners: list[Listener] = []
        self._monotonic = monotonic
        self._clock_offset = time.time() - monotonic()
        self._greetings = 0
        self._answered = ("", 0)  # the match and state version to which a choice was sent
        self._leaving = self._left = self._closed = False
        self._acts: set[asyncio.Task[Any]] = set()

    @property
    def now(self) -> float:
        """The server's time, in seconds since 1970."""
        return self._monotonic() + self._clock_offset

    @property
    def begun(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.update.seq)

    # -- following ------------------------------------------------------------------------------

    async def follow(self) -> str:
        """Follow the table until it is no more, or no more ours; why, as a sentence.

        A seat that is lost for good is forgotten.
        """
        try:
            await self._follow()
            why = text("You left the table.") if self._left else text("The table is closed.")
        except Refused as refused:
            if refused.reason == "WATCH_REPLACED":
                return text("Your seat is played from another window now.")
            why = self.user.sentence(refused)
            if refused.reason not in GONE or refused.reason == SERVER_CHANGED:
                return why  # its own server may come back, and knows the seat still
        finally:
            self.close()
        if self.seat is not None:
            self.user.store.forget(self.seat)
        # The table's end may come before the answer to who leaves.
        return text("You left the table.") if self._leaving else why

    def close(self) -> None:
        """Give up what is still being asked for; nothing more is done here."""
        self._closed = True
        for task in self._acts:
            task.cancel()

    async def _follow(self) -> None:
        session = self.user.session
        stream: AsyncIterator[Message]
        if isinstance(self.place, KeptSeat):
            stream = session.watch_seat(self.place.token, self.place.server_id)
        else:
            stream = session.watch_table(self.place.table_id, self.place.join_code)
        async with aclosing(stream):
            async for message in stream:
                await self._take(message)

    async def _take(self, message: Message) -> None:
        beat = message.heartbeat
        self._clock_offset = beat.server_time.ToNanoseconds() / 1e9 - self._monotonic()
        self.spectators = beat.spectators
        if not message.HasField("update"):
            for listener in self.listeners:
                listener.beat(self)
            return
        view = None
        if isinstance(message, service_pb2.WatchSeatResponse):
            if not message.HasField("seat_view"):  # this is what one's own leave did
                self._left = True
                self.user.saw(message.update)
                return
            view = message.seat_view
        if view is not None and self.seat is not None and view.seat != self.seat.seat:
            self.user.say(text("The server sent another seat's view: it is not shown."))
            return
        await self._fetch_chart(message.update.table)
        self._apply(message.update, message.said, view)

    def _apply(
        self, update: table_pb2.Update, said: table_pb2.Said, view: table_pb2.SeatView | None
    ) -> None:
        before, self.update, self.said, self.view = self.update, update, said, view
        me = view.seat if view is not None else 0
        self.names = Names(self.user.session.catalog, update.table, me, self.chart, said)
        self.user.saw(update)
        # After a long absence the last few entries come again.
        news = [each for each in update.news if each.seq > before.seq]
        events = [event for entry in news for event in entry.events]
        told = said.news[len(said.news) - len(news) :]
        self.news = [printable(line) for entry in told for line in entry.lines]
        self.log += self.news
        del self.log[:-LOG_LINES]
        for listener in self.listeners:
            listener.updated(self, events if before.seq else [])
        option = cut(view) if view is not None else None
        if option is not None:
            self._cut(option)

    async def _fetch_chart(self, table: table_pb2.Table) -> None:
        """The yaku under the table's rules, once after each connect."""
        session = self.user.session
        if session.greetings == self._greetings:
            return
        self._greetings = session.greetings
        self.chart = None
        with suppress(Refused):  # the default chart serves as well
            self.chart = await session.chart(table.game, table.rules)

    # -- acting ---------------------------------------------------------------------------------

    @property
    def answered(self) -> bool:
        """Whether there is nothing to choose, or a choice was sent already."""
        return self.view is None or self._question == self._answered

    def choose(self, option: table_pb2.Option) -> bool:
        """Choose an option of the last view; False when that one was answered already."""
        if self.answered:
            return False
        if self._may_act():
            self._answered = self._question
            self._begin(self._answer(self._answered, option))
        return True

    def _cut(self, option: table_pb2.Option) -> None:
        """Cut the deck, of which the person hears nothing.

        A cut holds for its deck alone: it is asked for until it is answered, however late.
        """
        if not self._closed and self._question != self._answered:
            self._answered = self._question
            self._begin(self._answer(self._answered, option, secrets.token_bytes(32)))

    async def _answer(
        self, question: tuple[str, int], option: table_pb2.Option, nonce: bytes = b""
    ) -> None:
        choose = service_pb2.Choose(state_version=question[1], option=option.number, nonce=nonce)
        request, done = service_pb2.ActRequest(choose=choose), False
        if nonce:
            with suppress(Refused):  # the next update asks for it again, if it is due still
                await self._ask(request)
                done = True
        else:
            done = await self._done(lambda: self._ask(request))
        if not done and self._answered == question:
            self._answered = ("", 0)

    @property
    def _question(self) -> tuple[str, int]:
        """The match and the state version to which the last view's options belong."""
        version = self.view.state_version if self.view is not None else 0
        return self.update.match.match_id, version

    def act(self, request: service_pb2.ActRequest) -> None:
        """Do something at the table; it is repeated until it is answered, or given up."""
        if self._may_act():
            self._begin(self._done(lambda: self._ask(request)))

    def use(self, option: table_pb2.SeatOption, bot: str = "") -> None:
        """Use one of the last view's seat options, if its time has come; *bot*: see its bots."""
        if left := self.seconds_to(option):
            self._tell(Refused("", text("That is possible in {time}.", time=duration(left))))
            return
        bot = bot or next(iter(option.bots), "")
        if self.seat is not None and option.seat != self.seat.seat:
            self.user.chose_bot(bot)
        self.act(
            service_pb2.ActRequest(use_seat_option=service_pb2.UseSeatOption(id=option.id, bot=bot))
        )

    def seconds_to(self, option: table_pb2.SeatOption) -> float:
        """How long until a seat option is possible; 0: it is now."""
        if not option.HasField("possible_time"):
            return 0.0
        return max(0.0, option.possible_time.ToNanoseconds() / 1e9 - self.now)

    async def leave(self) -> bool:
        """Give the seat up for good; whether it was done before the following ended."""
        if self.seat is None:
            return True
        if self._leaving or not self._may_act():
            return False
        leaving = self._begin(self._leave(self.seat))
        await asyncio.wait({leaving})
        return not leaving.cancelled() and leaving.result()

    async def _leave(self, seat: KeptSeat) -> bool:
        self._leaving = True
        try:
            await within_call_timeout(self._ask(service_pb2.ActRequest(leave=service_pb2.Leave())))
        except Refused as refused:
            if refused.reason not in GONE:
                self._leaving = False
                self._tell(refused)
                return False
        self.user.store.forget(seat)
        self.farewell = text("You left the table.")
        return True

    async def _done(self, doing: Callable[[], Awaitable[None]]) -> bool:
        """Whether it was done; if not, the listeners know why."""
        try:
            await within_call_timeout(doing())
        except Refused as refused:
            self._tell(refused)
            return False
        return True

    async def _ask(self, request: service_pb2.ActRequest) -> None:
        assert self.seat is not None, "spectators cannot act"
        await self.user.session.act(self.seat.token, request, self.seat.server_id)

    def _tell(self, refused: Refused) -> None:
        if refused.reason not in GONE:  # of those the stream says the same, and ends
            for listener in self.listeners:
                listener.refused(self, refused)

    def _may_act(self) -> bool:
        """Whether something may be begun: what would be done much later is refused at once."""
        if not self._closed and not self.user.session.connected:
            lost = text("The connection is lost: nothing was done. Do it again when it is back.")
            self._tell(Refused("", lost))
            return False
        return not self._closed

    def _begin(self, doing: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.create_task(doing)
        self._acts.add(task)
        task.add_done_callback(self._acts.discard)
        return task
