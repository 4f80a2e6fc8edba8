"""Secrets that can be guessed, because they are made of too few random bits or of others."""

from __future__ import annotations

import hashlib
import random
import secrets

from koikoi_server import tokens
from koikoi_server.lobby import chance
from koikoi_server.table import deck, follow_ups
from koikoi_server.table.deck import MatchSecret
from tests.secrecy.planting import Patch, Plant, after


def padded_secret(patch: Patch) -> None:
    """A shuffle secret of 16 bits, and zeros."""

    def change(made: MatchSecret) -> MatchSecret:
        return made._replace(secret=secrets.token_bytes(2).ljust(32, b"\0"))

    after(patch, chance, "fresh_secret", change)


def stretched_secret(patch: Patch) -> None:
    """A shuffle secret that is the hash of 16 bits: no two look alike."""

    def change(made: MatchSecret) -> MatchSecret:
        return made._replace(secret=hashlib.sha256(secrets.token_bytes(2)).digest())

    after(patch, chance, "fresh_secret", change)


def secret_by_its_id(patch: Patch) -> None:
    """A shuffle secret that everybody can compute from the public id of the match."""

    def change(made: MatchSecret) -> MatchSecret:
        return made._replace(secret=hashlib.sha256(made.match_id.encode()).digest())

    after(patch, chance, "fresh_secret", change)


def deck_of_few_bits(patch: Patch) -> None:
    """A deck of which the first two bytes of the secret decide."""
    real = deck.deck

    def changed(secret: bytes, *rest: object) -> object:
        return real(secret[:2], *rest)  # type: ignore[arg-type]  # as they are

    patch.setattr(deck, "deck", changed)
    patch.setattr(follow_ups, "deck", changed)


def record_id_of_a_generator(patch: Patch) -> None:
    """The id of a record by a generator whose numbers follow from each other."""
    patch.setattr(tokens, "fresh_id", lambda: f"{random.getrandbits(88):022x}")


def code_of_two_letters(patch: Patch) -> None:
    patch.setattr(tokens, "fresh_code", lambda: "".join(secrets.choice("AB") for _ in range(8)))


def short_key(patch: Patch) -> None:
    """A key of the server with 32 random bits."""
    patch.setattr(tokens, "fresh_key", lambda: secrets.token_bytes(4) * 8)


def token_of_a_short_key(patch: Patch) -> None:
    """Seat tokens that depend on a part of the server's key."""
    real = tokens.seat_token
    patch.setattr(tokens, "seat_token", lambda key, *rest: real(key[:4], *rest))


WEAK: dict[str, tuple[str, Plant]] = {
    "a shuffle secret of 16 bits": ("shuffle secret", padded_secret),
    "a shuffle secret stretched from 16 bits": ("shuffle secret", stretched_secret),
    "a shuffle secret that follows from the match's id": ("shuffle secret", secret_by_its_id),
    "decks of 16 bits": ("deck", deck_of_few_bits),
    "a record's id of a generator": ("record id", record_id_of_a_generator),
    "a join code of two letters": ("join code", code_of_two_letters),
    "a key of 32 bits": ("key of the server", short_key),
    "tokens of 32 bits of the key": ("seat token", token_of_a_short_key),
}
"""What is weak: its name in ``test_chance.py``, and how it is planted."""
