"""Sequential halving until a deadline."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from koikoi_server.bots.halving import SearchResult, sequential_halving

WORTHS = (1, 9, 5, 3)


class Playouts:
    """Each playout takes a second."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def play(self, alive: Sequence[int], samples: int) -> list[int]:
        self.seconds += len(alive) * samples
        return [WORTHS[index] * samples for index in alive]


def found(playouts: int, deadline: float, **more: int) -> tuple[SearchResult, float]:
    of = Playouts()
    result = sequential_halving([0] * 4, playouts, of.play, deadline=deadline, now=of.now, **more)
    return result, of.seconds


def test_a_search_stops_before_the_deadline_with_the_best_so_far() -> None:
    """Each stage gets its share of the time, so that the better half is looked at more closely."""
    uncut, seconds = found(80, 1_000)
    assert (uncut.best, uncut.played, seconds) == (1, 30, 80)
    cut, seconds = found(80, 41)
    assert cut.best == 1
    assert cut.played == 5 + 10  # of four options, and then of two
    assert seconds <= 41


def test_how_many_playouts_are_made_at_once_changes_nothing_but_the_looks_at_the_time() -> None:
    assert found(80, 1_000, at_once=16) == found(80, 1_000)


@pytest.mark.parametrize(("deadline", "enough"), [(0, 1), (10, 20), (-5, 1)])
def test_a_search_without_enough_time_finds_nothing(deadline: float, enough: int) -> None:
    with pytest.raises(TimeoutError):
        found(80, deadline, enough=enough)


def test_without_time_an_estimate_counts() -> None:
    of = Playouts()
    result = sequential_halving([3, 1, 4, 2], 80, of.play, deadline=0, now=of.now)
    assert (result.best, result.played) == (2, 0)
