"""A small HTTP/2 client from any source address, that also does what no good client does."""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from urllib.parse import unquote

from google.protobuf.message import Message
from hpack import Decoder
from hyperframe.frame import (
    ContinuationFrame,
    DataFrame,
    Frame,
    HeadersFrame,
    PingFrame,
    RstStreamFrame,
    SettingsFrame,
    WindowUpdateFrame,
)

from koikoi_server.identity import NAME
from tests.attacks import frames

OK = 0
RESOURCE_EXHAUSTED = 8
RESET, CLOSED = -1, -2  #: instead of a gRPC status: the stream was reset, the connection closed


@dataclass(frozen=True)
class Target:
    """Where the server listens, and the address from which connections to it are made."""

    host: str
    port: int
    source: str = ""  #: empty: the system chooses
    encrypted: bool = False


@dataclass(frozen=True)
class Status:
    """How a call ended."""

    code: int
    sentence: str = ""

    def __str__(self) -> str:
        names = {RESET: "reset", CLOSED: "connection closed", RESOURCE_EXHAUSTED: "refused"}
        return names.get(self.code, f"status {self.code}")


class Refused(Exception):
    """A call that ended with another status than OK."""

    def __init__(self, status: Status) -> None:
        super().__init__(f"{status}: {status.sentence}")
        self.status = status


@dataclass
class Call:
    """A call on its stream."""

    stream: int
    ended: asyncio.Future[Status]
    window: int  #: bytes that may be sent
    messages: list[bytes] = field(default_factory=list)
    received: asyncio.Event = field(default_factory=asyncio.Event)  #: a message came, or the end
    _partial: bytearray = field(default_factory=bytearray)

    def feed(self, content: bytes) -> None:
        self._partial += content
        while len(self._partial) >= 5:
            (size,) = struct.unpack_from(">I", self._partial, 1)
            if len(self._partial) < 5 + size:
                return
            self.messages.append(bytes(self._partial[5 : 5 + size]))
            del self._partial[: 5 + size]
            self.received.set()

    def end(self, status: Status) -> None:
        if not self.ended.done():
            self.ended.set_result(status)
            self.received.set()

    def taken(self) -> list[bytes]:
        """The messages that came since the last time."""
        messages, self.messages = self.messages, []
        return messages

    async def first(self) -> bytes:
        """The first message.

        Raises:
            Refused: if the call ends without one.
        """
        await self.received.wait()
        if not self.messages:
            raise Refused(await self.ended)
        return self.messages[0]


def tls_context() -> ssl.SSLContext:
    """Accepts any certificate: an attacker has no secrets."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    return context


async def connected(target: Target, receive_buffer: int = 0) -> socket.socket:
    """A TCP connection from the target's source address; the caller closes it."""
    family = socket.AF_INET6 if ":" in target.host else socket.AF_INET
    made = socket.socket(family)
    try:
        made.setblocking(False)
        if receive_buffer:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        if target.source:
            made.bind((target.source, 0))
        await asyncio.get_running_loop().sock_connect(made, (target.host, target.port))
    except BaseException:
        made.close()
        raise
    return made


class Peer:
    """A connection that answers SETTINGS and PING, and reads everything unless told not to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._decoder = Decoder()
        self._next_stream = 1
        self._window = self._stream_window = 65_535
        self._may_send = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None
        self.calls: dict[int, Call] = {}
        self.max_streams = 100  #: until the server says how many
        self.settled = asyncio.Event()  #: the server's SETTINGS came, or the end
        self.closed = False

    @classmethod
    async def connect(
        cls, target: Target, *, reads: bool = True, receive_buffer: int = 0, window: int = -1
    ) -> Peer:
        """Connect and send the preface, with a stream window of *window* bytes (-1: the widest).

        With *reads* false it never reads a byte.

        Raises:
            OSError: if the connection is refused or closed.
        """
        made = await connected(target, receive_buffer)
        if target.encrypted:
            reader, writer = await asyncio.open_connection(
                sock=made, ssl=tls_context(), server_hostname=NAME
            )
        else:
            reader, writer = await asyncio.open_connection(sock=made)
        peer = cls(reader, writer)
        window = frames.WIDEST if window < 0 else window
        peer.write(frames.PREFACE + frames.settings({frames.INITIAL_WINDOW_SIZE: window}))
        peer.write(frames.window_update(0, frames.WIDEST - 65_535))
        if reads:
            peer._reading = asyncio.create_task(peer._read())
        else:
            writer.transport.pause_reading()  # type: ignore[attr-defined]
        return peer

    async def __aenter__(self) -> Peer:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection without a GOAWAY."""
        if self._reading is not None:
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading
        self._writer.transport.abort()
        self._ended()

    def write(self, content: bytes) -> None:
        """Write bytes as they are, without waiting; nothing happens after the end."""
        if not self.closed and not self._writer.is_closing():
            self._writer.write(content)

    async def flushed(self) -> None:
        """Wait until the system has taken most of what was written.

        Raises:
            ConnectionError: if the connection has ended.
        """
        if self.closed or self._writer.is_closing():
            raise ConnectionResetError
        await self._writer.drain()

    def new_stream(self) -> int:
        """The number of the next stream."""
        self._next_stream += 2
        return self._next_stream - 2

    def open(self, path: str, more: tuple[tuple[str, str], ...] = ()) -> Call:
        """Open a call without sending a message."""
        stream = self.new_stream()
        call = Call(stream, asyncio.get_running_loop().create_future(), self._stream_window)
        if self.closed:
            call.end(Status(CLOSED))
            return call
        self.calls[stream] = call
        self.write(frames.headers(stream, path, more))
        return call

    async def send(self, call: Call, body: bytes, *, end_stream: bool = True) -> None:
        """Send a message, within the server's windows."""
        await self.send_raw(call, frames.message(body), end_stream=end_stream)

    async def send_raw(self, call: Call, whole: bytes, *, end_stream: bool = False) -> None:
        """Send bytes of a message or of several, within the server's windows."""
        at = 0
        while at < len(whole) and not call.ended.done():
            most = min(self._window, call.window, frames.LARGEST, len(whole) - at)
            if most <= 0:
                self._may_send.clear()
                await self._may_send.wait()
                continue
            self._window -= most
            call.window -= most
            last = end_stream and at + most == len(whole)
            self.write(b"".join(frames.data(call.stream, whole[at : at + most], end_stream=last)))
            at += most
        with suppress(ConnectionError):
            await self.flushed()

    async def start(
        self, path: str, request: Message | bytes = b"", *, end_stream: bool = True
    ) -> Call:
        """Open a call and send a message."""
        body = request if isinstance(request, bytes) else request.SerializeToString()
        call = self.open(path)
        await self.send(call, body, end_stream=end_stream)
        return call

    async def status(self, path: str, request: Message | bytes = b"") -> Status:
        """Call, and return how the call ended."""
        call = await self.start(path, request)
        return await call.ended

    async def answer(self, path: str, request: Message | bytes = b"") -> bytes:
        """Call, and return the response.

        Raises:
            Refused: if the status is not OK.
        """
        call = await self.start(path, request)
        status = await call.ended
        if status.code != OK:
            raise Refused(status)
        return call.messages[0]

    def reset(self, call: Call) -> None:
        """Cancel a call."""
        self.write(frames.reset(call.stream))
        self._end(call, Status(RESET, "by us"))

    async def _read(self) -> None:
        block = bytearray()
        try:
            while True:
                head = await self._reader.readexactly(9)
                frame, size = Frame.parse_frame_header(memoryview(head))
                frame.parse_body(memoryview(await self._reader.readexactly(size)))
                if isinstance(frame, HeadersFrame | ContinuationFrame):
                    block += frame.data
                    if "END_HEADERS" in frame.flags:
                        self._headers(frame.stream_id, bytes(block))
                        block.clear()
                else:
                    self._take(frame)
        except (OSError, asyncio.IncompleteReadError):
            self._ended()

    def _take(self, frame: Frame) -> None:
        call = self.calls.get(frame.stream_id)
        match frame:
            case SettingsFrame() if "ACK" not in frame.flags:
                self._settings(frame.settings)
            case PingFrame() if "ACK" not in frame.flags:
                self.write(frames.ping(frame.opaque_data, ack=True))
            case DataFrame() if call is not None:
                call.feed(frame.data)
            case WindowUpdateFrame():
                if call is not None:
                    call.window += frame.window_increment
                elif frame.stream_id == 0:
                    self._window += frame.window_increment
                self._may_send.set()
            case RstStreamFrame() if call is not None:
                self._end(call, Status(RESET, f"HTTP/2 error {frame.error_code}"))

    def _settings(self, values: dict[int, int]) -> None:
        self.max_streams = values.get(frames.MAX_CONCURRENT_STREAMS, self.max_streams)
        window = values.get(frames.INITIAL_WINDOW_SIZE, self._stream_window)
        for call in self.calls.values():
            call.window += window - self._stream_window
        self._stream_window = window
        self._may_send.set()
        self.write(frames.settings(ack=True))
        self.settled.set()

    def _headers(self, stream: int, block: bytes) -> None:
        named = dict(self._decoder.decode(block, raw=True))
        call = self.calls.get(stream)
        if call is not None and (code := named.get(b"grpc-status")):
            self._end(call, Status(int(code), unquote(named.get(b"grpc-message", b""))))

    def _end(self, call: Call, status: Status) -> None:
        call.end(status)
        self.calls.pop(call.stream, None)
        self._may_send.set()

    def _ended(self) -> None:
        self.closed = True
        self.settled.set()
        for call in list(self.calls.values()):
            self._end(call, Status(CLOSED))


async def when(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait until *condition* is true, but not longer than that; return whether it is."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.01)
    return condition()
