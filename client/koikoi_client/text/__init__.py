"""Text for people: translated sentences, plurals, lists, durations, and printable characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

_PLACE = re.compile(r"\{(\w+)\}")


def text(sentence: str, **values: object) -> str:
    """*sentence* with its ``{fields}`` filled in.

    The sentence is also the key of its translation, so never build it from parts.
    """
    return fill(sentence, {name: str(value) for name, value in values.items()})


def keyed(key: object, label: str) -> str:
    """A line of a list that begins with what to type: "  3: Pine"."""
    return f"  {key}: {label}"


def count(number: int, one: str, many: str) -> str:
    """The singular or the plural of a text, with ``{n}`` filled in: "1 card", "3 cards"."""
    return text(one if number == 1 else many, n=number)


def fill(phrase: str, values: Mapping[str, str]) -> str:
    """*phrase* with each ``{field}`` replaced by its value; unknown fields are dropped.

    Values are not searched for fields, so that a player may be called "{card}".
    """
    return _PLACE.sub(lambda found: values.get(found[1], ""), phrase)


def printable(line: str) -> str:
    """*line* without line breaks, and only with characters whose width all terminals agree on.

    Control characters, direction marks, joiners and variation selectors are removed. A server
    removes them too, but the client must not rely on that. An emoji sequence is split into its
    parts: a family into its members, a flag into its two letters; skin tones are removed.
    Terminals, tmux and width libraries disagree about the width of a sequence, which would garble
    the row.
    """
    if line.isascii() and line.isprintable():
        return line
    return "".join(map(_shown, line))


def printable_lines(words: str) -> str:
    """*words* with each line made :func:`printable`."""
    return "\n".join(map(printable, words.split("\n")))


def _shown(character: str) -> str:
    """What to show for a character; "" to drop it."""
    code = ord(character)
    if character in "\t\n\r":
        return " "
    if character == "…":  # one column in some terminals, two in others
        return ".."
    if _FLAG_A <= code < _FLAG_A + 26:
        return chr(ord("A") + code - _FLAG_A)
    if unicodedata.category(character) in _UNSEEN or any(code in each for each in _CHANGING):
        return ""
    return character


# Control, format (joiners too), surrogate, private, unassigned, line and paragraph separator.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_FLAG_A = 0x1F1E6  # a pair of these is a flag
# Variation selectors, the keycap around a digit, skin tones.
_CHANGING = (
    range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x20D0, 0x2100),
    range(0x1F3FB, 0x1F400),
)  # fmt: skip


def all_of(items: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return text("{list} and {last}", list=", ".join(items[:-1]), last=items[-1])


def one_of(items: list[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    if len(items) < 2:
        return "".join(items)
    return text("{list} or {last}", list=", ".join(items[:-1]), last=items[-1])


def duration(seconds: float) -> str:
    """A duration for people: "45 s", "2 min", "1 h 5 min"; never negative."""
    whole = max(0, round(seconds))
    if whole < 90:
        return text("{n} s", n=whole)
    minutes = round(whole / 60)
    if minutes < 90:
        return text("{n} min", n=minutes)
    hours, minutes = divmod(minutes, 60)
    return text("{h} h {m} min", h=hours, m=minutes) if minutes else text("{h} h", h=hours)
