"""The type of a bot: a computer player of one game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from hanafuda.game import Option, SeatView

Choose = Callable[[SeatView, Random], Option]
"""Choose one of the options of a seat's view."""


def not_compiled(view: SeatView) -> bool:
    """``Bot.is_compiled`` of a bot without compiled code."""
    del view
    return False


class Bot(NamedTuple):
    """A computer player of one game."""

    id: str  #: as in the protocol: "easy"
    name: str
    explanation: str  #: one sentence on how it plays
    choose: Choose  #: a function of a module, so that worker processes can import it
    slow: bool = False  #: takes more than a millisecond, so it must not run in the event loop
    is_compiled: Callable[[SeatView], bool] = not_compiled  #: compiled code will choose
