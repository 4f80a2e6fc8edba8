"""The tables of which two worlds are compared: together they have every choice of every option."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import NamedTuple

from hanafuda.game import Game
from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError, RuleOption
from koikoi_server.bots import BOTS
from koikoi_server.table.limits import Limits
from koikoi_server.table.options import options, split


class Table(NamedTuple):
    """What is chosen when a table is opened."""

    game: str
    seats: int
    rules: dict[str, str]
    private: bool
    limits: Limits

    def __str__(self) -> str:
        return f"{self.game} for {self.seats}"


@cache
def values(option: RuleOption) -> tuple[str, ...]:
    """Every choice of an option, and a number that is none of them."""
    choices = [choice for choice, _ in option.choices]
    other = [str(number) for number in option.numbers or () if str(number) not in choices]
    return (*choices, *other[:1])


def tables(game: str) -> list[Table]:
    """The usual table of a *game*, and as few as have every value of each of its options."""
    module = GAMES[game]
    most = max(len(values(option)) for option in options(module))
    usual = Table(game, module.ABOUT.min_seats, {}, False, Limits())
    return [usual, *(_table(module, number) for number in range(most))]


def _table(module: Game, number: int) -> Table:
    """Table *number* (0 and up) has the next value of each option; no two options keep step."""
    about = module.ABOUT
    seats = (about.min_seats, min(3, about.max_seats), about.max_seats)[number // 2 % 3]
    rules: dict[str, str] = {}
    for place, option in enumerate(options(module)):
        choices = values(option)
        value = choices[(number + place) % len(choices)]
        if option.group == "Length":  # short matches, once each length has been tested
            value = choices[min(number, len(choices) - 1)]
        if value == option.default:
            continue
        try:
            split(module, rules | {option.option: value})
        except RuleError:
            continue  # another table has it
        rules[option.option] = value
    bots = BOTS.get(about.game, ())
    auto_bot = bots[0].id if bots and number % 2 else ""
    limits = Limits(absence=20_000 if number % 2 else Limits().absence, auto_bot=auto_bot)
    return Table(about.game, _seats(module, rules, seats), rules, bool(number % 2), limits)


def _seats(module: Game, rules: dict[str, str], wished: int) -> int:
    """The first number of seats for which there are such teams, *wished* if possible."""
    about = module.ABOUT

    def has_teams(seats: int) -> bool:
        with suppress(RuleError):
            module.teams(split(module, rules)[0], seats)
            return True
        return False

    seats: list[int] = [wished, *range(about.min_seats, about.max_seats + 1)]
    return next(filter(has_teams, seats))


TABLES = [table for game in GAMES for table in tables(game)]
