"""The bots (computer players): functions from what a seat sees to one of its options.

A new bot is such a function and a line in :data:`BOTS`. A bot knows only what a person in its seat
would know, so nothing here imports tables, the protocol or gRPC.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from random import Random

from hanafuda.game import Option, SeatView
from koikoi_server.bots import easy
from koikoi_server.bots.bot import Bot
from koikoi_server.bots.coin import hard as coin_hard
from koikoi_server.bots.koikoi import hard, medium
from koikoi_server.bots.pool import choose_in_pool
from koikoi_server.bots.sakura import easy as sakura_easy
from koikoi_server.bots.sakura import hard as sakura_hard
from koikoi_server.bots.sakura import medium as sakura_medium

__all__ = ["BOTS", "Bot", "ask_bot", "quick_choice"]

EASY = Bot(
    "easy",
    "Easy",
    "Captures as many cards as it can, sometimes plays at random, and never calls koi-koi.",
    easy.choose,
)
MEDIUM = Bot(
    "medium",
    "Medium",
    "Works toward its own yaku, blocks yours, and calls koi-koi when it looks safe.",
    medium.choose,
)
HARD = Bot(
    "hard",
    "Hard",
    "Plays the rest of the round many times in its head, and plays to win the match.",
    hard.choose,
    hard.choose,
    is_compiled=hard.is_compiled,
)
COIN_EASY = EASY._replace(choose=easy.choose_in_coin_game)
COIN_HARD = Bot(
    "hard",
    "Hard",
    "Plays the rest of the round many times in its head, and counts everybody's coins.",
    coin_hard.choose,
    coin_hard.choose,
)
SAKURA_EASY = Bot(
    "easy",
    "Easy",
    "Captures the most points, and sometimes plays at random.",
    sakura_easy.choose,
)
SAKURA_MEDIUM = Bot(
    "medium",
    "Medium",
    "Plays for its side's points and yaku, breaks the others' yaku, and gives little away.",
    sakura_medium.choose,
)
SAKURA_HARD = Bot(
    "hard",
    "Hard",
    "Plays the rest of the round many times in its head, and plays to win the match.",
    sakura_hard.choose,
    sakura_hard.choose,
)

BOTS: Mapping[str, tuple[Bot, ...]] = {
    "koikoi": (EASY, MEDIUM, HARD),
    "coin": (COIN_EASY, MEDIUM, COIN_HARD),
    "sakura": (SAKURA_EASY, SAKURA_MEDIUM, SAKURA_HARD),
}
"""The bots of each game by its id, from weak to strong. A game without an entry has none."""


async def ask_bot(
    bot: Bot, view: SeatView, seed: int, *, owner: str = "", deadline: float = inf
) -> Option:
    """*bot*'s choice among ``view.options``. The same view and seed give the same choice.

    A slow bot runs in another thread or process, so that it does not block the event loop. It stops
    thinking at *deadline*, as of ``time.monotonic``; its choice then depends on the machine too.

    Raises:
        TimeoutError: when nothing was found by then.
    """
    if bot.choose_by is not None:
        return await choose_in_pool(bot, view, seed, owner=owner, deadline=deadline)
    return bot.choose(view, Random(seed))


def quick_choice(game: str, view: SeatView) -> Option:
    """The choice of the strongest bot of *game* that is not slow, in a millisecond at most."""
    quick = next((bot.choose for bot in reversed(BOTS[game]) if bot.choose_by is None), None)
    return quick(view, Random(0)) if quick is not None else view.options[0]
