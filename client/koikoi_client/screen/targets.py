"""What a cell on the screen means: a key, a card, or a row of a list, as its style carries it.

prompt_toolkit passes over what stands in brackets in a style. So a meaning goes wherever its cells
go when lines are cut, filled, wrapped or put beside each other, and a drawing stays a pure function
that gives nothing but lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote, unquote

from prompt_toolkit.utils import get_cwidth

from koikoi_client.actions.keys import name_of
from koikoi_client.cards import Line

_BEGIN, _END = "[does:", "]"


def target(what: str, style: str = "") -> str:
    """A style whose cells do *what* when they are clicked: a key's name, or as below."""
    # Quoted, for a server's ids may hold what ends a word of a style.
    return f"{style} {_BEGIN}{quote(what, safe='')}{_END}".lstrip()


def card_target(lines: Sequence[Line], number: int) -> list[Line]:
    """A card as it is drawn, all of it meaning this card."""
    return [with_target(line, f"card {number}") for line in lines]


def row_target(line: Line, number: int) -> Line:
    """A row of a list, all of it meaning this row, from 0."""
    return with_target(line, f"row {number}")


def target_id(what: str, kind: str) -> str:
    """Which card, row or table is meant ("card 17"), if *what* means one of that kind."""
    begins, _, which = what.partition(" ")
    return which if begins == kind else ""


def target_number(what: str, kind: str) -> int | None:
    """Its number, of a card or a row."""
    which = target_id(what, kind)
    return int(which) if which else None


def target_of(style: str) -> str:
    """What cells of a style do; empty: nothing."""
    for part in style.split():
        if part.startswith(_BEGIN):
            return unquote(part.removeprefix(_BEGIN).removesuffix(_END))
    return ""


def without_target(style: str) -> str:
    """A style without its meaning."""
    return " ".join(part for part in style.split() if not part.startswith(_BEGIN))


def with_target(line: Line, what: str) -> Line:
    """The line, all of it with a meaning; what has one already keeps it."""
    return [(style if target_of(style) else target(what, style), words) for style, words in line]


def key_cap(key: str) -> Line:
    """A key's cap: " Enter "; of several keys, "Up Down", each is one."""
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
    """The key of what stands at a place of a list, 1 and up: its digit, of the tenth 0.

    Further ones have none: the arrow keys choose them.
    """
    return str(place % 10) if place <= 10 else ""


def target_at(lines: Sequence[Line], x: int, y: int) -> str:
    """What the cell in column *x* of line *y* does, both from 0; empty: nothing."""
    if not 0 <= y < len(lines) or x < 0:
        return ""
    start = 0
    for style, words in lines[y]:
        start += get_cwidth(words)
        if x < start:
            return target_of(style)
    return ""
