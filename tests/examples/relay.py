"""What stands between a client and the server: it notes what comes, and may change it.

It speaks gRPC to both sides, so that a client in any language is recorded without a word of its
own. In front of it is a wire that can be cut.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf import message_factory
from google.protobuf.message import Message
from google.rpc import status_pb2
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo

from koikoi.v1 import service_pb2
from tests.support.proxy import Proxy, proxied
from tests.support.validators import Stream, seq_of

HOST = "127.0.0.1"
QUICKLY = [("grpc.initial_reconnect_backoff_ms", 100), ("grpc.max_reconnect_backoff_ms", 500)]
WATCHES = ("WatchSeat", "WatchTable")

Context = grpc.aio.ServicerContext[Any, Any]
Change = Callable[[Message], bytes]
"""Returns what to pass on in place of a message of ``koikoi.v1``, a request or a response."""


@dataclass(frozen=True)
class Call:
    """A call that a client has made."""

    name: str
    request: Any
    metadata: dict[str, str]
    time: float  #: of the event loop, in seconds


@dataclass(frozen=True)
class Refusal:
    """What a client gets in place of the server's response."""

    code: grpc.StatusCode
    reason: str
    retry: int = 0  #: seconds; 0: no RetryInfo

    @property
    def details(self) -> bytes:
        """The bytes of ``grpc-status-details-bin``."""
        made = status_pb2.Status(code=self.code.value[0])
        made.details.add().Pack(ErrorInfo(domain="koikoi.v1", reason=self.reason))
        if self.retry:
            made.details.add().Pack(RetryInfo(retry_delay={"seconds": self.retry}))
        return bytes(made.SerializeToString())


class Relay(grpc.GenericRpcHandler):
    """Passes all calls of one client on to *target*, and notes them and its watches of tables."""

    def __init__(self, target: str, change: Change | None = None) -> None:
        self.calls: list[Call] = []
        self.streams: list[Stream] = []
        self.refusals: dict[str, list[Refusal]] = defaultdict(list)
        """What the next calls of that name are answered, in turn; then the server answers."""
        self._channel = grpc.aio.insecure_channel(target, QUICKLY)
        self._change = change
        self._server = grpc.aio.server()
        self._server.add_generic_rpc_handlers((self,))
        self.port = self._server.add_insecure_port(f"{HOST}:0")

    async def start(self) -> None:
        await self._server.start()

    async def stop(self) -> None:
        await self._server.stop(0)
        await self._channel.close()

    @property
    def seq(self) -> int:
        """The newest entry that was passed on."""
        return max((u.seq for stream in self.streams for u in stream.updates), default=0)

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        name = handler_call_details.method.rpartition("/")[2]
        known = service_pb2.DESCRIPTOR.services_by_name["KoikoiService"].methods_by_name
        if name not in known:
            return None
        path, method = handler_call_details.method, known[name]
        metadata = tuple(
            (key, str(value))
            for key, value in handler_call_details.invocation_metadata or ()
            if key.startswith("koikoi-")
        )
        request, answer = (
            message_factory.GetMessageClass(kind)
            for kind in (method.input_type, method.output_type)
        )

        def passed(kind: type[Message], body: bytes) -> bytes:
            return self._change(kind.FromString(body)) if self._change else body

        async def noted(body: bytes, context: Context) -> Any:
            """Note a call, and end it here if it is to be refused."""
            made = request.FromString(body)
            now = asyncio.get_running_loop().time()
            self.calls.append(Call(name, made, dict(metadata), now))
            if self.refusals[name]:
                refusal = self.refusals[name].pop(0)
                details = (("grpc-status-details-bin", refusal.details),)
                await context.abort(refusal.code, f"{refusal.reason}.", details)
            return made

        async def unary(body: bytes, context: Context) -> bytes:
            await noted(body, context)
            call: Any = self._channel.unary_unary(path)
            try:
                return passed(answer, await call(passed(request, body), metadata=metadata))
            except grpc.aio.AioRpcError as error:
                refused = error
            await self._refuse(context, refused)
            raise AssertionError("abort raises")

        async def stream(body: bytes, context: Context) -> None:
            made = await noted(body, context)
            watch: Any = self._channel.unary_stream(path)
            call = watch(passed(request, body), metadata=metadata)
            heard = Stream(seq_of(getattr(made, "after", "")))
            if name in WATCHES:
                self.streams.append(heard)
            try:
                async for message in call:
                    heard.messages.append(answer.FromString(message))
                    await context.write(passed(answer, message))
                return
            except grpc.aio.AioRpcError as error:
                refused = error
            finally:
                call.cancel()
            await self._refuse(context, refused)

        if method.server_streaming:
            return grpc.unary_stream_rpc_method_handler(stream)
        return grpc.unary_unary_rpc_method_handler(unary)

    async def _refuse(self, context: Context, error: grpc.aio.AioRpcError) -> None:
        details = tuple(
            (key, value)
            for key, value in error.trailing_metadata() or ()
            if key == "grpc-status-details-bin"
        )
        await context.abort(error.code(), error.details() or "", details)


@asynccontextmanager
async def relayed(port: int, change: Change | None = None) -> AsyncIterator[tuple[Relay, Proxy]]:
    """A relay to a port of this machine and the wire to it, as long as the block lasts."""
    relay = Relay(f"{HOST}:{port}", change)
    await relay.start()
    try:
        async with proxied(relay.port) as wire:
            yield relay, wire
    finally:
        await relay.stop()
