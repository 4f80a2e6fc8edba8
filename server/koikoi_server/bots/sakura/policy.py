"""What the cards of Sakura are worth to a seat, and Medium's play by it: for views and playouts.

A card is worth its points and what it does for the yaku that are still open: to the seat's own
side, and to the other whose yaku it would break.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from hanafuda.cards import DECK, Card, Cards, CardSet, card_set, cards_in
from hanafuda.events import Seat
from hanafuda.game import Option, SeatView, Verb
from hanafuda.sakura.rules import LIGHTNING, POINTS, teams
from hanafuda.sakura.scoring import TABLE, Teams
from hanafuda.seats import parties

PROGRESS = (4.0, 14.0, 50.0)
"""The first, second and third card of a yaku that nobody else has a card of, in points."""

DENIAL = (0.0, 8.0, 40.0)
"""Breaking a yaku of which another side has none, one or two cards, in points."""

DELAY = 0.6
"""What a capture loses when nobody else can take those cards: this part of it stays."""

OUTLOOK = 0.1
"""A card laid can capture no more: this part of what is left of its month is lost."""

REST = 0.15
"""The lightning brings the cards of the month it took that stay to the end: this part."""

HELD = 12.0
"""What the lightning may still take when it is held, in points."""

FULL = card_set(DECK)
MONTHS = (0, *[0b1111 << 4 * (month - 1) for month in range(1, 13)])
members = lru_cache(maxsize=1 << 16)(cards_in)  #: the cards of a set, ascending
_POINTS = (0.0, *map(float, POINTS))
YAKU_CARDS = card_set(card for row in TABLE for yaku in row for card in cards_in(yaku.of))
_YAKU = tuple([(yaku.of, tuple(map(int, cards_in(yaku.of)))) for row in TABLE for yaku in row])


class Seen(NamedTuple):
    """What a seat knows of a round."""

    hand: CardSet
    field: CardSet
    own: CardSet  #: captured by its side
    others: tuple[CardSet, ...]  #: captured by each other side
    unseen: CardSet  #: in other hands and in the draw pile
    reach: float  #: chance that a card unseen comes into play for others before the next turn, 0-1
    yaku: bool  #: whether they count
    at_once: bool  #: whether hiki comes in addition to playing


@cache
def side_seats(of: Teams, seat: Seat) -> tuple[tuple[Seat, ...], tuple[tuple[Seat, ...], ...]]:
    """The seats of *seat*'s side, and of each other."""
    every = parties(of)
    own = next(side for side in every if seat in side)
    return own, tuple([side for side in every if side is not own])


def seen(view: SeatView) -> Seen:
    """What *view* shows."""
    table = view.table
    captured = [card_set(side.captured) for side in table.sides]
    hand, field = card_set(view.hand), card_set(table.field)
    unseen = FULL & ~(hand | field | sum(captured))
    if table.open_card is not None:
        unseen &= ~table.open_card.bit
    mine, theirs = side_seats(teams(view.rules, len(captured)), view.seat)
    hands = [side.hand_size for seat, side in enumerate(table.sides, 1) if seat not in mine]
    return Seen(
        hand,
        field,
        sum([captured[each - 1] for each in mine]),
        tuple([sum([captured[each - 1] for each in side]) for side in theirs]),
        unseen,
        reach(sum(hands), len(hands), unseen),
        view.rules.yaku == "on",
        view.rules.hiki == "any_time",
    )


def reach(in_their_hands: int, opponents: int, unseen: CardSet) -> float:
    """The chance of an unseen card to be in an opponent's hand or to be drawn by one soon."""
    count = unseen.bit_count()
    return min(1.0, (in_their_hands + opponents) / count) if count else 0.0


def worths(now: Seen) -> Sequence[float]:
    """What capturing each card is worth, in points; index 1-48."""
    if not now.yaku:
        return _POINTS
    return _worths(now.own & YAKU_CARDS, tuple([other & YAKU_CARDS for other in now.others]))


@lru_cache(maxsize=1 << 14)
def _worths(own: CardSet, others: tuple[CardSet, ...]) -> Sequence[float]:
    found = list(_POINTS)
    for mask, members in _YAKU:
        mine = own & mask
        held = [other & mask for other in others if other & mask]
        if not held:
            gain = PROGRESS[mine.bit_count()] if mine != mask else 0.0
        elif mine or len(held) > 1:
            continue
        else:
            count = held[0].bit_count()
            gain = DENIAL[count] if count < 3 else 0.0
        for card in members:
            found[card] += gain
    return found


def best(now: Seen, options: Sequence[Option]) -> Option:
    """Medium's choice among *options*; of equals the first."""
    if len(options) == 1:
        return options[0]
    worth = worths(now)
    return max(options, key=lambda option: _option_worth(now, worth, option))


def reckoned(now: Seen, options: Sequence[Option]) -> list[float]:
    """What Medium takes each of *options* to be worth, in points."""
    worth = worths(now)
    return [_option_worth(now, worth, option) for option in options]


def _option_worth(now: Seen, worth: Sequence[float], option: Option) -> float:
    verb, card, taken, _ = option
    assert card is not None, "all that one does here is done with a card"
    if verb is Verb.HIKI:
        gain = sum([worth[each] for each in taken])
        return 1000 + gain if now.at_once else DELAY * gain
    if verb is Verb.PLAY:
        return play_worth(now, worth, card, taken)
    if card == LIGHTNING and len(taken) == 1:
        return gaji_worth(now, worth, taken[0])
    if not taken:
        return -_laying_cost(now, worth, card)
    return worth[card] + sum([worth[each] for each in taken])


def play_worth(now: Seen, worth: Sequence[float], card: Card, taken: Cards) -> float:
    """What playing *card* is worth; of a lightning that may take several cards, the best."""
    if not taken:
        if card == LIGHTNING and now.field:
            return max([gaji_worth(now, worth, each) for each in members(now.field)]) - HELD
        return -_laying_cost(now, worth, card)
    gain = worth[card] + sum([worth[each] for each in taken])
    risk = min(1.0, (now.unseen & MONTHS[card.month]).bit_count() * now.reach)
    return 1 + gain * (DELAY + (1 - DELAY) * risk)


def gaji_worth(now: Seen, worth: Sequence[float], took: Card) -> float:
    """What the lightning gains by taking *took*: the last of its month stays on the field."""
    left = MONTHS[took.month] & (now.unseen | now.field | now.hand) & ~took.bit
    return worth[took] + REST * sum([worth[each] for each in members(left)])


def best_gaji(now: Seen, worth: Sequence[float], ways: Sequence[Cards]) -> Cards:
    """Which of *ways* the open lightning takes; ``()`` is to stay on the field."""
    return max(
        ways,
        key=lambda way: (
            gaji_worth(now, worth, way[0]) if way else -_laying_cost(now, worth, LIGHTNING)
        ),
    )


def _laying_cost(now: Seen, worth: Sequence[float], card: Card) -> float:
    """What *card* gives away on the field, and what it could have captured."""
    away = members(now.unseen & MONTHS[card.month])
    risk = min(1.0, len(away) * now.reach)
    return worth[card] * risk + OUTLOOK * sum([worth[each] for each in away])
