"""The sentences about moves, for the news and for turns.

A move is one event, or two that belong together, such as a card played and the card that it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences.lexicon import Pattern
from koikoi_server.wire.sentences.reader import Reader


class Move(NamedTuple):
    """One event, or two that belong together."""

    event: table_pb2.Event
    then: table_pb2.Event | None = None  #: the second event, if there is one
    taken: Sequence[int] = ()  #: what ``then`` captures, without the capturing card


_PLAYED_OR_DRAWN = (table_pb2.EVENT_KIND_CARD_PLAYED, table_pb2.EVENT_KIND_CARD_DRAWN)
_BEGINS = (*_PLAYED_OR_DRAWN, table_pb2.EVENT_KIND_HIKI_CALLED)


def moves(events: Iterable[table_pb2.Event]) -> list[Move]:
    """Group *events* into moves."""
    listed, grouped, index = [*events], list[Move](), 0
    while index < len(listed):
        event = listed[index]
        then = listed[index + 1] if event.kind in _BEGINS and index + 1 < len(listed) else None
        if then is not None and _completes(event, then):
            grouped.append(Move(event, then, captured(then)))
            index += 2
        else:
            grouped.append(Move(event))
            index += 1
    return grouped


def _completes(event: table_pb2.Event, then: table_pb2.Event) -> bool:
    captures = then.kind == table_pb2.EVENT_KIND_CARDS_CAPTURED
    if event.kind in _PLAYED_OR_DRAWN:
        return (captures or then.kind == table_pb2.EVENT_KIND_CARD_LAID) and then.card == event.card
    return captures and not then.card and then.seat == event.seat


def captured(event: table_pb2.Event) -> list[int]:
    """The cards that *event* captures, without the capturing card."""
    if event.kind != table_pb2.EVENT_KIND_CARDS_CAPTURED:
        return []
    return [each for each in event.cards if each != event.card]


def sentence(reader: Reader, move: Move) -> str:
    """The sentence about *move*; empty if its event is not one of a game's moves."""
    row = SENTENCES.get(move.event.kind)
    return row(reader, move) if row is not None else ""


def _turned_up(reader: Reader, move: Move) -> str:
    event = move.event
    played = event.kind == table_pb2.EVENT_KIND_CARD_PLAYED
    if move.then is None:
        you, other = _PLAYED if played else _DREW
    elif move.taken:
        you, other = _PLAYED_AND_TOOK if played else _DREW_AND_TOOK
    else:
        you, other = _PLAYED_TO_FIELD if played else _DREW_TO_FIELD
    return reader.about(
        event.seat,
        you,
        other,
        event.by,
        card=reader.words.card(event.card),
        cards=reader.words.cards(move.taken),
    )


_PLAYED = ("You played {card}.", "{name} played {card}.")
_PLAYED_AND_TOOK = ("You played {card} and took {cards}.", "{name} played {card} and took {cards}.")
_PLAYED_TO_FIELD = ("You played {card} to the field.", "{name} played {card} to the field.")
_DREW = ("You drew {card}.", "{name} drew {card}.")
_DREW_AND_TOOK = ("You drew {card} and took {cards}.", "{name} drew {card} and took {cards}.")
_DREW_TO_FIELD = (
    "You drew {card}, which stays on the field.",
    "{name} drew {card}, which stays on the field.",
)


def _captured(reader: Reader, move: Move) -> str:
    """A capture by the open card, of a whole month, or by the lightning at the end of a round."""
    event = move.event
    cards = captured(event)
    if event.card:
        return reader.about(
            event.seat,
            "You took {cards} with {card}.",
            "{name} took {cards} with {card}.",
            event.by,
            cards=reader.words.cards(cards),
            card=reader.words.card(event.card),
        )
    if len(cards) == 4:
        return reader.about(
            event.seat,
            "You took all of {plant}.",
            "{name} took all of {plant}.",
            event.by,
            plant=reader.words.plant_of(cards),
        )
    # These cards belong to the seat, whoever plays it now, so no computer is named.
    return reader.about(
        event.seat,
        "Your lightning took {cards}.",
        "{name}'s lightning took {cards}.",
        cards=reader.words.cards(cards),
    )


def dealt_month(reader: Reader, event: table_pb2.Event) -> str:
    """The sentence about a whole month that was dealt to the field."""
    return reader.about(
        event.seat,
        "All of {plant} was dealt to the field. You are the dealer, so you get it.",
        "All of {plant} was dealt to the field. {name} is the dealer and gets it.",
        plant=reader.words.plant_of(event.cards),
    )


def _laid(reader: Reader, move: Move) -> str:
    card = reader.words.card(move.event.card)
    return reader.words.text("{card} stays on the field.", card=card)


def _hiki(reader: Reader, move: Move) -> str:
    event = move.event
    if move.then is None:
        you: Pattern = "Hiki: you showed {cards} from your hand."
        other: Pattern = "Hiki: {name} showed {cards} from their hand."
    else:
        you = "Hiki: you took all of {plant}, with {cards} from your hand."
        other = "Hiki: {name} took all of {plant}, with {cards} from their hand."
    return reader.about(
        event.seat,
        you,
        other,
        event.by,
        cards=reader.words.cards(event.cards),
        plant=reader.words.plant(event.number),
    )


def _yaku_formed(reader: Reader, move: Move) -> str:
    event = move.event
    you: Pattern = "You made {yaku}."
    other: Pattern = "{name} made {yaku}."
    number = event.number
    costs = [-each.points for each in event.yaku if each.points < 0]
    if costs:
        number = costs[0]
        if len(costs) == 1:
            you = "You made {yaku}: it takes {n} points from every opponent."
            other = "{name} made {yaku}: it takes {n} points from every opponent."
        else:
            you = "You made {yaku}: each takes {n} points from every opponent."
            other = "{name} made {yaku}: each takes {n} points from every opponent."
    elif sum(each.points for each in event.yaku) != number:
        you = ("You made {yaku}: {n} point in all.", "You made {yaku}: {n} points in all.")
        other = ("{name} made {yaku}: {n} point in all.", "{name} made {yaku}: {n} points in all.")
    yaku = yaku_list(reader, event.yaku)
    return reader.about(event.seat, you, other, event.by, yaku=yaku, n=number)


def yaku_list(reader: Reader, yaku: Iterable[table_pb2.YakuScore]) -> str:
    """ "Flower Viewing (5 points) and Plains (1 point)"."""
    return reader.words.joined_yaku(map(reader.words.yaku_with_points, yaku))


def _koikoi(reader: Reader, move: Move) -> str:
    seat, by = move.event.seat, move.event.by
    return reader.about(seat, "You called koi-koi.", "{name} called koi-koi.", by)


def _stop(reader: Reader, move: Move) -> str:
    return reader.about(move.event.seat, "You stopped.", "{name} stopped.", move.event.by)


SENTENCES: Mapping[int, Callable[[Reader, Move], str]] = {
    table_pb2.EVENT_KIND_CARD_PLAYED: _turned_up,
    table_pb2.EVENT_KIND_CARD_DRAWN: _turned_up,
    table_pb2.EVENT_KIND_CARD_LAID: _laid,
    table_pb2.EVENT_KIND_CARDS_CAPTURED: _captured,
    table_pb2.EVENT_KIND_HIKI_CALLED: _hiki,
    table_pb2.EVENT_KIND_YAKU_FORMED: _yaku_formed,
    table_pb2.EVENT_KIND_KOIKOI_CALLED: _koikoi,
    table_pb2.EVENT_KIND_STOP_CALLED: _stop,
}
"""How to make the sentence of each kind of move; ``news.SENTENCES`` has the other events."""
