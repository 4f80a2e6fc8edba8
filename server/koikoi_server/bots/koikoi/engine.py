"""Runs Hard's search, in plain Python or compiled, and caches the win tables that it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from hanafuda.koikoi.rules import Rules
from koikoi_server.bots.koikoi import kernel, match_chances, search
from koikoi_server.bots.koikoi.kernel_rules import rule_numbers
from koikoi_server.bots.koikoi.medium import MIN_HAND

STANDARD = rule_numbers(Rules())

SELF_PLAY = 8000
"""Rounds that Medium plays against itself to learn how rounds end under house rules."""

SELF_PLAY_SEED = 48


class SearchInput(NamedTuple):
    """Arguments of :func:`koikoi_server.bots.koikoi.search.search`, which explains them."""

    kind: int
    moves: tuple[int, ...]
    hand: int
    field: int
    captured: tuple[int, int]
    calls: tuple[int, int]
    points: tuple[int, int]
    hand_size1: int
    open_card: int
    dealer: int
    hidden: tuple[int, ...]
    lead: int
    rounds_left: int  #: after this one
    rules: tuple[int, ...]  #: see kernel_rules.rule_numbers


class SearchResult(NamedTuple):
    """The outcome of a search."""

    best: int  #: index of a move
    totals: tuple[int, ...]  #: for each move the sum of its match chances, in parts of SURE
    played: int  #: how many times the best move was played out


class Engine(NamedTuple):
    """The search, in plain Python or compiled."""

    name: str
    search: Callable[..., int]
    many_rounds: Callable[..., None]
    numbers: Callable[[Sequence[int]], Any]  #: makes a list in the type that the search takes


PLAIN = Engine("plain", search.search, search.many_rounds, list)


def run_search(
    engine: Engine, task: SearchInput, win: Any, playouts: int, min_hand: int, seed: int
) -> SearchResult:
    """Search with *engine*. All engines find the same.

    Args:
        win: a :func:`win_table`.
        playouts: the number of playouts, for all moves together.
        min_hand: see kernel.playout.
        seed: 0 to 2**48 - 1.
    """
    sums = engine.numbers([0] * len(task.moves))
    order = engine.numbers([0] * len(task.moves))
    played = engine.search(
        task.kind,
        engine.numbers(task.moves),
        task.hand,
        task.field,
        *task.captured,
        *task.calls,
        *task.points,
        task.hand_size1,
        task.open_card,
        task.dealer,
        playouts,
        min_hand,
        int(task.rounds_left == 0),
        task.lead,
        win,
        engine.numbers(task.rules),
        engine.numbers([seed]),
        engine.numbers(task.hidden),
        engine.numbers([0] * (len(task.hidden) - task.hand_size1)),
        sums,
        order,
    )
    return SearchResult(int(order[0]), tuple(int(total) for total in sums), played)


@lru_cache(maxsize=1024)
def win_table(engine: Engine, rules: tuple[int, ...], rounds_left: int) -> Any:
    """The win table of *rules* with *rounds_left* rounds to come, as *engine* takes it."""
    return engine.numbers(_chances(engine, rules, rounds_left))


@lru_cache(maxsize=1024)
def _chances(engine: Engine, rules: tuple[int, ...], rounds_left: int) -> list[int]:
    if rounds_left == 0:
        return match_chances.chances_at_the_end()
    later = _chances(engine, rules, rounds_left - 1)
    return match_chances.chances_before(later, outcomes(engine, rules), rules)


@lru_cache(maxsize=64)
def outcomes(engine: Engine, rules: tuple[int, ...]) -> match_chances.Outcomes:
    """How often a round under *rules* ends with each score for its dealer.

    For the standard rules between two Hards, otherwise between two Mediums.
    """
    if rules == STANDARD:
        return match_chances.HARD_AGAINST_HARD
    ends = engine.numbers([0] * SELF_PLAY)
    engine.many_rounds(
        ends,
        kernel.MEDIUM,
        MIN_HAND,
        engine.numbers(rules),
        engine.numbers([SELF_PLAY_SEED]),
        engine.numbers(range(48)),
        engine.numbers([0] * 24),
    )
    found: dict[int, int] = {}
    for end in ends:
        found[int(end)] = found.get(int(end), 0) + 1
    return found
