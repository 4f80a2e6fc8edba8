"""A refusal: the answer to something that may not be done. It has changed nothing."""

from __future__ import annotations

from enum import Enum, auto

FULL_RETRY_MS = 10_000  #: until a place may be free


class Reason(Enum):
    """Why. The names are those of ErrorReason in service.proto, which says what each means."""

    TABLE_NOT_FOUND = auto()
    RECORD_NOT_FOUND = auto()
    NO_OPEN_SEAT = auto()
    CODE_NEEDED = auto()
    SEAT_TOKEN_INVALID = auto()
    PASSWORD_WRONG = auto()
    STATE_STALE = auto()
    OPTION_NOT_OFFERED = auto()
    SEAT_STALE = auto()
    SEAT_NOT_REPLACEABLE = auto()
    NOT_HOST = auto()
    MATCH_STALE = auto()
    REQUEST_ID_REUSED = auto()
    FIELD_INVALID = auto()
    RULES_INVALID = auto()
    RATE_LIMITED = auto()
    LIMIT_REACHED = auto()
    STORAGE_FAILED = auto()
    SERVER_STOPPING = auto()
    WATCH_REPLACED = auto()
    CLIENT_TOO_OLD = auto()
    FAULT = auto()


class Refusal(Exception):
    """What was asked for is not done; ``message`` is one English sentence for people.

    It names no secret: no token, no code, no card.
    """

    def __init__(
        self,
        reason: Reason,
        message: str,
        *,
        retry_ms: int = 0,
        field: str = "",
        option: str = "",
        fault: str = "",
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.retry_ms = retry_ms  #: when asking again may help, in milliseconds; 0: waiting won't
        self.details = {
            key: value
            for key, value in (("field", field), ("option", option), ("fault", fault))
            if value
        }  #: what goes with the reason, for programs


def invalid(field: str, message: str) -> Refusal:
    """The refusal of a request's field."""
    return Refusal(Reason.FIELD_INVALID, message, field=field)


def full(message: str) -> Refusal:
    """The refusal of one more of what is bounded, for as long as nobody gives one up."""
    return Refusal(Reason.LIMIT_REACHED, message, retry_ms=FULL_RETRY_MS)
