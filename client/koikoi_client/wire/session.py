"""One client's talk with one server.

A :class:`Session` is opened once. What it asks is answered, or repeated with the same request id
until it is; what it watches goes on by itself after a loss. Two errors leave it:
:class:`Refused`, when the server said no, and :class:`CannotConnect`, when nobody answers
:meth:`Session.open`.
Whether the server is there at the moment is a level, in :attr:`Session.connection`.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from enum import Enum
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message

from koikoi.v1 import catalog_pb2, record_pb2, service_pb2
from koikoi.v1.table_pb2 import STAGE_CLOSED
from koikoi_client.errors import Refused
from koikoi_client.text import text
from koikoi_client.wire.connection import CALL_SECONDS, Connection
from koikoi_client.wire.rpc_errors import details, refused

RECORDS = 50
"""So many finished matches come with one page of the list."""
FAULTS = 3
"""So often is a call repeated that ends in the server's own fault."""

Reply = TypeVar("Reply", bound=Message)
SeatMessage = service_pb2.WatchSeatResponse
TableMessage = service_pb2.WatchTableResponse
LobbyMessage = service_pb2.WatchLobbyResponse
Step = service_pb2.TellRecordResponse


class Then(Enum):
    """How a stream goes on after a message."""

    MORE = "read the next one"
    AGAIN = "something was missed: leave this one out, and the next watch begins with it"
    END = "this was the last one"


class Session(Connection):
    """What can be asked and watched at one server, over a connection that mends itself."""

    # -- asking ---------------------------------------------------------------------------------

    async def tables(self) -> list[service_pb2.TableRow]:
        """The public tables, newest first."""
        request, rows = service_pb2.ListTablesRequest(), list[service_pb2.TableRow]()
        while True:
            page = await self._ask(self._api.ListTables, request)
            rows += page.rows
            request.page_token = page.next_page_token
            if not request.page_token:
                return rows

    async def chart(self, game: str, rules: Mapping[str, str]) -> catalog_pb2.Game:
        """The catalogue's *game* with its yaku as they are worth under *rules*."""
        key = (game, tuple(sorted(rules.items())))
        if key not in self._charts:
            request = service_pb2.GetCatalogRequest(language=self.language, game=game, rules=rules)
            reply = await self._ask(self._api.GetCatalog, request)
            if not reply.games:
                raise Refused("GAME_UNKNOWN", text("This server has no such game."))
            self._charts[key] = reply.games[0]
        return self._charts[key]

    async def records(self, page_token: str = "") -> service_pb2.ListRecordsResponse:
        """A page of the finished matches of public tables, newest first. Raises Refused."""
        request = service_pb2.ListRecordsRequest(page_size=RECORDS, page_token=page_token)
        return await self._ask(self._api.ListRecords, request)

    async def record(self, record_id: str) -> record_pb2.Record:
        """A finished match, whole. Raises Refused."""
        request = service_pb2.GetRecordRequest(record_id=record_id)
        return (await self._ask(self._api.GetRecord, request)).record

    async def create(self, request: service_pb2.CreateTableRequest) -> service_pb2.SeatGrant:
        """Open a table and sit down; the request id is filled in. Raises Refused."""
        request.request_id = new_id()
        return (await self._ask(self._api.CreateTable, request)).grant

    async def join(self, request: service_pb2.JoinTableRequest) -> service_pb2.SeatGrant:
        """Sit down at a table; the request id is filled in. Raises Refused."""
        request.request_id = new_id()
        return (await self._ask(self._api.JoinTable, request)).grant

    async def act(self, token: str, request: service_pb2.ActRequest, server_id: str) -> int:
        """Do one thing at the table and return the seq of its entry, 1 and up.

        *request* holds the act alone; token and request id are filled in. It is repeated until it
        is answered: cancel the call to give up. *server_id* is of the server that gave the token.

        Raises:
            Refused: when it was not done.
        """
        request.seat_token, request.request_id = token, new_id()
        return (await self._ask(self._api.Act, request, server_id)).seq

    # -- watching -------------------------------------------------------------------------------

    def watch_seat(self, token: str, server_id: str) -> AsyncGenerator[SeatMessage, None]:
        """What the holder of *token* sees, from a whole view on, for as long as it is wanted.

        Messages without an update are heartbeats. It ends after the table's last update, and after
        the one of one's own leave, which has no seat view. Whoever stops earlier closes it
        (``contextlib.aclosing``), so that the seat is absent from then on.

        Raises:
            Refused: WATCH_REPLACED when the seat is watched from elsewhere, SEAT_TOKEN_INVALID when
                it is not yours (any more), SERVER_CHANGED when the table's server is gone.
        """
        request = service_pb2.WatchSeatRequest(seat_token=token, language=self.language)
        return self._watch(self._api.WatchSeat, request, _resuming(request), server_id)

    def watch_table(
        self, table_id: str = "", join_code: str = ""
    ) -> AsyncGenerator[TableMessage, None]:
        """What spectators see of a table. Raises Refused as :meth:`watch_seat` does."""
        request = service_pb2.WatchTableRequest(
            table_id=table_id, join_code=join_code, language=self.language
        )
        return self._watch(self._api.WatchTable, request, _resuming(request), self.info.server_id)

    def watch_lobby(self) -> AsyncGenerator[LobbyMessage, None]:
        """The public tables, live; a snapshot at first and after each loss."""
        return self._watch(
            self._api.WatchLobby, service_pb2.WatchLobbyRequest(), lambda _: Then.MORE
        )

    def tell(self, source: str | record_pb2.Record) -> AsyncGenerator[Step, None]:
        """The steps of a finished match, of the server's by its id. Ends after the last one.

        Raises:
            Refused: when there is no such record, or it is none, or too long.
        """
        request = service_pb2.TellRecordRequest(language=self.language)
        if isinstance(source, str):
            request.record_id = source
        else:
            request.record.CopyFrom(source)

        def taken(step: Step) -> Then:
            request.after_step = step.step
            return Then.MORE if step.step < step.steps else Then.END

        return self._watch(self._api.TellRecord, request, taken)

    async def _watch(
        self,
        call: Callable[..., Any],
        request: Message,
        taken: Callable[[Any], Then],
        server_id: str = "",
    ) -> AsyncGenerator[Any, None]:
        """Read a stream to its end; after a loss it is asked for again.

        *taken* says how each message is gone on from, and makes *request* go on after it.
        """
        failures = 0
        then = Then.MORE
        while then is not Then.END:
            try:
                await self._verify(server_id)
                stream = call(request, metadata=self._metadata)
                try:
                    while True:
                        async with asyncio.timeout(self._silence()):
                            message = await stream.read()
                        if message is grpc.aio.EOF:
                            break
                        then = taken(message)
                        if then is Then.AGAIN:
                            break
                        failures = 0
                        yield message
                finally:
                    stream.cancel()
                if message is grpc.aio.EOF and then is not Then.END:
                    self._lost()
            except TimeoutError:
                self._lost()
            except grpc.aio.AioRpcError as error:
                if then is not Then.END:
                    self._judge(error)
            if then is not Then.END:
                failures += 1
                await self._pause(failures)

    async def _ask(
        self, call: Callable[..., Awaitable[Reply]], request: Message, server_id: str = ""
    ) -> Reply:
        failures = faults = 0
        while True:
            wait = 0.0
            try:
                await self._verify(server_id)
                reply = await call(request, timeout=CALL_SECONDS, metadata=self._metadata)
                if self.trouble:
                    self._found()
                return reply
            except grpc.aio.AioRpcError as error:
                faults += details(error).reason == "FAULT"
                if faults >= FAULTS:
                    raise refused(error) from None
                wait = self._judge(error, anew=not failures)
            failures += 1
            await self._pause(failures, wait)


def _resuming(
    request: service_pb2.WatchSeatRequest | service_pb2.WatchTableRequest,
) -> Callable[[Any], Then]:
    """Keep in *request* where the log was read up to."""
    seq = 0

    def taken(message: SeatMessage | TableMessage) -> Then:
        nonlocal seq
        if not message.HasField("update"):
            return Then.MORE if message.heartbeat.head_seq == seq else Then.AGAIN
        seq, request.after = message.update.seq, message.update.cursor
        # What one's own leave did comes without a seat view.
        left = isinstance(message, SeatMessage) and not message.HasField("seat_view")
        return Then.END if left or message.update.table.stage == STAGE_CLOSED else Then.MORE

    return taken


def new_id() -> str:
    """A request id: 32 random characters, for Create and Join a secret."""
    return secrets.token_hex(16)
