"""The user at a server: seats, tables and records. Both front ends extend it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass

from koikoi.v1 import record_pb2, service_pb2, table_pb2
from koikoi_client.errors import PASSWORD_WRONG, Refused, Untrusted
from koikoi_client.follow.invitations import Invitations
from koikoi_client.follow.kept_seats import kept_tables, leave
from koikoi_client.follow.seat_calls import in_time
from koikoi_client.follow.seat_requests import SeatRequests
from koikoi_client.system.store import KeptSeat, Store
from koikoi_client.text import printable, printable_lines, text
from koikoi_client.wire.session import Session

FINAL = {"CLIENT_TOO_OLD", "SERVER_TOO_OLD", PASSWORD_WRONG}
"""The reasons of refusals after which it does not help to ask for a list again."""
LIST_RETRY = 10.0
"""Seconds after which a list is asked for again, if the server names no time."""


class Quit(Exception):
    """The user wants to end the program."""


@dataclass(frozen=True, slots=True)
class Spectating:
    """A spectator's place at a table."""

    table_id: str = ""
    join_code: str = ""


Place = KeptSeat | Spectating


class User(ABC):
    """A user at a server.

    Attributes:
        name: the player's name.
        invitations: how friends reach our own server; None: it is not ours.
        practice: whether the server is our own, and only this machine can reach it.
        rules: the house rules of the first table that are not at their default.
        keeps: whether the server keeps its tables when this program ends.
        why_not_kept: why it cannot keep them, as a sentence; or "".
        replaced: the tokens of seats that are now played from another window.
    """

    def __init__(
        self,
        session: Session,
        store: Store,
        name: str,
        invitations: Invitations | None = None,
        practice: bool = False,
    ) -> None:
        self.session = session
        self.store = store
        self.name = name
        self.invitations = invitations
        self.practice = practice
        self.rules: dict[str, str] = {}
        self.keeps = True
        self.why_not_kept = ""
        self.replaced: set[str] = set()
        self._unsaved: set[str] = set()  # tokens of seats that could not be saved
        self._seats = SeatRequests(session, self._give_back)
        self._seen = ("", b"", "")

    @abstractmethod
    def say(self, *lines: str) -> None:
        """Show lines to the user; empty lines are dropped."""

    def say_there(self, line: str) -> None:
        """Show a line on the next screen."""
        self.say(line)

    @abstractmethod
    async def ask_yes(self, question: str, *, enter: bool = True) -> bool:
        """Ask a yes-or-no question. *enter*: whether Enter means yes, where keys answer it."""

    def warn_if_not_kept(self) -> None:
        """Warn the user if a practice match will not be kept."""
        if self.practice and not self.keeps:
            self.say(self.why_not_kept, text("This match ends with this window."))

    def keep_setting(self, name: str, value: str | int | bool) -> None:
        """Save a setting for the next run, if the disk is writable."""
        with suppress(OSError):
            self.store.keep_setting(name, value)

    def chose_bot(self, bot: str) -> None:
        """In practice, save the computer player for the next practice."""
        if self.practice and bot:
            self.keep_setting("practice_bot", bot)

    def rename(self, name: str) -> None:
        """Change the player's name, and save it for the next run if the disk is writable."""
        self.name = name
        with suppress(OSError):
            self.store.keep_last(name=name)

    async def may_sit(self, seat: KeptSeat, *, held: bool) -> bool:
        """Whether to continue in a seat; ask if it is played from another window.

        *held*: whether no other window of this user on this machine has the seat.
        """
        if held and seat.token not in self.replaced:
            return True
        question = text("You are playing at that table in another window. Continue here instead?")
        return await self.ask_yes(question, enter=False)

    def say_refused(self, refused: Refused) -> None:
        """Show why the server refused something."""
        self.say(self.sentence(refused))

    def sentence(self, refused: Refused) -> str:
        """Why the server refused: its message, or the catalogue's phrase for the reason."""
        phrases = self.session.catalog.phrases
        # Our own messages may have a command to type on a line of its own.
        words = printable_lines if isinstance(refused, Untrusted) else printable
        return words(refused.message) or phrases.get(f"error.{refused.reason}", "")

    async def lobby(
        self, on_refused: Callable[[str], None]
    ) -> AsyncGenerator[service_pb2.WatchLobbyResponse, None]:
        """Changes of the public tables, beginning with a snapshot.

        While the server refuses the list, retry. *on_refused* gets a sentence about that when it
        begins or changes; it is over with the next message.

        Raises:
            Refused: when a retry cannot help.
        """
        trouble = ""
        while True:
            try:
                async with aclosing(self.session.watch_lobby()) as messages:
                    async for message in messages:
                        trouble = ""
                        yield message
                return
            except Refused as refused:
                sentence, wait = self.list_refused(refused)
            if sentence != trouble:
                trouble = sentence
                on_refused(sentence)
            await self.session.wait(wait)

    def list_refused(self, refused: Refused) -> tuple[str, float]:
        """Why a list is not shown, and the seconds after which to ask for it again.

        Raises:
            Refused: the same, when a retry cannot help.
        """
        if refused.reason in FINAL or isinstance(refused, Untrusted):
            raise refused
        if refused.retry:  # the server's sentence says how long it is
            again, wait = text("Trying again then."), refused.retry
        else:
            again, wait = text("Trying again every {n} seconds.", n=round(LIST_RETRY)), LIST_RETRY
        return f"{self.sentence(refused)} {again}", wait

    def keep_chain(self, update: table_pb2.Update) -> None:
        """Save the chain of a match, so that its record can be found and checked later."""
        match = update.match
        shown = (match.match_id, match.chain, match.record_id)
        if not (match.match_id and match.chain) or shown == self._seen:
            return
        self._seen = shown
        server_id = self.session.info.server_id
        record_id = match.record_id if update.table.needs_code else ""
        with suppress(OSError):  # not needed to play
            self.store.keep_chain(
                match.match_id, match.chain, server_id=server_id, record_id=record_id
            )

    async def record(self, record_id: str) -> record_pb2.Record:
        """The record of a finished match. Raises Refused, also when the server takes too long."""
        return await in_time(self.session.record(record_id))

    async def create(self, request: service_pb2.CreateTableRequest) -> KeptSeat:
        """Open a table and save the seat. Raises Refused."""
        if self.practice and self.session.connected:
            with suppress(Refused):  # it is only tidying up
                await in_time(self.kept_tables(leave_finished=True))
        request.player_name = self.name
        self.chose_bot(next((plan.bot for plan in request.seats if plan.bot), ""))
        key = b"create" + request.SerializeToString(deterministic=True)
        grant = await self._seats.ask(key, lambda: self.session.create(request))
        return self._sit(grant, request.needs_code)

    async def join(self, request: service_pb2.JoinTableRequest) -> KeptSeat | None:
        """Sit down at a table and save the seat. Raises Refused.

        If nobody is present, or only a computer's seat can be taken, ask first; None: the user does
        not want to sit down.
        """
        request.player_name, request.only_if_present = self.name, True
        while True:
            try:
                return await self._join(request)
            except Refused as refused:
                if not await self._agrees(refused, request):
                    return None

    async def _agrees(self, refused: Refused, request: service_pb2.JoinTableRequest) -> bool:
        """Ask whether to sit down all the same, and change the request; raise a final refusal."""
        if refused.reason == "NOBODY_PRESENT" and request.only_if_present:
            request.only_if_present = False
            question = text("Sit down there anyway?")
            return await self.ask_yes(f"{self.sentence(refused)} {question}", enter=False)
        if refused.reason == "NO_OPEN_SEAT" and refused.seat and not request.seat:
            request.seat = refused.seat
            return await self.ask_yes(
                text("No seat is open there. Take a computer's place, with its cards and score?")
            )
        raise refused

    async def _join(self, request: service_pb2.JoinTableRequest) -> KeptSeat:
        key = b"join" + request.SerializeToString(deterministic=True)
        grant = await self._seats.ask(key, lambda: self.session.join(request))
        return self._sit(grant, bool(request.join_code))

    async def kept_tables(
        self,
        *,
        leave_finished: bool = False,
        on_problem: Callable[[str], object] = lambda problem: None,
        on_closed: Callable[[str], object] = lambda why: None,
    ) -> dict[str, service_pb2.TableRow]:
        """The tables of our seats, as :func:`~.kept_seats.kept_tables`. Raises Refused."""
        return await kept_tables(
            self.session,
            self.store,
            leave_finished=leave_finished,
            on_problem=on_problem,
            on_closed=on_closed,
        )

    def keeps_seat(self, seat: KeptSeat, table: table_pb2.Table) -> bool:
        """Whether the user's seat at a table stays theirs when this program ends."""
        finished = table.stage == table_pb2.STAGE_FINISHED
        is_saved = seat.token not in self._unsaved
        return self.keeps and is_saved and not (self.practice and finished)

    async def give_back(self, seat: KeptSeat) -> None:
        """Leave a seat that was granted after the user had gone elsewhere."""
        await leave(self.session, seat.token, seat.server_id)
        self.store.forget(seat)

    async def _give_back(self, grant: service_pb2.SeatGrant) -> None:
        await leave(self.session, grant.seat_token, grant.server_id)
        self.say(text("Your request for a seat was answered too late, so the seat was given back."))

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
            self.store.keep(seat)  # at once, because the token is the only proof
        except OSError as error:
            self._unsaved.add(seat.token)
            self.say_there(
                text(
                    "Your seat could not be saved in {where} ({why}): you lose it when this "
                    "program ends.",
                    where=self.store.state,
                    why=error.strerror or error,
                )
            )
        return seat
