"""What runs the kernel: plain Python, or the same code compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from hanafuda.koikoi.rules import Rules
from koikoi_server.bots.koikoi import kernel, match_chances, search
from koikoi_server.bots.koikoi.kernel_rules import numbers
from koikoi_server.bots.koikoi.medium import MANY_CARDS

STANDARD = numbers(Rules())

SELF_PLAY = 8000
"""Rounds that the policy plays against itself to learn how one may end under house rules."""

SELF_PLAY_SEED = 48


class Question(NamedTuple):
    """What :func:`koikoi_server.bots.koikoi.search.search` is asked, in its words."""

    asked: int
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
    rules: tuple[int, ...]  #: see kernel_rules.numbers


class Answer(NamedTuple):
    """What a search found."""

    best: int  #: index of a move
    totals: tuple[int, ...]  #: of each move: the sum of its match chances, in parts of SURE
    played: int  #: times that the best move was played out


class Engine(NamedTuple):
    """The functions of the search, and what they take for a list of whole numbers."""

    name: str
    search: Callable[..., int]
    many_rounds: Callable[..., None]
    numbers: Callable[[Sequence[int]], Any]


PLAIN = Engine("plain", search.search, search.many_rounds, list)


def answer(
    engine: Engine, question: Question, win: Any, playouts: int, many_cards: int, seed: int
) -> Answer:
    """What *engine* finds with so many *playouts* in all; the same for every engine.

    *win*: a :func:`win_table`. *many_cards*: see kernel.playout. *seed*: 0 to 2**48 - 1.
    """
    sums = engine.numbers([0] * len(question.moves))
    order = engine.numbers([0] * len(question.moves))
    played = engine.search(
        question.asked,
        engine.numbers(question.moves),
        question.hand,
        question.field,
        *question.captured,
        *question.calls,
        *question.points,
        question.hand_size1,
        question.open_card,
        question.dealer,
        playouts,
        many_cards,
        int(question.rounds_left == 0),
        question.lead,
        win,
        engine.numbers(question.rules),
        engine.numbers([seed]),
        engine.numbers(question.hidden),
        engine.numbers([0] * (len(question.hidden) - question.hand_size1)),
        sums,
        order,
    )
    return Answer(int(order[0]), tuple(int(total) for total in sums), played)


@lru_cache(maxsize=1024)
def win_table(engine: Engine, rules: tuple[int, ...], rounds_left: int) -> Any:
    """The win table of *rules* with *rounds_left* to come, as *engine* takes it."""
    return engine.numbers(_chances(engine, rules, rounds_left))


@lru_cache(maxsize=1024)
def _chances(engine: Engine, rules: tuple[int, ...], rounds_left: int) -> list[int]:
    if rounds_left == 0:
        return match_chances.last_chances()
    later = _chances(engine, rules, rounds_left - 1)
    return match_chances.chances_before(later, outcomes(engine, rules), rules)


@lru_cache(maxsize=64)
def outcomes(engine: Engine, rules: tuple[int, ...]) -> match_chances.Outcomes:
    """How rounds under *rules* end, for their dealer: between Hards where that is known."""
    if rules == STANDARD:
        return match_chances.HARD_ITSELF
    ends = engine.numbers([0] * SELF_PLAY)
    engine.many_rounds(
        ends,
        kernel.MEDIUM,
        MANY_CARDS,
        engine.numbers(rules),
        engine.numbers([SELF_PLAY_SEED]),
        engine.numbers(range(48)),
        engine.numbers([0] * 24),
    )
    found: dict[int, int] = {}
    for end in ends:
        found[int(end)] = found.get(int(end), 0) + 1
    return found
