"""A refusal: the answer to something that may not be done. It has changed nothing."""

from __future__ import annotations

from enum import Enum, auto

from koikoi_server.system.clock import Millis
from koikoi_server.text import DEFAULT, text

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
    SEAT_OPTION_TOO_EARLY = auto()
    SEAT_OPTION_NOT_OFFERED = auto()
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
    """What was asked for is not done, and why in one sentence for people.

    It names no secret: no token, no code, no card.

    Args:
        pattern: the English sentence; {fields} in it are filled with *values*, and {wait} with
            *retry_ms* in words.
        retry_ms: when asking again may help, in milliseconds; 0: waiting does not help.
        values: what fills the fields; a :class:`~koikoi_server.text.Phrase` is translated.
    """

    def __init__(
        self,
        reason: Reason,
        pattern: str,
        *,
        retry_ms: Millis = 0,
        field: str = "",
        option: str = "",
        fault: str = "",
        **values: object,
    ) -> None:
        self.reason = reason
        self.retry_ms = retry_ms
        self.details = {
            key: value
            for key, value in (("field", field), ("option", option), ("fault", fault))
            if value
        }  #: what goes with the reason, for programs
        self._pattern = pattern
        self._values = values
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.said(DEFAULT)

    def said(self, language: str) -> str:
        """The sentence in *language*."""
        values = dict(self._values)
        if self.retry_ms:
            values["wait"] = in_seconds(self.retry_ms, language)
        return text(self._pattern, language, **values)


def in_seconds(left: Millis, language: str = DEFAULT) -> str:
    """A duration in words, rounded up: "1 second", "17 seconds"."""
    whole = -(-left // 1000)
    if whole == 1:
        return text("1 second", language)
    return text("{n} seconds", language, n=whole)


def invalid(field: str, pattern: str, **values: object) -> Refusal:
    """The refusal of a request's field."""
    return Refusal(Reason.FIELD_INVALID, pattern, field=field, **values)  # type: ignore[arg-type]


def full(pattern: str) -> Refusal:
    """The refusal of one more of what is bounded, for as long as nobody gives one up."""
    return Refusal(Reason.LIMIT_REACHED, pattern, retry_ms=FULL_RETRY_MS)
