"""One client's talk with one server. The only file of the client that speaks gRPC.

A :class:`Session` is opened once. What it asks is answered, or repeated with the same request id
until it is; what it watches goes on by itself after a loss. Two errors leave it:
:class:`Refused`, when the server said no, and :class:`CannotConnect`, when nobody answers
:meth:`Session.open`.
Whether the server is there at the moment is a level, in :attr:`Session.connection`.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message

from koikoi.v1 import catalog_pb2 as catalog
from koikoi.v1 import record_pb2, service_pb2_grpc
from koikoi.v1 import service_pb2 as wire
from koikoi.v1.table_pb2 import STAGE_CLOSED
from koikoi_client.address import Address, why_no_answer
from koikoi_client.errors import CannotConnect, Details, Refused, check_age
from koikoi_client.texts import printable, text

PROTOCOL = 1
"""The protocol that this client was written for, and the oldest that it can talk to."""
CALL_SECONDS = 8.0
"""An answer that takes longer is asked for again."""
DEFAULT_SILENCE = 15.0
"""Seconds after which a watch is dead when the server does not say."""
PATIENCE = 4.0
"""What may be done only after more seconds is refused, not done by itself much later."""
RECORDS = 50
"""So many finished matches come with one page of the list."""
FAULTS = 3
"""So often is a call repeated that ends in the server's own fault."""

OPTIONS: tuple[tuple[str, int], ...] = (
    ("grpc.keepalive_time_ms", 8000),
    ("grpc.keepalive_timeout_ms", 4000),
    ("grpc.http2.ping_timeout_ms", 4000),  # else a frozen peer is noticed after a minute
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.initial_reconnect_backoff_ms", 500),
    ("grpc.min_reconnect_backoff_ms", 2000),
    ("grpc.max_reconnect_backoff_ms", 3000),
    ("grpc.enable_http_proxy", 0),  # a server on the LAN is never behind the web's proxy
    ("grpc.use_local_subchannel_pool", 1),  # sessions of one process share no connection
)

SERVER_CHANGED = "SERVER_CHANGED"
"""Reason of a :class:`Refused` of the client itself: another server answers at the address now."""

Reply = TypeVar("Reply", bound=Message)
SeatMessage = wire.WatchSeatResponse
TableMessage = wire.WatchTableResponse
LobbyMessage = wire.WatchLobbyResponse
_AGAIN = {
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.CANCELLED,  # by the server or the network: our own are CancelledError
}


class Session:
    """A connection to one server that mends itself.

    *on_change* is called, without arguments, whenever :attr:`connection` has changed. *sleep* and
    *chance* (0 to 1) are there for tests.
    """

    def __init__(
        self,
        address: Address,
        *,
        language: str = "en",
        on_change: Callable[[], None] = lambda: None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.address = address
        self.language = language
        self.on_change = on_change
        self.connected = False
        self.connection = text("Connecting to {address}.", address=address)
        """The connection's state, as a sentence."""
        self.greetings = 0
        """So often has the connection been made or mended."""
        self.info = wire.GetServerInfoResponse()
        self.catalog = wire.GetCatalogResponse()
        self._sleep = sleep
        self._chance = chance
        self._charts: dict[tuple[str, tuple[tuple[str, str], ...]], catalog.Game] = {}
        self._verifying = asyncio.Lock()
        self._channel = grpc.aio.insecure_channel(str(address), options=OPTIONS)
        self._api: service_pb2_grpc.KoikoiServiceAsyncStub = service_pb2_grpc.KoikoiServiceStub(
            self._channel
        )

    async def open(self) -> None:
        """Say hello: fetch what the server is and its catalogue.

        Raises:
            CannotConnect: when no koikoi server answers, with a sentence on what to do.
            Refused: when client and server are too far apart in age, or a password is needed.
        """
        try:
            await self._hello()
        except grpc.aio.AioRpcError as error:
            if _details(error).reason:
                raise _refused(error) from None
            if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
                raise CannotConnect(await why_no_answer(self.address)) from None
            raise CannotConnect(
                text(
                    "What answers at {address} is not a koikoi server: check the port.",
                    address=self.address,
                )
            ) from None

    async def close(self) -> None:
        """Hang up. A seat that was watched is absent from now on, and stays its owner's."""
        await self._channel.close()

    # -- asking ---------------------------------------------------------------------------------

    async def tables(self) -> list[wire.TableRow]:
        """The public tables, newest first."""
        return list((await self._ask(self._api.ListTables, wire.ListTablesRequest())).rows)

    async def chart(self, game: str, rules: Mapping[str, str]) -> catalog.Game:
        """The catalogue's *game* with its yaku as they are worth under *rules*."""
        key = (game, tuple(sorted(rules.items())))
        if key not in self._charts:
            request = wire.GetCatalogRequest(language=self.language, game=game, rules=rules)
            reply = await self._ask(self._api.GetCatalog, request)
            if not reply.games:
                raise Refused("GAME_UNKNOWN", text("This server has no such game."))
            self._charts[key] = reply.games[0]
        return self._charts[key]

    async def records(self, page_token: str = "") -> wire.ListRecordsResponse:
        """A page of the finished matches of public tables, newest first. Raises Refused."""
        request = wire.ListRecordsRequest(page_size=RECORDS, page_token=page_token)
        return await self._ask(self._api.ListRecords, request)

    async def record(self, record_id: str) -> record_pb2.Record:
        """A finished match, whole. Raises Refused."""
        request = wire.GetRecordRequest(record_id=record_id)
        return (await self._ask(self._api.GetRecord, request)).record

    async def create(self, request: wire.CreateTableRequest) -> wire.SeatGrant:
        """Open a table and sit down; the request id is filled in. Raises Refused."""
        request.request_id = new_id()
        return (await self._ask(self._api.CreateTable, request)).grant

    async def join(self, request: wire.JoinTableRequest) -> wire.SeatGrant:
        """Sit down at a table; the request id is filled in. Raises Refused."""
        request.request_id = new_id()
        return (await self._ask(self._api.JoinTable, request)).grant

    async def act(self, token: str, request: wire.ActRequest, server_id: str) -> int:
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

        Messages without an update are heartbeats. Ends after the table's last update. Whoever stops
        earlier closes it (``contextlib.aclosing``), so that the seat is absent from then on.

        Raises:
            Refused: WATCH_REPLACED when the seat is watched from elsewhere, SEAT_TOKEN_INVALID when
                it is not yours (any more), SERVER_CHANGED when the table's server is gone.
        """

        def call(seq: int) -> Any:
            return self._api.WatchSeat(
                wire.WatchSeatRequest(seat_token=token, after_seq=seq, language=self.language)
            )

        return self._watch(call, server_id)

    def watch_table(
        self, table_id: str = "", join_code: str = ""
    ) -> AsyncGenerator[TableMessage, None]:
        """What spectators see of a table. Raises Refused as :meth:`watch_seat` does."""

        def call(seq: int) -> Any:
            return self._api.WatchTable(
                wire.WatchTableRequest(table_id=table_id, join_code=join_code, after_seq=seq)
            )

        return self._watch(call, self.info.server_id)

    def watch_lobby(self) -> AsyncGenerator[LobbyMessage, None]:
        """The public tables, live; a snapshot at first and after each loss."""
        return self._watch(lambda _: self._api.WatchLobby(wire.WatchLobbyRequest()), log=False)

    async def _watch(
        self, call: Callable[[int], Any], server_id: str = "", log: bool = True
    ) -> AsyncGenerator[Any, None]:
        seq = failures = 0
        closed = False
        while not closed:
            try:
                await self._verify(server_id)
                stream = call(seq)
                try:
                    while True:
                        async with asyncio.timeout(self._silence()):
                            message = await stream.read()
                        if message is grpc.aio.EOF:
                            break
                        if not log:
                            pass
                        elif message.HasField("update"):
                            seq = message.update.seq
                            closed = message.update.table.stage == STAGE_CLOSED
                        elif message.heartbeat.head_seq != seq:
                            break  # something was missed, and the next watch begins with it
                        failures = 0
                        yield message
                finally:
                    stream.cancel()
                if message is grpc.aio.EOF and not closed:
                    self._lost()
            except TimeoutError:
                self._lost()
            except grpc.aio.AioRpcError as error:
                if not closed:
                    self._judge(error)
            if not closed:
                failures += 1
                await self._pause(failures)

    # -- being patient --------------------------------------------------------------------------

    async def _ask(
        self, call: Callable[..., Awaitable[Reply]], request: Message, server_id: str = ""
    ) -> Reply:
        failures = faults = 0
        while True:
            wait = 0.0
            try:
                await self._verify(server_id)
                return await call(request, timeout=CALL_SECONDS)
            except grpc.aio.AioRpcError as error:
                faults += _details(error).reason == "FAULT"
                if faults >= FAULTS:
                    raise _refused(error) from None
                wait = self._judge(error)
            failures += 1
            await self._pause(failures, wait)

    async def _verify(self, server_id: str) -> None:
        """After a loss, ask who is there now: a token is shown to the server that gave it alone."""
        async with self._verifying:
            if not self.connected:
                await self._hello()
        if server_id and self.info.server_id != server_id:
            raise Refused(
                SERVER_CHANGED,
                text("The server has been started anew and the table is gone."),
            )

    async def _hello(self) -> None:
        info = await self._api.GetServerInfo(
            wire.GetServerInfoRequest(protocol=PROTOCOL), timeout=CALL_SECONDS
        )
        check_age(info, PROTOCOL)
        fetched = await self._api.GetCatalog(
            wire.GetCatalogRequest(language=self.language), timeout=CALL_SECONDS
        )
        self.info, self.catalog = info, fetched
        self._charts.clear()
        self.greetings += 1
        self._change(True, text("Connected to {address}.", address=self.address))

    def _judge(self, error: grpc.aio.AioRpcError) -> float:
        """Return the seconds to wait before asking again, at least; raise when it is of no use."""
        details = _details(error)
        limited = details.reason == "RATE_LIMITED" and details.retry <= PATIENCE
        if not limited and error.code() not in _AGAIN:
            raise _refused(error) from None
        if details.reason in ("STORAGE_FAILED", "FAULT"):
            self._change(self.connected, printable(error.details() or details.reason))
        elif not limited:
            self._lost()
        return details.retry

    def _lost(self) -> None:
        self._change(
            False,
            text("The connection to {address} is lost. Trying again.", address=self.address),
        )

    def _change(self, connected: bool, words: str) -> None:
        changed = (connected, words) != (self.connected, self.connection)
        self.connected, self.connection = connected, words
        if changed:
            self.on_change()

    def _silence(self) -> float:
        return self.info.silence_limit.ToTimedelta().total_seconds() or DEFAULT_SILENCE

    async def _pause(self, failures: int, at_least: float = 0.0) -> None:
        # A random part keeps thirty clients from coming back in the same instant.
        longest = min(4.0, 0.5 * 2.0 ** min(failures, 4))
        await self._sleep(max(at_least, longest * (0.5 + 0.5 * self._chance())))


def new_id() -> str:
    """A request id: 32 random characters, for Create and Join a secret."""
    return secrets.token_hex(16)


def _details(error: grpc.aio.AioRpcError) -> Details:
    metadata: Any = error.trailing_metadata() or ()
    raw = dict(metadata).get("grpc-status-details-bin", b"")
    return Details.read(raw) if isinstance(raw, bytes) else Details()


def _refused(error: grpc.aio.AioRpcError) -> Refused:
    details = _details(error)
    reason = details.reason
    said = printable(error.details() or "")
    if reason:
        return Refused(reason, said or reason, details.field)
    if error.code() is grpc.StatusCode.UNIMPLEMENTED:
        return Refused("", text("This server cannot do that: it needs a newer koikoi-server."))
    return Refused("", text("The server refused: {why}", why=said))
