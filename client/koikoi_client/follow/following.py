"""Follow one table: read its stream, keep the last update and its log, and act for the seat.

Front ends are :class:`Listener` objects. :meth:`Following.close` cancels unanswered calls.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing, suppress
from typing import Protocol

from koikoi.v1 import catalog_pb2, service_pb2, table_pb2
from koikoi_client.errors import SERVER_CHANGED, Refused, Untrusted
from koikoi_client.follow.choices import cut
from koikoi_client.follow.seat_calls import SEAT_GONE, SeatCalls
from koikoi_client.follow.user import Place, User
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import duration, printable, text
from koikoi_client.text.names import Names

LOG_LINES = 1000
"""The number of log lines that are kept, the newest."""

Message = service_pb2.WatchSeatResponse | service_pb2.WatchTableResponse


class Listener(Protocol):
    """A front end that shows a table. It may listen to several seats."""

    def updated(self, following: Following, events: Sequence[table_pb2.Event]) -> None:
        """Show an update. *events* happened since the last update; the first one has none."""

    def beat(self, following: Following) -> None:
        """Handle a heartbeat: time has passed, and the number of spectators may have changed."""

    def refused(self, following: Following, refused: Refused) -> None:
        """Show why the server refused something."""


class Following:
    """Follows one table, for a seat or for a spectator.

    Attributes:
        begun: whether the first update has arrived.
        update: the last update; empty before the first one.
        said: the sentences of the last update.
        view: the seat's view in the last update; None for a spectator.
        chart: the game with its yaku under the table's rules; None until it is fetched.
        names: the names of cards, seats and yaku, as seen from this seat.
        spectators: the number of spectators.
        news: a sentence for each new entry in the last update.
        log: all news so far, newest last.
        farewell: a sentence for the user who has left this table; or "".
        listeners: the front ends to call.
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
        self.begun = False
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
        self._connects = 0
        self._answered = ("", 0)  # the match and state version to which a choice was sent
        self._leaving = self._left = False
        self._calls = SeatCalls(user.session, self.seat, self._on_refused)

    @property
    def now(self) -> float:
        """The server's time, in seconds since 1970."""
        return self._monotonic() + self._clock_offset

    @property
    def arriving(self) -> str:
        """What the user waits for until the first update."""
        return text("Going to your seat.") if self.seat is not None else text("Going to the table.")

    @property
    def replaced(self) -> bool:
        """Whether another window has taken the seat over."""
        return self.seat is not None and self.seat.token in self.user.replaced

    # -- following ------------------------------------------------------------------------------

    async def follow(self) -> str:
        """Follow the table until it closes or the seat is lost; return why, as a sentence.

        The store forgets a seat that is lost for good.

        Raises:
            Untrusted: when the server is not trusted any more.
        """
        try:
            await self._follow()
            why = text("You left the table.") if self._left else text("The table is closed.")
        except Untrusted:
            raise
        except Refused as refused:
            if refused.reason == "WATCH_REPLACED":
                if self.seat is not None:
                    self.user.replaced.add(self.seat.token)
                return text("Your seat is now played from another window.")
            why = self.user.sentence(refused)
            if refused.reason not in SEAT_GONE or refused.reason == SERVER_CHANGED:
                return why  # the seat may still exist
        finally:
            self.close()
        if self.seat is not None:
            self.user.store.forget(self.seat)
        # The table may close before our call to leave is answered.
        return text("You left the table.") if self._leaving else why

    def close(self) -> None:
        """Cancel unanswered calls, and make no more."""
        self._calls.close()

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
            if not message.HasField("seat_view"):  # the update in which we left
                self._left = True
                self.user.keep_chain(message.update)
                return
            view = message.seat_view
        if view is not None and self.seat is not None and view.seat != self.seat.seat:
            self.user.say(text("The server sent the cards of another seat. They are not shown."))
            return
        await self._fetch_chart(message.update.table)
        self._apply(message.update, message.said, view)

    def _apply(
        self, update: table_pb2.Update, said: table_pb2.Said, view: table_pb2.SeatView | None
    ) -> None:
        before, self.update, self.said, self.view = self.update, update, said, view
        self.begun = True
        me = view.seat if view is not None else 0
        self.names = Names(self.user.session.catalog, update.table, me, self.chart, said)
        self.user.keep_chain(update)
        # After a long absence the server sends the last few entries again.
        news = [each for each in update.news if each.seq > before.seq]
        events = [event for entry in news for event in entry.events]
        spoken = said.news[len(said.news) - len(news) :]
        self.news = [printable(line) for entry in spoken for line in entry.lines]
        self.log += self.news
        del self.log[:-LOG_LINES]
        for listener in self.listeners:
            listener.updated(self, events if before.seq else [])
        option = cut(view) if view is not None else None
        if option is not None:
            self._cut(option)

    async def _fetch_chart(self, table: table_pb2.Table) -> None:
        """Fetch the yaku under the table's rules, once after each connect."""
        session = self.user.session
        if session.connects == self._connects:
            return
        self._connects = session.connects
        self.chart = None
        with suppress(Refused):  # then the chart of the catalogue is shown
            self.chart = await session.chart(table.game, table.rules)

    # -- acting ---------------------------------------------------------------------------------

    @property
    def answered(self) -> bool:
        """Whether a choice was already sent, or there is no seat to choose for."""
        return self.view is None or self._decision == self._answered

    def choose(self, option: table_pb2.Option) -> bool:
        """Choose an option of the last view; return False if a choice was already sent."""
        if self.answered:
            return False
        if self._calls.may_begin():
            self._answered = self._decision
            self._calls.begin(self._choose(self._answered, option))
        return True

    async def _choose(self, decision: tuple[str, int], option: table_pb2.Option) -> None:
        done = await self._calls.try_send(_choice(decision, option))
        self._take_back(decision, done)

    def _cut(self, option: table_pb2.Option) -> None:
        """Cut the deck without asking the player.

        The call has no timeout: a late cut does no harm, because it is valid for this deck only.
        """
        if not self._calls.closed and self._decision != self._answered:
            self._answered = self._decision
            self._calls.begin(self._send_cut(self._answered, option))

    async def _send_cut(self, decision: tuple[str, int], option: table_pb2.Option) -> None:
        done = False
        with suppress(Refused):  # if the cut is still wanted, the next update offers it again
            await self._calls.send(_choice(decision, option, secrets.token_bytes(32)))
            done = True
        self._take_back(decision, done)

    def _take_back(self, decision: tuple[str, int], done: bool) -> None:
        """If the choice was not *done*, let the player choose again."""
        if not done and self._answered == decision:
            self._answered = ("", 0)

    @property
    def _decision(self) -> tuple[str, int]:
        """The match and the state version to which the last view's options belong."""
        version = self.view.state_version if self.view is not None else 0
        return self.update.match.match_id, version

    def act(self, request: service_pb2.ActRequest) -> None:
        """Send a request, and repeat it until it is answered or CALL_TIMEOUT has passed."""
        if self._calls.may_begin():
            is_chat = request.HasField("chat")
            send = self._calls.chat if is_chat else self._calls.try_send
            self._calls.begin(send(request))

    def use(self, option: table_pb2.SeatOption, bot: str = "") -> None:
        """Use a seat option of the last view, if it is possible already.

        *bot* is one of the option's computer players; by default the first.
        """
        if left := self.seconds_to(option):
            possible = text(
                "{what}: possible in {time}.", what=printable(option.label), time=duration(left)
            )
            self._calls.refuse(Refused("", possible))
            return
        bot = bot or next(iter(option.bots), "")
        if self.seat is not None and option.seat != self.seat.seat:
            self.user.chose_bot(bot)
        self.act(
            service_pb2.ActRequest(use_seat_option=service_pb2.UseSeatOption(id=option.id, bot=bot))
        )

    def seconds_to(self, option: table_pb2.SeatOption) -> float:
        """The seconds until a seat option is possible; 0: now."""
        if not option.HasField("possible_time"):
            return 0.0
        return max(0.0, option.possible_time.ToNanoseconds() / 1e9 - self.now)

    async def leave(self) -> bool:
        """Give up the seat for good; return False if that failed or the table ended first."""
        if self.seat is None:
            return True
        if self._leaving or not self._calls.may_begin():
            return False
        leaving = self._calls.begin(self._leave(self.seat))
        await asyncio.wait({leaving})
        return not leaving.cancelled() and leaving.result()

    async def _leave(self, seat: KeptSeat) -> bool:
        self._leaving = True
        try:
            await self._calls.send_with_timeout(service_pb2.ActRequest(leave=service_pb2.Leave()))
        except Refused as refused:
            if refused.reason not in SEAT_GONE:
                self._leaving = False
                self._calls.refuse(refused)
                return False
        self.user.store.forget(seat)
        self.farewell = text("You left the table.")
        return True

    def _on_refused(self, refused: Refused) -> None:
        for listener in self.listeners:
            listener.refused(self, refused)


def _choice(
    decision: tuple[str, int], option: table_pb2.Option, nonce: bytes = b""
) -> service_pb2.ActRequest:
    choose = service_pb2.Choose(state_version=decision[1], option=option.number, nonce=nonce)
    return service_pb2.ActRequest(choose=choose)
