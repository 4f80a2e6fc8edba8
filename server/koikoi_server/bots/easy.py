"""Easy: takes the play that captures more, sometimes any play, and always stops."""

from __future__ import annotations

from random import Random

from hanafuda.game import Option, SeatView, Verb

ANY_PLAY_IN = 5
"""One play in this many is any play at all."""


def choose(view: SeatView, rng: Random) -> Option:
    """Easy's choice among ``view.options``, which must not be empty."""
    stops = [option for option in view.options if option.verb is Verb.STOP]
    if stops:
        return stops[0]
    if rng.randrange(ANY_PLAY_IN) == 0:
        return rng.choice(view.options)
    most = max(len(option.taken) for option in view.options)
    return rng.choice([option for option in view.options if len(option.taken) == most])
