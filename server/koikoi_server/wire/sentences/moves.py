"""What was done with cards, in whole sentences: those of an entry, and those of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from koikoi.v1 import table_pb2 as pb
from koikoi_server.wire.sentences.lexicon import Pattern
from koikoi_server.wire.sentences.reader import Reader

Move = tuple[str, int]
"""A sentence, perhaps empty, and how many events it tells."""

_CAPTURED, _LAID = pb.EVENT_KIND_CARDS_CAPTURED, pb.EVENT_KIND_CARD_LAID


def moves(reader: Reader, events: Sequence[pb.Event], at: int) -> Move | None:
    """What the event at place *at* says, with the next one where both are one move.

    None: the event is no move of the game.
    """
    event = events[at]
    then = events[at + 1] if at + 1 < len(events) else pb.Event()
    match event.kind:
        case pb.EVENT_KIND_CARD_PLAYED | pb.EVENT_KIND_CARD_DRAWN:
            return _turned_up(reader, event, then)
        case pb.EVENT_KIND_CARDS_CAPTURED:
            return _captured(reader, event), 1
        case pb.EVENT_KIND_CARD_LAID:
            return reader.words.text("{card} stays on the field.", card=_card(reader, event)), 1
        case pb.EVENT_KIND_HIKI_CALLED:
            return _hiki(reader, event, then)
        case pb.EVENT_KIND_YAKU_FORMED:
            return _formed(reader, event), 1
        case pb.EVENT_KIND_KOIKOI_CALLED:
            said = reader.said(
                event.seat, "You called koi-koi.", "{name} called koi-koi.", event.by
            )
            return said, 1
        case pb.EVENT_KIND_STOP_CALLED:
            return reader.said(event.seat, "You stopped.", "{name} stopped.", event.by), 1
    return None


def takes(event: pb.Event, then: pb.Event) -> bool:
    """Whether *then* is what the card that *event* turned up takes at once."""
    return then.kind == _CAPTURED and then.card == event.card


def stays(event: pb.Event, then: pb.Event) -> bool:
    """Whether the card that *event* turned up takes nothing."""
    return then.kind == _LAID and then.card == event.card


def taken(event: pb.Event) -> list[int]:
    """What was captured besides the card that captured it."""
    return [each for each in event.cards if each != event.card]


def _turned_up(reader: Reader, event: pb.Event, then: pb.Event) -> Move:
    played = event.kind == pb.EVENT_KIND_CARD_PLAYED
    if takes(event, then):
        you, other = (
            ("You played {card} and took {cards}.", "{name} played {card} and took {cards}.")
            if played
            else ("You drew {card} and took {cards}.", "{name} drew {card} and took {cards}.")
        )
        cards = reader.words.cards(taken(then))
        card = _card(reader, event)
        return reader.said(event.seat, you, other, event.by, card=card, cards=cards), 2
    if stays(event, then):
        you, other = (
            ("You played {card} to the field.", "{name} played {card} to the field.")
            if played
            else (
                "You drew {card}, which stays on the field.",
                "{name} drew {card}, which stays on the field.",
            )
        )
        return reader.said(event.seat, you, other, event.by, card=_card(reader, event)), 2
    you, other = (
        ("You played {card}.", "{name} played {card}.")
        if played
        else ("You drew {card}.", "{name} drew {card}.")
    )
    return reader.said(event.seat, you, other, event.by, card=_card(reader, event)), 1


def _captured(reader: Reader, event: pb.Event) -> str:
    """Cards that were taken by an open card, or by none: a whole plant, or the lightning's rest."""
    cards = taken(event)
    if event.card:
        return reader.said(
            event.seat,
            "You took {cards} with {card}.",
            "{name} took {cards} with {card}.",
            event.by,
            cards=reader.words.cards(cards),
            card=_card(reader, event),
        )
    if len(cards) == 4:
        return reader.said(
            event.seat,
            "You took all of {plant}.",
            "{name} took all of {plant}.",
            event.by,
            plant=reader.words.plant(month(cards)),
        )
    # What the lightning claimed goes to the owner of the seat, whoever plays it now.
    return reader.said(
        event.seat,
        "Your lightning took {cards}.",
        "The lightning of {name} took {cards}.",
        cards=reader.words.cards(cards),
    )


def dealt(reader: Reader, event: pb.Event) -> str:
    """A plant that was dealt to the field whole, and is the dealer's."""
    return reader.said(
        event.seat,
        "All of {plant} was dealt to the field: it is yours, as the dealer.",
        "All of {plant} was dealt to the field: it goes to the dealer, {name}.",
        plant=reader.words.plant(month(event.cards)),
    )


def _hiki(reader: Reader, event: pb.Event, then: pb.Event) -> Move:
    cards, plant = reader.words.cards(event.cards), reader.words.plant(event.number)
    if then.kind == _CAPTURED and not then.card and then.seat == event.seat:
        said = reader.said(
            event.seat,
            "Hiki: you took all of {plant}, with {cards} from your hand.",
            "Hiki: {name} took all of {plant}, with {cards} from the hand.",
            event.by,
            cards=cards,
            plant=plant,
        )
        return said, 2
    said = reader.said(
        event.seat,
        "Hiki: you showed {cards} from your hand.",
        "Hiki: {name} showed {cards} from the hand.",
        event.by,
        cards=cards,
    )
    return said, 1


def _formed(reader: Reader, event: pb.Event) -> str:
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
    return reader.said(event.seat, you, other, event.by, yaku=yaku, n=number)


def yaku_list(reader: Reader, yaku: Iterable[pb.YakuScore]) -> str:
    """ "Flower Viewing (5 points) and Plains (1 point)"."""
    return reader.words.joined_yaku(map(reader.words.worth, yaku))


def month(cards: Iterable[int]) -> int:
    """The month of cards that are all of one."""
    return (next(iter(cards)) + 3) // 4


def _card(reader: Reader, event: pb.Event) -> str:
    return reader.words.card(event.card)
