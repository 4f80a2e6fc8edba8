"""What can go wrong between client and server, as sentences for people.

::

    Refused         the server said no, and nothing has changed
    CannotConnect   nobody answers, or no koikoi server
"""

from __future__ import annotations

from dataclasses import dataclass

from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from koikoi.v1 import service_pb2 as wire
from koikoi_client.texts import text

LONGEST_RETRY = 60.0
"""Seconds: a server that asks for a longer wait is asked again anyway."""


class Refused(Exception):
    """The server said no, and nothing has changed.

    *reason* is an ErrorReason without its prefix, or a word of the client's own (SERVER_CHANGED,
    SERVER_TOO_OLD, GAME_UNKNOWN); empty when the server gave none. *field* is the request's field
    that was wrong, where the server says one.
    """

    def __init__(self, reason: str, message: str, field: str = "") -> None:
        super().__init__(message)
        self.reason = reason
        self.field = field
        self.message = message  #: a sentence for people


class CannotConnect(Exception):
    """Nobody answers there, or no koikoi server; the message says what to do."""


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


def check_age(info: wire.GetServerInfoResponse, protocol: int) -> None:
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
