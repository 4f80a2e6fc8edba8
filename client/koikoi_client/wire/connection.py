"""A connection to one server that mends itself: who is there, and whether anybody is.

With :mod:`.session` and :mod:`.rpc_errors` the only place of the client that speaks gRPC.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

import grpc

from koikoi.v1 import catalog_pb2, service_pb2, service_pb2_grpc
from koikoi_client.errors import SERVER_CHANGED, CannotConnect, Refused
from koikoi_client.text import printable, text
from koikoi_client.wire.address import Address
from koikoi_client.wire.diagnosis import why_no_answer
from koikoi_client.wire.rpc_errors import check_age, details, refused

PROTOCOL = 2
"""The protocol that this client was written for, and the oldest that it can talk to."""
CALL_SECONDS = 8.0
"""An answer that takes longer is asked for again."""
DEFAULT_SILENCE = 15.0
"""Seconds after which a watch is dead when the server does not say."""
MAX_RETRY_DELAY = 4.0
"""What may be done only after more seconds is refused, not done by itself much later."""
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

_AGAIN = {
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.CANCELLED,  # by the server or the network: our own are CancelledError
}


class Connection:
    """A connection to one server that mends itself.

    *on_change* is called, without arguments, whenever :attr:`connection` has changed. *own*
    says that the server belongs to this window, which starts it again when it has ended. *sleep*
    and *chance* (0 to 1) are there for tests.
    """

    def __init__(
        self,
        address: Address,
        *,
        language: str = "en",
        on_change: Callable[[], None] = lambda: None,
        own: bool = False,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.address = address
        self.language = language
        self.on_change = on_change
        self.connected = False
        self.connection = text("Connecting to {address}.", address=address)
        """The connection's state, as a sentence."""
        self.trouble = ""
        """What is the matter with a server that answers, as a sentence; empty: nothing."""
        self.greetings = 0
        """So often has the connection been made or mended."""
        self.info = service_pb2.GetServerInfoResponse()
        self.catalog = service_pb2.GetCatalogResponse()
        self._metadata = (("koikoi-language", language),)
        self._own = own
        self._sleep = sleep
        self._chance = chance
        self._charts: dict[tuple[str, tuple[tuple[str, str], ...]], catalog_pb2.Game] = {}
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
            if details(error).reason:
                raise refused(error) from None
            if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
                raise CannotConnect(await why_no_answer(self.address)) from None
            raise CannotConnect(
                text(
                    "What answers at {address} is not a koikoi server: check the port.",
                    address=self.address,
                )
            ) from None

    @property
    def outage(self) -> str:
        """In a few words that the server is not there; empty: it is."""
        if self.connected:
            return ""
        if self._own:
            return text("the server does not answer, trying again")
        return text("connection lost, trying again")

    async def close(self) -> None:
        """Hang up. A seat that was watched is absent from now on, and stays its owner's."""
        await self._channel.close()

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
            service_pb2.GetServerInfoRequest(protocol=PROTOCOL),
            timeout=CALL_SECONDS,
            metadata=self._metadata,
        )
        check_age(info, PROTOCOL)
        fetched = await self._api.GetCatalog(
            service_pb2.GetCatalogRequest(language=self.language),
            timeout=CALL_SECONDS,
            metadata=self._metadata,
        )
        self.info, self.catalog = info, fetched
        self._charts.clear()
        self.greetings += 1
        self._found()

    def _judge(self, error: grpc.aio.AioRpcError, *, anew: bool = False) -> float:
        """Return the seconds to wait before asking again, at least; raise when it is of no use.

        A trouble that stays is told again when something else (*anew*) is asked for.
        """
        said = details(error)
        limited = said.reason == "RATE_LIMITED" and said.retry <= MAX_RETRY_DELAY
        if not limited and error.code() not in _AGAIN:
            raise refused(error) from None
        if said.reason in ("STORAGE_FAILED", "FAULT"):
            words = printable(error.details() or said.reason)
            self._change(self.connected, words, trouble=words, again=anew)
        elif not limited:
            self._lost()
        return said.retry

    def _found(self) -> None:
        self._change(True, text("Connected to {address}.", address=self.address))

    def _lost(self) -> None:
        # Whether it has ended or only stands still is not to be seen from here.
        lost = (
            text("The server of this window does not answer. If it has ended, it is started again.")
            if self._own
            else text("The connection to {address} is lost. Trying again.", address=self.address)
        )
        self._change(False, lost)

    def _change(
        self, connected: bool, words: str, trouble: str = "", *, again: bool = False
    ) -> None:
        changed = again or (connected, words) != (self.connected, self.connection)
        self.connected, self.connection, self.trouble = connected, words, trouble
        if changed:
            self.on_change()

    def _silence(self) -> float:
        return self.info.silence_limit.ToTimedelta().total_seconds() or DEFAULT_SILENCE

    async def wait(self, seconds: float) -> None:
        """Wait until what was refused may be asked for again."""
        await self._sleep(seconds)

    async def _pause(self, failures: int, at_least: float = 0.0) -> None:
        # A random part keeps thirty clients from coming back in the same instant.
        longest = min(4.0, 0.5 * 2.0 ** min(failures, 4))
        await self._sleep(max(at_least, longest * (0.5 + 0.5 * self._chance())))
