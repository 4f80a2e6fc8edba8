"""The bots of the coin game win more than their share against players who choose at random."""

from __future__ import annotations

import pytest

from hanafuda.coin import play as coin
from koikoi_server.bots import easy
from koikoi_server.bots.koikoi import medium
from koikoi_server.commands import contests
from tests.support.tiers import slow_after

MUCH = 1.5  # times the share of the wins that is fair


@pytest.mark.slow
@pytest.mark.parametrize("seats", slow_after(1, [3, 5, 7]))
def test_medium_wins_much_more_than_its_share(seats: int) -> None:
    """Longer runs gave 2.7, 2.5 and 2.1 times a fair share."""
    tally = contests.contest(
        coin,
        coin.Rules(),
        medium.choose,
        contests.any_option,
        matches=10 * seats,
        seed=1,
        seats=seats,
    )
    assert tally.rate > MUCH / seats


@pytest.mark.slow
def test_at_a_small_table_even_easy_does() -> None:
    tally = contests.contest(
        coin, coin.Rules(), easy.choose, contests.any_option, matches=30, seed=1, seats=3
    )
    assert tally.rate > MUCH / 3
