"""What is no gRPC, or only half of it: bytes that anybody can send to a port."""

from __future__ import annotations

import random
import struct

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """A frame of HTTP/2."""
    return (
        struct.pack(">I", len(payload))[1:]
        + bytes((kind, flags))
        + struct.pack(">I", stream)
        + payload
    )


SETTINGS = frame(4, 0, 0, b"")


def headers(path: str, **others: str) -> bytes:
    """The fields of a request, none of them compressed."""
    fields = {
        ":method": "POST",
        ":scheme": "http",
        ":path": path,
        ":authority": "x",
        "te": "trailers",
        "content-type": "application/grpc",
    } | others
    return b"".join(
        b"\0" + bytes((len(name),)) + name.encode() + bytes((len(value),)) + value.encode()
        for name, value in fields.items()
        if value
    )


ACT = "/koikoi.v1.KoikoiService/Act"
RANDOM = random.Random(1)

NOISE: dict[str, bytes] = {
    "HTTP/1": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "HTTP/1 that wants more": b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\n\r\n",
    "TLS": bytes.fromhex("16030100c8010000c40303") + RANDOM.randbytes(200),
    "SSH": b"SSH-2.0-OpenSSH_9.6\r\n",
    "random bytes": RANDOM.randbytes(4_096),
    "zeros": bytes(4_096),
    "half a preface": PREFACE[:10],
    "a preface alone": PREFACE,
    "a preface and random bytes": PREFACE + RANDOM.randbytes(2_000),
    "a frame that is too long": PREFACE + SETTINGS + b"\xff\xff\xff\x00\x00\x00\x00\x00\x01",
    "settings of a wrong size": PREFACE + frame(4, 0, 0, b"12345"),
    "many settings": PREFACE + SETTINGS * 3_000,
    "many pings": PREFACE + SETTINGS + frame(6, 0, 0, bytes(8)) * 3_000,
    "windows that overflow": PREFACE + SETTINGS + frame(8, 0, 0, b"\x7f\xff\xff\xff") * 2,
    "data on no stream": PREFACE + SETTINGS + frame(0, 0, 7, b"x" * 100),
    "headers that are none": PREFACE + SETTINGS + frame(1, 4, 1, RANDOM.randbytes(60)),
    "headers without an end": PREFACE + SETTINGS + frame(1, 0, 1, headers(ACT)),
    "a call without a body": PREFACE + SETTINGS + frame(1, 5, 1, headers(ACT)),
    "a body that says it is huge": PREFACE
    + SETTINGS
    + frame(1, 4, 1, headers(ACT))
    + frame(0, 1, 1, b"\0\xff\xff\xff\xff"),
    "a body shorter than it says": PREFACE
    + SETTINGS
    + frame(1, 4, 1, headers(ACT))
    + frame(0, 1, 1, b"\0\0\0\0\x09x"),
    "a compressed body that is not": PREFACE
    + SETTINGS
    + frame(1, 4, 1, headers(ACT, **{"grpc-encoding": "gzip"}))
    + frame(0, 1, 1, b"\1\0\0\0\4abcd"),
    "another content type": PREFACE
    + SETTINGS
    + frame(1, 4, 1, headers(ACT, **{"content-type": "application/json"}))
    + frame(0, 1, 1, b"{}"),
    "calls given up at once": PREFACE
    + SETTINGS
    + b"".join(
        frame(1, 4, 2 * call + 1, headers(ACT)) + frame(3, 0, 2 * call + 1, bytes(4))
        for call in range(500)
    ),
}
