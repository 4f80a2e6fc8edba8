"""The hash chain over a match's events, to check its record later (record.proto, CHAIN)."""

from __future__ import annotations

import hashlib

from koikoi.v1 import table_pb2
from koikoi.v1.table_pb2 import EventKind

LAST_OF_MATCH = 63  #: higher kinds are events of the table, in no chain and no record


def extended(chain: bytes, entry: table_pb2.Entry, commitment: bytes) -> bytes:
    """*chain* after *entry*. A match that starts in it starts a new chain with its *commitment*."""
    for event in entry.events:
        if event.kind == EventKind.EVENT_KIND_MATCH_STARTED:
            chain = commitment
        if event.kind <= LAST_OF_MATCH:
            chain = hashlib.sha256(chain + line(entry.seq, event).encode()).digest()
    return chain


def line(seq: int, event: table_pb2.Event) -> str:
    """The line that is hashed for an event: fields separated by tabs, and a newline.

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
