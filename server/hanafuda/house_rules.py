"""House rules as fields: a game's ``Rules`` is a frozen dataclass whose fields are made here.

A new house rule is a field and the line that reads it. The catalogue shows label, choices and
explanation, so that no client has to know it; on the wire a value is a string.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, TypeVar

R = TypeVar("R")


class RuleError(ValueError):
    """A house rule is unknown, or its value is out of range.

    Args:
        option: names it.
        pattern: an English sentence without its full stop; {fields} in it are filled with *values*.
    """

    def __init__(self, option: str, pattern: str, **values: object) -> None:
        super().__init__(pattern.format(**values))
        self.option = option
        self.pattern = pattern
        self.values = values


@dataclass(frozen=True, slots=True)
class RuleOption:
    """One thing a host may choose, in words."""

    option: str
    label: str
    explanation: str  #: one sentence
    group: str  #: heading in a form: "Length", "Scoring", "Table"
    choices: tuple[tuple[str, str], ...]  #: (value on the wire, label), never empty
    default: str
    numbers: range | None = None  #: any of these whole numbers may be chosen as well
    usual_matter: bool = False  #: people set it for each table: no house rule


def rule(
    default: bool | int | str,
    label: str,
    explanation: str,
    *,
    group: str,
    choices: Mapping[bool | int | str, str],
    numbers: range | None = None,
    usual_matter: bool = False,
) -> Any:
    """A field of ``Rules``. *choices* maps each value to its label and includes *default*.

    A *usual_matter* is what people set for each table, such as its length.
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
        },
    )


def spoken(value: bool | int | str) -> str:
    """A value as it goes over the wire: "true", "12", "either"."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def rule_options(rules: type[Any]) -> tuple[RuleOption, ...]:
    """The options of a ``Rules`` class, in the order of its fields."""
    return tuple(
        RuleOption(
            each.name,
            each.metadata["label"],
            each.metadata["explanation"],
            each.metadata["group"],
            tuple((spoken(value), label) for value, label in each.metadata["choices"].items()),
            spoken(_default(each)),
            each.metadata["numbers"],
            each.metadata["usual_matter"],
        )
        for each in _fields(rules)
    )


def parse(rules: type[R], chosen: Mapping[str, str]) -> R:
    """The ``Rules`` of what a host chose; options not named have their default.

    Raises:
        RuleError: for a name that is unknown or a value that is out of range.
    """
    known = {each.name: each for each in _fields(rules)}
    values = {}
    for option, value in chosen.items():
        if option not in known:
            raise RuleError(option, 'There is no house rule "{name}"', name=option)
        values[option] = _value(known[option], value)
    return rules(**values)


def differing(rules: Any) -> dict[str, str]:
    """The options whose value is not the default, as they go over the wire."""
    return {
        each.name: spoken(getattr(rules, each.name))
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
        if spoken(value) == text:
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
        offered=", ".join(map(spoken, rule.metadata["choices"])),
        least=numbers.start if numbers is not None else 0,
        most=numbers.stop - 1 if numbers is not None else 0,
    )
