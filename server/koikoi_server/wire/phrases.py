"""The catalogue's phrases: a sentence for each reason to refuse."""

from __future__ import annotations

from koikoi_server.refusal import Reason
from koikoi_server.text import DEFAULT, text

ERRORS = {
    Reason.TABLE_NOT_FOUND: "There is no such table: it was closed, or the code is wrong.",
    Reason.RECORD_NOT_FOUND: "There is no such record, or its match is not over yet.",
    Reason.NO_OPEN_SEAT: "That table has no open seat: watch it, or choose another.",
    Reason.CODE_NEEDED: "That table is private: ask its players for the join code.",
    Reason.SEAT_TOKEN_INVALID: "That seat is not yours any more.",
    Reason.PASSWORD_WRONG: "This server asks for a password, and that one is wrong.",
    Reason.STATE_STALE: "The game has moved on: choose again.",
    Reason.OPTION_NOT_OFFERED: "That cannot be chosen now: choose one of the options.",
    Reason.SEAT_STALE: "That seat has changed: look again.",
    Reason.SEAT_OPTION_TOO_EARLY: "That is not possible yet: wait a moment.",
    Reason.SEAT_OPTION_NOT_OFFERED: "That is not possible now: choose one of the options.",
    Reason.MATCH_STALE: "The match has moved on: look again.",
    Reason.REQUEST_ID_REUSED: "This program sent a new request under an old one's id.",
    Reason.FIELD_INVALID: "Something in the request is missing or out of range.",
    Reason.RULES_INVALID: "There is no such house rule, or it does not fit the others.",
    Reason.RATE_LIMITED: "That was too much at once: wait a moment.",
    Reason.LIMIT_REACHED: "There is no room for more: try again later, or elsewhere.",
    Reason.STORAGE_FAILED: "The server cannot write to its disk: nothing was done, try again.",
    Reason.SERVER_STOPPING: "The server is stopping.",
    Reason.WATCH_REPLACED: "Your seat is played from another window now.",
    Reason.CLIENT_TOO_OLD: "This program is too old for the server: get a newer one.",
    Reason.FAULT: "Something went wrong in the server.",
}


def phrases(language: str = DEFAULT) -> dict[str, str]:
    """All phrases by their keys, in *language*."""
    return {f"error.{reason.name}": text(said, language) for reason, said in ERRORS.items()}
