"""Where the cards lie, and the two functions by which every game moves them.

A card is first turned up, from a hand or from the draw pile, and lies open; then it is settled: it
stays on the field, or goes with what it takes to somebody's captured cards. Every card is in
exactly one place at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hanafuda.cards import DECK, Card, Cards, CardSet, cards_in
from hanafuda.events import CardLaid, CardsCaptured, Seat
from hanafuda.game import Option, Verb
from hanafuda.seats import put


class Spread(NamedTuple):
    """All cards of a round, each in one place. Seat 1 comes first in ``hands`` and ``captured``."""

    hands: tuple[Cards, ...]  #: ascending; empty for a seat that is out
    field: Cards  #: in the order laid
    draw_pile: Cards  #: top first
    captured: tuple[Cards, ...]  #: in the order captured
    open_card: Card | None = None  #: turned up and not yet settled
    is_drawn: bool = False  #: the open card comes from the draw pile


def bare(seats: int) -> Spread:
    """A table for *seats* seats before the first deal: no cards anywhere."""
    return Spread(((),) * seats, (), (), ((),) * seats)


def dealt(deck: Cards, order: Sequence[Seat], seats: int, hand: int, field: int) -> Spread:
    """The spread of a shuffled *deck*: the first hands, the field, the last hand, the pile.

    *order* names the seats that are dealt *hand* cards each, the dealer last; the dealer gets his
    hand after the field. The other seats of the *seats* get none.

    Raises:
        ValueError: when *deck* is not the 48 cards.
    """
    if len(deck) != len(DECK) or set(deck) != set(DECK):
        raise ValueError("a deck is the 48 cards, each once")
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
    """The ways *card* may be settled on *field*, each the cards that it takes, ascending.

    None of its month lies there: it stays, ``((),)``. One: it must take it. Two: either. Three:
    all (rules: D-07, D-08).
    """
    month = card.month - 1
    return _WAYS[month][field >> 4 * month & 0b1111]


def plays(field: CardSet, card: Card) -> tuple[Option, ...]:
    """The options to play *card* from a hand onto *field*, as :func:`captures` says."""
    return _PLAYS[card - 1][field >> 4 * (card.month - 1) & 0b1111]


def _ways(lying: Cards) -> tuple[Cards, ...]:
    return tuple((each,) for each in lying) if len(lying) == 2 else (lying,)


# Both by which of the month's four cards lie on the field, as four bits: options are asked for at
# every step, and these are all that there can be.
_WAYS = [[_ways(cards_in(n << 4 * month)) for n in range(16)] for month in range(12)]
_PLAYS = [
    [tuple(Option(Verb.PLAY, card, taken) for taken in ways) for ways in _WAYS[card.month - 1]]
    for card in DECK
]


def turn_up(spread: Spread, seat: Seat, card: Card) -> Spread:
    """*card*, the top of the draw pile or one of *seat*'s hand, comes to lie open.

    Raises:
        ValueError: when it is neither.
    """
    hands, field, draw_pile, captured, _, _ = spread
    if draw_pile and draw_pile[0] == card:
        return Spread(hands, field, draw_pile[1:], captured, card, True)
    hand = hands[seat - 1]
    at = hand.index(card)
    return Spread(put(hands, seat, hand[:at] + hand[at + 1 :]), field, draw_pile, captured, card)


def settle(spread: Spread, seat: Seat, card: Card | None, taken: Cards) -> Spread:
    """The open *card* stays on the field, or goes with *taken* to *seat*'s captured cards.

    *taken* comes from the field and from *seat*'s hand. Without *card* the open card, if there is
    one, goes on lying open.
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


def settled(seat: Seat, card: Card, taken: Cards) -> CardLaid | CardsCaptured:
    """The event by which *card* is settled with *taken*."""
    return CardsCaptured(seat, taken, card) if taken else CardLaid(seat, card)
