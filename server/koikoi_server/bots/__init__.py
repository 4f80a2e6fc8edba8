"""The computer players: they see a seat's view, as a person in that seat would, and no more.

A newcomer is a function from a :class:`~hanafuda.game.SeatView` to one of its options and a line
in :data:`LEVELS`. Imports of the table, the wire or gRPC have no place in this package.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from hanafuda.game import Option, SeatView
from koikoi_server.bots import easy, medium

Choose = Callable[[SeatView, Random], Option]


class Level(NamedTuple):
    """A computer player of one game."""

    level: str  #: id, as on the wire: "easy"
    name: str
    explanation: str  #: one sentence on how it plays
    choose: Choose


EASY = Level(
    "easy",
    "Easy",
    "Takes the play that captures more, sometimes any card, and always stops.",
    easy.choose,
)
MEDIUM = Level(
    "medium",
    "Medium",
    "Plays toward its own yaku, keeps yours from you, and calls koi-koi when it looks safe.",
    medium.choose,
)

LEVELS: Mapping[str, tuple[Level, ...]] = {
    "koikoi": (EASY, MEDIUM),
    "coin": (EASY, MEDIUM),
}
"""The computers of each game, from weak to strong; a game that is missing has none."""


async def think(level: Level, view: SeatView, seed: int) -> Option:
    """*level*'s choice among ``view.options``; the same view and seed give the same choice.

    Never blocks the event loop for longer than a move of a person takes to read.
    """
    return level.choose(view, Random(seed))
