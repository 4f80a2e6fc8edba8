"""The type of a bot: a computer player of one game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from hanafuda.game import Option, SeatView

Choose = Callable[[SeatView, Random], Option]
"""Choose one of the options of a seat's view."""

ChooseBy = Callable[[SeatView, Random, float], Option]
"""Like :data:`Choose`, but stop at a time of ``time.monotonic`` with the best option so far.

It raises TimeoutError if nothing is found by then."""


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
    choose_by: ChooseBy | None = None
    """Set for a slow bot: one that takes more than a millisecond, so that it must not run in the
    event loop. Without a deadline (infinity) it chooses like `choose`."""
    is_compiled: Callable[[SeatView], bool] = not_compiled  #: compiled code will choose
