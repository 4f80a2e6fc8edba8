"""A turn in a line: what lay where and who has it now, without its subject."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from wcwidth import wcswidth

from hanafuda.cards import DECK, Kind
from koikoi.v1 import table_pb2 as pb
from koikoi_server.user_text import cut_to
from koikoi_server.wire.sentences.lexicon import Lexicon
from koikoi_server.wire.sentences.moves import month, stays, taken, takes
from koikoi_server.wire.sentences.reader import Reader

COLUMNS = 60  #: at most


def brief(reader: Reader, seat: int, events: Sequence[pb.Event]) -> str:
    """What *seat* did in its turn, in the longest form that :data:`COLUMNS` have room for."""
    turn, said = _Turn(reader, seat, events), ""
    for form in _FORMS:
        clauses = [each for each in form(turn) if each]
        said = reader.words.text("; ").join(clauses)
        if wcswidth(said) <= COLUMNS:
            return said
    return cut_to(said, COLUMNS - 1) + "…"


@dataclass(frozen=True)
class _Turn:
    """A turn, and to whom it is told."""

    reader: Reader
    seat: int
    events: Sequence[pb.Event]

    @property
    def words(self) -> Lexicon:
        return self.reader.words


Name = Callable[[Lexicon, int], str]  #: of a card
Form = Callable[[_Turn], Iterable[str]]  #: the clauses of a turn


def _in_order(plant: Name, object_: Name, *, lightning: bool = True) -> Form:
    """Card by card, as it happened; with what a lightning claimed at the end, or without."""

    def clauses(turn: _Turn) -> Iterator[str]:
        words, events = turn.words, turn.events
        at = 0
        while at < len(events):
            event = events[at]
            then = events[at + 1] if at + 1 < len(events) else pb.Event()
            at += 1
            match event.kind:
                case pb.EVENT_KIND_CARD_PLAYED | pb.EVENT_KIND_CARD_DRAWN:
                    took = takes(event, then)
                    at += took or stays(event, then)
                    yield turned_up(words, event, then if took else None)
                case pb.EVENT_KIND_CARDS_CAPTURED if event.card:
                    cards = names(words, event.card, taken(event))
                    card = whole(words, event.card)
                    yield words.text("took {cards} with {card}", cards=cards, card=card)
                case pb.EVENT_KIND_CARDS_CAPTURED if len(event.cards) < 4:
                    if not lightning:
                        continue
                    cards = names(words, 0, event.cards)
                    yield words.text("lightning took {cards}", cards=cards)
                case pb.EVENT_KIND_CARDS_CAPTURED if events[at - 2].kind != _HIKI or at < 2:
                    plants = plant(words, event.cards[0])
                    yield words.text("took all of {plant}", plant=plants)
                case pb.EVENT_KIND_HIKI_CALLED:
                    yield _hiki(turn, event, plant(words, 4 * event.number))
                case _:
                    yield _said(words, event)

    def turned_up(words: Lexicon, event: pb.Event, then: pb.Event | None) -> str:
        played, card = event.kind == pb.EVENT_KIND_CARD_PLAYED, whole(words, event.card)
        if then is None:
            return words.text("played {card}" if played else "drew {card}", card=card)
        cards = names(words, event.card, taken(then))
        pattern = "played {card}, took {cards}" if played else "drew {card}, took {cards}"
        return words.text(pattern, card=card, cards=cards)

    def whole(words: Lexicon, card: int) -> str:
        return words.text("{plant} {object}", plant=plant(words, card), object=object_(words, card))

    def names(words: Lexicon, by: int, cards: Sequence[int]) -> str:
        """Of a card that is taken by one of its own month the plant is not said again."""
        own = month([by]) if by else 0
        return words.joined(
            object_(words, each) if month([each]) == own else whole(words, each) for each in cards
        )

    return clauses


def _summed_up(captured: Callable[[Lexicon, int, list[int]], str], *, plants: bool) -> Form:
    """What was captured, by plant; without what was laid, and how it came."""

    def clauses(turn: _Turn) -> Iterator[str]:
        words = turn.words
        kinds = (pb.EVENT_KIND_CARDS_CAPTURED,)
        own = [each for each in turn.events if each.kind in kinds and each.seat == turn.seat]
        cards = sorted({card for each in own for card in (each.card, *each.cards) if card})
        if cards:
            groups = [captured(words, key, [*some]) for key, some in groupby(cards, _month)]
            yield words.text("took {cards}", cards=words.text(", ").join(groups))
        else:
            yield from _laid(turn)
        for event in turn.events:
            if event.kind == _HIKI:
                if plants or event.seat != turn.seat:
                    yield _hiki(turn, event, _short_plant(words, 4 * event.number))
            else:
                yield _said(words, event)

    return clauses


def _counted(turn: _Turn) -> Iterator[str]:
    """What was captured and made, in numbers."""
    words, events = turn.words, turn.events
    own = [each for each in events if each.seat == turn.seat]
    cards = {c for e in own if e.kind == pb.EVENT_KIND_CARDS_CAPTURED for c in (e.card, *e.cards)}
    if cards - {0}:
        yield words.text(("took {n} card", "took {n} cards"), n=len(cards - {0}))
    else:
        yield from _laid(turn)
    yaku = [each for event in own for each in event.yaku]
    if len(yaku) == 1:
        yield words.text("made {yaku}", yaku=words.yaku(yaku[0].yaku))
    elif yaku:
        yield words.text(("made {n} yaku", "made {n} yaku"), n=len(yaku))
    hiki = sum(each.kind == _HIKI for each in events)
    if hiki:
        yield words.text(("{n} hiki", "{n} hiki"), n=hiki)
    for event in own:
        if event.kind != pb.EVENT_KIND_YAKU_FORMED:
            yield _said(words, event)


def _laid(turn: _Turn) -> Iterator[str]:
    """Of a turn that has captured nothing: what lies there now."""
    for event in turn.events:
        patterns = {
            pb.EVENT_KIND_CARD_PLAYED: "played {card}",
            pb.EVENT_KIND_CARD_DRAWN: "drew {card}",
        }
        if event.kind in patterns:
            face = DECK[event.card - 1]
            card = turn.words.text(
                "{plant} {object}",
                plant=turn.words.text(face.plant),
                object=_short_object(turn.words, event.card),
            )
            yield turn.words.text(patterns[event.kind], card=card)


def _said(words: Lexicon, event: pb.Event) -> str:
    match event.kind:
        case pb.EVENT_KIND_YAKU_FORMED:
            yaku = words.text(", ").join(_yaku(words, each) for each in event.yaku)
            return words.text("made {yaku}", yaku=yaku)
        case pb.EVENT_KIND_KOIKOI_CALLED:
            return words.text("koi-koi")
        case pb.EVENT_KIND_STOP_CALLED:
            return words.text("stopped")
    return ""


def _hiki(turn: _Turn, event: pb.Event, plant: str) -> str:
    """A hiki, of somebody else in the turn perhaps."""
    if event.seat == turn.seat:
        return turn.words.text("hiki of {plant}", plant=plant)
    return turn.reader.said(
        event.seat, "your hiki of {plant}", "{name}: hiki of {plant}", plant=plant
    )


def _yaku(words: Lexicon, held: pb.YakuScore) -> str:
    if held.points < 0:
        return words.yaku(held.yaku)
    return words.text("{yaku} {points}", yaku=words.yaku(held.yaku), points=held.points)


_HIKI = pb.EVENT_KIND_HIKI_CALLED


def _month(card: int) -> int:
    return month([card])


def _plant(words: Lexicon, card: int) -> str:
    return words.text(DECK[card - 1].full_plant)


def _short_plant(words: Lexicon, card: int) -> str:
    return words.text(DECK[card - 1].plant)


def _object(words: Lexicon, card: int) -> str:
    return words.text(DECK[card - 1].object)


def _short_object(words: Lexicon, card: int) -> str:
    face = DECK[card - 1]
    return words.text("ribbon" if face.kind is Kind.RIBBON else face.object)


def _by_object(words: Lexicon, _: int, cards: list[int]) -> str:
    objects = words.joined(_short_object(words, each) for each in cards)
    return words.text("{plant} {object}", plant=_short_plant(words, cards[0]), object=objects)


def _by_number(words: Lexicon, _: int, cards: list[int]) -> str:
    return words.text("{n} {plant}", n=len(cards), plant=_short_plant(words, cards[0]))


_FORMS: Sequence[Form] = (
    _in_order(_plant, _object),
    _in_order(_short_plant, _object),
    _in_order(_short_plant, _short_object),
    _in_order(_short_plant, _short_object, lightning=False),
    _summed_up(_by_object, plants=True),
    _summed_up(_by_number, plants=True),
    _summed_up(_by_number, plants=False),
    _counted,
)
"""From the richest to the shortest."""
