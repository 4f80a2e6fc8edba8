"""A table's screen without a server: a test shows it views and reads the requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from hanafuda.cards import cards
from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.app.navigation import connection_changed, show_table
from koikoi_client.app.settings import Settings
from koikoi_client.app.table import TableScreen
from koikoi_client.app.table_commands import RUN
from koikoi_client.errors import Refused
from koikoi_client.follow.following import Following
from koikoi_client.follow.invitations import Invitations
from koikoi_client.follow.seat_calls import SeatCalls
from koikoi_client.follow.user import Spectating
from koikoi_client.screen.view import View
from koikoi_client.system.store import KeptSeat
from tests.client.app.persons import STEADY, Person, person
from tests.client.screen import tables
from tests.client.screen.tables.told import words

SEAT = KeptSeat("S", "T", 1, "token", "Aki")


class Clock:
    """A clock that only a test moves."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class ScriptedCalls(SeatCalls):
    """Keeps the requests, and answers as the :class:`ScriptedFollowing` says."""

    def __init__(self, table: ScriptedFollowing) -> None:
        super().__init__(table.user.session, table.seat, table._on_refused)
        self._table = table

    async def send(self, request: service_pb2.ActRequest) -> None:
        self._table.asked.append(request)
        await self._table.may_answer.wait()
        if self._table.refusal is not None:
            raise self._table.refusal


class ScriptedFollowing(Following):
    """A table whose updates come from a test. It keeps the requests.

    Attributes:
        asked: the requests.
        may_answer: clear it, and requests stay without an answer.
        refusal: the answer to all requests; None: they are done.
    """

    def __init__(self, one: Person, place: KeptSeat | Spectating) -> None:
        super().__init__(one.user, place, one.program.monotonic)
        self._calls = ScriptedCalls(self)
        self.asked: list[service_pb2.ActRequest] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.refusal: Refused | None = None
        self.ending = asyncio.Event()  #: set it, and the stream ends

    async def _follow(self) -> None:
        await self.ending.wait()

    def show(self, view: View, *events: table_pb2.Event) -> None:
        """Make this the last update; its seq and state version rise."""
        version = self.view.state_version + 1 if self.view is not None else 1
        update = table_pb2.Update()
        update.CopyFrom(view.update)
        update.seq = self.update.seq + 1
        del update.news[:]
        update.news.append(table_pb2.Entry(seq=update.seq, events=events))
        own = None
        if view.seat_view is not None and self.seat is not None:
            own = table_pb2.SeatView()
            own.CopyFrom(view.seat_view)
            own.state_version = version
        self._clock_offset = view.now - self._monotonic()
        self._apply(update, words(update, own.seat if own is not None else 0), own)


class Desk:
    """A person at a scripted table."""

    def __init__(self, one: Person, clock: Clock, place: KeptSeat | Spectating) -> None:
        self.person = one
        self.clock = clock
        self.following = ScriptedFollowing(one, place)
        self.screen = TableScreen(one.program, one.user, self.following, RUN)

    async def play(self) -> int:
        return int(await show_table(self.person.user, self.screen, self.following))

    async def show(self, view: View, *events: table_pb2.Event, until: str = "") -> None:
        """Show a view, and wait for a part of it."""
        self.following.show(view, *events)
        await self.person.until(until or "Koi-Koi")

    @property
    def chosen(self) -> list[int]:
        """The options that were chosen so far."""
        return [each.choose.option for each in self.following.asked if each.HasField("choose")]

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until they are taken."""
        await self.person.pressed(*keys)

    async def click(self, part: str) -> None:
        """Click on the first such words."""
        for y, line in enumerate(self.person.glass.screen.display):
            if part in line:
                x = line.index(part) + 1
                await self.person.clicked(x, y)
                return
        raise AssertionError(f"{part!r} is not on the screen")


@asynccontextmanager
async def desk(
    folder: Path,
    *,
    spectating: bool = False,
    settings: Settings = STEADY,
    size: tuple[int, int] = (80, 24),
    newcomer: bool = False,
    invitations: Invitations | None = None,
) -> AsyncIterator[Desk]:
    """A user at a table that the test scripts, with the test's clock."""
    clock = Clock()
    async with person(
        1,
        folder,
        "Aki",
        settings=settings,
        size=size,
        monotonic=clock,
        invitations=invitations,
    ) as one:
        one.session.catalog.CopyFrom(tables.CATALOG)
        one.session.connected = True
        one.session.on_change = lambda: connection_changed(one.user)
        if newcomer:
            one.store.keep_setting("played", False)
        made = Desk(one, clock, Spectating("T") if spectating else SEAT)
        one.run(made.play())
        while not one.program.screens:
            await asyncio.sleep(0)
        yield made


def settings(**more: object) -> Settings:
    """The usual settings of tests, with changes."""
    return replace(STEADY, **more)  # type: ignore[arg-type]  # handed on


def ids(codes: str) -> list[int]:
    """Cards by number."""
    return [int(each) for each in cards(codes)]


def chat(seat: int, text: str) -> table_pb2.Event:
    """A chat message of *seat*."""
    return table_pb2.Event(kind=table_pb2.EVENT_KIND_CHAT_SENT, seat=seat, text=text)
