"""The hash chain of a match's events, for checking its record later (record.proto, CHAIN)."""

from __future__ import annotations

import hashlib

from koikoi.v1 import table_pb2
from koikoi.v1.table_pb2 import EventKind

LAST_OF_MATCH = 63  #: higher kinds belong to the table: they are in no chain and no record


def extend(chain: bytes, entry: table_pb2.Entry, commitment: bytes) -> bytes:
    """*chain* after *entry*. The chain of a new match starts with the match's *commitment*."""
    for event in entry.events:
        if event.kind == EventKind.EVENT_KIND_MATCH_STARTED:
            chain = commitment
        if event.kind <= LAST_OF_MATCH:
            chain = hashlib.sha256(chain + line(entry.seq, event).encode()).digest()
    return chain


def line(seq: int, event: table_pb2.Event) -> str:
    """The text to hash for an event: its fields separated by tabs, and a newline.

    No field contains a tab or a newline, because texts have no control characters.
    """
    parts = (
        seq,
        event.kind,
        event.seat,
        event.card,
        ",".join(map(str, event.cards)),
        event.number,
        ",".join(f"{each.yaku}={each.points}" for each in event.yaku),
        event.text,
    )
    return "\t".join(map(str, parts)) + "\n"
