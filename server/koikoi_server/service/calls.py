"""Counts the calls of every service by address, and refuses those above a limit."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import unquote

import grpc
from google.protobuf.message import DecodeError

from koikoi_server.refusal import Reason, Refusal, full, invalid
from koikoi_server.service.address import LOOPBACK, address_of
from koikoi_server.service.batches import WholeContext
from koikoi_server.service.connections import Connections, OpenCalls
from koikoi_server.service.errors import Context, fault, refuse
from koikoi_server.service.limiters import TokenBucket
from koikoi_server.service.passwords import METADATA, Passwords
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Clock, Millis
from koikoi_server.text import text

ARRIVAL: Millis = 30_000  #: in which a request must arrive, and the answer to it be read
MAX_OTHER_BYTES = 1_000  #: of a request to another service than ours

Handler = Any  #: a grpc.RpcMethodHandler
A = TypeVar("A")


class OpenCall:
    """A call, from its arrival until its last byte has been sent."""

    __slots__ = ("address", "due", "has_password", "is_seat_watch", "peer")

    def __init__(self, peer: str, due: Millis) -> None:
        self.peer = peer
        self.address = address_of(peer)
        self.due = due  #: when the client must have sent the request, or read the answer; 0: never
        self.is_seat_watch = False  #: and its request has arrived
        self.has_password = False  #: the right one; False if the method needs none


class Calls:
    """The open calls of a server."""

    def __init__(self, clock: Clock, settings: Settings, connections: Connections) -> None:
        self._clock = clock
        self._most = settings.max_calls
        self._most_of_address = settings.address_calls
        self._connections_of_address = settings.address_connections
        self._free_loopback = settings.free_loopback
        self._rate = TokenBucket(clock, *settings.calls)
        self._passwords = Passwords(clock, settings.password)
        self._connections = connections
        self._open: set[OpenCall] = set()
        self._of_address: dict[str, Counter[str]] = {}  # how many, by address and peer

    def by_peer(self) -> dict[str, OpenCalls]:
        """The open calls of each connection that has some, by its peer."""
        now = self._clock.now()
        numbers = Counter(call.peer for call in self._open)
        seats = {call.peer for call in self._open if call.is_seat_watch}
        late = {call.peer for call in self._open if 0 < call.due < now}
        return {
            peer: OpenCalls(number, watch_seat=peer in seats, late=peer in late)
            for peer, number in numbers.items()
        }

    def counted(self, name: str, handler: Handler) -> Handler:
        """The *handler* of the RPC with the path *name*, with its calls counted.

        The new handler reads requests from the context, so that a call counts before they arrive.
        """
        if handler.request_streaming:
            respond = self._stream(handler)
        else:
            respond = self._single(name, handler)
        needs_password = self._passwords.needed_for(name)

        async def method(_: object, grpc_context: Context) -> Any:
            context: Any = WholeContext(grpc_context)
            peer = unquote(context.peer())
            try:
                call = self._begin(peer, context, needs_password=needs_password)
            except Refusal as refusal:
                if refusal.reason is Reason.PASSWORD_WRONG:
                    self._connections.misused(peer)
                else:
                    self._connections.refused(peer)
                answer = refusal
            else:
                try:
                    return await respond(call, context)
                except Refusal as refusal:
                    answer = refusal
                except (asyncio.CancelledError, grpc.aio.InternalError):  # the caller has gone
                    self._connections.misused(peer)
                    raise asyncio.CancelledError from None
                except grpc.aio.AbortError:
                    raise
                except Exception as error:
                    answer = fault(name, error)
            # Outside of `except`: see `guarded`.
            return await refuse(context, answer)

        return _reading(method, handler)

    def unknown(self) -> Handler:
        """The handler of all methods that the server does not have."""

        async def method(_: object, context: Context) -> None:
            self._connections.misused(unquote(context.peer()))
            code = grpc.StatusCode.UNIMPLEMENTED
            await context.abort(code, text("This server has no such method."))

        return grpc.stream_unary_rpc_method_handler(method)

    def _begin(self, peer: str, context: Context, *, needs_password: bool) -> OpenCall:
        """Check the password of a call, and count the call until it is over.

        Raises:
            Refusal: RATE_LIMITED, LIMIT_REACHED or PASSWORD_WRONG.
        """
        call = OpenCall(peer, self._clock.now() + ARRIVAL)
        self._check_rate(call)
        if needs_password:
            given = dict(context.invocation_metadata() or ()).get(METADATA, "")
            self._passwords.check(str(given), peer, call.address)
            call.has_password = True
        own = self._of_address.get(call.address, Counter())
        mine = own.total()
        if not self._is_exempt(call):
            if mine >= self._most_of_address:
                raise full("Too many calls from your address are open: close some, or wait {wait}.")
            if peer not in own and len(own) >= self._connections_of_address:
                # Only those without calls are closed, so this one is refused.
                raise full(
                    "Too many connections from your address are open: close some, or wait {wait}."
                )
        if len(self._open) >= self._most and mine >= self._most // len(self._of_address):
            # An address that has less than its share can go on.
            raise full("Too many calls to this server are open: wait {wait}.")
        self._of_address.setdefault(call.address, own)[peer] += 1
        self._open.add(call)
        if call.has_password:
            self._passwords.began(peer)
        self._connections.used(peer)
        context.add_done_callback(lambda _: self._end(call))  # type: ignore[arg-type]  # its stub wants two arguments, gRPC passes one
        return call

    def _end(self, call: OpenCall) -> None:
        self._open.discard(call)
        if call.has_password:
            self._passwords.ended(call.peer)
        own = self._of_address[call.address]
        own[call.peer] -= 1
        if not own[call.peer]:
            del own[call.peer]
        if not own:
            del self._of_address[call.address]

    def _check_rate(self, call: OpenCall) -> None:
        if not self._is_exempt(call):
            self._rate.check(call.address, "Too many calls from your address: wait {wait}.")

    def _is_exempt(self, call: OpenCall) -> bool:
        return self._free_loopback and call.address in LOOPBACK

    def _single(self, name: str, handler: Handler) -> Callable[[OpenCall, Context], Awaitable[Any]]:
        """How to respond to a call with one request."""
        inner = handler.unary_stream or handler.unary_unary
        parse, is_stream = handler.request_deserializer, handler.response_streaming
        is_seat_watch = name.endswith("/WatchSeat")

        async def respond(call: OpenCall, context: Context) -> Any:
            body = await context.read()
            if body is grpc.aio.EOF:
                raise invalid("", "The request is missing.")
            call.due = 0
            call.is_seat_watch = is_seat_watch
            answer = await inner(_parsed(parse, body) if parse else body, context)
            if not is_stream:
                call.due = self._clock.now() + ARRIVAL
            return answer

        return respond

    def _stream(self, handler: Handler) -> Callable[[OpenCall, Context], Awaitable[None]]:
        """How to respond to a call with any number of requests."""

        async def respond(call: OpenCall, context: Context) -> None:
            async def requests() -> AsyncIterator[Any]:
                while (body := await context.read()) is not grpc.aio.EOF:
                    self._check_rate(call)
                    yield _parsed(handler.request_deserializer, body)

            call.due = 0
            async for answer in handler.stream_stream(requests(), context):
                await context.write(answer)

        return respond


def _parsed(parse: Callable[[bytes], A], body: bytes) -> A:
    """The request in *body*.

    Raises:
        Refusal: FIELD_INVALID when it is too large or cannot be parsed.
    """
    if len(body) > MAX_OTHER_BYTES:
        raise invalid("", "That request is too large: at most {n} bytes.", n=MAX_OTHER_BYTES)
    try:
        return parse(body)
    except DecodeError:
        raise invalid("", "That is not a valid message.") from None


def _reading(method: Any, handler: Handler) -> Handler:
    """*method* as a handler that reads its requests from the context."""
    make = (
        grpc.stream_stream_rpc_method_handler
        if handler.response_streaming
        else grpc.stream_unary_rpc_method_handler
    )
    return make(method, response_serializer=handler.response_serializer)
