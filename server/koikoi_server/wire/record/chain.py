"""The hash over a match's events, by which a player can check the record later (record.proto)."""

from __future__ import annotations

import hashlib

from koikoi.v1 import table_pb2
from koikoi.v1.table_pb2 import EventKind

LAST_OF_MATCH = 63  #: kinds of events above are the table's: they stand in no chain and no record


def extended(chain: bytes, entry: table_pb2.Entry, commitment: bytes) -> bytes:
    """*chain* after *entry*; a match that starts in it begins a new one with its *commitment*."""
    for event in entry.events:
        if event.kind == EventKind.EVENT_KIND_MATCH_STARTED:
            chain = commitment
        if event.kind <= LAST_OF_MATCH:
            chain = hashlib.sha256(chain + line(entry.seq, event).encode()).digest()
    return chain


def line(seq: int, event: table_pb2.Event) -> str:
    """An event as the line that is hashed: its named fields, tabs between, a newline at the end.

    No field holds a tab or a newline: texts have no control characters.
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
