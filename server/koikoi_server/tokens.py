"""Seat tokens, join codes and other words that nobody can guess.

A token is derived from a key of the server's and the request that asked for the seat, so that a
repeated request gets the same one, after a restart too. Only its hash is kept.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

CODE_LENGTH = 8  #: letters: 24 to that power is 110 thousand million codes
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I, no O: they look like 1 and 0


def fresh_key() -> bytes:
    """A key for tokens, 32 bytes; whoever has it can make the token of a request it knows."""
    return secrets.token_bytes(32)


def seat_token(key: bytes, call: str, request_id: str, body: bytes) -> str:
    """The token that the *call* ("create", "join") of that id and *body* gets: 43 characters."""
    message = _joined(b"koikoi/seat", call.encode(), request_id.encode(), body)
    return urlsafe_b64encode(hmac.digest(key, message, "sha256")).rstrip(b"=").decode()


def token_hash(token: str) -> bytes:
    """What is kept of a token, 32 bytes. Tokens are random, so one round without salt is safe."""
    return hashlib.sha256(b"koikoi/token\0" + token.encode()).digest()


def request_key(call: str, caller: bytes, request_id: str) -> bytes:
    """What a request is known by, 32 bytes; *caller* is the hash of its token, or empty."""
    return hashlib.sha256(
        _joined(b"koikoi/request", call.encode(), caller, request_id.encode())
    ).digest()


def body_digest(body: bytes) -> bytes:
    """32 bytes that tell one body of a request from another."""
    return hashlib.sha256(b"koikoi/body\0" + body).digest()


def fresh_id() -> str:
    """An id that is no secret but that nobody can guess: 22 characters.

    It begins with a letter or a digit: commands take ids, and a dash would begin an option.
    """
    while not (made := secrets.token_urlsafe(16))[0].isalnum():
        pass
    return made


def fresh_code() -> str:
    """A join code: 8 capital letters, to be said aloud."""
    return "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))


def normalized_code(typed: str) -> str:
    """A join code as it was meant: any case, blanks and dashes left out."""
    return "".join(typed.upper().replace("-", " ").split())


def _joined(*parts: bytes) -> bytes:
    """The parts so that no two lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
