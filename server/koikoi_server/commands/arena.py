"""``koikoi-server arena``: plays matches between two players and prints how many each won.

    koikoi-server arena medium easy --matches 2000 --seed 1
    koikoi-server arena "python examples/bot.py" medium --matches 100 --json

The server's bots play in this process. A program plays over the protocol, on a server that the
arena starts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from hanafuda.game import Game
from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError, differing, parse, rule_options
from koikoi_server.command_line import whole
from koikoi_server.commands.contests import (
    ContestStopped,
    Player,
    Tally,
    contest,
    hard_with,
    players,
)
from koikoi_server.parser import Parser, nearest
from koikoi_server.text import text

MATCHES = 1000
MAX_PLAYOUTS = 1_000_000  #: of Hard, for each move
PROGRAMS_MATCHES = 100  #: a match of programs takes about a second


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, which prints a line of text or JSON.

    Exit codes: 0 done, 1 a program failed, 2 wrong options, 130 interrupted.
    """
    parser = _parser()
    given = parser.parse_args(arguments)
    game = GAMES[given.game]
    known = _known_players(given, parser)
    least, most = game.ABOUT.min_seats, game.ABOUT.max_seats
    if not least <= given.seats <= most:
        pattern = "{game}: choose {least} to {most} seats"
        if least == most:
            pattern = "{game}: choose {most} seats"
        parser.error(text(pattern, game=game.ABOUT.name, least=least, most=most))
    names = [each.option for each in rule_options(game.Rules)]
    chosen: dict[str, str] = {}
    for rule, _, value in (each.partition("=") for each in given.rule):
        if rule not in names:
            parser.error(_unknown_rule(rule, names))
        if chosen.setdefault(rule, value) != value:
            parser.error(text("--rule {rule} is given twice, with different values", rule=rule))
    try:
        rules = parse(game.Rules, chosen)
    except RuleError as refusal:
        parser.error(str(refusal))
    try:
        tally = _play(given, game, rules, known)
    except KeyboardInterrupt:
        return 130
    except ContestStopped as why:
        print(f"koikoi-server arena: {why}", file=sys.stderr)
        return 1
    print(_as_json(tally, given, differing(rules)) if given.json else _as_text(tally, given))
    return 0


def _known_players(given: argparse.Namespace, parser: Parser) -> dict[str, Player]:
    """The players that run in this process, by name. Any other name must be a program."""
    known = dict(players(given.game))
    for name in (given.newcomer, given.others):
        level, _, playouts = name.partition(":")
        if level == "hard" and playouts:
            try:
                known[name] = hard_with(given.game, whole(1, MAX_PLAYOUTS)(playouts))
            except argparse.ArgumentTypeError as wrong:
                parser.error(f"{name}: {wrong}")
        elif name not in known and not _is_program(name):
            parser.error(
                text(
                    'there is no player "{name}": choose from {known}, or give the command line of '
                    "a program",
                    name=name,
                    known=", ".join(known),
                )
            )
    return known


def _unknown_rule(rule: str, names: Sequence[str]) -> str:
    """Why *rule* is no house rule, and which one was probably meant."""
    if near := nearest(rule, names):
        return text('there is no house rule "{rule}": did you mean {near}?', rule=rule, near=near)
    return text(
        'there is no house rule "{rule}": choose from {names}', rule=rule, names=", ".join(names)
    )


def _play(given: argparse.Namespace, game: Game, rules: Any, known: Mapping[str, Player]) -> Tally:
    names = given.newcomer, given.others
    wanted = {"seed": given.seed, "seats": given.seats}
    if all(name in known for name in names):
        wanted["matches"] = given.matches or MATCHES
        return contest(game, rules, *(known[name] for name in names), **wanted)
    from koikoi_server.commands import (
        arena_programs,
    )  # imported here, because it imports gRPC, which is slow

    wanted["matches"] = given.matches or PROGRAMS_MATCHES
    return asyncio.run(arena_programs.contest(game, differing(rules), *names, known, **wanted))


def _is_program(command: str) -> bool:
    try:
        words = shlex.split(command)
    except ValueError:  # an unclosed quotation mark
        return False
    return bool(words) and shutil.which(words[0]) is not None


def _as_text(tally: Tally, given: argparse.Namespace) -> str:
    return text(
        "{newcomer} v {others}: won {rate} ± {error} of {n} matches, mean lead {lead}",
        newcomer=given.newcomer,
        others=given.others,
        rate=f"{tally.rate:.1%}",
        error=f"{tally.error:.1%}",
        n=len(tally.wins) * given.seats,
        lead=f"{tally.lead:+.2f}",
    )


def _as_json(tally: Tally, given: argparse.Namespace, rules: Mapping[str, str]) -> str:
    """One line of JSON. Rates are from 0 to 1; errors are standard errors."""
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
            "lead_error": round(tally.lead_error, 6) if len(tally.leads) > 1 else None,
        },
        ensure_ascii=False,
    )


def _parser() -> Parser:
    parser = Parser(
        prog="koikoi-server arena",
        examples={
            "koikoi-server arena medium easy": text("compare two computer players"),
            "koikoi-server arena hard easy --game sakura": text("in another game"),
            "koikoi-server arena 'python bot.py' medium": text("measure a program of yours"),
        },
        description=text(
            "Play matches between two players and print how many the first one wins. Each deck is "
            "played once with the first player in each seat."
        ),
    )
    parser.add_argument(
        "newcomer",
        metavar="PLAYER",
        help=text(
            "easy, medium, hard, hard:N (Hard with N playouts a move), random, greedy, or a "
            "program's command line in quotes"
        ),
    )
    parser.add_argument(
        "others", metavar="OPPONENT", help=text("the player in all other seats, named the same way")
    )
    parser.add_argument(
        "--game",
        default="koikoi",
        choices=sorted(GAMES),
        help=text("the game to play (default: {game})", game="koikoi"),
    )
    parser.add_argument(
        "--matches",
        metavar="NUMBER",
        type=whole(1, 100_000_000),
        help=text(
            "how many matches to play (default: {matches}, or {fewer} with a program)",
            matches=MATCHES,
            fewer=PROGRAMS_MATCHES,
        ),
    )
    parser.add_argument(
        "--seats",
        metavar="NUMBER",
        type=int,
        default=2,
        help=text("how many seats a table has (default: {n})", n=2),
    )
    parser.add_argument(
        "--seed",
        metavar="NUMBER",
        type=int,
        default=1,
        help=text("the same seed gives the same decks (default: {n})", n=1),
    )
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help=text("play with this house rule; may be repeated"),
    )
    parser.add_argument("--json", action="store_true", help=text("print JSON"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
