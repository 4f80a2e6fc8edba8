"""The draw for the first dealer, void deals and dealt hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from hanafuda.cards import Card, Cards, Kind
from hanafuda.events import HandShown, LotsDrawn, Seat, YakuScore
from hanafuda.game import ChartRow

DEALT_HANDS = {
    "teshi": ("Four of a Month", "A dealt hand with all four cards of a month."),
    "kuttsuki": ("Four Pairs", "A dealt hand of four pairs, each of a different month."),
}
"""Name and explanation of the yaku of dealt hands."""

SIZES = {2: (8, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)}
"""Cards dealt to each hand and to the field, by the number of players (rules: D-23, D-31)."""

_VALUES = {Kind.BRIGHT: 20, Kind.ANIMAL: 10, Kind.RIBBON: 5, Kind.PLAIN: 1}


def lot_rank(card: Card) -> tuple[int, int]:
    """Sort key by which the lowest lot deals: the earlier month, then the more valuable card."""
    return (card.month, -_VALUES[card.kind])


def month_rank(card: Card) -> tuple[int, ...]:
    """Sort key by which the lowest lot deals: the earlier month only (rules: D-26)."""
    return (card.month,)


Rank = Callable[[Card], tuple[int, ...]]


def best_lots(lots: Sequence[tuple[Seat, Card]], rank: Rank = lot_rank) -> list[Seat]:
    """The seats with the lowest lot by *rank*; if several, they draw again (rules: D-02)."""
    best = min(rank(card) for _, card in lots)
    return [seat for seat, card in lots if rank(card) == best]


def draw_lots(deck: Cards, seats: int, shown: bool, rank: Rank = lot_rank) -> LotsDrawn:
    """Let each seat draw a card from the top of *deck*; those who tie draw again.

    If the deck runs out, the lowest of the seats that still tie deals.
    """
    left = list(range(1, seats + 1))
    drawn: list[tuple[Seat, Card]] = []
    while len(left) > 1 and len(drawn) + len(left) <= len(deck):
        lots = list(zip(left, deck[len(drawn) :], strict=False))
        drawn += lots
        left = best_lots(lots, rank)
    return LotsDrawn(left[0], tuple(drawn) if shown else (), shown)


def seats_from(first: Seat, seats: Sequence[Seat]) -> list[Seat]:
    """*seats* in turn order, beginning with *first*."""
    at = seats.index(first)
    return [*seats[at:], *seats[:at]]


def field_void(field: Cards, pairs_void: bool) -> bool:
    """Whether a dealt field is void: it has all four cards of a month.

    With *pairs_void* four pairs of four months are void too (rules: D-04).
    """
    counts = _by_month(field)
    return 4 in counts or (pairs_void and counts == [2, 2, 2, 2])


def dealt_hand(hand: Cards) -> str | None:
    """The yaku of a *hand* as dealt: "teshi", "kuttsuki" or None.

    A hand with a whole month and two pairs is teshi only (rules: D-05). Kuttsuki is four pairs of
    four months in a hand of eight.
    """
    counts = _by_month(hand)
    if 4 in counts:
        return "teshi"
    return "kuttsuki" if counts == [2, 2, 2, 2] else None


def dealt_hands(hands: Sequence[Cards], points: int) -> list[HandShown]:
    """The hands that are a yaku as dealt, worth *points* each, in seat order."""
    shown = []
    for seat, hand in enumerate(hands, 1):
        yaku = dealt_hand(hand)
        if yaku:
            makes = tuple(each for each in hand if yaku == "kuttsuki" or _whole(hand, each))
            shown.append(HandShown(seat, hand, YakuScore(yaku, points, makes)))
    return shown


def dealt_hand_chart(points: int) -> tuple[ChartRow, ...]:
    """The yaku of dealt hands as rows of the chart."""
    return tuple(ChartRow(yaku, *texts, points) for yaku, texts in DEALT_HANDS.items())


def _by_month(some: Cards) -> list[int]:
    return list(Counter([each.month for each in some]).values())


def _whole(hand: Cards, card: Card) -> bool:
    return sum(other.month == card.month for other in hand) == 4
