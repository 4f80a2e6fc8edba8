"""Reminders of what applies in this round and is easily forgotten (Said.reminders)."""

from __future__ import annotations

from collections.abc import Iterator

from hanafuda.cards import DECK
from hanafuda.koikoi.rules import Rules as KoikoiRules
from hanafuda.koikoi.scoring import multipliers
from koikoi.v1 import table_pb2
from koikoi_server.text import paragraph
from koikoi_server.wire.sentences.lexicon import Pattern
from koikoi_server.wire.sentences.reader import Reader

_ROUND = (table_pb2.PHASE_PLAY, table_pb2.PHASE_PLACE, table_pb2.PHASE_DECIDE)


def reminders(reader: Reader) -> list[str]:
    """First the calls of koi-koi, then what lightnings took, in seat order; none between rounds."""
    if reader.match.phase not in _ROUND:
        return []
    return [*_koikoi(reader), *_lightning(reader)]


def _koikoi(reader: Reader) -> Iterator[str]:
    called = [side for side in reader.match.sides if side.koikoi_calls]
    for side in called:
        calls = reader.about(side.seat, *_CALLED, n=side.koikoi_calls)
        yield paragraph([calls, *_meaning(reader, side)], reader.words.language)
    if called and reader.words.game.ABOUT.stop_is_paid:
        times = sum(side.koikoi_calls for side in called) + 1
        yield reader.words.text("Whoever stops is paid {times} times as much.", times=times)


_CALLED: tuple[Pattern, Pattern] = (
    ("You have called koi-koi once.", "You have called koi-koi {n} times."),
    ("{name} has called koi-koi once.", "{name} has called koi-koi {n} times."),
)


def _meaning(reader: Reader, side: table_pb2.Side) -> Iterator[str]:
    """How a side's calls change a score; only for Koi-Koi, where house rules decide it."""
    rules = reader.words.rules
    if not isinstance(rules, KoikoiRules):
        return
    rows = multipliers(rules, side.seat, 0, side.koikoi_calls, side.koikoi_calls)
    other = next(each.seat for each in reader.match.sides if each.seat != side.seat)
    for row in rows:
        forms = _FOR_THE_OTHER if row.item == "koikoi" else _FOR_ITSELF
        seat = other if row.item == "koikoi" else side.seat
        yield reader.about(seat, *forms[row.times == 2], times=row.times)


_FOR_THE_OTHER = {
    True: (
        "If you stop first, that doubles your score.",
        "If {name} stops first, that doubles the score.",
    ),
    False: (
        "If you stop first, that multiplies your score by {times}.",
        "If {name} stops first, that multiplies the score by {times}.",
    ),
}
_FOR_ITSELF = {
    True: (
        "If you stop first, your call doubles your score.",
        "If {name} stops first, the call doubles the score.",
    ),
    False: (
        "If you stop first, your call multiplies your score by {times}.",
        "If {name} stops first, the call multiplies the score by {times}.",
    ),
}
"""How a call changes the score of the player who stops; True: it doubles the score."""


def _lightning(reader: Reader) -> Iterator[str]:
    for side in reader.match.sides:
        if side.gaji_took:
            plant = DECK[side.gaji_took - 1].plant
            yield reader.about(
                side.seat,
                *_CLAIM,
                card=reader.words.card(side.gaji_took),
                plant=reader.words.text(plant),
            )


_CLAIM = (
    "Your lightning took {card}: at the end you also get all {plant} cards left on the field.",
    "{name}'s lightning took {card}: at the end {name} also gets all {plant} cards left on the "
    "field.",
)
