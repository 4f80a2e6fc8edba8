"""The hash chain is made as ``record.proto`` says, so that any client can compute it."""

from __future__ import annotations

import hashlib

from koikoi.v1 import table_pb2 as t
from koikoi_server.table.deck import commitment
from koikoi_server.wire.events import entry
from koikoi_server.wire.record.chain import extend, line
from tests.server.wire.matches import played


def as_the_manual_says(entries: list[t.Entry], secret: bytes) -> bytes:
    """CHAIN of ``record.proto``, without code of the server."""
    chain = b""
    for each in entries:
        for event in each.events:
            if event.kind == 1:
                m = event.text.encode()
                chain = hashlib.sha256(b"koikoi.v1/commit\0" + m + b"\0" + secret).digest()
            if not 1 <= event.kind <= 63:
                continue
            cards = ",".join(str(card) for card in event.cards)
            yaku = ",".join(f"{one.yaku}={one.points}" for one in event.yaku)
            text = (
                f"{each.seq}\t{event.kind}\t{event.seat}\t{event.card}\t{cards}\t"
                f"{event.number}\t{yaku}\t{event.text}\n"
            )
            chain = hashlib.sha256(chain + text.encode("utf-8")).digest()
    return chain


def test_the_chain_of_a_match_is_the_one_that_the_manual_describes() -> None:
    for seed in range(3):
        steps = list(played(seed))
        told = [entry(step.entry, step.state) for step in steps]
        last = steps[-1].state.match
        assert last is not None
        assert last.commitment == commitment(last.match_id, last.secret)
        chain = b""
        for step, each in zip(steps, told, strict=True):
            made = step.state.match
            chain = extend(chain, each, made.commitment if made else b"")
        assert chain == as_the_manual_says(told, last.secret)
        assert len(chain) == 32


def test_a_known_line() -> None:
    event = t.Event(
        kind=t.EVENT_KIND_YAKU_FORMED,
        seat=2,
        number=6,
        yaku=[t.YakuScore(yaku="hanami", points=5), t.YakuScore(yaku="kasu", points=1)],
    )
    assert line(17, event) == "17\t12\t2\t0\t\t6\thanami=5,kasu=1\t\n"
    event = t.Event(kind=t.EVENT_KIND_CARDS_CAPTURED, seat=1, card=9, cards=[10, 11, 12])
    assert line(3, event) == "3\t10\t1\t9\t10,11,12\t0\t\t\n"


def test_talk_at_the_table_is_in_no_chain() -> None:
    chat = t.Entry(seq=4, events=[t.Event(kind=t.EVENT_KIND_CHAT_SENT, seat=1, text="Hi")])
    assert extend(b"before", chat, b"c" * 32) == b"before"


def test_every_change_changes_the_chain() -> None:
    base = t.Entry(seq=4, events=[t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=1, card=3)])
    others = [
        t.Entry(seq=5, events=[t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=1, card=3)]),
        t.Entry(seq=4, events=[t.Event(kind=t.EVENT_KIND_CARD_DRAWN, seat=1, card=3)]),
        t.Entry(seq=4, events=[t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=2, card=3)]),
        t.Entry(seq=4, events=[t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=1, card=4)]),
        t.Entry(seq=4, events=[t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=1, card=3, cards=[3])]),
        t.Entry(seq=4, events=[t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=1, card=3, number=1)]),
        t.Entry(seq=4, events=[t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=1, card=3, text="x")]),
    ]
    made = {extend(b"c" * 32, each, b"") for each in [base, *others]}
    assert len(made) == 1 + len(others)


def test_a_rematch_begins_a_chain_of_its_own() -> None:
    begun = t.Entry(seq=90, events=[t.Event(kind=t.EVENT_KIND_MATCH_STARTED, text="M2")])
    assert extend(b"old" * 11, begun, b"n" * 32) == extend(b"", begun, b"n" * 32)
