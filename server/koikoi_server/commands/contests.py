"""Plays matches between bots to measure which is stronger.

Matches are played in sets on the same decks: one match with the newcomer in each seat, so that
both sides get the same luck.
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

BY_THE_RULES = {"coin": coin_hard.choose_with, "sakura": sakura_hard.choose_with}
"""Hard's choice with a number of playouts, in the games that it plays without the kernel."""


class ContestStopped(Exception):
    """A contest cannot go on. The text is a sentence."""


def any_option(view: SeatView, rng: Random) -> Option:
    """The player "random": any option, each equally likely."""
    return rng.choice(view.options)


def greedy(view: SeatView, rng: Random) -> Option:
    """The player "greedy": takes as many cards as it can, and always stops."""
    most = max(len(option.taken) for option in view.options)
    best = [option for option in view.options if len(option.taken) == most]
    return best[-1] if view.table.phase is Phase.DECIDE else rng.choice(best)


def play_match(
    game: Game, rules: Any, players: Sequence[Player], decks: Random, luck: Random
) -> tuple[tuple[int, ...], tuple[Seat, ...]]:
    """Play one match and return each seat's score and the winners.

    Args:
        players: seat 1 first.
        decks: random numbers for the decks. Each round has its own seed, so that its deck does not
            depend on the course of the match.
        luck: random numbers for the players.
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
            events = game.decide(state, seat, players[seat - 1](view, luck))
        for event in events:
            state = game.evolve(state, event)
    table = game.view(state)
    return tuple(side.score for side in table.sides), table.winners


def next_to_choose(game: Game, state: Any, seats: int) -> Seat:
    """The seat that chooses now. As at a table, a seat that may act out of turn comes first."""
    others = (seat for seat in range(1, seats + 1) if seat != state.turn)
    return next((seat for seat in others if game.options(state, seat)), state.turn)


def share_and_lead(
    seat: Seat, scores: Sequence[int], winners: Sequence[Seat]
) -> tuple[float, float]:
    """A seat's share of the win (0-1), and its lead over the others' mean score."""
    mine = scores[seat - 1]
    others = (sum(scores) - mine) / (len(scores) - 1)
    return (seat in winners) / len(winners), mine - others


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's results over sets of matches on the same decks."""

    wins: tuple[float, ...]  #: for each set the share of matches won, with draws split
    leads: tuple[float, ...]  #: for each set the mean lead of a match over the others' mean score

    @property
    def rate(self) -> float:
        """The share of matches won, 0-1."""
        return fmean(self.wins)

    @property
    def error(self) -> float:
        """The standard error of :attr:`rate`."""
        return stdev(self.wins) / sqrt(len(self.wins)) if len(self.wins) > 1 else 1.0

    @property
    def lead(self) -> float:
        """The mean lead of a match."""
        return fmean(self.leads)

    @property
    def lead_error(self) -> float:
        """The standard error of :attr:`lead`; infinite with a single set."""
        return stdev(self.leads) / sqrt(len(self.leads)) if len(self.leads) > 1 else inf


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
    """Play *newcomer* against *others* in all other seats.

    *matches* is rounded up to whole sets: one match with the newcomer in each seat.
    """
    wins, leads = [], []
    for number in range(-(-matches // seats)):
        won = lead = 0.0
        for seat in range(1, seats + 1):
            players = [others] * seats
            players[seat - 1] = newcomer
            decks = Random(f"{seed} decks {number}")
            luck = Random(f"{seed} minds {number} {seat}")
            scores, winners = play_match(game, rules, players, decks, luck)
            share, ahead = share_and_lead(seat, scores, winners)
            won, lead = won + share, lead + ahead
        wins.append(won / seats)
        leads.append(lead / seats)
    return Tally(tuple(wins), tuple(leads))


def hard_with(game: str, playouts: int) -> Player:
    """Hard with that number of playouts for a choice, on the fastest engine."""
    if game in BY_THE_RULES:
        return partial(BY_THE_RULES[game], playouts)
    return partial(hard.choose_with, compiled.engine() or PLAIN, playouts)


def players(game: str) -> Mapping[str, Player]:
    """The bots of *game*, and "random" and "greedy" to compare them with, by name."""
    levels = {bot.id: bot.choose for bot in BOTS.get(game, ())}
    return {"random": any_option, "greedy": greedy, **levels}
