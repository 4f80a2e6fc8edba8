"""Easy and Medium in Sakura: for any number of seats, alone or in teams, in any position."""

from __future__ import annotations

from random import Random

from hanafuda.game import Option, SeatView, Verb
from hanafuda.sakura.rules import LIGHTNING
from hanafuda.sakura.scoring import value
from koikoi_server.bots.easy import choose_most
from koikoi_server.bots.sakura.policy import best, seen


def choose_easily(view: SeatView, rng: Random) -> Option:
    """Easy's choice: captures the most points, sometimes does anything."""

    def captured(option: Option) -> float:
        taken = option.taken
        if option.card == LIGHTNING and not taken and option.verb is Verb.PLAY:
            return max([value((each,)) for each in view.table.field], default=0)
        own = () if option.card is None or option.verb is Verb.HIKI else (option.card,)
        # Of captures without points, more cards are more; of cards to lay, the cheapest.
        return value((*own, *taken)) + len(taken) / 4 if taken else -value(own) - 1

    return choose_most(view, rng, captured)


def choose(view: SeatView, rng: Random) -> Option:
    """Medium's choice: points for its side, yaku made and broken, nothing given away."""
    del rng
    return best(seen(view), view.options)
