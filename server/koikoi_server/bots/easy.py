"""Easy: captures the most cards, sometimes plays anything, and always stops."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hanafuda.cards import Kind
from hanafuda.game import Option, SeatView, Verb

ANY_PLAY_IN = 5
"""One play in this many is a random one."""

VALUES = {Kind.BRIGHT: 4, Kind.ANIMAL: 3, Kind.RIBBON: 2, Kind.PLAIN: 1}
"""How much a captured card counts in the coin game, where a seat captures few cards."""


def choose(view: SeatView, rng: Random) -> Option:
    """Easy's choice among ``view.options``, which must not be empty: it wants many cards."""
    return choose_most(view, rng, lambda option: len(option.taken))


def choose_in_coin_game(view: SeatView, rng: Random) -> Option:
    """Easy's choice in the coin game: it wants many cards and good ones."""
    return choose_most(view, rng, _value)


def _value(option: Option) -> int:
    if not option.taken or option.card is None:
        return 0
    return sum(VALUES[card.kind] for card in (option.card, *option.taken))


def choose_most(view: SeatView, rng: Random, captured: Callable[[Option], float]) -> Option:
    """Stop if possible; otherwise the option with the most *captured*, sometimes a random one."""
    stops = [option for option in view.options if option.verb is Verb.STOP]
    if stops:
        return stops[0]
    if rng.randrange(ANY_PLAY_IN) == 0:
        return rng.choice(view.options)
    most = max(map(captured, view.options))
    return rng.choice([option for option in view.options if captured(option) == most])
