"""Finds the best of some options by playouts (sequential halving), until a deadline."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple


class SearchResult(NamedTuple):
    """The outcome of a search."""

    best: int  #: index of an option
    totals: tuple[int, ...]  #: for each option the sum of its worths
    played: int  #: how many times the best option was played out


PlayOut = Callable[[Sequence[int], int], Sequence[int]]
"""Deal the hidden cards a number of times, and play out the options with the given indexes with
each deal. Return the sum of each option's worths."""


def sequential_halving(
    sums: Sequence[int],
    playouts: int,
    play_out: PlayOut,
    *,
    at_once: int = 1,
    enough: int = 0,
    deadline: float = inf,
    now: Callable[[], float] = time.monotonic,
) -> SearchResult:
    """Find the best of some options by playouts; after each stage, drop the worse half of them.

    Each stage has the same share of the playouts, and of the time until *deadline*. It ends before
    a step that would probably exceed that time.

    Args:
        sums: an estimate of each option's worth, times the number of playouts that the estimate
            counts for; zeros if there is none.
        playouts: the number of playouts, for all options together.
        at_once: the number of playouts between two looks at the time.
        enough: the fewest playouts that are better than none.
        deadline: in seconds, as of *now*.

    Raises:
        TimeoutError: when the deadline leaves time for less than *enough*.
    """
    began = at = now()
    totals = list(sums)
    order = sorted(range(len(sums)), key=lambda index: -sums[index])
    alive, played, made, step = len(sums), 0, 0, 0.0
    is_late = False
    stages = max(1, (alive - 1).bit_length())
    for stage in range(1, stages + 1):
        until = began + (deadline - began) * stage / stages
        left = max(1, playouts // stages // alive)
        while left and at + step < until:
            samples = min(left, max(1, at_once // alive))
            for index, won in zip(order, play_out(order[:alive], samples), strict=False):
                totals[index] += won
            left -= samples
            played += samples
            made += samples * alive
            before, at = at, now()
            step = at - before
        is_late = is_late or left > 0
        order[:alive] = sorted(order[:alive], key=lambda index: -totals[index])
        alive = (alive + 1) // 2
    if made < min(enough, playouts) and is_late:
        raise TimeoutError
    return SearchResult(order[0], tuple(totals), played)


def time_is_up(deadline: float) -> bool:
    """Whether *deadline* has passed."""
    return time.monotonic() >= deadline
