"""Seat tokens, join codes, ids and the keys of requests.

A token is derived from the server's key and the request for the seat, so that a repeated request
gets the same token, even after a restart. Only the token's hash is stored.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

CODE_LENGTH = 8  #: letters; there are 24**8 codes, about 110 billion
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I, no O: they look like 1 and 0


def fresh_key() -> bytes:
    """A new key for tokens, 32 bytes. With it, the token of a known request can be computed."""
    return secrets.token_bytes(32)


def seat_token(key: bytes, call: str, request_id: str, body: bytes) -> str:
    """The token for the *call* ("create", "join") with that id and *body*: 43 characters."""
    message = _joined(b"koikoi/seat", call.encode(), request_id.encode(), body)
    return urlsafe_b64encode(hmac.digest(key, message, "sha256")).rstrip(b"=").decode()


def token_hash(token: str) -> bytes:
    """The hash of a token, 32 bytes. Tokens are random, so one round without salt is safe."""
    return hashlib.sha256(b"koikoi/token\0" + token.encode()).digest()


def request_key(call: str, caller: bytes, request_id: str) -> bytes:
    """The key of a request, 32 bytes; *caller* is the hash of its token, or empty."""
    return hashlib.sha256(
        _joined(b"koikoi/request", call.encode(), caller, request_id.encode())
    ).digest()


def body_digest(body: bytes) -> bytes:
    """The hash of a request's body, 32 bytes."""
    return hashlib.sha256(b"koikoi/body\0" + body).digest()


def fresh_id() -> str:
    """A new id that is public but cannot be guessed, 22 characters.

    It begins with a letter or digit: on a command line, a dash would begin an option.
    """
    while not (made := secrets.token_urlsafe(16))[0].isalnum():
        pass
    return made


def fresh_code() -> str:
    """A new join code: 8 capital letters that are easy to read aloud."""
    return "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))


def normalized_code(typed: str) -> str:
    """A join code in capital letters, without spaces and dashes."""
    return "".join(typed.upper().replace("-", " ").split())


def _joined(*parts: bytes) -> bytes:
    """The parts with their lengths, so that different lists of parts give different bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
