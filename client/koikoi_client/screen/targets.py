"""Click targets: what a click on a cell means, stored in the cell's style.

A target is a key, or a card, row or table ("card 17"). prompt_toolkit ignores the parts of a style
in brackets. A target therefore moves with its cells when lines are cut, padded, wrapped or joined,
and drawing functions return only lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote, unquote

from prompt_toolkit.utils import get_cwidth

from koikoi_client.actions.keys import name_of
from koikoi_client.cards import Line

_BEGIN, _END = "[target:", "]"


def target(what: str, style: str = "") -> str:
    """A style with the target *what*: a key, or a card, row or table."""
    # Quoted, because ids come from the server and may contain blanks and brackets.
    return f"{style} {_BEGIN}{quote(what, safe='')}{_END}".lstrip()


def card_target(lines: Sequence[Line], number: int) -> list[Line]:
    """The lines of a card, with the card as their target."""
    return [with_target(line, f"card {number}") for line in lines]


def row_target(line: Line, number: int) -> Line:
    """A row of a list, with its index as its target."""
    return with_target(line, f"row {number}")


def target_id(what: str, kind: str) -> str:
    """The id in a target of this kind: "17" in "card 17"; empty for another kind."""
    found, _, which = what.partition(" ")
    return which if found == kind else ""


def target_number(what: str, kind: str) -> int | None:
    """The number in a target of this kind; None for another kind."""
    which = target_id(what, kind)
    return int(which) if which else None


def target_of(style: str) -> str:
    """The target in a style; empty if there is none."""
    for part in style.split():
        if part.startswith(_BEGIN):
            return unquote(part.removeprefix(_BEGIN).removesuffix(_END))
    return ""


def with_target(line: Line, what: str) -> Line:
    """The line with a target; fragments that already have a target keep it."""
    return [(style if target_of(style) else target(what, style), words) for style, words in line]


def key_cap(key: str) -> Line:
    """A key cap: " Enter ". In a cap of several keys, "Up Down", each key has its own target."""
    pressed = [name_of(each) for each in key.split(" ")]
    if not all(pressed):
        return [("class:key", f" {key} ")]
    line = [
        (target(each, "class:key"), f" {shown}")
        for each, shown in zip(pressed, key.split(" "), strict=True)
    ]
    style, words = line[-1]
    return [*line[:-1], (style, f"{words} ")]


def digit_key(place: int) -> str:
    """The digit key for the nth item of a list: "0" for the tenth, empty for later ones."""
    return str(place % 10) if place <= 10 else ""


def target_at(lines: Sequence[Line], x: int, y: int) -> str:
    """The target of the cell in column *x* of line *y*, counted from 0; empty if it has none."""
    if not 0 <= y < len(lines) or x < 0:
        return ""
    start = 0
    for style, words in lines[y]:
        start += get_cwidth(words)
        if x < start:
            return target_of(style)
    return ""
