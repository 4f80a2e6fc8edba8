"""One line about a turn, without a subject: "took 2 Cherry; made Flower Viewing 5; koi-koi"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from wcwidth import wcswidth

from hanafuda.cards import DECK, Kind
from koikoi.v1 import table_pb2
from koikoi_server.user_text import cut_to
from koikoi_server.wire.sentences.lexicon import Lexicon, month
from koikoi_server.wire.sentences.moves import Move, captured, moves
from koikoi_server.wire.sentences.reader import Reader

COLUMNS = 60  #: the maximum width of the line


def brief(reader: Reader, seat: int, events: Sequence[table_pb2.Event]) -> str:
    """What *seat* did in its turn, in the longest form that fits into :data:`COLUMNS`."""
    turn, line = _Turn(reader, seat, events, moves(events)), ""
    for form in _FORMS:
        line = reader.words.text("; ").join(filter(None, form(turn)))
        if wcswidth(line) <= COLUMNS:
            return line
    return cut_to(line, COLUMNS - 1) + "…"


@dataclass(frozen=True)
class _Turn:
    """A turn and the reader of the line."""

    reader: Reader
    seat: int
    events: Sequence[table_pb2.Event]
    moves: Sequence[Move]

    @property
    def words(self) -> Lexicon:
        return self.reader.words


CardName = Callable[[Lexicon, int], str]
Form = Callable[[_Turn], Iterable[str]]  #: makes the clauses of the line


def _in_order(plant: CardName, object_: CardName, *, lightning: bool = True) -> Form:
    """Every move. *lightning*: include what a lightning takes at the end of the round."""

    def clauses(turn: _Turn) -> Iterator[str]:
        return (clause(turn, move) for move in turn.moves)

    def clause(turn: _Turn, move: Move) -> str:
        words, event = turn.words, move.event
        match event.kind:
            case table_pb2.EVENT_KIND_CARD_PLAYED | table_pb2.EVENT_KIND_CARD_DRAWN:
                return turned_up(words, move)
            case table_pb2.EVENT_KIND_CARDS_CAPTURED if event.card:
                cards = names(words, event.card, captured(event))
                return words.text(
                    "took {cards} with {card}", cards=cards, card=whole(words, event.card)
                )
            case table_pb2.EVENT_KIND_CARDS_CAPTURED if len(event.cards) == 4:
                return words.text("took all of {plant}", plant=plant(words, event.cards[0]))
            case table_pb2.EVENT_KIND_CARDS_CAPTURED:
                cards = names(words, 0, event.cards) if lightning else ""
                return words.text("lightning took {cards}", cards=cards) if cards else ""
            case table_pb2.EVENT_KIND_HIKI_CALLED:
                return _hiki(turn, event, plant(words, 4 * event.number))
            case _:
                return _decision(words, event)

    def turned_up(words: Lexicon, move: Move) -> str:
        event = move.event
        played, card = event.kind == table_pb2.EVENT_KIND_CARD_PLAYED, whole(words, event.card)
        if not move.taken:
            return words.text("played {card}" if played else "drew {card}", card=card)
        cards = names(words, event.card, move.taken)
        pattern = "played {card}, took {cards}" if played else "drew {card}, took {cards}"
        return words.text(pattern, card=card, cards=cards)

    def whole(words: Lexicon, card: int) -> str:
        return words.text("{plant} {object}", plant=plant(words, card), object=object_(words, card))

    def names(words: Lexicon, by: int, cards: Sequence[int]) -> str:
        """The cards that *by* takes; their plant is left out if it is that of *by*."""
        return words.joined(
            object_(words, card) if by and month(card) == month(by) else whole(words, card)
            for card in cards
        )

    return clauses


def _summed_up(taken: Callable[[Lexicon, list[int]], str], *, with_own_hiki: bool) -> Form:
    """What the seat captured, grouped by month, without what it put on the field."""

    def clauses(turn: _Turn) -> Iterator[str]:
        words, cards = turn.words, _captured_cards(turn)
        if cards:
            groups = [taken(words, [*group]) for _, group in groupby(cards, month)]
            yield words.text("took {cards}", cards=words.text(", ").join(groups))
        else:
            yield from _turned_up(turn)
        for event in turn.events:
            if event.kind != table_pb2.EVENT_KIND_HIKI_CALLED:
                yield _decision(words, event)
            elif with_own_hiki or event.seat != turn.seat:
                yield _hiki(turn, event, _plant(words, 4 * event.number))

    return clauses


def _counted(turn: _Turn) -> Iterator[str]:
    """The numbers of cards captured and of yaku made."""
    words, events = turn.words, turn.events
    own = [each for each in events if each.seat == turn.seat]
    cards = _captured_cards(turn)
    if cards:
        yield words.text(("took {n} card", "took {n} cards"), n=len(cards))
    else:
        yield from _turned_up(turn)
    yaku = [each for event in own for each in event.yaku]
    if len(yaku) == 1:
        yield words.text("made {yaku}", yaku=words.yaku(yaku[0].yaku))
    elif yaku:
        yield words.text(("made {n} yaku", "made {n} yaku"), n=len(yaku))
    hiki = sum(each.kind == table_pb2.EVENT_KIND_HIKI_CALLED for each in events)
    if hiki:
        yield words.text(("{n} hiki", "{n} hiki"), n=hiki)
    for event in own:
        if event.kind != table_pb2.EVENT_KIND_YAKU_FORMED:
            yield _decision(words, event)


def _captured_cards(turn: _Turn) -> list[int]:
    """All cards that the seat captured in its turn, ascending."""
    captures = [
        event
        for event in turn.events
        if event.kind == table_pb2.EVENT_KIND_CARDS_CAPTURED and event.seat == turn.seat
    ]
    return sorted({card for event in captures for card in (event.card, *event.cards)} - {0})


def _turned_up(turn: _Turn) -> Iterator[str]:
    """The cards played and drawn in a turn that captured nothing."""
    for event in turn.events:
        if event.kind in _TURNED_UP:
            card = turn.words.text(
                "{plant} {object}",
                plant=_plant(turn.words, event.card),
                object=_short_object(turn.words, event.card),
            )
            yield turn.words.text(_TURNED_UP[event.kind], card=card)


_TURNED_UP: dict[int, str] = {
    table_pb2.EVENT_KIND_CARD_PLAYED: "played {card}",
    table_pb2.EVENT_KIND_CARD_DRAWN: "drew {card}",
}


def _decision(words: Lexicon, event: table_pb2.Event) -> str:
    """The clause about a yaku, koi-koi or stop; empty for other events."""
    match event.kind:
        case table_pb2.EVENT_KIND_YAKU_FORMED:
            yaku = words.text(", ").join(_yaku(words, each) for each in event.yaku)
            return words.text("made {yaku}", yaku=yaku)
        case table_pb2.EVENT_KIND_KOIKOI_CALLED:
            return words.text("koi-koi")
        case table_pb2.EVENT_KIND_STOP_CALLED:
            return words.text("stopped")
    return ""


def _hiki(turn: _Turn, event: table_pb2.Event, plant: str) -> str:
    """The clause about a hiki, which another seat may call during the turn."""
    if event.seat == turn.seat:
        return turn.words.text("hiki of {plant}", plant=plant)
    return turn.reader.about(
        event.seat, "your hiki of {plant}", "{name}: hiki of {plant}", plant=plant
    )


def _yaku(words: Lexicon, held: table_pb2.YakuScore) -> str:
    if held.points < 0:
        return words.yaku(held.yaku)
    return words.text("{yaku} {points}", yaku=words.yaku(held.yaku), points=held.points)


def _plant(words: Lexicon, card: int) -> str:
    return words.text(DECK[card - 1].plant)


def _object(words: Lexicon, card: int) -> str:
    return words.text(DECK[card - 1].object)


def _short_object(words: Lexicon, card: int) -> str:
    card_ = DECK[card - 1]
    return words.text("ribbon" if card_.kind is Kind.RIBBON else card_.object)


def _by_object(words: Lexicon, cards: list[int]) -> str:
    objects = words.joined(_short_object(words, each) for each in cards)
    return words.text("{plant} {object}", plant=_plant(words, cards[0]), object=objects)


def _by_number(words: Lexicon, cards: list[int]) -> str:
    return words.text("{n} {plant}", n=len(cards), plant=_plant(words, cards[0]))


_FORMS: Sequence[Form] = (
    _in_order(_plant, _object),
    _in_order(_plant, _short_object),
    _in_order(_plant, _short_object, lightning=False),
    _summed_up(_by_object, with_own_hiki=True),
    _summed_up(_by_number, with_own_hiki=True),
    _summed_up(_by_number, with_own_hiki=False),
    _counted,
)
"""From the longest form of the line to the shortest."""
