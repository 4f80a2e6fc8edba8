"""Recompute the decks and the hash chain of a record, as record.proto defines them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from koikoi.v1 import record_pb2

CARDS = [f"{month}-{place}" for month in range(1, 13) for place in range(1, 5)]
"""The code of each card, card 1 first."""


def deck(proof: record_pb2.Proof, number: int, attempt: int) -> list[int]:
    """The deck of a round, top card first, as card numbers (record.proto, FAIR SHUFFLE).

    *number* is the round from 1, or 0 for the draw of the first dealer; *attempt* counts the deals
    of the round from 1.
    """
    nonces = b"".join(bytes([len(nonce) % 256]) + nonce for nonce in proof.nonces)
    message = b"koikoi.v1/deck\0%s\0%d.%d\0" % (proof.match_id.encode(), number, attempt) + nonces
    key = hmac.new(proof.secret, message, "sha256").digest()
    stream = _stream(key)
    order = list(range(1, 49))
    for place in range(47, 0, -1):
        limit = 256 - 256 % (place + 1)
        byte = next(each for each in stream if each < limit)
        other = byte % (place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def chains_of(record: record_pb2.Record) -> Iterator[bytes]:
    """The hash chain after each event (record.proto, CHAIN)."""
    chain = record.proof.commitment
    for entry in record.proof.news:
        for event in entry.events:
            yaku = ",".join(f"{each.yaku}={each.points}" for each in event.yaku)
            cards = ",".join(map(str, event.cards))
            parts = (entry.seq, event.kind, event.seat, event.card, cards, event.number, yaku)
            line = "\t".join(map(str, (*parts, event.text))) + "\n"
            chain = hashlib.sha256(chain + line.encode()).digest()
            yield chain


def codes(cards: Sequence[int]) -> list[str]:
    """The codes of cards, as used in records."""
    return [CARDS[card - 1] for card in cards]


def _stream(key: bytes) -> Iterator[int]:
    number = 0
    while True:
        yield from hmac.new(key, number.to_bytes(4, "big"), "sha256").digest()
        number += 1
