"""Shuffles decks from a secret, as ``koikoi/v1/record.proto`` specifies (FAIR SHUFFLE).

The server commits to the secret and the match's id before any player adds a nonce, so nobody can
choose a deck alone. Once the secret is published, anybody can check every deck.
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
    """The source of all decks of a match. Its ``repr`` hides the secret."""

    match_id: str  #: public; ASCII
    secret: bytes  #: 32 bytes, published when the match is over

    def __repr__(self) -> str:
        return f"MatchSecret({self.match_id!r}, …)"


def fresh_secret() -> MatchSecret:
    """The id and secret of a new match, from the system's random numbers."""
    return MatchSecret(secrets.token_urlsafe(16), secrets.token_bytes(SECRET_BYTES))


def seeded_secret(seed: str, table: int, match: int) -> MatchSecret:
    """The id and secret of match number *match* (1 and up) at table number *table* (1 and up).

    The same seed gives the same matches: for tests and demonstrations only.
    """
    key = hashlib.sha256(b"koikoi/seed\0" + seed.encode()).digest()
    number = b"%d.%d" % (table, match)
    return MatchSecret(
        digest(key, b"match\0" + number, "sha256").hex()[:22],
        digest(key, b"secret\0" + number, "sha256"),
    )


def commitment(match_id: str, secret: bytes) -> bytes:
    """A commitment to *secret*, 32 bytes, which does not reveal it."""
    message = b"koikoi.v1/commit\0" + match_id.encode() + b"\0" + secret
    return hashlib.sha256(message).digest()


def deck(secret: bytes, match_id: str, round: int, attempt: int, nonces: Sequence[bytes]) -> Cards:
    """The deck of a round, top card first; round 0 draws lots for the first dealer.

    *attempt* counts from 1; *nonces* has 0-32 bytes for each seat, seat 1 first.
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
    for last, fair in _POSITIONS:
        byte = next(random)
        while byte >= fair:  # otherwise the remainder would favour the first positions
            byte = next(random)
        other = byte % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


# Each position, from the last down to the second, and the limit below which a random byte selects
# all positions up to it with the same probability.
_POSITIONS = tuple((last, 256 - 256 % (last + 1)) for last in range(len(DECK) - 1, 0, -1))


def _bytes(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from digest(key, block.to_bytes(4, "big"), "sha256")
        block += 1
