"""The reasons for which the server refuses requests, and the exception that refuses one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Literal

from koikoi_server.system.clock import Millis
from koikoi_server.text import DEFAULT, plural, text

FULL_RETRY_MS = 10_000  #: suggested wait before a retry when a limit is reached

NOT_A_PAGE_TOKEN = "That is not a page token: send the next_page_token of the previous page."

StatusCode = Literal[
    "ABORTED",
    "FAILED_PRECONDITION",
    "INTERNAL",
    "INVALID_ARGUMENT",
    "NOT_FOUND",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "UNAUTHENTICATED",
    "UNAVAILABLE",
]
"""The gRPC status codes that a refusal may have, by name."""


@dataclass(frozen=True, slots=True)
class Row:
    """The properties that all refusals with the same reason share."""

    code: StatusCode
    sentence: str  #: in English; the default, and the one in the catalogue
    retry_ms: Millis = 0  #: default wait before a retry, in milliseconds; 0: a retry does not help
    field: str = ""  #: pattern of the request field that is at fault; empty: none


@unique
class Reason(Enum):
    """The values of ErrorReason in service.proto, where comments explain them."""

    TABLE_NOT_FOUND = Row(
        "NOT_FOUND", "That table does not exist: it was closed, or the code is wrong."
    )
    RECORD_NOT_FOUND = Row("NOT_FOUND", "There is no such record, or its match is not over yet.")
    NO_OPEN_SEAT = Row(
        "FAILED_PRECONDITION", "That table has no open seat: watch it, or choose another table."
    )
    CODE_NEEDED = Row(
        "PERMISSION_DENIED", "This table is private: ask its players for the join code."
    )
    SEAT_TOKEN_INVALID = Row(
        "UNAUTHENTICATED", "This seat is no longer yours: join the table again."
    )
    PASSWORD_WRONG = Row("UNAUTHENTICATED", "This server needs a password, and that one is wrong.")
    STATE_STALE = Row("ABORTED", "The game has moved on: choose again.")
    OPTION_NOT_OFFERED = Row(
        "FAILED_PRECONDITION", "You cannot choose that now: choose one of the options."
    )
    SEAT_STALE = Row("ABORTED", "That seat has just changed: choose again.")
    SEAT_OPTION_TOO_EARLY = Row(
        "FAILED_PRECONDITION", "It is too early for that: wait a moment.", retry_ms=1_000
    )
    SEAT_OPTION_NOT_OFFERED = Row(
        "FAILED_PRECONDITION", "You cannot do that now: choose one of the options."
    )
    MATCH_STALE = Row("ABORTED", "The match has moved on: choose again.")
    REQUEST_ID_REUSED = Row(
        "INVALID_ARGUMENT", "This program used the same request id for two requests."
    )
    FIELD_INVALID = Row(
        "INVALID_ARGUMENT", "Something in the request is missing or out of range.", field="{field}"
    )
    RULES_INVALID = Row(
        "INVALID_ARGUMENT",
        "There is no such house rule, or it does not fit the others.",
        field="rules.{option}",
    )
    RATE_LIMITED = Row(
        "RESOURCE_EXHAUSTED", "Too many requests at once: wait a moment.", retry_ms=1_000
    )
    LIMIT_REACHED = Row("RESOURCE_EXHAUSTED", "The server is full: try again later.")
    STORAGE_FAILED = Row(
        "UNAVAILABLE",
        "The server cannot write to its disk, so nothing has changed: try again soon.",
        retry_ms=2_000,
    )
    SERVER_STOPPING = Row(
        "UNAVAILABLE", "The server is stopping: try again in a moment.", retry_ms=2_000
    )
    WATCH_REPLACED = Row("ABORTED", "Your seat is now open in another window.")
    CLIENT_TOO_OLD = Row(
        "FAILED_PRECONDITION", "This program is too old for the server: install a newer one."
    )
    FAULT = Row("INTERNAL", "Something went wrong in the server: try again.")
    NOBODY_PRESENT = Row(
        "FAILED_PRECONDITION", "Nobody is at that table now: all its players are away."
    )


class Refusal(Exception):
    """The server refuses a request, which has changed nothing.

    Neither the sentence nor the details contain a secret: no token, code or card.

    Args:
        pattern: the sentence in English; {fields} in it are filled with *values*, and {wait} with
            *retry_ms* in words. Empty: the reason's sentence.
        retry_ms: how long to wait before a retry, in milliseconds; 0: the reason's default.
        field, option, fault, seat: details for programs, if the reason has them.
        values: the values of the fields; a :class:`~koikoi_server.text.Phrase` is translated.
    """

    def __init__(
        self,
        reason: Reason,
        pattern: str = "",
        *,
        retry_ms: Millis = 0,
        field: str = "",
        option: str = "",
        fault: str = "",
        seat: str = "",
        **values: object,
    ) -> None:
        self.reason = reason
        self.retry_ms = retry_ms or reason.value.retry_ms
        details = {"field": field, "option": option, "fault": fault, "seat": seat}
        self.details = {key: value for key, value in details.items() if value}
        self._pattern = pattern or reason.value.sentence
        self._values = values
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.sentence(DEFAULT)

    def sentence(self, language: str) -> str:
        """The sentence in *language*."""
        values = dict(self._values)
        if self.retry_ms:
            values["wait"] = in_words(self.retry_ms, language)
        return text(self._pattern, language, **values)


def in_words(millis: Millis, language: str = DEFAULT) -> str:
    """A duration in words, rounded up: "1 second", "17 seconds"; from 120 seconds, "2 minutes"."""
    seconds = -(-millis // 1000)
    if seconds < 120:
        return plural(seconds, "1 second", "{n} seconds", language)
    return plural(-(-seconds // 60), "1 minute", "{n} minutes", language)


def invalid(field: str, pattern: str, **values: object) -> Refusal:
    """The refusal of a request because of one *field*, such as "chat.text"."""
    return Refusal(Reason.FIELD_INVALID, pattern, field=field, **values)  # type: ignore[arg-type]


def full(pattern: str, *, retry_ms: Millis = FULL_RETRY_MS, **values: object) -> Refusal:
    """The refusal of a request that would exceed a limit; a retry may succeed.

    *pattern* has {wait}, so that people know it too.
    """
    return Refusal(Reason.LIMIT_REACHED, pattern, retry_ms=retry_ms, **values)  # type: ignore[arg-type]
