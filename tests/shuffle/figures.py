"""What a fair shuffle gives, exactly, and how far counted deals are from it.

Deals are counted here by this file's own reading of the rules, not by the game's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb, sqrt
from typing import NamedTuple

CARDS = 48
HAND = FIELD = 8
MONTH = bytes([0, *((card - 1) // 4 + 1 for card in range(1, CARDS + 1))]).ljust(256, b"\0")
BRIGHTS = frozenset({1, 9, 29, 41, 45})

_EIGHTS = comb(CARDS, 8)
_TESHI = (12 * comb(44, 4) - comb(12, 2)) / _EIGHTS  # a whole month, or two
_KUTTSUKI = comb(12, 4) * comb(4, 2) ** 4 / _EIGHTS

RAW = {
    "teshi in a hand": _TESHI,
    "kuttsuki in a hand": _KUTTSUKI,
    "either hand": 0.01198524,
    "both hands": 0.00004853,
    "void field": _TESHI,
    "three of a month on the field": 0.135961,
    "a bright on the field": 1 - comb(43, 8) / _EIGHTS,
    "a dealt hand in twelve months": 0.1347,
}
"""Chances of a raw deal, by counting (rules: section 10)."""

ACCEPTED = {
    "teshi in a hand": 0.00431094,
    "kuttsuki in a hand": 0.00169698,
    "either hand": 0.01196749,
    "both hands": 0.00004835,
    "void field": 0.0,
    "three of a month on the field": 0.136494,
    "a bright on the field": 0.615584,
    "a dealt hand in twelve months": 0.1345,
}
"""Chances of a deal whose field is not void."""


class Tally(NamedTuple):
    """How often something happened in how many trials."""

    happened: int
    trials: int

    def z(self, chance: float) -> float:
        """Standard deviations above what *chance* lets expect."""
        expected = self.trials * chance
        return (self.happened - expected) / sqrt(expected * (1 - chance))


def tallies(deals: Sequence[bytes]) -> dict[str, Tally]:
    """Counts over *deals*, each 48 card numbers: two hands of eight, the field, the draw pile."""
    months = [deal.translate(MONTH) for deal in deals]
    first = [_dealt_hand(deal[:8]) for deal in months]
    second = [_dealt_hand(deal[8:16]) for deal in months]
    fields = [Counter(deal[16:24]).values() for deal in months]
    number = len(deals)
    either = [bool(one or other) for one, other in zip(first, second, strict=True)]
    years = [any(either[at : at + 12]) for at in range(0, number - number % 12, 12)]
    both = sum(bool(one and other) for one, other in zip(first, second, strict=True))
    return {
        "teshi in a hand": Tally((first + second).count("teshi"), 2 * number),
        "kuttsuki in a hand": Tally((first + second).count("kuttsuki"), 2 * number),
        "either hand": Tally(sum(either), number),
        "both hands": Tally(both, number),
        "void field": Tally(sum(4 in counts for counts in fields), number),
        "three of a month on the field": Tally(sum(3 in counts for counts in fields), number),
        "a bright on the field": Tally(
            sum(not BRIGHTS.isdisjoint(deal[16:24]) for deal in deals), number
        ),
        "a dealt hand in twelve months": Tally(sum(years), len(years)),
    }


def _dealt_hand(months: bytes) -> str:
    found = len(set(months))
    if found > 5:
        return ""
    counts = Counter(months).values()
    if 4 in counts:
        return "teshi"
    return "kuttsuki" if set(counts) == {2} else ""


def card_by_place_z(decks: Iterable[bytes]) -> float:
    """How unevenly the cards lie over the 48 places: z of a chi-square, near 0 for a fair shuffle.

    In every deck each card lies once and each place is filled once, which leaves 47 times 47
    degrees of freedom and makes the plain sum 48/47 of a chi-square.
    """
    together = b"".join(decks)
    expected = len(together) / CARDS / CARDS
    total = 0.0
    for place in range(CARDS):
        counted = Counter(together[place::CARDS])
        total += sum((counted[card] - expected) ** 2 for card in range(1, CARDS + 1)) / expected
    freedom = (CARDS - 1) ** 2
    return (total * (CARDS - 1) / CARDS - freedom) / sqrt(2 * freedom)
