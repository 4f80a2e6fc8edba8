"""A verifier of records, written from the comments of ``proto/`` alone.

It and :mod:`tests.records.independent_walk` import the generated messages and the standard library.
If they and the server ever disagree, one of them is wrong or a comment is.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
from collections.abc import Iterator, Sequence

from google.protobuf import json_format

from koikoi.v1 import record_pb2 as r
from koikoi.v1 import table_pb2 as t
from tests.records.independent_walk import CODES, Walk

# Bright, animal, ribbon, plain: the kinds of a month's cards, place 1 first.
KINDS = ("BRPP", "ARPP", "BRPP", *["ARPP"] * 4, "BAPP", "ARPP", "ARPP", "BARP", "BPPP")


def faults(record: r.Record, chain: bytes = b"") -> list[str]:
    """What is wrong with *record*, a sentence for each thing that was found.

    *chain* is a Match.chain that somebody was shown during the match; empty: nobody kept one.
    """
    found = []
    if record.digest and record.digest != digest(record):
        found.append("the digest is another")
    if record.HasField("proof"):
        if chain and chain not in chains(record.proof):
            found.append("this is not what was shown")
        if record.proof.secret:
            if record.proof.commitment != commitment(record.proof):
                found.append("the secret is not what was committed to")
            found += _decks(record)
            found += _beginning(record)
        try:
            found += Walk(record).faults()
        except (LookupError, ValueError) as error:
            found.append(f"the events cannot be: {error!r}")
    return found


def digest(record: r.Record) -> bytes:
    told = json_format.MessageToDict(record)
    told.pop("digest", None)
    text = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).digest()


def commitment(proof: r.Proof) -> bytes:
    joined = b"\0".join([b"koikoi.v1/commit", proof.match_id.encode(), proof.secret])
    return hashlib.sha256(joined).digest()


def deck(proof: r.Proof, round_: int, attempt: int) -> list[int]:
    """The cards of a deal, the front of the deck first. Round 0 is that of the lots."""
    nonces = b"".join(bytes([len(nonce)]) + nonce for nonce in proof.nonces)
    place = f"{round_}.{attempt}".encode()
    message = b"\0".join([b"koikoi.v1/deck", proof.match_id.encode(), place, nonces])
    key = hmac.digest(proof.secret, message, "sha256")
    chance = (
        byte for n in itertools.count() for byte in hmac.digest(key, n.to_bytes(4, "big"), "sha256")
    )
    cards = list(range(1, 49))
    for i in range(47, 0, -1):
        b = next(byte for byte in chance if byte < 256 - 256 % (i + 1))
        j = b % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def lots(cards: Sequence[int], seats: int, game: str) -> tuple[list[tuple[int, int]], int]:
    """The lots as (seat, card) in the order in which they are drawn, and the first dealer."""
    deck, left = iter(cards), list(range(1, seats + 1))
    drawn: list[tuple[int, int]] = []
    while len(left) > 1:
        if len(cards) - len(drawn) < len(left):
            return drawn, left[0]
        lot = {seat: next(deck) for seat in left}
        drawn += lot.items()
        best = min(_rank(card, game) for card in lot.values())
        left = [seat for seat, card in lot.items() if _rank(card, game) == best]
    return drawn, left[0]


def _rank(card: int, game: str) -> tuple[int, int]:
    month, place = divmod(card - 1, 4)
    return month, 0 if game == "sakura" else "BARP".index(KINDS[month][place])


def chains(proof: r.Proof) -> list[bytes]:
    """Match.chain at the start, and after each event."""
    made = [proof.commitment]
    for entry in proof.news:
        for event in entry.events:
            made.append(chained(made[-1], entry.seq, event))
    return made


def chained(chain: bytes, seq: int, event: t.Event) -> bytes:
    """The chain after an event of the game, which is in the entry *seq*."""
    yaku = ",".join(f"{each.yaku}={each.points}" for each in event.yaku)
    cards = ",".join(map(str, event.cards))
    line = [seq, event.kind, event.seat, event.card, cards, event.number, yaku, event.text]
    return hashlib.sha256(chain + "\t".join(map(str, line)).encode() + b"\n").digest()


def _decks(record: r.Record) -> Iterator[str]:
    for number, round_ in enumerate(record.rounds, 1):
        for attempt, told in enumerate(round_.decks, 1):
            if told.split() != [CODES[card] for card in deck(record.proof, number, attempt)]:
                yield f"round {number}, attempt {attempt}: the deck is another"


def _beginning(record: r.Record) -> Iterator[str]:
    """The cuts and the lots."""
    seats = len(record.players)
    cuts = dict.fromkeys(range(1, seats + 1), b"")
    drawn = []
    for event in (event for entry in record.proof.news for event in entry.events):
        if event.kind == t.EVENT_KIND_DECK_CUT:
            cuts[event.seat] = bytes.fromhex(event.text)
        elif event.kind == t.EVENT_KIND_LOT_DRAWN:
            drawn.append((event.seat, event.card))
    if list(cuts.values()) != list(record.proof.nonces):
        yield "the nonces are not those of the cuts"
    due, first = lots(deck(record.proof, 0, 1), seats, record.game)
    shown = record.game != "koikoi" or record.rules.get("first_dealer") == "draw"
    if not record.rounds:
        due, first = [], 0
    if record.first_dealer != first:
        yield "another seat won the lots"
    if drawn != (due if shown else []):
        yield "the lots are others"
