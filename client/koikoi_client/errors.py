"""What can go wrong, as sentences for people. Nothing is imported: all that starts needs them.

::

    Refused         the server said no, and nothing has changed
    CannotConnect   nobody answers, or no koikoi server
    UsageError       the command line asks for what that server does not have or take
    RecordError      a file holds no record that can be used
    Interrupted     Ctrl-C was pressed where a line was asked for
"""

from __future__ import annotations

SERVER_CHANGED = "SERVER_CHANGED"
"""Reason of a :class:`Refused` of the client itself: another server answers at the address now."""


class Refused(Exception):
    """The server said no, and nothing has changed.

    *reason* is an ErrorReason without its prefix, or a word of the client's own (SERVER_CHANGED,
    SERVER_TOO_OLD, GAME_UNKNOWN); empty when the server gave none. *field* is the request's field
    that was wrong, where the server says one. *retry* are the seconds after which asking again may
    help; 0: the server did not say.
    """

    def __init__(self, reason: str, message: str, field: str = "", retry: float = 0.0) -> None:
        super().__init__(message)
        self.reason = reason
        self.field = field
        self.message = message  #: a sentence for people
        self.retry = retry


class CannotConnect(Exception):
    """Nobody answers there, or no koikoi server; the message says what to do."""


class UsageError(Exception):
    """The command line asks for what that server does not have or take; the message says what."""


class RecordError(ValueError):
    """A file holds no record that can be used; the message is a sentence that says why."""


class Interrupted(Exception):
    """Ctrl-C was pressed where a line was asked for."""
