"""Read the reason, the retry delay and the message of a failed gRPC call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from koikoi.v1 import service_pb2
from koikoi_client.errors import Refused
from koikoi_client.text import printable, text

LONGEST_RETRY = 60.0
"""The longest retry delay in seconds that is accepted from a server."""


@dataclass(frozen=True, slots=True)
class Details:
    """The machine-readable part of a failed call."""

    reason: str = (
        ""  #: an ErrorReason without its prefix; empty when the error is not from a koikoi server
    )
    field: str = ""  #: the invalid field of the request
    retry: float = 0.0  #: seconds to wait before a retry, 0 to LONGEST_RETRY
    seat: int = 0  #: the seat of a computer that can be taken instead

    @classmethod
    def read(cls, status: bytes) -> Details:
        """Parse a serialised google.rpc.Status; return empty details if that is not possible."""
        reason, field, retry, seat = "", "", 0.0, 0
        info, delay = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
        try:
            for detail in status_pb2.Status.FromString(status).details:
                if detail.Unpack(info) and info.domain == "koikoi.v1":
                    reason, field = info.reason, info.metadata.get("field", "")
                    seat = _number(info.metadata.get("seat", ""))
                if detail.Unpack(delay):
                    retry = delay.retry_delay.ToTimedelta().total_seconds()
        except DecodeError:
            return cls()
        return cls(reason, field, min(max(0.0, retry), LONGEST_RETRY), seat)


def _number(typed: str) -> int:
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 3 else 0


def details(error: grpc.aio.AioRpcError) -> Details:
    """The machine-readable part of a failed call."""
    metadata: Any = error.trailing_metadata() or ()
    raw = dict(metadata).get("grpc-status-details-bin", b"")
    return Details.read(raw) if isinstance(raw, bytes) else Details()


def refused(error: grpc.aio.AioRpcError) -> Refused:
    """Convert a failed call into a :class:`Refused`."""
    found = details(error)
    message = printable(error.details() or "")
    if found.reason:
        return Refused(found.reason, message or found.reason, found.field, found.retry, found.seat)
    if error.code() is grpc.StatusCode.UNIMPLEMENTED:
        return Refused("", text("This server is too old for that: update koikoi-server."))
    return Refused("", text("The server refused: {why}", why=message))


def check_compatible(info: service_pb2.GetServerInfoResponse, protocol: int) -> None:
    """Raise Refused when a client of this *protocol* cannot use the server."""
    if info.protocol < protocol:
        raise Refused(
            "SERVER_TOO_OLD",
            text("This server is too old for this client: update koikoi-server."),
        )
    if info.oldest_protocol > protocol:
        raise Refused(
            "CLIENT_TOO_OLD",
            text("This client is too old for this server: update koikoi-client."),
        )
    if not info.server_id:  # it could not be recognized the next time
        raise Refused(
            "SERVER_TOO_OLD",
            text("This server has no id, so it cannot be recognized: update koikoi-server."),
        )
