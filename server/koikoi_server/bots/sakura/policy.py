"""Medium's policy in Sakura: how much each card is worth to a seat, and which option is best.

A card is worth its points and what it does for the yaku that are still open: it brings the seat's
side nearer to its own, or breaks another side's.
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
"""In points: the worth of the first, second and third card of a yaku of which no other side has
a card."""

DENIAL = (0.0, 8.0, 40.0)
"""In points: the worth of breaking a yaku of which another side has no, one or two cards."""

DELAY = 0.6
"""A capture that can wait, because nobody else can take its cards, counts only this share."""

OUTLOOK = 0.1
"""A card that is laid cannot capture later: it loses this share of its month's unseen cards."""

REST = 0.15
"""At the end the lightning also gets the rest of its capture's month: this share of it counts."""

HELD = 12.0
"""In points: what holding the lightning for a better card is worth."""

FULL = card_set(DECK)
MONTHS = (0, *[0b1111 << 4 * (month - 1) for month in range(1, 13)])
members = lru_cache(maxsize=1 << 16)(cards_in)  #: the cards of a set, ascending
_POINTS = (0.0, *map(float, POINTS))
YAKU_CARDS = card_set(card for row in TABLE for yaku in row for card in cards_in(yaku.of))
_YAKU = tuple([(yaku.of, tuple(map(int, cards_in(yaku.of)))) for row in TABLE for yaku in row])


class Situation(NamedTuple):
    """What a seat knows of a round, as sets of cards."""

    hand: CardSet
    field: CardSet
    own: CardSet  #: captured by its side
    others: tuple[CardSet, ...]  #: captured by each other side
    unseen: CardSet  #: the cards in other hands and in the draw pile
    exposure: float  #: the chance (0-1) that an opponent gets an unseen card before the next turn
    yaku: bool  #: yaku count
    at_once: bool  #: hiki is called at any time, in addition to playing a card


@cache
def side_seats(of: Teams, seat: Seat) -> tuple[tuple[Seat, ...], tuple[tuple[Seat, ...], ...]]:
    """The seats of *seat*'s side, and those of each other side."""
    every = parties(of)
    own = next(side for side in every if seat in side)
    return own, tuple([side for side in every if side is not own])


def situation(view: SeatView) -> Situation:
    """The situation that *view* shows."""
    table = view.table
    captured = [card_set(side.captured) for side in table.sides]
    hand, field = card_set(view.hand), card_set(table.field)
    unseen = FULL & ~(hand | field | sum(captured))
    if table.open_card is not None:
        unseen &= ~table.open_card.bit
    mine, theirs = side_seats(teams(view.rules, len(captured)), view.seat)
    hands = [side.hand_size for seat, side in enumerate(table.sides, 1) if seat not in mine]
    return Situation(
        hand,
        field,
        sum([captured[each - 1] for each in mine]),
        tuple([sum([captured[each - 1] for each in side]) for side in theirs]),
        unseen,
        exposure(sum(hands), len(hands), unseen),
        view.rules.yaku == "on",
        view.rules.hiki == "any_time",
    )


def exposure(in_their_hands: int, opponents: int, unseen: CardSet) -> float:
    """The chance that an unseen card is in an opponent's hand or is the next that one draws."""
    count = unseen.bit_count()
    return min(1.0, (in_their_hands + opponents) / count) if count else 0.0


def worths(now: Situation) -> Sequence[float]:
    """What capturing each card is worth, in points, at index 1-48."""
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


def best(now: Situation, options: Sequence[Option]) -> Option:
    """Medium's choice among *options*: the first of the best."""
    if len(options) == 1:
        return options[0]
    worth = worths(now)
    return max(options, key=lambda option: _option_worth(now, worth, option))


def estimates(now: Situation, options: Sequence[Option]) -> list[float]:
    """Medium's estimate of what each of *options* is worth, in points."""
    worth = worths(now)
    return [_option_worth(now, worth, option) for option in options]


def _option_worth(now: Situation, worth: Sequence[float], option: Option) -> float:
    verb, card, taken, _ = option
    assert card is not None, "every option of Sakura has a card"
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


def play_worth(now: Situation, worth: Sequence[float], card: Card, taken: Cards) -> float:
    """What playing *card* is worth. For a lightning with several targets: the best of them."""
    if not taken:
        if card == LIGHTNING and now.field:
            return max([gaji_worth(now, worth, each) for each in members(now.field)]) - HELD
        return -_laying_cost(now, worth, card)
    gain = worth[card] + sum([worth[each] for each in taken])
    risk = min(1.0, (now.unseen & MONTHS[card.month]).bit_count() * now.exposure)
    return 1 + gain * (DELAY + (1 - DELAY) * risk)


def gaji_worth(now: Situation, worth: Sequence[float], took: Card) -> float:
    """What the lightning gains by taking *took*, and later the rest of that month."""
    left = MONTHS[took.month] & (now.unseen | now.field | now.hand) & ~took.bit
    return worth[took] + REST * sum([worth[each] for each in members(left)])


def best_gaji(now: Situation, worth: Sequence[float], ways: Sequence[Cards]) -> Cards:
    """Which of *ways* the open lightning takes; ``()`` means that it stays on the field."""
    return max(
        ways,
        key=lambda way: (
            gaji_worth(now, worth, way[0]) if way else -_laying_cost(now, worth, LIGHTNING)
        ),
    )


def _laying_cost(now: Situation, worth: Sequence[float], card: Card) -> float:
    """What laying *card* gives away, and what it could have captured later."""
    away = members(now.unseen & MONTHS[card.month])
    risk = min(1.0, len(away) * now.exposure)
    return worth[card] * risk + OUTLOOK * sum([worth[each] for each in away])
