"""House rules on the command line (``--rule months=3``), checked against the catalogue."""

from __future__ import annotations

from collections.abc import Iterable

from koikoi.v1 import catalog_pb2
from koikoi_client.command.parser import nearest
from koikoi_client.errors import UsageError
from koikoi_client.follow.new_table import numbers_of, with_rule
from koikoi_client.follow.new_table_form import parse_choice
from koikoi_client.text import one_of, text


def changed_rules(game: catalog_pb2.Game, rules: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Check *rules*; return those that are not the game's default. Raises UsageError."""
    changed: dict[str, str] = {}
    given: dict[str, str] = {}
    for name, typed in rules:
        option = _option(game, name)
        choices = [(each.choice, each.label) for each in option.choices]
        value = parse_choice(typed, choices, numbers_of(option))
        if value is None:
            raise UsageError(
                text(
                    '{rule} cannot be "{value}": choose {values}.',
                    rule=option.label,
                    value=typed,
                    values=_values(option),
                )
            )
        if given.setdefault(option.option, value) != value:
            raise UsageError(
                text("--rule {rule} is given twice, with different values.", rule=option.option)
            )
        changed = with_rule(changed, option, value)
    return changed


def _option(game: catalog_pb2.Game, name: str) -> catalog_pb2.RuleOption:
    for option in game.options:
        if name.casefold() in (option.option.casefold(), option.label.casefold()):
            return option
    ids = {each: option.option for option in game.options for each in (option.option, option.label)}
    if near := nearest(name, ids):
        raise UsageError(
            text(
                '{game} has no house rule "{name}": did you mean {near}?',
                game=game.name,
                name=name,
                near=ids[near],
            )
        )
    raise UsageError(
        text(
            '{game} has no house rule "{name}"; it has {names}.',
            game=game.name,
            name=name,
            names=", ".join(option.option for option in game.options),
        )
    )


def _values(option: catalog_pb2.RuleOption) -> str:
    values = [each.choice for each in option.choices]
    if option.max_number:
        low, high = option.min_number, option.max_number
        values.append(text("any number from {low} to {high}", low=low, high=high))
    return one_of(values)
