"""The client's exceptions. Their messages are shown to the user.

::

    Refused         the server refused a request; nothing has changed
      Untrusted     the server may not be used; the program ends
    CannotConnect   no koikoi server answers
    UsageError      the command line asks for something that the server does not have
    RecordError     a file holds no usable record
    Interrupted     Ctrl-C was pressed at a prompt
"""

from __future__ import annotations

SERVER_CHANGED = "SERVER_CHANGED"
"""The reason of a :class:`Refused` when another server answers at the address."""

PASSWORD_WRONG = "PASSWORD_WRONG"
"""The reason of a :class:`Refused` when the server's password is wrong or missing."""


class Refused(Exception):
    """The server refused a request; nothing has changed.

    Attributes:
        reason: an ErrorReason without its prefix, or a reason that only the client uses
            (SERVER_CHANGED, SERVER_TOO_OLD, GAME_UNKNOWN); empty when there is none.
        message: a sentence for people.
        field: the invalid field of the request; empty when the server names none.
        retry: seconds to wait before a retry; 0 when the server gave no delay.
        seat: the seat of a computer that can be taken instead; 0 when the server names none.
    """

    def __init__(
        self, reason: str, message: str, field: str = "", retry: float = 0.0, seat: int = 0
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.field = field
        self.message = message
        self.retry = retry
        self.seat = seat


class Untrusted(Refused):
    """The server may not be used, now or after a retry: its certificate is not the expected one, or
    only one side encrypts.

    It ends the program, because the message says what to type instead.
    """

    def __init__(self, message: str) -> None:
        super().__init__(SERVER_CHANGED, message)


class CannotConnect(Exception):
    """No koikoi server answers; the message says what to do."""


class UsageError(Exception):
    """The command line asks for something that the server does not have; the message says what."""


class RecordError(ValueError):
    """A file holds no usable record; the message says why."""


class Interrupted(Exception):
    """Ctrl-C was pressed at a prompt."""


def first_error(several: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first error in nested groups."""
    error = several.exceptions[0]
    return first_error(error) if isinstance(error, BaseExceptionGroup) else error
