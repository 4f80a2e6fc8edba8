"""The RPCs of one client to one server.

A :class:`Session` is opened once. Calls are repeated with the same request id until the server
answers, and streams resume after a lost connection. Both raise :class:`Refused` when the server
refuses; only :meth:`Session.open` raises :class:`CannotConnect`. :attr:`Session.status` shows
whether the server answers at the moment.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from enum import Enum
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message

from koikoi.v1 import catalog_pb2, record_pb2, service_pb2
from koikoi.v1.table_pb2 import STAGE_CLOSED
from koikoi_client.errors import SERVER_CHANGED, Refused
from koikoi_client.text import text
from koikoi_client.wire.connection import ATTEMPT_TIMEOUT, Api, Connection
from koikoi_client.wire.rpc_errors import details, refused

RECORDS_PER_PAGE = 50
"""The number of finished matches on one page of the list."""
SEATS_PER_CALL = 100
"""The number of seats that the server looks up in one call."""
MAX_FAULTS = 3
"""How often a call is tried when an internal error of the server makes it fail."""

Reply = TypeVar("Reply", bound=Message)
SeatMessage = service_pb2.WatchSeatResponse
TableMessage = service_pb2.WatchTableResponse
LobbyMessage = service_pb2.WatchLobbyResponse
Step = service_pb2.TellRecordResponse


class Then(Enum):
    """What to do after a message of a stream."""

    MORE = "read the next message"
    AGAIN = "a message was missed: skip this one and reopen the stream"
    END = "this was the last message"


class Session(Connection):
    """The RPCs to one server, over a connection that reconnects by itself."""

    # -- calls ----------------------------------------------------------------------------------

    async def seats(self, tokens: Sequence[str]) -> list[service_pb2.SeatRow]:
        """The tables of our seats at this server, in the order of their *tokens*. Raises Refused.

        If a token is no longer valid, the seat in its row is 0.
        """
        rows = list[service_pb2.SeatRow]()
        for start in range(0, len(tokens), SEATS_PER_CALL):
            few = tokens[start : start + SEATS_PER_CALL]
            request = service_pb2.ListSeatsRequest(seat_tokens=few)
            reply = await self._call(lambda api: api.ListSeats, request, self.info.server_id)
            rows += reply.seats
        return rows

    async def chart(self, game: str, rules: Mapping[str, str]) -> catalog_pb2.Game:
        """A game of the catalogue with its yaku chart under *rules*. Raises Refused."""
        key = (game, tuple(sorted(rules.items())))
        if key not in self._charts:
            request = service_pb2.GetCatalogRequest(language=self.language, game=game, rules=rules)
            reply = await self._call(lambda api: api.GetCatalog, request)
            if not reply.games:
                raise Refused("GAME_UNKNOWN", text("This server has no such game."))
            self._charts[key] = reply.games[0]
        return self._charts[key]

    async def records(self, page_token: str = "") -> service_pb2.ListRecordsResponse:
        """A page of the finished matches of public tables, newest first. Raises Refused."""
        request = service_pb2.ListRecordsRequest(page_size=RECORDS_PER_PAGE, page_token=page_token)
        return await self._call(lambda api: api.ListRecords, request)

    async def record(self, record_id: str) -> record_pb2.Record:
        """The record of a finished match. Raises Refused."""
        request = service_pb2.GetRecordRequest(record_id=record_id)
        return (await self._call(lambda api: api.GetRecord, request)).record

    async def create(self, request: service_pb2.CreateTableRequest) -> service_pb2.SeatGrant:
        """Open a table and sit down. Sets the request id. Raises Refused."""
        request.request_id = new_id()
        return self._granted(await self._call(lambda api: api.CreateTable, request))

    async def join(self, request: service_pb2.JoinTableRequest) -> service_pb2.SeatGrant:
        """Sit down at a table. Sets the request id. Raises Refused."""
        request.request_id = new_id()
        return self._granted(await self._call(lambda api: api.JoinTable, request))

    def _granted(
        self, reply: service_pb2.CreateTableResponse | service_pb2.JoinTableResponse
    ) -> service_pb2.SeatGrant:
        """The seat that a server grants.

        Raises:
            Refused: when it is said to be another server's, where it could replace one of ours.
        """
        if reply.grant.server_id != self.info.server_id:
            raise Refused(
                SERVER_CHANGED,
                text("The server has granted a seat of another server, which is not used."),
            )
        return reply.grant

    async def act(self, token: str, request: service_pb2.ActRequest, server_id: str) -> int:
        """Act at a table and return the seq of the new entry, 1 and up.

        Sets the token and the request id. The call is repeated until the server answers; cancel it
        to give up. *server_id* is the server that issued the token.

        Raises:
            Refused: when the server refuses; nothing was done.
        """
        request.seat_token, request.request_id = token, new_id()
        return (await self._call(lambda api: api.Act, request, server_id)).seq

    # -- streams --------------------------------------------------------------------------------

    def watch_seat(self, token: str, server_id: str) -> AsyncGenerator[SeatMessage, None]:
        """Updates of a table as the seat of *token* sees them, beginning with a full view.

        Messages without an update are heartbeats. The stream ends after the table's last update,
        or after the update in which we left, which has no seat view. To stop earlier, close it
        (``contextlib.aclosing``); then the seat counts as absent.

        Raises:
            Refused: WATCH_REPLACED when another window has watched the seat since this call,
                SEAT_TOKEN_INVALID when the seat is not ours, SERVER_CHANGED when another server
                answers.
        """
        request = service_pb2.WatchSeatRequest(
            seat_token=token, language=self.language, window=new_id()
        )
        return self._watch(lambda api: api.WatchSeat, request, _resuming(request), server_id)

    def watch_table(
        self, table_id: str = "", join_code: str = ""
    ) -> AsyncGenerator[TableMessage, None]:
        """Updates of a table as spectators see them. Raises Refused like :meth:`watch_seat`."""
        request = service_pb2.WatchTableRequest(
            table_id=table_id, join_code=join_code, language=self.language
        )
        return self._watch(
            lambda api: api.WatchTable, request, _resuming(request), self.info.server_id
        )

    def watch_lobby(self) -> AsyncGenerator[LobbyMessage, None]:
        """Changes of the public tables; begins with a snapshot, also after each reconnect."""
        return self._watch(
            lambda api: api.WatchLobby, service_pb2.WatchLobbyRequest(), lambda _: Then.MORE
        )

    def replay(self, source: str | record_pb2.Record) -> AsyncGenerator[Step, None]:
        """The steps of a finished match, given by its record or record id.

        Raises:
            Refused: when the server has no such record, or the record is invalid or too long.
        """
        request = service_pb2.TellRecordRequest(language=self.language)
        if isinstance(source, str):
            request.record_id = source
        else:
            request.record.CopyFrom(source)

        def on_message(step: Step) -> Then:
            request.after_step = step.step
            return Then.MORE if step.step < step.steps else Then.END

        return self._watch(lambda api: api.TellRecord, request, on_message)

    async def _watch(
        self,
        method: Callable[[Api], Callable[..., Any]],
        request: Message,
        on_message: Callable[[Any], Then],
        server_id: str = "",
    ) -> AsyncGenerator[Any, None]:
        """Read a stream to its end, and reopen it when the connection is lost.

        *method* returns the RPC of a stub, because each attempt may use another channel.
        *on_message* is called with each message. It updates *request* to resume after that message,
        and returns what to do next.

        Raises:
            Refused: when the server refuses; but if it has no room for the connection of a stream
                that has begun, wait.
        """
        failures = 0
        has_begun = False
        then = Then.MORE
        while then is not Then.END:
            wait = 0.0
            try:
                await self._ensure_connected(server_id)
                stream = method(self._api)(request, metadata=self._metadata)
                try:
                    while True:
                        async with asyncio.timeout(self._silence_limit()):
                            message = await stream.read()
                        if message is grpc.aio.EOF:
                            break
                        then = on_message(message)
                        if then is Then.AGAIN:
                            break
                        failures, has_begun = 0, True
                        yield message
                finally:
                    stream.cancel()
                if message is grpc.aio.EOF and then is not Then.END:
                    self._set_lost()
            except TimeoutError:
                self._set_lost()
            except grpc.aio.AioRpcError as error:
                if then is not Then.END:
                    if has_begun and self._refuses_connection(error):
                        wait = details(error).retry
                    else:
                        wait = self._retry_delay(error)
            if then is not Then.END:
                failures += 1
                await self._back_off(failures, wait)

    async def _call(
        self,
        method: Callable[[Api], Callable[..., Awaitable[Reply]]],
        request: Message,
        server_id: str = "",
    ) -> Reply:
        """Repeat a call until the server answers; *method* as in :meth:`_watch`.

        Raises:
            Refused: when the server refuses.
        """
        failures = faults = 0
        while True:
            wait = 0.0
            try:
                await self._ensure_connected(server_id)
                reply = await method(self._api)(
                    request, timeout=ATTEMPT_TIMEOUT, metadata=self._metadata
                )
                if self.problem:
                    self._set_connected()
                return reply
            except grpc.aio.AioRpcError as error:
                faults += details(error).reason == "FAULT"
                if faults >= MAX_FAULTS:
                    raise refused(error) from None
                wait = self._retry_delay(error, first=not failures)
            failures += 1
            await self._back_off(failures, wait)


def _resuming(
    request: service_pb2.WatchSeatRequest | service_pb2.WatchTableRequest,
) -> Callable[[Any], Then]:
    """A callback that keeps the log position in *request*, so that the stream resumes there."""
    seq = 0

    def on_message(message: SeatMessage | TableMessage) -> Then:
        nonlocal seq
        if not message.HasField("update"):
            return Then.MORE if message.heartbeat.head_seq == seq else Then.AGAIN
        seq, request.after = message.update.seq, message.update.cursor
        # The update in which we left has no seat view.
        left = isinstance(message, SeatMessage) and not message.HasField("seat_view")
        return Then.END if left or message.update.table.stage == STAGE_CLOSED else Then.MORE

    return on_message


def new_id() -> str:
    """A request id of 32 random characters. For Create and Join it must stay secret."""
    return secrets.token_hex(16)
