"""Chances of a deal, exact by counting: eight cards to each of two hands, eight to the field."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

MONTHS, CARDS, DEALT = 12, 4, 8

HANDS = comb(MONTHS * CARDS, DEALT)  # as many as there are fields
FOURS_HANDS = sum(
    # two whole months are in here once, not twice
    (-1) ** (whole - 1)
    * comb(MONTHS, whole)
    * comb((MONTHS - whole) * CARDS, DEALT - whole * CARDS)
    for whole in (1, 2)
)
PAIRS_HANDS = comb(MONTHS, 4) * comb(CARDS, 2) ** 4


def four_of_a_month() -> Fraction:
    """That eight cards hold a whole month: a hand is teshi, a field is void."""
    return Fraction(FOURS_HANDS, HANDS)


def four_pairs() -> Fraction:
    """That eight cards are two each of four months."""
    return Fraction(PAIRS_HANDS, HANDS)


def fields_with(needed: int) -> Fraction:
    """That some month has exactly *needed* of its cards on a field that is not void."""
    without = [k for k in range(CARDS) if k != needed]
    return 1 - Fraction(_fields(without), _fields(list(range(CARDS))))


def bright_on_field() -> Fraction:
    """That a field which is not void holds a Bright; five months have one."""
    # ways to take k cards of a month, with and without a Bright among its four
    any_month = {k: comb(CARDS, k) for k in range(CARDS)}
    no_bright = {k: comb(CARDS - 1, k) for k in range(CARDS)}
    none = _sum_to(DEALT, [no_bright] * 5 + [any_month] * 7)
    return 1 - Fraction(none, _sum_to(DEALT, [any_month] * 12))


def _fields(counts: list[int]) -> int:
    """Fields on which every month has one of *counts* cards."""
    return _sum_to(DEALT, [{k: comb(CARDS, k) for k in counts}] * MONTHS)


def _sum_to(cards: int, months: list[dict[int, int]]) -> int:
    """Ways to take *cards* in all, with so many ways for each number in each month."""
    ways = Counter({0: 1})
    for month in months:
        added: Counter[int] = Counter()
        for (had, before), (more, here) in product(ways.items(), month.items()):
            added[had + more] += before * here
        ways = added
    return ways[cards]


@cache
def a_dealt_hand() -> Fraction:
    """That at least one of two hands is teshi or kuttsuki, given a field that is not void."""
    dealt: Counter[tuple[int, int, int, bool, bool]] = Counter({(0, 0, 0, True, True): 1})
    for _ in range(MONTHS):
        added: Counter[tuple[int, int, int, bool, bool]] = Counter()
        for (field, one, two, pairs_one, pairs_two), ways in dealt.items():
            for shares in product(range(CARDS), repeat=3):  # no hand and no field has all four
                if sum(shares) > CARDS:
                    continue
                left = CARDS - sum(shares)
                state = (
                    field + shares[0],
                    one + shares[1],
                    two + shares[2],
                    pairs_one and shares[1] in (0, 2),
                    pairs_two and shares[2] in (0, 2),
                )
                if max(state[:3]) <= DEALT:
                    added[state] += ways * _splits(*shares, left)
        dealt = added
    neither = dealt[DEALT, DEALT, DEALT, False, False]
    hands = comb(40, DEALT) * comb(32, DEALT)
    return 1 - Fraction(neither, _fields(list(range(CARDS))) * hands)


def _splits(*parts: int) -> int:
    """Ways to divide a month's cards into *parts*."""
    left = [sum(parts[at:]) for at in range(len(parts))]
    return prod(map(comb, left, parts))
