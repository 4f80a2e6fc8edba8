"""Rounds a second of random against random, through the rules alone: options, decide, evolve.

Beside each the same machine shuffles a deck of 48 with Python's own ``Random.shuffle``, in turn, so
that the ratio, the cost of a round in shuffles, is the same on a machine that is slow or busy.
Seconds are the processor's, spent on this alone.
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

TURNS = 7  # of both, one after the other
ROUNDS = 400  # played in each
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
        floor = "   at least 2000 wanted" if name == "koikoi" else ""
        yield (
            f"{name:<7} {number} seats  {median(rates):>6.0f} rounds/s   "
            f"a round costs {median(ratios):>4.1f} shuffles of a deck{floor}"
        )


def timed(work: Callable[[], object]) -> float:
    """The processor seconds that *work* takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def shuffles() -> None:
    random, deck = Random(1), list(DECK)
    for _ in range(SHUFFLES):
        random.shuffle(deck)


def played(game: Game, seats: int, random: Random) -> tuple[float, int]:
    """Seconds for the rounds of whole matches, and how many those were."""
    decks = [tuple(random.sample(DECK, 48)) for _ in range(ROUNDS * 2)]
    began, rounds = time.process_time(), 0
    while rounds < ROUNDS:
        rounds += match(game, seats, random, decks)
    return time.process_time() - began, rounds


def match(game: Game, seats: int, random: Random, decks: list[Any]) -> int:
    """Play one match at random, decks taken from *decks* in turn; how many rounds it had."""
    state = game.begin(game.Rules(), seats)
    rounds = 0
    while state.phase.value != "over":
        if state.deck_due is not None:
            events = game.deal(state, decks[random.randrange(len(decks))])
        else:
            # Whoever is on turn: with hiki others may have options too, and pass.
            options = game.options(state, state.turn)
            events = game.decide(state, state.turn, random.choice(options))
        for event in events:
            state = game.evolve(state, event)
            rounds += isinstance(event, RoundEnded)
    return rounds
