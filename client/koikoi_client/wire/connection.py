"""A connection to one server that reconnects by itself, and its status.

Only this module, :mod:`.channel`, :mod:`.session` and :mod:`.rpc_errors` use gRPC.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import grpc

from koikoi.v1 import catalog_pb2, service_pb2, service_pb2_grpc
from koikoi_client.errors import PASSWORD_WRONG, SERVER_CHANGED, CannotConnect, Refused, Untrusted
from koikoi_client.text import printable, text
from koikoi_client.wire.address import Address
from koikoi_client.wire.channel import check_encryption, open_channel
from koikoi_client.wire.diagnosis import why_no_answer
from koikoi_client.wire.lookup import look_up
from koikoi_client.wire.password import Metadata, Password
from koikoi_client.wire.rpc_errors import check_compatible, details, refused
from koikoi_client.wire.trust import MemoryPins, Pins, Trust

Api: TypeAlias = "service_pb2_grpc.KoikoiServiceAsyncStub"

PROTOCOL = 2
"""The protocol version of this client; it does not support servers with an older one."""
ATTEMPT_TIMEOUT = 8.0
"""Seconds after which an attempt of a call times out, and the call is repeated."""
DEFAULT_SILENCE_LIMIT = 15.0
"""Seconds without a message after which a stream is reopened, if the server names no limit."""
FAILURES_UNTIL_CHECK = 3
"""After this many failures to connect, the client looks at the server's certificate again."""
MAX_RETRY_DELAY = 4.0
"""Seconds. If a rate limit asks for a longer wait, the call is refused instead of repeated."""

_RETRYABLE = {
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.CANCELLED,  # by the server or the network; our own raise CancelledError
}


class Connection:
    """A connection to one server that reconnects by itself.

    *on_change* is called without arguments whenever :attr:`status` changes. *own* means that this
    program started the server, and restarts it when it ends. *pins* are the known servers; None:
    they are forgotten when the program ends. *look_up* as :func:`.lookup.look_up`,
    *sleep*, and *chance*, which returns a random number from 0 to 1, are parameters for the tests.

    Attributes:
        status: the state of the connection, as a sentence.
        problem: the fault that the connected server reports, as a sentence; or "".
        connects: how many times the client has connected.
        info: the server's name, id, version and limits; empty before :meth:`open`.
        catalog: the server's games and cards; empty before :meth:`open`.
        own: whether this program started the server.
        trust: whether and why the server is trusted.
        password: for a server that needs one.
    """

    def __init__(
        self,
        address: Address,
        *,
        language: str = "en",
        pins: Pins | None = None,
        on_change: Callable[[], None] = lambda: None,
        own: bool = False,
        look_up: Callable[[str], Awaitable[Sequence[str]]] = look_up,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.address = address
        self.language = language
        self.on_change = on_change
        self.connected = False
        self.status = text("Connecting to {address}.", address=address)
        self.problem = ""
        self.connects = 0
        self.info = service_pb2.GetServerInfoResponse()
        self.catalog = service_pb2.GetCatalogResponse()
        self._no_password = (("koikoi-language", language),)
        self._metadata: Metadata = self._no_password
        self.own = own
        self.trust = Trust(address, pins or MemoryPins())
        self.password = Password(address, self.trust)
        self._look_up = look_up
        self._sleep = sleep
        self._chance = chance
        self._charts: dict[tuple[str, tuple[tuple[str, str], ...]], catalog_pb2.Game] = {}
        self._connecting = asyncio.Lock()
        self._failures = 0  # to connect, since the last success
        self._untrusted: Untrusted | None = None
        self._addresses: Sequence[str] = ()  # of the channel
        self._channel: grpc.aio.Channel | None = None
        self._api: Api  # set by the first look-up

    async def open(self) -> None:
        """Connect, and fetch the server's info and catalogue.

        Raises:
            CannotConnect: when no koikoi server answers, with a sentence on what to do.
            Untrusted: when the server is not trusted.
            Refused: when its protocol does not fit; PASSWORD_WRONG when it needs another
                :attr:`password`: set it, and open again.
        """
        try:
            await self._connect()
        except OSError:
            raise CannotConnect(await why_no_answer(self.address)) from None
        except grpc.aio.AioRpcError as error:
            if details(error).reason:
                raise refused(error) from None
            if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
                if self.trust.certificate:
                    await self._check_encryption()
                raise CannotConnect(await why_no_answer(self.address)) from None
            raise CannotConnect(
                text(
                    "Something answers at {address}, but it is not a koikoi server: check the "
                    "port.",
                    address=self.address,
                )
            ) from None

    @property
    def lost(self) -> str:
        """That the server does not answer, as a sentence; or ""."""
        return "" if self.connected else self.status

    @property
    def outage(self) -> str:
        """A short notice while the server does not answer; or ""."""
        if self.connected:
            return ""
        if self.own:
            return text("the server does not answer, trying again")
        return text("connection lost, trying again")

    @property
    def shared_address(self) -> Address:
        """The address for others, with the code of the server's certificate."""
        return replace(self.address, code=self.trust.code)

    async def close(self) -> None:
        """Close the channel. The seats stay ours, but count as absent."""
        if self._channel is not None:
            await self._channel.close()

    async def _ensure_connected(self, server_id: str) -> None:
        """Reconnect if needed. A seat token must only be sent to the server that issued it.

        Raises:
            Untrusted: when the server is not trusted any more; from then on always.
        """
        async with self._connecting:
            if self._untrusted is not None:
                raise self._untrusted
            if not self.connected:
                try:
                    await self._reconnect()
                except Untrusted as error:
                    self._untrusted = error
                    raise
        if server_id and self.info.server_id != server_id:
            raise Refused(
                SERVER_CHANGED,
                text("Another server answers at this address now: the table is gone."),
            )

    async def _reconnect(self) -> None:
        try:
            await self._connect()
        except grpc.aio.AioRpcError as error:
            if details(error).reason:  # the server answers
                self._set_status(False, refused(error).message)
            self._failures += 1
            if self._failures % FAILURES_UNTIL_CHECK == 0:
                await self._check_encryption()
            raise

    async def _check_encryption(self) -> None:
        await check_encryption(self.address, self._addresses, self.trust, own=self.own)

    async def _look_up_again(self) -> None:
        """Open a new channel if the host has new addresses: an mDNS name may change its address.

        The calls on the old channel go on until they end; then gRPC closes it, because nothing
        refers to it any more. If the host cannot be looked up, which is usual while this machine
        is off its network, the channel stays.

        Raises:
            OSError: when there is no channel yet.
        """
        try:
            async with asyncio.timeout(ATTEMPT_TIMEOUT):
                found = await self._look_up(self.address.host)
        except OSError:
            if self._channel is None:
                raise
            return
        if self._channel is None or not set(found) <= set(self._addresses):
            self._channel = await open_channel(self.address, found, self.trust, own=self.own)
            self._addresses = found
            self._api = service_pb2_grpc.KoikoiServiceStub(self._channel)

    async def _connect(self) -> None:
        await self._look_up_again()
        info = await self._api.GetServerInfo(
            service_pb2.GetServerInfoRequest(protocol=PROTOCOL),
            timeout=ATTEMPT_TIMEOUT,
            metadata=self._no_password,
        )
        if not (self.own and self.address.insecure):
            self.trust.check_id(info.server_id)
        check_compatible(info, PROTOCOL)
        metadata = (*self._no_password, *self.password.metadata(info, self.info.server_id))
        fetched = await self._api.GetCatalog(
            service_pb2.GetCatalogRequest(language=self.language),
            timeout=ATTEMPT_TIMEOUT,
            metadata=metadata,
        )
        if not self.own:
            self.trust.keep(info.server_id)
        self.password.accepted(info)
        self._metadata = metadata
        self.info, self.catalog = info, fetched
        self._charts.clear()
        self.connects += 1
        self._failures = 0
        self._set_connected()

    def _retry_delay(self, error: grpc.aio.AioRpcError, *, first: bool = False) -> float:
        """The minimum seconds to wait before a retry. Raises Refused when a retry cannot help.

        *first*, the first failure of a call: report a problem even if it was reported before.
        """
        found = details(error)
        if found.reason == PASSWORD_WRONG:
            raise self.password.refused() from None
        limited = found.reason == "RATE_LIMITED" and found.retry <= MAX_RETRY_DELAY
        if not limited and error.code() not in _RETRYABLE:
            raise refused(error) from None
        if found.reason in ("STORAGE_FAILED", "FAULT"):
            sentence = printable(error.details() or found.reason)
            self._set_status(self.connected, sentence, problem=sentence, again=first)
        elif not limited:
            self._set_lost()
        return found.retry

    def _refuses_connection(self, error: grpc.aio.AioRpcError) -> bool:
        """Whether the server lets nobody in now: for want of room, or because somebody guesses."""
        return not self.connected and details(error).reason in ("LIMIT_REACHED", "RATE_LIMITED")

    def _set_connected(self) -> None:
        self._set_status(True, text("Connected to {address}.", address=self.address))

    def _set_lost(self) -> None:
        # The connection cannot tell whether the server has ended or hangs.
        lost = (
            text("The server in this window does not answer. If it has stopped, it is restarted.")
            if self.own
            else text("The connection to {address} is lost. Trying again.", address=self.address)
        )
        self._set_status(False, lost)

    def _set_status(
        self, connected: bool, status: str, problem: str = "", *, again: bool = False
    ) -> None:
        changed = again or (connected, status) != (self.connected, self.status)
        self.connected, self.status, self.problem = connected, status, problem
        if changed:
            self.on_change()

    def _silence_limit(self) -> float:
        return self.info.silence_limit.ToTimedelta().total_seconds() or DEFAULT_SILENCE_LIMIT

    async def wait(self, seconds: float) -> None:
        """Wait before a retry of a refused call."""
        await self._sleep(seconds)

    async def _back_off(self, failures: int, at_least: float = 0.0) -> None:
        # Jitter, so that the clients do not all reconnect at the same moment.
        longest = min(4.0, 0.5 * 2.0 ** min(failures, 4))
        await self._sleep(max(at_least, longest * (0.5 + 0.5 * self._chance())))
