"""The arena: computers play matches in process, to see which is stronger.

    python -m koikoi_server.arena medium easy --matches 2000 --seed 1

Two matches at a time are played on the same decks with the seats swapped, so that luck weighs the
same on both sides; with more seats the one newcomer sits in each seat in turn.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from hanafuda.cards import DECK
from hanafuda.events import Seat
from hanafuda.game import Game, Option, Phase, SeatView, seat_view
from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError, parse
from koikoi_server.bots import LEVELS, coin_hard, fast, hard
from koikoi_server.bots.engine import PLAIN

Player = Callable[[SeatView, Random], Option]


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
            view = seat_view(game, rules, state, state.turn)
            events = game.decide(state, state.turn, players[state.turn - 1](view, minds))
        for event in events:
            state = game.evolve(state, event)
    table = game.view(state)
    return tuple(side.score for side in table.sides), table.winners


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
            won += (seat in winners) / len(winners)
            mine = scores[seat - 1]
            lead += mine - (sum(scores) - mine) / (seats - 1)
        wins.append(won / seats)
        leads.append(lead / seats)
    return Tally(tuple(wins), tuple(leads))


def hard_with(game: str, playouts: int) -> Player:
    """Hard with so many playouts a decision, by the fastest engine at hand."""
    if game == "coin":
        return partial(coin_hard.choose_by, playouts)
    return partial(hard.choose_by, fast.engine() or PLAIN, playouts)


def players(game: str) -> Mapping[str, Player]:
    """The computers of *game* and the yardsticks, by name."""
    levels = {level.level: level.choose for level in LEVELS[game]}
    return {"random": any_option, "greedy": greedy, **levels}


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: plays, and prints one line. Exit code 0; wrong options exit with 2."""
    parser = argparse.ArgumentParser(prog="koikoi_server.arena", description=__doc__)
    parser.add_argument("newcomer", help="a level, hard:PLAYOUTS, random or greedy")
    parser.add_argument("others", help="who sits in all other seats")
    parser.add_argument("--game", default="koikoi", choices=sorted(set(GAMES) & set(LEVELS)))
    parser.add_argument("--matches", type=int, default=1000, help="default 1000")
    parser.add_argument("--seats", type=int, default=2, help="default 2")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument(
        "--rule", action="append", default=[], metavar="OPTION=VALUE", help="a house rule; repeat"
    )
    given = parser.parse_args(arguments)
    game, known = GAMES[given.game], dict(players(given.game))
    for name in (given.newcomer, given.others):
        level, _, playouts = name.partition(":")
        if level == "hard" and playouts.isdecimal():
            known[name] = hard_with(given.game, int(playouts))
        elif name not in known:
            parser.error(f'there is no player "{name}": choose from {", ".join(known)}')
    if not game.ABOUT.min_seats <= given.seats <= game.ABOUT.max_seats:
        parser.error(
            f"{game.ABOUT.name} is for {game.ABOUT.min_seats} to {game.ABOUT.max_seats} seats"
        )
    try:
        chosen = (text.partition("=")[::2] for text in given.rule)
        rules = parse(game.Rules, dict(chosen))
    except RuleError as refusal:
        parser.error(str(refusal))
    tally = contest(
        game,
        rules,
        known[given.newcomer],
        known[given.others],
        matches=given.matches,
        seed=given.seed,
        seats=given.seats,
    )
    print(
        f"{given.newcomer} v {given.others}: {tally.rate:.1%} ± {tally.error:.1%} of "
        f"{len(tally.wins) * given.seats} matches, lead {tally.lead:+.2f} a match"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
