"""The options of a table: the game's house rules and the table's pace."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from hanafuda.game import Game
from hanafuda.games import GAMES
from hanafuda.house_rules import RuleOption, differing, parse, rule_options
from koikoi_server.table.pace import Pace


def options(game: Game) -> tuple[RuleOption, ...]:
    """All options of a *game*, in the order in which a form shows them."""
    return (*rule_options(game.Rules), *rule_options(Pace))


@cache
def usual_matters(game: str) -> frozenset[str]:
    """The options of a game that are not house rules: length, teams and pace."""
    return frozenset(option.option for option in options(GAMES[game]) if option.usual_matter)


def split(game: Game, chosen: Mapping[str, str]) -> tuple[Any, Pace]:
    """The game's Rules and the Pace of the *chosen* options.

    Raises:
        RuleError: for an unknown option or a value out of range.
    """
    of_pace = {option.option for option in rule_options(Pace)}
    pace = {option: value for option, value in chosen.items() if option in of_pace}
    rules = {option: value for option, value in chosen.items() if option not in of_pace}
    return parse(game.Rules, rules), parse(Pace, pace)


def chosen(rules: Any, pace: Pace) -> tuple[tuple[str, str], ...]:
    """The options that differ from their defaults, as strings."""
    return (*differing(rules).items(), *differing(pace).items())
