"""Checks the password of calls, and limits how often an address may try one."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter, OrderedDict

import grpc_health.v1.health

from koikoi_server.refusal import Reason, Refusal
from koikoi_server.service.limiters import TokenBucket
from koikoi_server.system.clock import Clock

METADATA = "koikoi-password"  #: in which clients send it
GUESSES = 5  #: wrong passwords of one address at once, and a minute
MAX_WRONG = 1_000  #: wrong passwords that are remembered
_OPEN = ("/koikoi.v1.KoikoiService/GetServerInfo", f"/{grpc_health.v1.health.SERVICE_NAME}/")

_MISSING = "This server needs a password."
_TOO_MANY = "Too many wrong passwords from your address: wait {wait}."


class Passwords:
    """The password of a server, and who has tried others.

    Wrong ones use up the guesses of an address. When there are none, right ones are refused too:
    otherwise a guesser would learn from each answer whether it was right. Only a connection on
    which a call with the right password is open already goes on. A password that is known to be
    wrong costs no guess: many programs may have kept the one of last week.
    """

    def __init__(self, clock: Clock, password: str) -> None:
        self._digest = _digest(password) if password else b""
        self._guesses = TokenBucket(clock, GUESSES, GUESSES / 60)
        self._wrong: OrderedDict[bytes, None] = OrderedDict()  # digests, the oldest first
        self._proven: Counter[str] = Counter()  # open calls with the right password, by peer

    def needed_for(self, path: str) -> bool:
        """Whether calls of the method at *path* need a password."""
        return bool(self._digest) and not path.startswith(_OPEN)

    def check(self, given: str, peer: str, address: str) -> None:
        """Check the password that a call of *peer* has; empty: it has none.

        Raises:
            Refusal: PASSWORD_WRONG, or RATE_LIMITED after too many wrong ones.
        """
        if not given:
            raise Refusal(Reason.PASSWORD_WRONG, _MISSING)
        digest = _digest(given)
        is_right = hmac.compare_digest(digest, self._digest)
        if is_right and self._proven[peer]:
            return
        if digest in self._wrong:
            raise Refusal(Reason.PASSWORD_WRONG)
        self._guesses.require(address, _TOO_MANY)
        if not is_right:
            self._guesses.check(address, _TOO_MANY)
            self._wrong[digest] = None
            if len(self._wrong) > MAX_WRONG:
                self._wrong.popitem(last=False)
            raise Refusal(Reason.PASSWORD_WRONG)

    def began(self, peer: str) -> None:
        """Note that a call with the right password is open."""
        self._proven[peer] += 1

    def ended(self, peer: str) -> None:
        """Note that such a call is over."""
        self._proven[peer] -= 1
        if not self._proven[peer]:
            del self._proven[peer]


def _digest(password: str) -> bytes:
    """Of equal length for all passwords, so that a comparison takes the same time."""
    return hashlib.sha256(password.strip().encode("utf-8", "replace")).digest()
