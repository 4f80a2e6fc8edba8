"""A record as positions to look at: where each card lay, and what had just happened.

It knows no rule. Hands come from the decks and the order of dealing that record.proto tells; after
that a card moves only by the news. Every position is made once, so that any of them is reached as
fast as the next one; they share what did not change between them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from koikoi.v1 import record_pb2 as r
from koikoi.v1 import table_pb2 as t
from koikoi_client.record_file import NotARecord
from koikoi_client.texts import text

DECK = range(1, 49)
"""All cards, by number."""

Cards = tuple[int, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Position:
    """The table after an event. What is kept for each seat has seat 1 first."""

    event: t.Event  #: that led here
    round: int  #: 1 and up; 0 before the first deal
    dealer: int  #: seat; 0 before the first deal
    hands: tuple[Cards, ...]  #: ascending; empty for a seat that is out
    field: Cards  #: in the order laid
    draw_pile: Cards  #: top first
    captured: tuple[Cards, ...]  #: in the order captured
    open_card: int  #: turned up and not yet settled; 0: none
    yaku: tuple[tuple[t.YakuScore, ...], ...]  #: held in this round
    points: tuple[int, ...]  #: what they are worth together
    calls: tuple[int, ...]  #: of koi-koi in this round
    scores: tuple[int, ...]  #: in the match, of ended rounds
    out: tuple[bool, ...]  #: who plays no more


@dataclass(frozen=True)
class Replay:
    """A record that can be looked at; :func:`folded` makes it."""

    record: r.Record
    positions: Sequence[Position]  #: one after each event of the news; at least one
    deals: Sequence[int] = field(default=())  #: the place of each round's first position

    @property
    def last(self) -> int:
        """The place of the last position; the first has place 0."""
        return len(self.positions) - 1

    def near(self, place: int) -> int:
        """The nearest place that there is."""
        return max(0, min(place, self.last))

    def deal_of(self, round: int) -> int:
        """Where a round begins; the nearest round that there is."""
        return self.deals[max(1, min(round, len(self.deals))) - 1] if self.deals else 0

    def next_deal(self, place: int) -> int:
        """Where the next round begins; after the last one, the end."""
        after = bisect_right(self.deals, place)
        return self.deals[after] if after < len(self.deals) else self.last

    def deal_before(self, place: int) -> int:
        """Where this round began; there, where the one before did; at last the start."""
        before = bisect_right(self.deals, place - 1)
        return self.deals[before - 1] if before else 0


def folded(record: r.Record) -> Replay:
    """The positions of a record.

    Raises:
        NotARecord: when it has no news, or they do not go with its decks; in a sentence.
    """
    if not 2 <= len(record.players) <= 7:
        raise NotARecord(text("It is no record of a match: it needs 2 to 7 players."))
    if not any(entry.events for entry in record.proof.news):
        raise NotARecord(
            text(
                "It has decks and moves, but not what followed from them, and this viewer knows "
                "no rules: koikoi-server replay FILE --expand prints it whole; open that."
            )
        )
    positions = list(_positions(record))
    starts = [
        place
        for place, position in enumerate(positions)
        if position.event.kind == t.EVENT_KIND_ROUND_DEALT
    ]
    return Replay(record, positions, starts)


def _positions(record: r.Record) -> Iterator[Position]:
    position = _start(record)
    step = 0
    for entry in record.proof.news:
        for event in entry.events:
            step += 1
            try:
                position = _after(record, position, event)
            except (ValueError, IndexError):
                raise NotARecord(
                    text("It is damaged: step {n} of its news does not go with its decks.", n=step)
                ) from None
            yield position


def _start(record: r.Record) -> Position:
    """Before anything has happened: all cards lie in the draw pile."""
    seats = len(record.players)
    nothing = (0,) * seats
    return Position(
        event=t.Event(), round=0, dealer=0, hands=((),) * seats, field=(), draw_pile=tuple(DECK),
        captured=((),) * seats, open_card=0, yaku=((),) * seats, points=nothing, calls=nothing,
        scores=_first_scores(record), out=(False,) * seats,
    )  # fmt: skip


def _first_scores(record: r.Record) -> tuple[int, ...]:
    """What each seat began with, such as coins: the end without what the rounds brought."""
    seats = len(record.players)
    gains = [each.result.scores for each in record.rounds if len(each.result.scores) == seats]
    if len(record.scores) != seats or len(gains) < len(record.rounds):
        return (0,) * seats
    return tuple(
        score - sum(each[seat] for each in gains) for seat, score in enumerate(record.scores)
    )


def _after(record: r.Record, now: Position, event: t.Event) -> Position:
    """The position after an event. Raises ValueError or IndexError when it cannot have been."""
    if not 0 <= event.seat <= len(record.players):
        raise ValueError("no such seat")
    seat = event.seat - 1
    match event.kind:
        case t.EVENT_KIND_ROUND_DEALT:
            return _dealt(record, now, event)
        case t.EVENT_KIND_CARD_PLAYED:
            hand = _without(now.hands[seat], (event.card,))
            hands = _put(now.hands, seat, hand)
            return replace(now, event=event, hands=hands, open_card=_opened(now, event.card))
        case t.EVENT_KIND_CARD_DRAWN:
            if now.draw_pile[0] != event.card:
                raise ValueError("not the top of the draw pile")
            pile = now.draw_pile[1:]
            return replace(now, event=event, draw_pile=pile, open_card=_opened(now, event.card))
        case t.EVENT_KIND_CARD_LAID:
            if not event.card or now.open_card != event.card:
                raise ValueError("not the open card")
            return replace(now, event=event, field=(*now.field, event.card), open_card=0)
        case t.EVENT_KIND_CARDS_CAPTURED:
            return _captured(now, event, seat)
        case t.EVENT_KIND_HAND_SHOWN | t.EVENT_KIND_YAKU_FORMED:
            return _scored(now, event, seat)
        case t.EVENT_KIND_KOIKOI_CALLED:
            return replace(now, event=event, calls=_put(now.calls, seat, event.number))
        case t.EVENT_KIND_ROUND_ENDED:
            return replace(now, event=event, scores=_scores_after(record, now))
        case t.EVENT_KIND_SEAT_OUT:
            return replace(now, event=event, out=_put(now.out, seat, True))
        case _:
            return replace(now, event=event)


def _dealt(record: r.Record, now: Position, event: t.Event) -> Position:
    """The deck is dealt from its front: the hands after the dealer's, the field, his hand."""
    deck = _deck(record.rounds[event.number - 1].decks[-1]) if event.number > 0 else ()
    seats = len(record.players)
    order = [(event.seat - 1 + step) % seats for step in range(1, seats + 1)]
    order = [seat for seat in order if not now.out[seat]]
    if not event.seat or order[-1] != event.seat - 1:
        raise ValueError("the dealer is out")
    at, size = deck.index(event.cards[0]), len(event.cards)
    others = len(order) - 1
    hand = at // max(1, others)
    if deck[at : at + size] != tuple(event.cards) or hand * others != at:
        raise ValueError("not the field of that deck")
    hands: list[Cards] = [()] * seats
    for place, seat in enumerate(order[:-1]):
        hands[seat] = tuple(sorted(deck[place * hand : (place + 1) * hand]))
    hands[order[-1]] = tuple(sorted(deck[at + size : at + size + hand]))
    return replace(
        now, event=event, round=event.number, dealer=event.seat, hands=tuple(hands),
        field=tuple(event.cards), draw_pile=deck[at + size + hand :], captured=((),) * seats,
        open_card=0, yaku=((),) * seats, points=(0,) * seats, calls=(0,) * seats,
    )  # fmt: skip


def _deck(listed: str) -> Cards:
    """A deck's cards by number. Raises ValueError when they are not the 48, each once."""
    deck = []
    for code in listed.split():
        month, _, place = code.partition("-")
        if not 1 <= int(month) <= 12 or not 1 <= int(place) <= 4:
            raise ValueError("no such card")
        deck.append(4 * int(month) - 4 + int(place))
    if sorted(deck) != list(DECK):
        raise ValueError("not the 48 cards")
    return tuple(deck)


def _captured(now: Position, event: t.Event, seat: int) -> Position:
    """A seat takes cards of the field and of its own hand, with the open card or without."""
    if seat < 0 or (event.card and event.card != now.open_card):
        raise ValueError("not the open card")
    taken = tuple(each for each in event.cards if each != event.card)
    own = tuple(each for each in taken if each in now.hands[seat])
    won = (event.card, *taken) if event.card else taken
    return replace(
        now,
        event=event,
        hands=_put(now.hands, seat, _without(now.hands[seat], own)),
        field=_without(now.field, tuple(each for each in taken if each not in own)),
        captured=_put(now.captured, seat, now.captured[seat] + won),
        open_card=0 if event.card else now.open_card,
    )


def _scored(now: Position, event: t.Event, seat: int) -> Position:
    """A seat has new yaku, or bigger ones."""
    held = {each.yaku: each for each in now.yaku[seat]} | {each.yaku: each for each in event.yaku}
    points = event.number if event.kind == t.EVENT_KIND_YAKU_FORMED else now.points[seat]
    return replace(
        now,
        event=event,
        yaku=_put(now.yaku, seat, tuple(held.values())),
        points=_put(now.points, seat, points or sum(each.points for each in held.values())),
    )


def _scores_after(record: r.Record, now: Position) -> tuple[int, ...]:
    gains = record.rounds[now.round - 1].result.scores if now.round else ()
    if len(gains) != len(now.scores):
        return now.scores  # a record by hand need not say
    return tuple(score + gain for score, gain in zip(now.scores, gains, strict=True))


def _opened(now: Position, card: int) -> int:
    if now.open_card or not card:
        raise ValueError("another card lies open")
    return card


def _without(cards: Cards, gone: Cards) -> Cards:
    """*cards* without *gone*. Raises ValueError when one of those is not among them."""
    left = tuple(each for each in cards if each not in gone)
    if len(left) + len(gone) != len(cards):
        raise ValueError("a card is not there")
    return left


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """*values* with that of a seat, 0 and up, replaced."""
    if seat < 0:
        raise ValueError("nobody's")
    return (*values[:seat], value, *values[seat + 1 :])
