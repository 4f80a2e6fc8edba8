"""The random values of tables and computers. With a seed, each run of the server has the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom

from hanafuda.game import Option, SeatView
from koikoi_server import tokens
from koikoi_server.bots import BOTS, ask_bot
from koikoi_server.settings import Settings
from koikoi_server.table.commands import Chance
from koikoi_server.table.deck import fresh_secret, seeded_secret
from koikoi_server.table.state import TableState


def draw(
    settings: Settings,
    by_code: Callable[[str], object | None],
    number: int,
    state: TableState | None,
) -> Chance:
    """The random values for a command.

    Args:
        by_code: finds the table with a join code; a new code has none.
        number: the table's number, which may have no state yet.
    """
    seed = settings.seed
    match = state.match.number + 1 if state is not None and state.match is not None else 1
    deal = ((state.number if state else number) - 1) // settings.same_decks + 1
    made = seeded_secret(seed, deal, match) if seed else fresh_secret()
    code = tokens.fresh_code()
    while by_code(code) is not None:
        code = tokens.fresh_code()
    return Chance(made.match_id, made.secret, tokens.fresh_id(), code, cut=not seed)


async def choose_as_bot(seed: str, game: str, level: str, view: SeatView) -> Option:
    """The choice of a game's bot. *seed*: the server's; empty: none."""
    bot = next(each for each in BOTS[game] if each.id == level)
    # With a seed, the random numbers depend on the view alone, so that matches can be repeated.
    random: Random = Random(f"{seed} {view}") if seed else SystemRandom()
    return await ask_bot(bot, view, random.getrandbits(32))
