"""All sentences for people go through here: the client's own, and the catalogue's phrases."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

_PLACE = re.compile(r"\{(\w+)\}")


def text(sentence: str, **values: object) -> str:
    """One of the client's own sentences with ``{names}`` filled in.

    The sentence itself is the key under which a translation will be looked up.
    """
    return fill(sentence, {name: str(value) for name, value in values.items()})


def count(number: int, one: str, many: str) -> str:
    """ "1 card", "3 cards": *one* or *many* with ``{n}`` filled in."""
    return text(one if number == 1 else many, n=number)


def fill(phrase: str, values: Mapping[str, str]) -> str:
    """*phrase* with ``{name}`` replaced by its value; a name that is not known is dropped.

    A value is never searched for names again, so that a person called "{card}" stays one.
    """
    return _PLACE.sub(lambda found: values.get(found[1], ""), phrase)


def printable(line: str) -> str:
    """*line* without control and direction characters, on one line.

    A server cleans what people write; this keeps a terminal safe from one that does not.
    """
    return "".join(
        " " if character in "\t\n\r" else character
        for character in line
        if character in "\t\n\r" or unicodedata.category(character) not in _UNSEEN
    )


_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


def joined(words: list[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def duration(seconds: float) -> str:
    """How long, for people: "45 s", "2 min", "1 h 5 min"; never negative."""
    whole = max(0, round(seconds))
    if whole < 90:
        return f"{whole} s"
    minutes = round(whole / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min" if minutes % 60 else f"{minutes // 60} h"
