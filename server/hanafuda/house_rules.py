"""House rules: the fields of a game's ``Rules``, a frozen dataclass, and their values as text.

A new house rule is a field and the line that reads it. Clients get its label, choices and
explanation from the catalogue and need not know the rule. In the protocol a value is a string.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, TypeVar

R = TypeVar("R")


class RuleError(ValueError):
    """A house rule is unknown, or its value is not allowed.

    Args:
        option: the name of the house rule.
        pattern: an English sentence without its full stop; {fields} in it are filled with *values*.
    """

    def __init__(self, option: str, pattern: str, **values: object) -> None:
        super().__init__(pattern.format(**values))
        self.option = option
        self.pattern = pattern
        self.values = values


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A house rule as the catalogue describes it."""

    option: str
    label: str
    explanation: str  #: one sentence
    group: str  #: heading in a form: "Length", "Scoring", "Table"
    choices: tuple[tuple[str, str], ...]  #: (value in the protocol, label), never empty
    default: str
    numbers: range | None = None  #: other whole numbers that may be chosen
    usual_matter: bool = False  #: chosen for each table, such as the length: not a house rule
    counted: tuple[str, str] = ("", "")  #: what 1 and another number {n} are called; empty: as is


def rule(
    default: bool | int | str,
    label: str,
    explanation: str,
    *,
    group: str,
    choices: Mapping[bool | int | str, str],
    numbers: range | None = None,
    usual_matter: bool = False,
    counted: tuple[str, str] = ("", ""),
) -> Any:
    """A field of ``Rules``. *choices* maps each value to its label and includes *default*.

    The other arguments are those of :class:`RuleOption`.
    """
    return field(
        default=default,
        metadata={
            "label": label,
            "explanation": explanation,
            "group": group,
            "choices": dict(choices),
            "numbers": numbers,
            "usual_matter": usual_matter,
            "counted": counted,
        },
    )


def value_text(value: bool | int | str) -> str:
    """A value as text, as in the protocol: "true", "12", "either"."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def rule_options(rules: type[Any]) -> tuple[RuleOption, ...]:
    """The options of a ``Rules`` class, in the order of its fields."""
    return tuple(
        RuleOption(
            each.name,
            each.metadata["label"],
            each.metadata["explanation"],
            each.metadata["group"],
            tuple((value_text(value), label) for value, label in each.metadata["choices"].items()),
            value_text(_default(each)),
            each.metadata["numbers"],
            each.metadata["usual_matter"],
            each.metadata["counted"],
        )
        for each in _fields(rules)
    )


def parse(rules: type[R], chosen: Mapping[str, str]) -> R:
    """The ``Rules`` with the *chosen* values; all other options have their defaults.

    Raises:
        RuleError: when a name is unknown or a value is not allowed.
    """
    known = {each.name: each for each in _fields(rules)}
    values = {}
    for option, value in chosen.items():
        if option not in known:
            raise RuleError(option, 'There is no house rule "{name}"', name=option)
        values[option] = _value(known[option], value)
    return rules(**values)


def differing(rules: Any) -> dict[str, str]:
    """The options whose value is not the default, with their values as in the protocol."""
    return {
        each.name: value_text(getattr(rules, each.name))
        for each in _fields(type(rules))
        if getattr(rules, each.name) != each.default
    }


def _fields(rules: type[Any]) -> tuple[Field[Any], ...]:
    return fields(rules)


def _default(rule: Field[Any]) -> bool | int | str:
    assert rule.default is not MISSING, f"{rule.name} is not made by rule()"
    return rule.default  # type: ignore[no-any-return]  # a field's default is untyped


def _value(rule: Field[Any], text: str) -> bool | int | str:
    for value in rule.metadata["choices"]:
        if value_text(value) == text:
            return value  # type: ignore[no-any-return]  # metadata is untyped; rule() puts it there
    numbers: range | None = rule.metadata["numbers"]
    if numbers is not None and text.isascii() and text.isdigit() and int(text) in numbers:
        return int(text)
    pattern = '{label} cannot be "{value}": choose {offered}'
    if numbers is not None:
        pattern += ", or a whole number from {least} to {most}"
    raise RuleError(
        rule.name,
        pattern,
        label=rule.metadata["label"],
        value=text,
        offered=", ".join(map(value_text, rule.metadata["choices"])),
        least=numbers.start if numbers is not None else 0,
        most=numbers.stop - 1 if numbers is not None else 0,
    )
