"""Finished matches: records for lists, made by hand, and the steps of real ones."""

from __future__ import annotations

from functools import cache

from koikoi.v1 import record_pb2, service_pb2, table_pb2
from koikoi_server.wire.record.steps import RecordSteps
from tests.records.matches import the_match
from tests.server.wire.matches import played

SIZES = {2: (8, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)}
"""Cards of a hand and of the field, by the number of players."""
NAMES = ("Aki", "花見の宴と月見の宴が好き", "", "Dan", "", "W" * 24, "Gil")


def finished(seats: int = 2, rounds: int = 2) -> record_pb2.Record:
    """A match in which each dealer plays his first card, takes one with it and stops."""
    record = record_pb2.Record(
        format=1, record_id="R1", game="koikoi" if seats == 2 else "coin", first_dealer=1,
        scores=[5 * rounds, *[0] * (seats - 1)], winners=[1],
    )  # fmt: skip
    record.end_time.FromSeconds(1_800_000_000)
    record.proof.match_id = "M1"
    for seat in range(seats):
        record.players.add(name=NAMES[seat], bot="" if NAMES[seat] else "medium")
    _tell(record, table_pb2.Event(kind=table_pb2.EVENT_KIND_MATCH_STARTED, text="M1"))
    for number in range(1, rounds + 1):
        _round(record, number, (number - 1) % seats + 1)
    _tell(record, table_pb2.Event(kind=table_pb2.EVENT_KIND_MATCH_ENDED, text="R1"))
    return record


def _round(record: record_pb2.Record, number: int, dealer: int) -> None:
    seats = len(record.players)
    size, lying = SIZES[seats]
    deck = [(place * 7 + number * 5) % 48 + 1 for place in range(48)]
    start = size * (seats - 1)
    field, hand = deck[start : start + lying], deck[start + lying : start + lying + size]
    drawn, played, taken = deck[start + lying + size], min(hand), field[0]
    codes = " ".join(f"{(card + 3) // 4}-{(card - 1) % 4 + 1}" for card in deck)
    record.rounds.add(
        decks=[codes],
        result=table_pb2.RoundResult(winner=1, scores=[5, *[0] * (seats - 1)]),
    )
    yaku = [table_pb2.YakuScore(yaku="flower_viewing", points=5, cards=[played, taken])]
    for event in (
        table_pb2.Event(
            kind=table_pb2.EVENT_KIND_ROUND_DEALT, seat=dealer, number=number, cards=field
        ),
        table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_PLAYED, seat=dealer, card=played),
        table_pb2.Event(
            kind=table_pb2.EVENT_KIND_CARDS_CAPTURED, seat=dealer, card=played, cards=[taken]
        ),
        table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_DRAWN, seat=dealer, card=drawn),
        table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_LAID, seat=dealer, card=drawn),
        table_pb2.Event(kind=table_pb2.EVENT_KIND_YAKU_FORMED, seat=dealer, yaku=yaku, number=5),
        table_pb2.Event(kind=table_pb2.EVENT_KIND_KOIKOI_CALLED, seat=dealer, number=1),
        table_pb2.Event(kind=table_pb2.EVENT_KIND_ROUND_ENDED, seat=1, number=5),
    ):
        _tell(record, event)


def _tell(record: record_pb2.Record, event: table_pb2.Event) -> None:
    record.proof.news.add(seq=len(record.proof.news) + 1, events=[event])


@cache
def steps(seats: int = 2, rounds: int = 2) -> list[service_pb2.TellRecordResponse]:
    """The steps of a match of *seats* players who choose at random, as the server sends them."""
    game, length = ("koikoi", "months") if seats == 2 else ("coin", "rounds")
    log = [step.entry for step in played(7, {length: str(rounds)}, game=game, seats=seats)]
    record = the_match(log).record
    for player, name in zip(record.players, NAMES, strict=False):
        player.name = name or player.name
    record.ClearField("digest")  # of the names that were
    return list(RecordSteps(record).responses("en"))
