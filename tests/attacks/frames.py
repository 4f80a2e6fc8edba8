"""HTTP/2 frames as bytes, for clients that keep to no rule.

Each function returns what to write to a socket. A connection begins with :data:`PREFACE` and
:func:`settings`. Header blocks change no state that a later one depends on, so that they may be
repeated and sent in any order.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache

from hpack import Encoder
from hyperframe.frame import (
    ContinuationFrame,
    DataFrame,
    HeadersFrame,
    PingFrame,
    RstStreamFrame,
    SettingsFrame,
    WindowUpdateFrame,
)

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
OPENING = PREFACE + SettingsFrame(0).serialize()  #: the first bytes of an ordinary connection
LARGEST = 16_384  #: bytes of a frame, unless the other end allows more
WIDEST = 2**31 - 1  #: bytes of a flow-control window

CANCEL = 8  #: the error code of a client that cancels its call

# Of a SETTINGS frame:
HEADER_TABLE_SIZE = SettingsFrame.HEADER_TABLE_SIZE
INITIAL_WINDOW_SIZE = SettingsFrame.INITIAL_WINDOW_SIZE
MAX_CONCURRENT_STREAMS = SettingsFrame.MAX_CONCURRENT_STREAMS

HEALTH_WATCH = "/grpc.health.v1.Health/Watch"
REFLECTION = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"


def ours(name: str) -> str:
    """The path of an RPC of the service under test."""
    return f"/koikoi.v1.KoikoiService/{name}"


def settings(values: dict[int, int] | None = None, *, ack: bool = False) -> bytes:
    """A SETTINGS frame, or the acknowledgement of one."""
    if ack:
        return SettingsFrame(0, flags=["ACK"]).serialize()
    return SettingsFrame(0, settings=values or {}).serialize()


def ping(content: bytes = b"attacked", *, ack: bool = False) -> bytes:
    """A PING frame of eight bytes, or the acknowledgement of one."""
    return PingFrame(0, content, flags=["ACK"] if ack else ()).serialize()


def reset(stream: int, code: int = CANCEL) -> bytes:
    """A RST_STREAM frame."""
    return RstStreamFrame(stream, code).serialize()


def window_update(stream: int, more: int) -> bytes:
    """A WINDOW_UPDATE frame; stream 0 is the connection."""
    return WindowUpdateFrame(stream, more).serialize()


@cache
def block(path: str, more: Sequence[tuple[str, str]] = ()) -> bytes:
    """The header block of a gRPC call of *path*, with *more* headers (a tuple of pairs)."""
    usual = (
        (":method", "POST"),
        (":scheme", "http"),
        (":path", path),
        (":authority", "koikoi"),
        ("te", "trailers"),
        ("content-type", "application/grpc"),
    )
    return Encoder().encode((*usual, *more), huffman=False)


def headers(
    stream: int,
    path: str = "",
    more: Sequence[tuple[str, str]] = (),
    *,
    raw: bytes | None = None,
    end_headers: bool = True,
    end_stream: bool = False,
) -> bytes:
    """A HEADERS frame that opens a call of *path*; *raw*: with this header block instead."""
    flags = [*["END_HEADERS"] * end_headers, *["END_STREAM"] * end_stream]
    content = block(path, tuple(more)) if raw is None else raw
    return HeadersFrame(stream, content, flags=flags).serialize()


def continuation(stream: int, raw: bytes, *, end_headers: bool = False) -> bytes:
    """A CONTINUATION frame with a part of a header block."""
    return ContinuationFrame(stream, raw, flags=["END_HEADERS"] * end_headers).serialize()


def message(body: bytes, *, claimed: int | None = None) -> bytes:
    """A gRPC message, uncompressed; *claimed*: the length in its prefix, if it is a lie."""
    return struct.pack(">BI", 0, len(body) if claimed is None else claimed) + body


def data(stream: int, content: bytes, *, end_stream: bool = True) -> list[bytes]:
    """DATA frames with *content*, each of at most `LARGEST` bytes."""
    parts = [content[at : at + LARGEST] for at in range(0, len(content), LARGEST)] or [b""]
    last = len(parts) - 1
    return [
        DataFrame(
            stream, part, flags=["END_STREAM"] if end_stream and at == last else ()
        ).serialize()
        for at, part in enumerate(parts)
    ]


def call(stream: int, path: str, body: bytes = b"", more: Sequence[tuple[str, str]] = ()) -> bytes:
    """A whole call with one message."""
    return headers(stream, path, more) + b"".join(data(stream, message(body)))
