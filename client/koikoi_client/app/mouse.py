"""What a click means: the key that is written where it fell, or below the card there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..faces import COLUMNS, PICTURE_ROWS, Line
from ..screen.inks import KEY
from . import keys

_CARD_KEY = re.compile(r"\[(\d+)\]")
_NAMES = {"Enter": keys.ENTER, "Tab": keys.TAB, "Esc": keys.ESCAPE}


def key_at(lines: Sequence[Line], x: int, y: int) -> list[str]:
    """The keys to press for a click at column *x* of line *y*, both from 0; [] where none is."""
    if not 0 <= y < len(lines):
        return []
    start = 0
    for style, words in lines[y]:
        end = start + len(words)
        if start <= x < end and style == KEY:
            return _pressed(words)
        start = end
    return _card(lines, x, y)


def _pressed(cap: str) -> list[str]:
    name = cap.strip()
    if found := _CARD_KEY.fullmatch(name):
        return [found[1]]
    if name in _NAMES:
        return [_NAMES[name]]
    return [name.lower()] if len(name) == 1 else []


def _card(lines: Sequence[Line], x: int, y: int) -> list[str]:
    """A card's key or sign stands below it, at most a picture and the lifted row away."""
    left, right = x - x % (COLUMNS + 1), x + COLUMNS
    for line in lines[y : y + PICTURE_ROWS + 2]:
        shown = "".join(words for _, words in line)
        for found in _CARD_KEY.finditer(shown, max(0, left - 1), right):
            if found.start() <= x < found.start() + COLUMNS:
                return [found[1]]
        for sign, key in (("or: Tab", keys.TAB), ("take", keys.ENTER)):
            place = shown.find(sign, max(0, left - 1), right)
            if place >= 0 and place - 3 <= x < place + COLUMNS - 1:
                return [key]
    return []
