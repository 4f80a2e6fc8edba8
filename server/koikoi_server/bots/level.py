"""What a computer player is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from hanafuda.game import Option, SeatView

Choose = Callable[[SeatView, Random], Option]


def never(view: SeatView) -> bool:
    """Whether compiled code thinks: for those who need none."""
    del view
    return False


class Level(NamedTuple):
    """A computer player of one game."""

    level: str  #: id, as on the wire: "easy"
    name: str
    explanation: str  #: one sentence on how it plays
    choose: Choose  #: a function of a module, one of ``view.options`` for a view
    slow: bool = False  #: it takes more than a millisecond
    compiled: Callable[[SeatView], bool] = never  #: slow, but here compiled code does the work
