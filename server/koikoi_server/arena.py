"""The arena: computers play matches, to see which is stronger.

    koikoi-server arena medium easy --matches 2000 --seed 1
    koikoi-server arena "python examples/bot.py" medium --matches 100 --json

Those of the server play in process; a program speaks the protocol with a server of the arena's own.
Two matches at a time are played on the same decks with the seats swapped, so that luck weighs the
same on both sides; with more seats the one newcomer sits in each seat in turn.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shlex
import shutil
import sys
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
from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError, differing, parse
from koikoi_server.bots import LEVELS, coin_hard, fast, hard, sakura_hard
from koikoi_server.bots.engine import PLAIN

MATCHES = 1000
PROGRAMS_MATCHES = 100  #: they take about a second each

Player = Callable[[SeatView, Random], Option]

BY_THE_RULES = {"coin": coin_hard.choose_by, "sakura": sakura_hard.choose_by}
"""Hard of the games that have no kernel, by a number of playouts."""


class ArenaStopped(Exception):
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
            seat = asked(game, state, len(players))
            view = seat_view(game, rules, state, seat)
            events = game.decide(state, seat, players[seat - 1](view, minds))
        for event in events:
            state = game.evolve(state, event)
    table = game.view(state)
    return tuple(side.score for side in table.sides), table.winners


def asked(game: Game, state: Any, seats: int) -> Seat:
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
    return partial(hard.choose_by, fast.engine() or PLAIN, playouts)


def players(game: str) -> Mapping[str, Player]:
    """The computers of *game* and the yardsticks, by name."""
    levels = {level.level: level.choose for level in LEVELS.get(game, ())}
    return {"random": any_option, "greedy": greedy, **levels}


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: plays, and prints one line, or JSON.

    Exit codes: 0 played, 1 a program did not play, 2 wrong options, 130 interrupted.
    """
    parser = _parser()
    given = parser.parse_args(arguments)
    game, known = GAMES[given.game], dict(players(given.game))
    programs = False
    for name in (given.newcomer, given.others):
        level, _, playouts = name.partition(":")
        if level == "hard" and playouts.isdecimal():
            known[name] = hard_with(given.game, int(playouts))
        elif name not in known:
            if not _is_program(name):
                parser.error(
                    f'there is no player "{name}": choose from {", ".join(known)}; or a program '
                    "that speaks the protocol"
                )
            programs = True
    if not game.ABOUT.min_seats <= given.seats <= game.ABOUT.max_seats:
        parser.error(
            f"{game.ABOUT.name} is for {game.ABOUT.min_seats} to {game.ABOUT.max_seats} seats"
        )
    chosen = dict(text.partition("=")[::2] for text in given.rule)
    try:
        rules = parse(game.Rules, chosen)
    except RuleError as refusal:
        parser.error(str(refusal))
    try:
        tally = _played(given, game, rules, known, programs)
    except KeyboardInterrupt:
        return 130
    except ArenaStopped as why:
        print(f"koikoi-server arena: {why}", file=sys.stderr)
        return 1
    print(_as_json(tally, given, differing(rules)) if given.json else _in_words(tally, given))
    return 0


def _played(
    given: argparse.Namespace,
    game: Game,
    rules: Any,
    known: Mapping[str, Player],
    programs: bool,
) -> Tally:
    names = given.newcomer, given.others
    wanted = {"seed": given.seed, "seats": given.seats}
    if not programs:
        wanted["matches"] = given.matches or MATCHES
        return contest(game, rules, *(known[name] for name in names), **wanted)
    from koikoi_server import arena_programs  # with gRPC, which takes a while to load

    wanted["matches"] = given.matches or PROGRAMS_MATCHES
    return asyncio.run(arena_programs.contest(game, differing(rules), *names, known, **wanted))


def _is_program(command: str) -> bool:
    try:
        words = shlex.split(command)
    except ValueError:  # a quotation mark that does not end
        return False
    return bool(words) and shutil.which(words[0]) is not None


def _in_words(tally: Tally, given: argparse.Namespace) -> str:
    return (
        f"{given.newcomer} v {given.others}: {tally.rate:.1%} ± {tally.error:.1%} of "
        f"{len(tally.wins) * given.seats} matches, lead {tally.lead:+.2f} a match"
    )


def _as_json(tally: Tally, given: argparse.Namespace, rules: Mapping[str, str]) -> str:
    """One line. Rates are shares of 0-1; errors are standard errors."""
    return json.dumps(
        {
            "newcomer": given.newcomer,
            "others": given.others,
            "game": given.game,
            "rules": dict(rules),
            "seats": given.seats,
            "seed": given.seed,
            "matches": len(tally.wins) * given.seats,
            "win_rate": round(tally.rate, 6),
            "win_rate_error": round(tally.error, 6),
            "lead": round(tally.lead, 6),
            "lead_error": round(tally.lead_error, 6) if len(tally.scores) > 1 else None,
        },
        ensure_ascii=False,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="koikoi-server arena",
        description="Plays matches between two players, with the seats swapped on the same decks.",
    )
    who = "a level, hard:PLAYOUTS, random, greedy, or a program's command line in quotes"
    parser.add_argument("newcomer", help=who)
    parser.add_argument("others", help="who sits in all other seats: likewise")
    parser.add_argument("--game", default="koikoi", choices=sorted(GAMES))
    parser.add_argument(
        "--matches",
        type=_positive,
        help=f"default {MATCHES}, with a program {PROGRAMS_MATCHES}",
    )
    parser.add_argument("--seats", type=int, default=2, help="default 2")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument(
        "--rule", action="append", default=[], metavar="OPTION=VALUE", help="a house rule; repeat"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    return parser


def _positive(given: str) -> int:
    if given.isascii() and given.isdigit() and int(given) > 0:
        return int(given)
    raise argparse.ArgumentTypeError("say a whole number, 1 or more")


if __name__ == "__main__":
    sys.exit(main())
