"""Easy in Sakura: captures the most points, and sometimes plays at random."""

from __future__ import annotations

from random import Random

from hanafuda.game import Option, SeatView, Verb
from hanafuda.sakura.rules import LIGHTNING
from hanafuda.sakura.scoring import value
from koikoi_server.bots.easy import choose_most


def choose(view: SeatView, rng: Random) -> Option:
    """Easy's choice among ``view.options``, which must not be empty."""

    def gain(option: Option) -> float:
        taken = option.taken
        if option.card == LIGHTNING and not taken and option.verb is Verb.PLAY:
            return max([value((each,)) for each in view.table.field], default=0)
        own = () if option.card is None or option.verb is Verb.HIKI else (option.card,)
        # Of captures without points the most cards; without a capture, lay the cheapest card.
        return value((*own, *taken)) + len(taken) / 4 if taken else -value(own) - 1

    return choose_most(view, rng, gain)
