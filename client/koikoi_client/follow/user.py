"""One run of the client at one server: who is there, and with what. Shared by both faces."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass

from koikoi.v1 import record_pb2, service_pb2, table_pb2
from koikoi_client.errors import Refused
from koikoi_client.system.store import KeptSeat, Store
from koikoi_client.text import text
from koikoi_client.wire.session import Session

OWN_RECORDS = 20
"""So many matches of private tables are listed, the newest."""


class Quit(Exception):
    """The person wants to end the program."""


@dataclass(frozen=True, slots=True)
class Spectating:
    """A table to watch without a seat."""

    table_id: str = ""
    join_code: str = ""


Place = KeptSeat | Spectating


class User(ABC):
    """A person at a server.

    Attributes:
        name: of the person.
        invitations: lines for friends, of a server of our own.
        practice: whether it is a server of our own that nobody else can reach.
        rules: of the first table on a server of our own, where they are not the usual ones.
        keeps: whether what is played outlives a server of our own.
    """

    def __init__(
        self,
        session: Session,
        store: Store,
        name: str,
        invitations: tuple[str, ...] = (),
        practice: bool = False,
    ) -> None:
        self.session = session
        self.store = store
        self.name = name
        self.invitations = invitations
        self.practice = practice
        self.rules: dict[str, str] = {}
        self.keeps = True
        self._seen = ("", b"", "")
        self._own: list[record_pb2.Record] = []  # that no page of finished matches has told yet

    @abstractmethod
    def say(self, *lines: str) -> None:
        """Say lines to the person; empty ones are left out."""

    def say_there(self, line: str) -> None:
        """Say a line at the place to which the person is just going."""
        self.say(line)

    @abstractmethod
    async def ask_yes(self, question: str) -> bool:
        """Ask a question that is answered by yes or no."""

    def say_if_passing(self) -> None:
        """Say at the start of practice that it will not be gone on with."""
        if self.practice and not self.keeps:
            self.say(text("Another window practises already: this match ends with this window."))

    def keep_setting(self, name: str, value: str | int | bool) -> None:
        """Keep a setting for the next run; a disk that takes none is no reason to stop."""
        with suppress(OSError):
            self.store.keep_setting(name, value)

    def chose_bot(self, bot: str) -> None:
        """The next practice begins against this computer, where this one is practice."""
        if self.practice and bot:
            self.keep_setting("practice_bot", bot)

    def rename(self, name: str) -> None:
        """Be called so from now on, and at the next run where the disk lets us."""
        self.name = name
        with suppress(OSError):
            self.store.keep_last(name=name)

    async def takes_over(self) -> bool:
        """Ask whether a seat that another window of this person's has open is to come to this."""
        return await self.ask_yes(
            text("You sit at that table in another window. Take the seat over to this one?")
        )

    def say_refused(self, refused: Refused) -> None:
        """Say why something was not done, in the catalogue's words where it has some."""
        self.say(self.sentence(refused))

    def sentence(self, refused: Refused) -> str:
        """Why something was not done, in the server's words or the catalogue's."""
        return refused.message or self.session.catalog.phrases.get(f"error.{refused.reason}", "")

    async def lobby(
        self, full: Callable[[Refused], None]
    ) -> AsyncGenerator[service_pb2.WatchLobbyResponse, None]:
        """The public tables, live; a snapshot at first.

        While the server takes no more watchers it is asked again; *full* is told that once.

        Raises:
            Refused: when asking again does not help.
        """
        said = False
        while True:
            try:
                async with aclosing(self.session.watch_lobby()) as messages:
                    async for message in messages:
                        said = False
                        yield message
                return
            except Refused as refused:
                if not refused.retry:
                    raise
                wait = refused.retry
                if not said:
                    full(refused)
                said = True
            await self.session.wait(wait)

    def saw(self, update: table_pb2.Update) -> None:
        """Remember what was shown of a match, so that its record can be found and checked."""
        match = update.match
        shown = (match.match_id, match.chain, match.record_id)
        if not (match.match_id and match.chain) or shown == self._seen:
            return
        self._seen = shown
        server_id = self.session.info.server_id
        record_id = match.record_id if update.table.needs_code else ""
        with suppress(OSError):  # play goes on without
            self.store.keep_chain(
                match.match_id, match.chain, server_id=server_id, record_id=record_id
            )

    async def finished(self, page_token: str = "") -> service_pb2.ListRecordsResponse:
        """A page of the finished matches, newest first.

        Those of private tables that were seen here are among them, each on the page of its time.
        Raises Refused.
        """
        page = await self.session.records(page_token)
        if not page_token:
            self._own = await self._own_records()
        if page.next_page_token and page.records:
            oldest = min(map(_ended, page.records))
            here = [each for each in self._own if _ended(each) >= oldest]
        else:
            here = self._own
        self._own = [each for each in self._own if each not in here]
        merged = sorted([*here, *page.records], key=_ended, reverse=True)
        return service_pb2.ListRecordsResponse(records=merged, next_page_token=page.next_page_token)

    async def _own_records(self) -> list[record_pb2.Record]:
        """Those that stand in no list, a few asked for at a time."""
        few = asyncio.Semaphore(4)

        async def record(record_id: str) -> record_pb2.Record | None:
            async with few:
                with suppress(Refused):  # the server keeps it no more
                    return await self.session.record(record_id)
            return None

        ids = self.store.unlisted_records(self.session.info.server_id)[:OWN_RECORDS]
        asked = await asyncio.gather(*map(record, ids))
        return [each for each in asked if each is not None]

    async def create(self, request: service_pb2.CreateTableRequest) -> KeptSeat:
        """Open a table and keep the seat. Raises Refused."""
        request.player_name = self.name
        self.chose_bot(next((plan.bot for plan in request.seats if plan.bot), ""))
        return self._sit(await self.session.create(request), request.needs_code)

    async def join(self, request: service_pb2.JoinTableRequest) -> KeptSeat:
        """Sit down at a table and keep the seat. Raises Refused."""
        request.player_name = self.name
        return self._sit(await self.session.join(request), bool(request.join_code))

    def private_rows(self) -> list[service_pb2.TableRow]:
        """The private tables, which no list names, at which the person has a seat."""
        rows = []
        for seat in self.store.seats(self.session.info.server_id):
            if seat.private:
                row = service_pb2.TableRow()
                row.table.table_id, row.table.name = seat.table_id, text("a private table")
                row.table.needs_code = True
                rows.append(row)
        return rows

    async def give_back(self, seat: KeptSeat) -> None:
        """Leave a table again whose seat came after the person had gone elsewhere."""
        leave = service_pb2.ActRequest(leave=service_pb2.Leave())
        with suppress(Refused):  # it is gone already
            await self.session.act(seat.token, leave, seat.server_id)
        self.store.forget(seat)
        self.say(text("A seat that you had asked for came too late: it was given back."))

    def _sit(self, grant: service_pb2.SeatGrant, private: bool) -> KeptSeat:
        seat = KeptSeat(
            server_id=grant.server_id,
            table_id=grant.table_id,
            seat=grant.seat,
            token=grant.seat_token,
            player_name=grant.player_name,
            private=private,
        )
        try:
            self.store.keep(seat)  # before anything else: it is the only proof
        except OSError as error:
            self.say_there(
                text(
                    "Your seat could not be written to {where} ({why}): it is lost when this "
                    "program ends.",
                    where=self.store.state,
                    why=error.strerror or error,
                )
            )
        return seat


def _ended(record: record_pb2.Record) -> int:
    return record.end_time.ToNanoseconds()
