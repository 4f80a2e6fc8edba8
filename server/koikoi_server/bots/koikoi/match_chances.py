"""Win tables: the chance of winning the match by the lead and the number of rounds to come.

They are computed by dynamic programming over the distribution of a round's outcomes. Chances are
whole numbers, in parts of SURE, so that every machine computes the same table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from koikoi_server.bots.koikoi.kernel import DEALER_CHANGES
from koikoi_server.bots.koikoi.search import MAX_LEAD

SURE = 1 << 20
"""The chance of a certain win. A draw counts as half of it."""

Outcomes = Mapping[int, int]
"""How often a round ended with each score for its dealer (negative: the other seat scored)."""

HARD_AGAINST_HARD: Outcomes = {
    **{-56: 1, -52: 1, -48: 2, -44: 3, -42: 3, -40: 5, -38: 5, -36: 13, -34: 15, -32: 18},
    **{-30: 47, -28: 39, -26: 34, -24: 66, -22: 79, -20: 191, -18: 87, -16: 192, -14: 474},
    **{-12: 15, -10: 42, -8: 1, -6: 429, -5: 1087, -4: 119, -3: 147, -2: 613, -1: 1405},
    **{0: 377, 1: 1997, 2: 781, 3: 192, 4: 88, 5: 1428, 6: 525, 8: 4, 10: 50, 12: 15, 14: 541},
    **{16: 210, 18: 75, 20: 214, 22: 90, 24: 66, 26: 30, 28: 57, 30: 44, 32: 26, 34: 20},
    **{36: 12, 38: 6, 40: 4, 42: 5, 46: 5, 48: 3, 52: 2},
}
"""12,000 rounds that Hard played against itself under the standard rules."""

WIDTH = 2 * MAX_LEAD + 1
"""The number of different leads in a table."""


def chances_at_the_end() -> list[int]:
    """The table after the last round: the higher score wins."""
    chances = []
    for lead in range(-MAX_LEAD, MAX_LEAD + 1):
        chance = SURE if lead > 0 else (0 if lead < 0 else SURE // 2)
        chances += [chance, chance]
    return chances


def chances_before(later: Sequence[int], outcomes: Outcomes, rules: Sequence[int]) -> list[int]:
    """The table for one more round to come than *later* is for.

    At index 2 * (lead + MAX_LEAD) + d is side 0's chance with that lead, where d is 0 if it deals
    next and 1 if the other side does.
    """
    rounds = sum(outcomes.values())
    sums = [rounds // 2] * (2 * WIDTH)  # halves round up
    changes = rules[DEALER_CHANGES]
    for won, times in outcomes.items():
        for deals in (0, 1):
            mine = won if deals == 0 else -won
            next_deals = (deals ^ 1 if changes else deals) if won == 0 else (0 if mine > 0 else 1)
            for place in range(WIDTH):
                after = min(max(place + mine, 0), WIDTH - 1)
                sums[2 * place + deals] += times * later[2 * after + next_deals]
    return [total // rounds for total in sums]
