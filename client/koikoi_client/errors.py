"""The client's exceptions; their messages are sentences for people.

::

    Refused         the server refused a request; nothing has changed
    CannotConnect   no koikoi server answers
    UsageError      the command line asks for something that the server does not have
    RecordError     a file holds no usable record
    Interrupted     Ctrl-C was pressed at a prompt
"""

from __future__ import annotations

SERVER_CHANGED = "SERVER_CHANGED"
"""Reason of a :class:`Refused` that the client raises: another server answers at the address."""


class Refused(Exception):
    """The server refused a request; nothing has changed.

    Attributes:
        reason: an ErrorReason without its prefix, or one of the client (SERVER_CHANGED,
            SERVER_TOO_OLD, GAME_UNKNOWN); empty when the server gave none.
        message: a sentence for people.
        field: the request's wrong field; empty when the server names none.
        retry: the seconds after which a retry may help; 0 when the server gave none.
    """

    def __init__(self, reason: str, message: str, field: str = "", retry: float = 0.0) -> None:
        super().__init__(message)
        self.reason = reason
        self.field = field
        self.message = message
        self.retry = retry


class CannotConnect(Exception):
    """No koikoi server answers; the message says what to do."""


class UsageError(Exception):
    """The command line asks for something that the server does not have; the message says what."""


class RecordError(ValueError):
    """A file holds no usable record; the message says why."""


class Interrupted(Exception):
    """Ctrl-C was pressed at a prompt."""
