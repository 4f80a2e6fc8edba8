"""One table as it is followed: the last update, the log of lines, the server's clock, and acts."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import aclosing, suppress

from koikoi.v1 import catalog_pb2, service_pb2, table_pb2

from ..alone import play_alone
from ..choices import cut
from ..errors import SERVER_CHANGED, Refused
from ..guest import Guest, Place
from ..screen.view import View
from ..store import KeptSeat
from ..texts import printable, text
from ..words import Words

GONE = ("SEAT_TOKEN_INVALID", "TABLE_NOT_FOUND", SERVER_CHANGED)
"""Reasons after which a seat is no more."""
LOG_LINES = 1000
"""So many lines of the log are kept."""

Listener = Callable[[list[table_pb2.Event]], None]


class Feed:
    """Follows one table, for a seat or for a spectator.

    Attributes:
        update: the last one; empty before the first.
        seat_view: that came with it; None for a spectator.
        log: what was said so far, the newest last.
        left: who left the seats that are open now, by the seat.
        shared: whether all players look at this screen, so that the log calls nobody "you".
        own_turn: what happened in the last turn of mine, in this round.
        inherited_turn: what happened in the last turn of who sat in my seat before me.
        on_update: called after each update with the events that are new; an empty list for a
            snapshot, whose events are of the past.
        on_refused: called with what was not done, and why.
    """

    def __init__(
        self, guest: Guest, place: Place, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.guest = guest
        self.seat = place if isinstance(place, KeptSeat) else None
        self.update = table_pb2.Update()
        self.seat_view: table_pb2.SeatView | None = None
        self.chart: catalog_pb2.Game | None = None
        self.spectators = 0
        self.log: list[str] = []
        self.shared = False
        self.left: dict[int, str] = {}
        self.own_turn: list[table_pb2.Event] = []
        self.inherited_turn: list[table_pb2.Event] = []
        self._round = ("", 0)
        self.on_update: Listener = lambda events: None
        self.on_refused: Callable[[Refused], None] = guest.say_refused
        self.place = place
        self.farewell = ""  #: what is said when one has left the table
        self._monotonic = monotonic
        self._clock_offset = time.time() - monotonic()
        self._greetings = 0
        self._sent = 0  # the state version that was answered last
        self._sending: asyncio.Task[None] | None = None
        self._acts: set[asyncio.Task[None]] = set()

    @property
    def now(self) -> float:
        """The server's time, in seconds since 1970."""
        return self._monotonic() + self._clock_offset

    @property
    def begun(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.update.seq)

    def view(self, *, chosen: int = 0, marks: bool = True, hands: bool = True) -> View:
        """What a screen of this table shows; without *hands* as a spectator sees it."""
        session = self.guest.session
        return View(
            update=self.update,
            seat_view=self.seat_view if hands else None,
            catalog=session.catalog,
            chart=self.chart,
            chosen=chosen,
            marks=marks,
            now=self.now,
            spectators=self.spectators,
            connection=session.absence,
            connected=session.connected,
            invitation=self._invitation() if hands else (),
            log=self.log,
            left=self.left,
            own_turn=self.own_turn if hands else (),
            inherited_turn=self.inherited_turn if hands else (),
        )

    # -- following ------------------------------------------------------------------------------

    async def follow(self) -> str:
        """Follow the table until it is no more, or no more ours; why, as a sentence.

        A seat that is lost for good is forgotten.
        """
        try:
            await self._follow()
            why = text("The table is closed.")
        except Refused as refused:
            if refused.reason == "WATCH_REPLACED":
                return text("Your seat is played from another window now.")
            why = refused.message
            if refused.reason not in GONE:
                return why
            why = self.farewell or why
        finally:
            for task in self._acts:
                task.cancel()
        if self.seat is not None:
            self.guest.store.forget(self.seat)
        return why

    async def _follow(self) -> None:
        session = self.guest.session
        stream: AsyncIterator[service_pb2.WatchSeatResponse | service_pb2.WatchTableResponse]
        if isinstance(self.place, KeptSeat):
            stream = session.watch_seat(self.place.token, self.place.server_id)
        else:
            stream = session.watch_table(self.place.table_id, self.place.join_code)
        async with aclosing(stream):
            async for message in stream:
                await self._take(message)

    async def _take(
        self, message: service_pb2.WatchSeatResponse | service_pb2.WatchTableResponse
    ) -> None:
        beat = message.heartbeat
        self._clock_offset = beat.server_time.ToNanoseconds() / 1e9 - self._monotonic()
        fewer_or_more = beat.spectators != self.spectators
        self.spectators = beat.spectators
        if not message.HasField("update"):
            if fewer_or_more:
                self.on_update([])
            return
        view = message.seat_view if isinstance(message, service_pb2.WatchSeatResponse) else None
        if view is not None and self.seat is not None and view.seat != self.seat.seat:
            self.guest.say(text("The server sent another seat's view: it is not shown."))
            return
        await self._fetch_chart(message.update.table)
        events = self._news(message.update, view)
        self._remember(message.update, view)
        self.update, self.seat_view = message.update, view
        self.guest.saw(message.update)
        self.on_update(events)
        option = cut(view) if view is not None else None
        if option is not None:
            self.choose(option, secrets.token_bytes(32))

    def _remember(self, update: table_pb2.Update, view: table_pb2.SeatView | None) -> None:
        """Keep what the next updates do not say again: who left, and my last turn."""
        before = {seat.seat: seat.player_name for seat in self.update.table.seats}
        for seat in update.table.seats:
            if seat.player_name or seat.bot:
                self.left.pop(seat.seat, None)
            elif name := before.get(seat.seat):
                self.left[seat.seat] = printable(name)
        match = update.match
        if self._round != (match.match_id, match.round):
            self._round, self.own_turn = (match.match_id, match.round), []
        turn = list(match.last_turn)
        if view is None or not turn or turn[0].seat != view.seat:
            return
        if _is_inherited(turn, update.news, view.seat):
            self.inherited_turn = turn
        if turn != self.inherited_turn:
            self.own_turn = turn

    async def _fetch_chart(self, table: table_pb2.Table) -> None:
        """The yaku under the table's rules, once after each connect."""
        session = self.guest.session
        if session.greetings == self._greetings:
            return
        self._greetings = session.greetings
        self.chart = None
        with suppress(Refused):  # the default chart serves as well
            self.chart = await session.chart(table.game, table.rules)

    def _news(
        self, update: table_pb2.Update, view: table_pb2.SeatView | None
    ) -> list[table_pb2.Event]:
        """Puts what is new into the log; the events that just happened, of a live update."""
        seen = self.update.seq
        entries = [entry for entry in update.news if entry.seq > seen]
        events = [event for entry in entries for event in entry.events]
        me = view.seat if view and not self.shared else 0
        words = Words(self.guest.session.catalog, update.table, me, self.chart)
        self.log += [line for line in words.sentences(events) if line]
        del self.log[:-LOG_LINES]
        return [] if update.snapshot else events

    def _invitation(self) -> tuple[str, ...]:
        """What friends type to come to this table."""
        code = self.seat_view.join_code if self.seat_view is not None else ""
        if not code and not self.guest.invitations:
            return ()
        address = self.guest.session.address
        ours = (f"koikoi-client {address}",)
        end = f" --join {code}" if code else ""
        return tuple(line + end for line in self.guest.invitations or ours)

    # -- acting ---------------------------------------------------------------------------------

    def choose(self, option: table_pb2.Option, nonce: bytes = b"") -> None:
        """Choose an option of the last view; a second answer to the same view is not sent."""
        if self.seat_view is None:
            return
        version = self.seat_view.state_version
        if version == self._sent and self._sending is not None and not self._sending.done():
            return
        self._sent = version
        choose = service_pb2.Choose(state_version=version, option=option.option, nonce=nonce)
        self._sending = self.act(service_pb2.ActRequest(choose=choose))

    def act(self, request: service_pb2.ActRequest) -> asyncio.Task[None]:
        """Do something at the table; it is repeated until it is answered."""
        task = asyncio.create_task(self._act(request))
        self._acts.add(task)
        task.add_done_callback(self._acts.discard)
        return task

    async def _act(self, request: service_pb2.ActRequest) -> None:
        assert self.seat is not None, "spectators cannot act"
        try:
            await self.guest.session.act(self.seat.token, request, self.seat.server_id)
        except Refused as refused:
            if refused.reason not in GONE:  # of those the stream says the same, and ends
                self.on_refused(refused)

    def play_alone(self, bot: str) -> None:
        """End the match that waits for others, and begin one against the computer."""
        seat = self.seat
        assert seat is not None, "spectators cannot act"

        async def play() -> None:
            try:
                await play_alone(self.guest.session, seat, self.update, bot)
            except Refused as refused:
                if refused.reason not in GONE:
                    self.on_refused(refused)

        task = asyncio.create_task(play())
        self._acts.add(task)
        task.add_done_callback(self._acts.discard)

    async def leave(self) -> bool:
        """Give the seat up for good; whether it was done."""
        if self.seat is None:
            return True
        leave = service_pb2.ActRequest(leave=service_pb2.Leave())
        self.farewell = text("You left the table.")  # the stream may end before the answer comes
        try:
            await self.guest.session.act(self.seat.token, leave, self.seat.server_id)
        except Refused as refused:
            if refused.reason not in GONE:
                self.farewell = ""
                self.on_refused(refused)
                return False
        self.guest.store.forget(self.seat)
        return True


def _is_inherited(
    turn: Sequence[table_pb2.Event], news: Iterable[table_pb2.Entry], seat: int
) -> bool:
    """Whether *turn* was made in *seat* before its person sat down, as far as the news tell."""
    events = [event for entry in news for event in entry.events]
    joined = table_pb2.EVENT_KIND_PERSON_JOINED
    sat = [place for place, each in enumerate(events) if each.kind == joined and each.seat == seat]
    return bool(sat) and turn[0] not in events[sat[-1] :]
