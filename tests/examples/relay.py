"""What stands between a client and the server: it notes what comes, and may change it.

It speaks gRPC to both sides, so that a client in any language is recorded without a word of its
own. In front of it is a wire that can be cut.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
from google.protobuf import message_factory
from google.protobuf.message import Message

from koikoi.v1 import service_pb2
from tests.support.proxy import Proxy, proxied
from tests.support.validators import Stream

HOST = "127.0.0.1"
QUICKLY = [("grpc.initial_reconnect_backoff_ms", 100), ("grpc.max_reconnect_backoff_ms", 500)]
WATCHES = ("WatchSeat", "WatchTable")

Context = grpc.aio.ServicerContext[Any, Any]
Change = Callable[[Message], bytes]
"""What is passed on in place of a message of ``koikoi.v1``, a request or an answer."""


class Relay(grpc.GenericRpcHandler):
    """Passes all calls of one client on to *target*, and notes its watches of tables."""

    def __init__(self, target: str, change: Change | None = None) -> None:
        self.streams: list[Stream] = []
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
        request, answer = (
            message_factory.GetMessageClass(kind)
            for kind in (method.input_type, method.output_type)
        )

        def passed(kind: type[Message], body: bytes) -> bytes:
            return self._change(kind.FromString(body)) if self._change else body

        async def unary(body: bytes, context: Context) -> bytes:
            call: Any = self._channel.unary_unary(path)
            try:
                return passed(answer, await call(passed(request, body)))
            except grpc.aio.AioRpcError as error:
                refused = error
            await self._refuse(context, refused)
            raise AssertionError("abort raises")

        async def stream(body: bytes, context: Context) -> None:
            watch: Any = self._channel.unary_stream(path)
            call = watch(passed(request, body))
            noted = Stream(getattr(request.FromString(body), "after_seq", 0))
            if name in WATCHES:
                self.streams.append(noted)
            try:
                async for message in call:
                    noted.messages.append(answer.FromString(message))
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
