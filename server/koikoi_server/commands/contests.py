"""Contests: computers play matches, to see which is stronger.

Matches are played in sets on the same decks, one with the newcomer in each seat, so that luck
weighs the same on all sides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from hanafuda.cards import DECK
from hanafuda.events import Seat
from hanafuda.game import Game, Option, Phase, SeatView, seat_view
from koikoi_server.bots import BOTS
from koikoi_server.bots.coin import hard as coin_hard
from koikoi_server.bots.koikoi import compiled, hard
from koikoi_server.bots.koikoi.engine import PLAIN
from koikoi_server.bots.sakura import hard as sakura_hard

Player = Callable[[SeatView, Random], Option]

BY_THE_RULES = {"coin": coin_hard.choose_by, "sakura": sakura_hard.choose_by}
"""Hard of the games that have no kernel, by a number of playouts."""


class ContestStopped(Exception):
    """A contest cannot be played to its end; the text is a sentence."""


def any_option(view: SeatView, rng: Random) -> Option:
    """The yardstick "random": any option, each as likely."""
    return rng.choice(view.options)


def greedy(view: SeatView, rng: Random) -> Option:
    """The yardstick "greedy": takes as many cards as it can, and always stops."""
    most = max(len(option.taken) for option in view.options)
    best = [option for option in view.options if len(option.taken) == most]
    return best[-1] if view.table.phase is Phase.DECIDE else rng.choice(best)


def play_match(
    game: Game, rules: Any, players: Sequence[Player], decks: Random, minds: Random
) -> tuple[tuple[int, ...], tuple[Seat, ...]]:
    """One match; *players* seat 1 first. Each seat's score, and the winners.

    *decks* shuffles, *minds* is the players' chance. Every round begins from its own seed, so that
    matches which take different courses still meet the same decks.
    """
    state = game.begin(rules, len(players))
    seeds = [decks.getrandbits(64) for _ in range(game.view(state).rounds + 1)]
    while state.phase is not Phase.OVER:
        due = state.deck_due
        if due is not None:
            deck = list(DECK)
            Random(seeds[due.round] + due.attempt).shuffle(deck)
            events = game.deal(state, tuple(deck))
        else:
            seat = next_to_choose(game, state, len(players))
            view = seat_view(game, rules, state, seat)
            events = game.decide(state, seat, players[seat - 1](view, minds))
        for event in events:
            state = game.evolve(state, event)
    table = game.view(state)
    return tuple(side.score for side in table.sides), table.winners


def next_to_choose(game: Game, state: Any, seats: int) -> Seat:
    """Who chooses now: a seat that may out of turn does at once, as at a table."""
    others = (seat for seat in range(1, seats + 1) if seat != state.turn)
    return next((seat for seat in others if game.options(state, seat)), state.turn)


def marks(seat: Seat, scores: Sequence[int], winners: Sequence[Seat]) -> tuple[float, float]:
    """A seat's share of a won match, 0-1, and its lead over the others' mean score."""
    mine = scores[seat - 1]
    others = (sum(scores) - mine) / (len(scores) - 1)
    return (seat in winners) / len(winners), mine - others


@dataclass(frozen=True, slots=True)
class Tally:
    """How a player did over matches."""

    wins: tuple[float, ...]  #: of each set of matches on the same decks: share won, draws split
    scores: tuple[float, ...]  #: of each such set: mean lead a match over the others' mean

    @property
    def rate(self) -> float:
        """Share of matches won, 0-1."""
        return fmean(self.wins)

    @property
    def error(self) -> float:
        """Standard error of :attr:`rate`."""
        return stdev(self.wins) / sqrt(len(self.wins)) if len(self.wins) > 1 else 1.0

    @property
    def lead(self) -> float:
        """Mean lead a match."""
        return fmean(self.scores)

    @property
    def lead_error(self) -> float:
        """Standard error of :attr:`lead`; infinite with a single set."""
        return stdev(self.scores) / sqrt(len(self.scores)) if len(self.scores) > 1 else inf


def contest(
    game: Game,
    rules: Any,
    newcomer: Player,
    others: Player,
    *,
    matches: int,
    seed: int,
    seats: int = 2,
) -> Tally:
    """*newcomer* against *others* in all other seats: *matches*, rounded up to whole sets.

    A set is one match with the newcomer in each seat, all on the same decks.
    """
    wins, leads = [], []
    for number in range(-(-matches // seats)):
        won = lead = 0.0
        for seat in range(1, seats + 1):
            players = [others] * seats
            players[seat - 1] = newcomer
            decks = Random(f"{seed} decks {number}")
            minds = Random(f"{seed} minds {number} {seat}")
            scores, winners = play_match(game, rules, players, decks, minds)
            share, ahead = marks(seat, scores, winners)
            won, lead = won + share, lead + ahead
        wins.append(won / seats)
        leads.append(lead / seats)
    return Tally(tuple(wins), tuple(leads))


def hard_with(game: str, playouts: int) -> Player:
    """Hard with so many playouts a decision, by the fastest engine at hand."""
    if game in BY_THE_RULES:
        return partial(BY_THE_RULES[game], playouts)
    return partial(hard.choose_by, compiled.engine() or PLAIN, playouts)


def players(game: str) -> Mapping[str, Player]:
    """The computers of *game* and the yardsticks, by name."""
    levels = {bot.id: bot.choose for bot in BOTS.get(game, ())}
    return {"random": any_option, "greedy": greedy, **levels}
