"""Line mode at a table: follows it, says what is new, and does what is typed."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import aclosing, suppress

from koikoi.v1 import catalog_pb2 as c
from koikoi.v1 import service_pb2 as wire
from koikoi.v1 import table_pb2 as t
from koikoi_client.choices import awaited, cut
from koikoi_client.errors import SERVER_CHANGED, Refused
from koikoi_client.plain_help import HINT, SPECTATOR_HINT
from koikoi_client.plain_news import News, choice_lines
from koikoi_client.plain_visit import Place, Visit
from koikoi_client.store import KeptSeat
from koikoi_client.texts import text
from koikoi_client.words import Words

GONE = ("SEAT_TOKEN_INVALID", "TABLE_NOT_FOUND", SERVER_CHANGED)
"""Reasons after which a seat is no more."""
BELL_AFTER = 2.0
"""Seconds of waiting after which one's own turn rings the bell."""


class PlainTable:
    """One table, followed. A person's *place* is a seat or among the spectators."""

    def __init__(
        self, visit: Visit, place: Place, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.visit = visit
        self.seat = place if isinstance(place, KeptSeat) else None
        self.spectating = None if isinstance(place, KeptSeat) else place
        self.moved_to: KeptSeat | None = None  # the seat that a spectator has taken
        self.news = News()
        self.update = t.Update()
        self.view: t.SeatView | None = None
        self.words = Words(visit.session.catalog)
        self.ready = asyncio.Event()  # set when there is an update
        self.spectators = 0
        self._sent = 0  # the state version that was answered last
        self.sending: asyncio.Task[None] | None = None
        self._monotonic = monotonic
        self._clock_offset = 0.0
        self._greetings = 0
        self._chart: c.Game | None = None
        self._leaving = False
        self._left = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._rung = -1  # the state version of my last turn that was told by the bell, or not
        self._last_choice = monotonic()

    @property
    def now(self) -> float:
        """The server's time, in seconds since 1970."""
        return self._monotonic() + self._clock_offset

    async def follow(self) -> None:
        """Say what happens until the table is no more, or no more ours.

        A seat that is lost for good is forgotten.
        """
        try:
            await self._follow()
        except Refused as refused:
            if refused.reason == "WATCH_REPLACED":
                self.visit.say(text("Your seat is played from another window now."))
                return
            gone = refused.reason in GONE
            if gone and self._leaving:  # who has left need not be told that the seat is gone
                self._say_left()
            else:
                self.visit.say_refused(refused)
            if gone and self.seat is not None:
                self.visit.store.forget(self.seat)
        else:
            if self._leaving:
                self._say_left()
            if self.seat is not None:
                self.visit.store.forget(self.seat)
        finally:
            for task in self._tasks:
                task.cancel()

    async def _follow(self) -> None:
        session = self.visit.session
        if self.seat is not None:
            async with aclosing(session.watch_seat(self.seat.token, self.seat.server_id)) as seated:
                async for own in seated:
                    self._heartbeat(own.heartbeat)
                    if own.HasField("update"):
                        await self._apply(own.update, own.seat_view)
                    else:
                        self.visit.say(*self.news.absences(self.words, self.now))
        elif self.spectating is not None:
            place = self.spectating
            async with aclosing(session.watch_table(place.table_id, place.join_code)) as seen:
                async for message in seen:
                    self._heartbeat(message.heartbeat)
                    if message.HasField("update"):
                        await self._apply(message.update, None)

    def _heartbeat(self, heartbeat: wire.Heartbeat) -> None:
        self._clock_offset = heartbeat.server_time.ToNanoseconds() / 1e9 - self._monotonic()
        self.spectators = heartbeat.spectators

    async def _apply(self, update: t.Update, view: t.SeatView | None) -> None:
        if view is not None and self.seat is not None and view.seat != self.seat.seat:
            self.visit.say(text("The server sent another seat's view: it is not shown."))
            return
        code = view.join_code if view is not None else ""
        new_code = code if self.view is None or code != self.view.join_code else ""
        self.update, self.view = update, view
        self.visit.saw(update)
        seat = view.seat if view is not None else 0
        session = self.visit.session
        if session.greetings != self._greetings:
            self._greetings = session.greetings
            self._chart = None
            with suppress(Refused):  # the default chart serves as well
                self._chart = await session.chart(update.table.game, update.table.rules)
            self.news.ask_again()
        self.words = Words(session.catalog, update.table, seat, self._chart, kinds=True)
        if not self.visit.hinted:
            self.visit.hinted = True
            self.visit.say(text(HINT) if view is not None else text(SPECTATOR_HINT))
        lines = list(self.news.lines(self.words, update, view, self.now))
        self.ready.set()
        self.visit.say(*lines)
        if new_code:
            self.say_code(new_code)
        if view is not None:
            self._ring(view, update)
            option = cut(view)
            if option is not None:
                self.send(option, secrets.token_bytes(32))

    def _ring(self, view: t.SeatView, update: t.Update) -> None:
        nudged = not update.snapshot and any(
            event.kind == t.EVENT_KIND_PERSON_NUDGED and event.seat == view.seat
            for entry in update.news
            for event in entry.events
        )
        waited = self._monotonic() - self._last_choice
        # Chat and people who come and go leave the version as it is: they ring for nobody.
        begun = awaited(view) and view.state_version != self._rung
        due = nudged or (begun and waited > BELL_AFTER)
        if due and self.visit.store.setting("bell", True):
            self.visit.lines.console.bell()
        if awaited(view):
            self._rung, self._last_choice = view.state_version, self._monotonic()

    def say_code(self, code: str) -> None:
        """Say how a friend comes to this private table."""
        address = self.visit.session.address
        line = text("To invite: koikoi-client {address} --join {code}", address=address, code=code)
        self.visit.say(line)
        if address.only_here:
            self.visit.say(
                text(
                    "That address is for this machine. Elsewhere, use the one that the server's "
                    "window shows."
                )
            )

    # -- acting ---------------------------------------------------------------------------------

    def send(self, option: t.Option, nonce: bytes = b"") -> None:
        """Choose an option of the last view; it is repeated until it is answered."""
        if self.view is None:
            return
        version = self.view.state_version
        if version == self._sent and self.sending is not None and not self.sending.done():
            self.visit.say(text("Your last choice is still on its way to the server."))
            return
        self._sent = version
        choose = wire.Choose(state_version=version, option=option.option, nonce=nonce)
        self.sending = self.act(wire.ActRequest(choose=choose))

    def act(self, request: wire.ActRequest) -> asyncio.Task[None]:
        """Do something at the table, while the person may go on typing."""
        task = asyncio.create_task(self._act(request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _act(self, request: wire.ActRequest) -> None:
        assert self.seat is not None
        try:
            await self.visit.session.act(self.seat.token, request, self.seat.server_id)
        except Refused as refused:
            if refused.reason in GONE:
                return  # the stream says the same, and ends
            self.visit.say_refused(refused)
            if refused.reason in ("STATE_STALE", "OPTION_NOT_OFFERED") and self.view is not None:
                self.visit.say(*choice_lines(self.words, self.update.match, self.view, self.now))

    async def leave(self) -> bool:
        """Give the seat up for good; whether it was done."""
        if self.seat is None:
            return True
        self._leaving = True
        try:
            await self.visit.session.act(
                self.seat.token, wire.ActRequest(leave=wire.Leave()), self.seat.server_id
            )
        except Refused as refused:
            if refused.reason not in GONE:
                self._leaving = False
                self.visit.say_refused(refused)
                return False
        self.visit.store.forget(self.seat)
        self._say_left()
        return True

    def _say_left(self) -> None:
        """Say it once: the table's end may come before the answer, and ends the wait for it."""
        if not self._left:
            self._left = True
            self.visit.say(text("You have left the table."))
