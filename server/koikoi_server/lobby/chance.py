"""The random values of tables and computers. With a seed, each run of the server has the same."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from random import Random, SystemRandom

from hanafuda.game import Option, SeatView
from koikoi_server import tokens
from koikoi_server.bots import BOTS, ask_bot, quick_choice
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Clock, Millis
from koikoi_server.table.commands import Chance
from koikoi_server.table.deck import fresh_secret, seeded_secret
from koikoi_server.table.state import TableState

LONGEST_WAY_BACK = 50  #: milliseconds before a move is due, at which a slow bot stops thinking


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


async def choose_as_bot(
    seed: str,
    clock: Clock,
    owner: Callable[[], str],
    game: str,
    level: str,
    view: SeatView,
    due: Millis,
) -> AsyncIterator[Option]:
    """The choices of a game's bot: a quick one first, if it is slow. See computers.Think.

    Args:
        seed: the server's; empty: none.
        owner: the address that opened the table.
    """
    bot = next(each for each in BOTS[game] if each.id == level)
    # With a seed, the random numbers depend on the view alone, so that matches can be repeated.
    random: Random = Random(f"{seed} {view}") if seed else SystemRandom()
    number = random.getrandbits(32)
    if bot.choose_by is not None:
        yield quick_choice(game, view)
    # A choice by a worker needs some time to come back.
    deadline = clock.monotonic(due - min(LONGEST_WAY_BACK, (due - clock.now()) // 4))
    with suppress(TimeoutError):
        yield await ask_bot(bot, view, number, owner=owner(), deadline=deadline)
