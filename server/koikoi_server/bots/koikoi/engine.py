"""Runs Hard's search, in plain Python or compiled, and caches the win tables that it needs."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

from hanafuda.koikoi.rules import Rules
from koikoi_server.bots.halving import SearchResult, sequential_halving, time_is_up
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


class Engine(NamedTuple):
    """The search, in plain Python or compiled."""

    name: str
    play_out: Callable[..., None]
    many_rounds: Callable[..., None]
    numbers: Callable[[Sequence[int]], Any]  #: makes a list in the type that the search takes
    at_once: int  #: the number of playouts in about a millisecond


PLAIN = Engine("plain", search.play_out, search.many_rounds, list, at_once=16)


def run_search(
    engine: Engine,
    task: SearchInput,
    win: Any,
    playouts: int,
    min_hand: int,
    seed: int,
    *,
    enough: int = 0,
    deadline: float = inf,
) -> SearchResult:
    """Search with *engine*. All engines find the same, unless the deadline stops them.

    Args:
        win: a :func:`win_table`.
        playouts, enough, deadline: see halving.sequential_halving.
        min_hand: see kernel.playout.
        seed: 0 to 2**48 - 1.
    """
    rules, rng = engine.numbers(task.rules), engine.numbers([seed])
    hidden = engine.numbers(task.hidden)
    pile = engine.numbers([0] * (len(task.hidden) - task.hand_size1))

    def play_out(alive: Sequence[int], samples: int) -> list[int]:
        sums = engine.numbers([0] * len(alive))
        engine.play_out(
            task.kind,
            engine.numbers([task.moves[index] for index in alive]),
            task.hand,
            task.field,
            *task.captured,
            *task.calls,
            *task.points,
            task.hand_size1,
            task.open_card,
            task.dealer,
            samples,
            min_hand,
            int(task.rounds_left == 0),
            task.lead,
            win,
            rules,
            rng,
            hidden,
            pile,
            sums,
        )
        return [int(total) for total in sums]

    return sequential_halving(
        [0] * len(task.moves),
        playouts,
        play_out,
        at_once=engine.at_once,
        enough=enough,
        deadline=deadline,
    )


class Matches:
    """Matches under some house rules: how rounds end, and the win tables. Each is made once.

    Raises:
        TimeoutError: at a deadline. What is made so far is kept for the next call.
    """

    def __init__(self, engine: Engine, rules: tuple[int, ...]) -> None:
        self._engine = engine
        self._rules = rules
        self._lock = threading.Lock()
        self._tables = [match_chances.chances_at_the_end()]  # by the number of rounds left
        self._ends: list[int] = []  # of the rounds of self-play so far
        self._rng = engine.numbers([SELF_PLAY_SEED])
        self._deck = engine.numbers(range(48))

    def win_table(self, rounds_left: int, deadline: float) -> list[int]:
        """The win table with *rounds_left* rounds to come."""
        with self._locked(deadline):
            while len(self._tables) <= rounds_left:
                later, outcomes = self._tables[-1], self._outcomes(deadline)
                _check_time(deadline)
                self._tables.append(match_chances.chances_before(later, outcomes, self._rules))
            return self._tables[rounds_left]

    def outcomes(self) -> match_chances.Outcomes:
        """How rounds end."""
        with self._locked(inf):
            return self._outcomes(inf)

    @contextmanager
    def _locked(self, deadline: float) -> Iterator[None]:
        left = max(0.0, deadline - time.monotonic()) if deadline < inf else -1
        if not self._lock.acquire(timeout=left):
            raise TimeoutError
        try:
            yield
        finally:
            self._lock.release()

    def _outcomes(self, deadline: float) -> match_chances.Outcomes:
        if self._rules == STANDARD:
            return match_chances.HARD_AGAINST_HARD
        engine = self._engine
        while len(self._ends) < SELF_PLAY:
            _check_time(deadline)
            ends = engine.numbers([0] * min(engine.at_once, SELF_PLAY - len(self._ends)))
            engine.many_rounds(
                ends,
                kernel.MEDIUM,
                MIN_HAND,
                engine.numbers(self._rules),
                self._rng,
                self._deck,
                engine.numbers([0] * 24),
            )
            self._ends += map(int, ends)
        return Counter(self._ends)


def _check_time(deadline: float) -> None:
    if time_is_up(deadline):
        raise TimeoutError


_matches = lru_cache(maxsize=64)(Matches)


def win_table(
    engine: Engine, rules: tuple[int, ...], rounds_left: int, deadline: float = inf
) -> Any:
    """The win table of *rules* with *rounds_left* rounds to come, as *engine* takes it.

    Raises:
        TimeoutError: at the deadline. The next call goes on where this one stopped.
    """
    return engine.numbers(_matches(engine, rules).win_table(rounds_left, deadline))


def outcomes(engine: Engine, rules: tuple[int, ...]) -> match_chances.Outcomes:
    """How often a round under *rules* ends with each score for its dealer.

    For the standard rules between two Hards, otherwise between two Mediums.
    """
    return _matches(engine, rules).outcomes()
