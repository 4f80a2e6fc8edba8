"""One run of the client at one server: who is there, and with what. Shared by both faces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass

from koikoi.v1 import service_pb2 as wire
from koikoi.v1 import table_pb2 as t
from koikoi_client.errors import Refused
from koikoi_client.session import Session
from koikoi_client.store import KeptSeat, Store
from koikoi_client.texts import text


class Quit(Exception):
    """The person wants to end the program."""


@dataclass(frozen=True, slots=True)
class Spectating:
    """A table to watch without a seat."""

    table_id: str = ""
    join_code: str = ""


Place = KeptSeat | Spectating


class Guest(ABC):
    """A person at a server.

    Attributes:
        name: of the person.
        invitations: lines for friends, of a server of our own.
        practice: whether it is a server of our own that nobody else can reach.
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
        self._seen = ("", b"")

    @abstractmethod
    def say(self, *lines: str) -> None:
        """Say lines to the person; empty ones are left out."""

    @abstractmethod
    async def ask_yes(self, question: str) -> bool:
        """Ask a question that is answered by yes or no."""

    def say_refused(self, refused: Refused) -> None:
        """Say why something was not done, in the catalogue's words where it has some."""
        phrase = self.session.catalog.phrases.get(f"error.{refused.reason}", "")
        self.say(refused.message or phrase)

    def saw(self, match: t.Match) -> None:
        """Remember what was shown of a match, so that its record can be checked against it."""
        if match.match_id and match.chain and (match.match_id, match.chain) != self._seen:
            self._seen = (match.match_id, match.chain)
            with suppress(OSError):  # play goes on without
                self.store.keep_chain(match.match_id, match.chain)

    async def create(self, request: wire.CreateTableRequest) -> KeptSeat:
        """Open a table and keep the seat. Raises Refused."""
        request.player_name = self.name
        return self._sit(await self.session.create(request), request.needs_code)

    async def join(self, request: wire.JoinTableRequest) -> KeptSeat:
        """Sit down at a table and keep the seat. Raises Refused."""
        request.player_name = self.name
        return self._sit(await self.session.join(request), bool(request.join_code))

    def _sit(self, grant: wire.SeatGrant, private: bool) -> KeptSeat:
        seat = KeptSeat(
            server_id=self.session.info.server_id,
            table_id=grant.table_id,
            seat=grant.seat,
            token=grant.seat_token,
            player_name=self.name,
            private=private,
        )
        try:
            self.store.keep(seat)  # before anything else: it is the only proof
        except OSError as error:
            self.say(
                text(
                    "Your seat could not be written to {where} ({why}): it is lost when this "
                    "program ends.",
                    where=self.store.state,
                    why=error.strerror or error,
                )
            )
        return seat
