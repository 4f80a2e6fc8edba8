"""Decks and commitments are exactly as ``record.proto`` says, so that anybody can check them."""

from __future__ import annotations

import hashlib
import hmac
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanafuda.cards import DECK, cards
from koikoi_server.table.deck import commitment, deck, fresh_secret, seeded_secret

MATCH_IDS = st.text("abcXYZ012_-", min_size=1, max_size=24)
SECRETS = st.binary(min_size=32, max_size=32)
NONCES = st.lists(st.binary(max_size=32), min_size=2, max_size=7)


def as_the_manual_says(
    s: bytes, m: bytes, round: int, attempt: int, nonces: list[bytes]
) -> list[str]:
    """FAIR SHUFFLE of ``record.proto``, sentence by sentence, sharing nothing with the server."""
    n = b"".join(len(nonce).to_bytes(1, "big") + nonce for nonce in nonces)
    k = hmac.new(
        s,
        b"koikoi.v1/deck" + bytes(1) + m + bytes(1) + f"{round}.{attempt}".encode() + bytes(1) + n,
        hashlib.sha256,
    ).digest()
    stream = (
        byte
        for number in count()
        for byte in hmac.new(k, number.to_bytes(4, "big"), hashlib.sha256).digest()
    )
    order = [f"{month}-{place}" for month in range(1, 13) for place in range(1, 5)]
    for i in range(47, 0, -1):
        b = next(byte for byte in stream if byte < 256 - 256 % (i + 1))
        j = b % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


@given(SECRETS, MATCH_IDS, st.integers(0, 24), st.integers(1, 12), NONCES)
def test_a_deck_is_the_one_that_the_protocol_describes(
    secret: bytes, match_id: str, round: int, attempt: int, nonces: list[bytes]
) -> None:
    dealt = deck(secret, match_id, round, attempt, nonces)
    expected = as_the_manual_says(secret, match_id.encode(), round, attempt, nonces)
    assert [card.code for card in dealt] == expected
    assert sorted(dealt) == list(DECK)


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        # Computed by a program in another language, from the manual's text alone.
        (
            (b"s" * 32, "M1", 3, 1, [b"abc", b""]),
            "2-1 10-3 8-1 7-2 12-2 6-3 10-4 1-2 2-2 4-1 6-1 5-4 7-4 9-3 5-3 11-4 8-2 9-2 8-4 10-2 "
            "12-4 11-2 7-1 9-1 6-2 8-3 6-4 1-1 3-2 4-2 10-1 1-3 3-4 1-4 2-4 2-3 9-4 12-3 3-3 5-2 "
            "3-1 5-1 4-3 7-3 4-4 11-3 11-1 12-1",
        ),
        (
            (bytes(range(32)), "m8Qm2xPa9ZTT31", 12, 2, [b"", b"", bytes(range(32))]),
            "9-1 4-4 3-4 8-4 1-2 11-1 1-1 1-3 3-3 7-4 2-2 5-3 1-4 9-4 3-2 10-4 4-2 6-3 6-4 9-2 "
            "11-2 11-3 7-2 10-1 11-4 5-4 6-2 7-1 4-1 10-3 5-2 2-3 4-3 2-4 9-3 6-1 12-4 3-1 12-2 "
            "8-3 7-3 10-2 2-1 8-2 8-1 12-3 5-1 12-1",
        ),
    ],
)
def test_known_decks(asked: tuple[bytes, str, int, int, list[bytes]], codes: str) -> None:
    assert deck(*asked) == cards(codes)


def test_a_known_commitment() -> None:
    expected = "5d5f0ae3bbe3cd53ca655fd838f61dc0dfa2104023041dcd7fc3f2345f42d4b6"
    assert commitment("m8Qm2xPa9ZTT31", bytes(range(32))).hex() == expected


def test_every_part_changes_the_deck() -> None:
    """Also if bytes move from one nonce to the next."""
    asked = [
        (b"s" * 32, "M", 1, 1, [b"ab", b"c"]),
        (b"t" * 32, "M", 1, 1, [b"ab", b"c"]),
        (b"s" * 32, "N", 1, 1, [b"ab", b"c"]),
        (b"s" * 32, "M", 2, 1, [b"ab", b"c"]),
        (b"s" * 32, "M", 1, 2, [b"ab", b"c"]),
        (b"s" * 32, "M", 1, 1, [b"a", b"bc"]),
        (b"s" * 32, "M", 1, 1, [b"ab", b"c", b""]),
        (b"s" * 32, "M", 1, 1, [b"c", b"ab"]),
    ]
    assert len({deck(*each) for each in asked}) == len(asked)
    assert deck(*asked[0]) == deck(*asked[0])


def test_a_seed_fixes_id_and_secret_of_each_match_at_each_table() -> None:
    again = [seeded_secret("7", table, match) for table in (1, 2, 11) for match in (1, 2, 11)]
    assert again == [seeded_secret("7", t, m) for t in (1, 2, 11) for m in (1, 2, 11)]
    assert len({made.match_id for made in again}) == len({made.secret for made in again}) == 9
    assert seeded_secret("8", 1, 1) != seeded_secret("7", 1, 1)
    assert {len(made.secret) for made in again} == {32}


def test_without_a_seed_no_two_matches_are_alike() -> None:
    first, second = fresh_secret(), fresh_secret()
    assert first.match_id != second.match_id
    assert first.secret != second.secret
    assert len(first.secret) == 32
    assert first.match_id.isascii()


def test_the_repr_of_a_secret_hides_it() -> None:
    made = seeded_secret("7", 1, 1)
    shown = f"{made} {made!r}"
    assert made.match_id in shown
    assert repr(made.secret) not in shown
    assert made.secret.hex() not in shown
