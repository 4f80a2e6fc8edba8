"""Computers: the time of a decision at each level, and event loop delay while twenty think."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import quantiles

from hanafuda.coin import play as coin
from hanafuda.game import Game, Option, Phase, SeatView, seat_view
from hanafuda.koikoi import play as koikoi
from hanafuda.sakura import play as sakura
from koikoi_server.bots import BOTS, Bot, ask_bot, pool
from koikoi_server.bots.koikoi.engine import PLAIN, win_table
from koikoi_server.bots.koikoi.kernel_rules import rule_numbers
from tests.bots.koikoi.positions import deck

THINKING = 20


def views(game: Game, seats: int, count: int) -> list[SeatView]:
    """Positions with more than one option, from matches between Mediums."""
    rng, found = Random(3), list[SeatView]()
    medium = BOTS[game.ABOUT.game][1].choose
    while len(found) < count:
        rules = game.Rules()
        state = game.begin(rules, seats)
        while state.phase is not Phase.OVER:
            if state.deck_due is not None:
                events = game.deal(state, deck(rng))
            else:
                view = seat_view(game, rules, state, state.turn)
                if len(view.options) > 1 and rng.random() < 0.05:
                    found.append(view)
                events = game.decide(state, state.turn, medium(view, rng))
            for event in events:
                state = game.evolve(state, event)
    return found[:count]


def times(choose: Callable[[SeatView, Random], Option], seen: list[SeatView]) -> list[float]:
    """The milliseconds of each choice."""
    taken = []
    for number, view in enumerate(seen):
        rng = Random(number)
        start = time.perf_counter()
        choose(view, rng)
        taken.append(1000 * (time.perf_counter() - start))
    return taken


async def delays(bot: Bot, seen: list[SeatView]) -> list[float]:
    """The milliseconds that the event loop is late while a computer thinks about each view."""
    await ask_bot(bot, seen[0], 0)  # starts a worker
    thinking = [asyncio.ensure_future(ask_bot(bot, view, 0)) for view in seen]
    late = []
    while not all(each.done() for each in thinking):
        start = time.perf_counter()
        await asyncio.sleep(0.001)
        late.append(1000 * (time.perf_counter() - start) - 1)
    return late


def shown(what: str, milliseconds: list[float]) -> str:
    """A line with the median, the 95th percentile and the maximum."""
    cuts = quantiles(milliseconds, n=20)
    return f"{what}: p50 {cuts[9]:.2f} ms, p95 {cuts[18]:.2f} ms, max {max(milliseconds):.2f} ms"


def lines() -> Iterator[str]:
    start = time.perf_counter()
    win_table(PLAIN, rule_numbers(koikoi.Rules()), 11)
    win_table(PLAIN, rule_numbers(koikoi.Rules(viewing="off")), 11)
    yield f"two win tables, one for other rules: {time.perf_counter() - start:.2f} s"
    for game, seats in ((koikoi, 2), (coin, 4), (sakura, 2), (sakura, 7)):
        seen = views(game, seats, 60)
        for bot in BOTS[game.ABOUT.game]:
            bot.choose(seen[0], Random(0))  # the first call may compile
            yield shown(
                f"{game.ABOUT.name} for {seats}, {bot.name}, a decision",
                times(bot.choose, seen),
            )
    hard = BOTS["koikoi"][2]
    late = asyncio.run(delays(hard, views(koikoi, 2, THINKING)))
    where = "in threads" if hard.is_compiled(views(koikoi, 2, 1)[0]) else "in worker processes"
    yield shown(f"event loop late while {THINKING} Hard seats think {where}", late)
    pool.close()
