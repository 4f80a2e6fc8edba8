"""Where all cards are, and the two functions that move them in every game.

A card from a hand or from the draw pile is first turned up: it becomes the open card. Then it is
settled: it stays on the field, or captures cards and joins them among a seat's captured cards.
Every card is in exactly one place at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hanafuda.cards import DECK, Card, Cards, CardSet, cards_in
from hanafuda.events import CardLaid, CardsCaptured, Seat
from hanafuda.game import Option, Verb
from hanafuda.seats import put


class Spread(NamedTuple):
    """All cards of a round. ``hands`` and ``captured`` have one entry per seat, seat 1 first."""

    hands: tuple[Cards, ...]  #: ascending; empty for a seat that is out
    field: Cards  #: in the order in which they were laid
    draw_pile: Cards  #: top first
    captured: tuple[Cards, ...]  #: in the order captured
    open_card: Card | None = None  #: turned up and not yet settled
    is_drawn: bool = False  #: the open card comes from the draw pile


def empty_spread(seats: int) -> Spread:
    """A table without cards, before the first deal."""
    return Spread(((),) * seats, (), (), ((),) * seats)


def deal_cards(deck: Cards, order: Sequence[Seat], seats: int, hand: int, field: int) -> Spread:
    """Deal *deck*: *hand* cards to each seat of *order* and *field* cards to the field.

    The dealer is the last of *order* and gets cards after the field. Seats that are not in *order*
    get no cards.

    Raises:
        ValueError: if *deck* is not the 48 cards.
    """
    if len(deck) != len(DECK) or set(deck) != set(DECK):
        raise ValueError("a deck has each of the 48 cards once")
    hands: list[Cards] = [()] * seats
    at = 0
    for seat in order[:-1]:
        hands[seat - 1] = tuple(sorted(deck[at : at + hand]))
        at += hand
    laid = deck[at : at + field]
    at += field
    hands[order[-1] - 1] = tuple(sorted(deck[at : at + hand]))
    return Spread(tuple(hands), laid, deck[at + hand :], ((),) * seats)


def captures(field: CardSet, card: Card) -> tuple[Cards, ...]:
    """The ways to settle *card* on *field*: for each the cards that it takes, ascending.

    With no card of its month on the field it takes nothing, ``((),)``. It takes one card, either of
    two, or all three (rules: D-07, D-08).
    """
    month = card.month - 1
    return _WAYS[month][field >> 4 * month & 0b1111]


def plays(field: CardSet, card: Card) -> tuple[Option, ...]:
    """The options to play *card* from a hand, one for each of its :func:`captures`."""
    return _PLAYS[card - 1][field >> 4 * (card.month - 1) & 0b1111]


def _ways(lying: Cards) -> tuple[Cards, ...]:
    return tuple((each,) for each in lying) if len(lying) == 2 else (lying,)


# Computed once for all cards and all fields, since options are asked for at every step. The second
# index is the set of cards of the month that are on the field, as four bits.
_WAYS = [[_ways(cards_in(n << 4 * month)) for n in range(16)] for month in range(12)]
_PLAYS = [
    [tuple(Option(Verb.PLAY, card, taken) for taken in ways) for ways in _WAYS[card.month - 1]]
    for card in DECK
]


def turn_up(spread: Spread, seat: Seat, card: Card) -> Spread:
    """Turn up *card*, the top of the draw pile or a card of *seat*'s hand.

    Raises:
        ValueError: if it is neither.
    """
    hands, field, draw_pile, captured, _, _ = spread
    if draw_pile and draw_pile[0] == card:
        return Spread(hands, field, draw_pile[1:], captured, card, True)
    hand = hands[seat - 1]
    at = hand.index(card)
    return Spread(put(hands, seat, hand[:at] + hand[at + 1 :]), field, draw_pile, captured, card)


def settle(spread: Spread, seat: Seat, card: Card | None, taken: Cards) -> Spread:
    """Settle the open *card*: leave it on the field, or capture it and *taken* for *seat*.

    *taken* are cards of the field and, with hiki, of *seat*'s hand. If *card* is None, only *taken*
    are captured, and an open card stays open.
    """
    hands, field, draw_pile, captured, open_card, is_drawn = spread
    if card is not None:
        open_card, is_drawn = None, False
        if not taken:
            return Spread(hands, (*field, card), draw_pile, captured)
    rest = list(field)
    for each in taken:
        if each in rest:
            rest.remove(each)
        else:
            hand = hands[seat - 1]
            at = hand.index(each)
            hands = put(hands, seat, hand[:at] + hand[at + 1 :])
    won = taken if card is None else (card, *taken)
    captured = put(captured, seat, captured[seat - 1] + won)
    return Spread(hands, tuple(rest), draw_pile, captured, open_card, is_drawn)


def settle_event(seat: Seat, card: Card, taken: Cards) -> CardLaid | CardsCaptured:
    """The event for settling *card*: it captured *taken* or, if there are none, stayed."""
    return CardsCaptured(seat, taken, card) if taken else CardLaid(seat, card)
