"""The computer players: they see a seat's view, as a person in that seat would, and no more.

A newcomer is a function from a :class:`~hanafuda.game.SeatView` to one of its options and a line
in :data:`LEVELS`. Imports of the table, the wire or gRPC have no place in this package.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hanafuda.game import Option, SeatView
from koikoi_server.bots import easy
from koikoi_server.bots.coin import hard as coin_hard
from koikoi_server.bots.koikoi import hard, medium
from koikoi_server.bots.level import Level
from koikoi_server.bots.pool import choose_in_pool
from koikoi_server.bots.sakura import hard as sakura_hard
from koikoi_server.bots.sakura import levels as sakura

__all__ = ["LEVELS", "Level", "think"]

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
HARD = Level(
    "hard",
    "Hard",
    "Plays the round out many times in its head and goes for the match, not for the points.",
    hard.choose,
    slow=True,
    compiled=hard.compiled,
)
COIN_EASY = EASY._replace(choose=easy.choose_in_coin_game)
COIN_HARD = Level(
    "hard",
    "Hard",
    "Plays the round out many times in its head, for all seats, and counts the coins.",
    coin_hard.choose,
    slow=True,
)

SAKURA_EASY = Level(
    "easy",
    "Easy",
    "Takes the play that captures more points, and sometimes any card.",
    sakura.choose_easily,
)
SAKURA_MEDIUM = Level(
    "medium",
    "Medium",
    "Plays for its side's points and yaku, breaks those of others, and gives little away.",
    sakura.choose,
)
SAKURA_HARD = Level(
    "hard",
    "Hard",
    "Plays the round out many times in its head, for all seats, and goes for the match.",
    sakura_hard.choose,
    slow=True,
)

LEVELS: Mapping[str, tuple[Level, ...]] = {
    "koikoi": (EASY, MEDIUM, HARD),
    "coin": (COIN_EASY, MEDIUM, COIN_HARD),
    "sakura": (SAKURA_EASY, SAKURA_MEDIUM, SAKURA_HARD),
}
"""The computers of each game, from weak to strong; a game that is missing has none."""


async def think(level: Level, view: SeatView, seed: int) -> Option:
    """*level*'s choice among ``view.options``; the same view and seed give the same choice.

    It never blocks the event loop: what takes long is thought elsewhere.
    """
    if level.slow:
        return await choose_in_pool(level, view, seed)
    return level.choose(view, Random(seed))
