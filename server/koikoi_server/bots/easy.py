"""Easy: captures the most cards, sometimes plays at random, and never calls koi-koi."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hanafuda.cards import Kind
from hanafuda.game import Option, SeatView, Verb

RANDOM_ONE_IN = 5
"""One play in five is random."""

VALUES = {Kind.BRIGHT: 4, Kind.ANIMAL: 3, Kind.RIBBON: 2, Kind.PLAIN: 1}
"""What a captured card of each kind counts in the coin game, where a seat captures few cards."""


def choose(view: SeatView, rng: Random) -> Option:
    """Easy's choice among ``view.options``, which must not be empty: the most cards."""
    return choose_most(view, rng, lambda option: len(option.taken))


def choose_in_coin_game(view: SeatView, rng: Random) -> Option:
    """Easy's choice in the coin game: the most valuable cards, by :data:`VALUES`."""
    return choose_most(view, rng, _value)


def _value(option: Option) -> int:
    if not option.taken or option.card is None:
        return 0
    return sum(VALUES[card.kind] for card in (option.card, *option.taken))


def choose_most(view: SeatView, rng: Random, gain: Callable[[Option], float]) -> Option:
    """Stop if possible; otherwise take the option with the most *gain*, or sometimes any."""
    stops = [option for option in view.options if option.verb is Verb.STOP]
    if stops:
        return stops[0]
    if rng.randrange(RANDOM_ONE_IN) == 0:
        return rng.choice(view.options)
    most = max(map(gain, view.options))
    return rng.choice([option for option in view.options if gain(option) == most])
