"""Medium in Sakura: plays for its side's points and yaku, breaks others', gives little away."""

from __future__ import annotations

from random import Random

from hanafuda.game import Option, SeatView
from koikoi_server.bots.sakura.policy import best, situation


def choose(view: SeatView, rng: Random) -> Option:
    """Medium's choice among ``view.options``, which must not be empty. It is not random."""
    del rng
    return best(situation(view), view.options)
