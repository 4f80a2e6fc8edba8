"""Random rounds by the rules alone, compared with shuffles of a deck (CPU time).

Rounds and calls of ``Random.shuffle`` with 48 cards alternate, so the ratio stays the same on a
slow or busy machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any

from hanafuda.cards import DECK
from hanafuda.events import RoundEnded
from hanafuda.game import Game
from hanafuda.games import GAMES

TURNS = 7  # measurements of each, alternating
ROUNDS = 400  # in each measurement
SHUFFLES = 4_000


def lines() -> Iterator[str]:
    seats = [("koikoi", 2), ("coin", 2), ("coin", 7), ("sakura", 2), ("sakura", 7)]
    for name, number in seats:
        rates, ratios = [], []
        for turn in range(TURNS):
            seconds, rounds = played(GAMES[name], number, Random(turn))
            shuffle = timed(shuffles) / SHUFFLES
            rates.append(rounds / seconds)
            ratios.append(seconds / rounds / shuffle)
        floor = "   (at least 2000 wanted)" if name == "koikoi" else ""
        yield (
            f"{name:<7} {number} seats  {median(rates):>6.0f} rounds/s   "
            f"a round costs {median(ratios):>4.1f} shuffles of a deck{floor}"
        )


def timed(work: Callable[[], object]) -> float:
    """The CPU seconds that *work* takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def shuffles() -> None:
    random, deck = Random(1), list(DECK)
    for _ in range(SHUFFLES):
        random.shuffle(deck)


def played(game: Game, seats: int, random: Random) -> tuple[float, int]:
    """Play whole matches; return the CPU seconds and the number of rounds."""
    decks = [tuple(random.sample(DECK, 48)) for _ in range(ROUNDS * 2)]
    began, rounds = time.process_time(), 0
    while rounds < ROUNDS:
        rounds += match(game, seats, random, decks)
    return time.process_time() - began, rounds


def match(game: Game, seats: int, random: Random, decks: list[Any]) -> int:
    """Play one match at random with some of *decks*; return the number of rounds."""
    state = game.begin(game.Rules(), seats)
    rounds = 0
    while state.phase.value != "over":
        if state.deck_due is not None:
            events = game.deal(state, decks[random.randrange(len(decks))])
        else:
            # Only the seat on turn acts: others may have options too (hiki), and pass.
            options = game.options(state, state.turn)
            events = game.decide(state, state.turn, random.choice(options))
        for event in events:
            state = game.evolve(state, event)
            rounds += isinstance(event, RoundEnded)
    return rounds
