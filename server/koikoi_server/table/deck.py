"""Shuffled decks from a secret, as ``koikoi/v1/record.proto`` (FAIR SHUFFLE) says.

The secret and the match's id are fixed, and committed to, before anybody adds a nonce: no one
alone chooses a deck, and whoever has the opened secret can check every deck.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from hmac import digest
from typing import NamedTuple

from hanafuda.cards import DECK, Cards

SECRET_BYTES = 32
MAX_NONCE_BYTES = 32


class MatchSecret(NamedTuple):
    """What all decks of a match come from. Its ``repr`` keeps the secret."""

    match_id: str  #: public; ASCII
    secret: bytes  #: 32 bytes, never shown before the match is over

    def __repr__(self) -> str:
        return f"MatchSecret({self.match_id!r}, …)"


def fresh_secret() -> MatchSecret:
    """A new match's id and secret, from the system's randomness."""
    return MatchSecret(secrets.token_urlsafe(16), secrets.token_bytes(SECRET_BYTES))


def seeded_secret(seed: str, table: int, match: int) -> MatchSecret:
    """Id and secret of match number *match* (1 and up) at table number *table* (1 and up).

    The same seed gives the same matches: for tests and demonstrations only.
    """
    key = hashlib.sha256(b"koikoi/seed\0" + seed.encode()).digest()
    number = b"%d.%d" % (table, match)
    return MatchSecret(
        digest(key, b"match\0" + number, "sha256").hex()[:22],
        digest(key, b"secret\0" + number, "sha256"),
    )


def commitment(match_id: str, secret: bytes) -> bytes:
    """32 bytes that fix *secret* and give nothing away."""
    message = b"koikoi.v1/commit\0" + match_id.encode() + b"\0" + secret
    return hashlib.sha256(message).digest()


def deck(secret: bytes, match_id: str, round: int, attempt: int, nonces: Sequence[bytes]) -> Cards:
    """The deck of a round, top first; round 0 is the lots for the first dealer.

    *attempt* is 1 and up; *nonces* has one of 0-32 bytes for each seat, seat 1 first.
    """
    message = b"".join(
        (
            b"koikoi.v1/deck\0",
            match_id.encode(),
            b"\0%d.%d\0" % (round, attempt),
            *(bytes([len(nonce)]) + nonce for nonce in nonces),
        )
    )
    random = _bytes(digest(secret, message, "sha256"))
    order = list(DECK)
    for last, fair in _PLACES:
        byte = next(random)
        while byte >= fair:  # a remainder of all 256 bytes would prefer the first places
            byte = next(random)
        other = byte % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


# From the last place down to the second: the place, and the bytes below which every place up to
# it is equally likely.
_PLACES = tuple((last, 256 - 256 % (last + 1)) for last in range(len(DECK) - 1, 0, -1))


def _bytes(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from digest(key, block.to_bytes(4, "big"), "sha256")
        block += 1
