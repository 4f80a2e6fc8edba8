"""What a call that failed says: for the session, how to go on; for people, a sentence."""

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
"""Seconds: a server that asks for a longer wait is asked again anyway."""


@dataclass(frozen=True, slots=True)
class Details:
    """What a failed call says for programs."""

    reason: str = ""  #: an ErrorReason without its prefix; empty: not from a koikoi server
    field: str = ""  #: of the request, that was wrong
    retry: float = 0.0  #: seconds to wait before asking again, 0 to LONGEST_RETRY

    @classmethod
    def read(cls, status: bytes) -> Details:
        """Of a serialised google.rpc.Status; empty or unreadable bytes say nothing."""
        reason, field, retry = "", "", 0.0
        info, delay = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
        try:
            for detail in status_pb2.Status.FromString(status).details:
                if detail.Unpack(info) and info.domain == "koikoi.v1":
                    reason, field = info.reason, info.metadata.get("field", "")
                if detail.Unpack(delay):
                    retry = delay.retry_delay.ToTimedelta().total_seconds()
        except DecodeError:
            return cls()
        return cls(reason, field, min(max(0.0, retry), LONGEST_RETRY))


def details(error: grpc.aio.AioRpcError) -> Details:
    """What a failed call says for programs."""
    metadata: Any = error.trailing_metadata() or ()
    raw = dict(metadata).get("grpc-status-details-bin", b"")
    return Details.read(raw) if isinstance(raw, bytes) else Details()


def refused(error: grpc.aio.AioRpcError) -> Refused:
    """What a failed call says for people."""
    said_more = details(error)
    reason = said_more.reason
    said = printable(error.details() or "")
    if reason:
        return Refused(reason, said or reason, said_more.field, said_more.retry)
    if error.code() is grpc.StatusCode.UNIMPLEMENTED:
        return Refused("", text("This server cannot do that: it needs a newer koikoi-server."))
    return Refused("", text("The server refused: {why}", why=said))


def check_age(info: service_pb2.GetServerInfoResponse, protocol: int) -> None:
    """Refuse a server that a client of this *protocol* cannot talk to. Raises Refused."""
    if info.protocol < protocol:
        raise Refused(
            "SERVER_TOO_OLD",
            text("This server is too old for this client: update koikoi-server."),
        )
    if info.oldest_protocol > protocol:
        raise Refused(
            "CLIENT_TOO_OLD",
            text("This client is too old for that server: update koikoi-client."),
        )
    if info.password_needed:
        raise Refused(
            "PASSWORD_WRONG",
            text("That server asks for a password, which this client cannot give: update it."),
        )
