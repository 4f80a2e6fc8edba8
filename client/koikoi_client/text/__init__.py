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


def keyed(key: object, said: str) -> str:
    """A line of a list, as it is read and heard: what to type, and what that is: "  3: Pine"."""
    return f"  {key}: {said}"


def count(number: int, one: str, many: str) -> str:
    """ "1 card", "3 cards": *one* or *many* with ``{n}`` filled in."""
    return text(one if number == 1 else many, n=number)


def fill(phrase: str, values: Mapping[str, str]) -> str:
    """*phrase* with ``{name}`` replaced by its value; a name that is not known is dropped.

    A value is never searched for names again, so that a person called "{card}" stays one.
    """
    return _PLACE.sub(lambda found: values.get(found[1], ""), phrase)


def printable(line: str) -> str:
    """*line* on one line, of signs about whose width all terminals agree.

    Control and direction characters, joiners and selectors of another look are left out: a server
    cleans what people write, and this keeps a terminal safe from one that does not. Of emoji that
    are several characters the parts stay: a family is its members, a hand loses its skin's colour,
    a flag is its two letters. Terminals, tmux and the libraries that measure text disagree about
    the width of the whole, and a row that one of them counts otherwise stays garbled.
    """
    if line.isascii() and line.isprintable():
        return line
    return "".join(map(_shown, line))


def printable_lines(words: str) -> str:
    """*words* as :func:`printable` leaves each of their lines."""
    return "\n".join(map(printable, words.split("\n")))


def _shown(character: str) -> str:
    """What stands on the screen for a character, perhaps nothing."""
    code = ord(character)
    if character in "\t\n\r":
        return " "
    if character == "…":  # of one column here, of two there
        return ".."
    if _FLAG_A <= code < _FLAG_A + 26:
        return chr(ord("A") + code - _FLAG_A)
    if unicodedata.category(character) in _UNSEEN or any(code in each for each in _CHANGING):
        return ""
    return character


# Controls, format characters (joiners too), surrogates, private and unassigned ones, line ends.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_FLAG_A = 0x1F1E6  # two of these letters are a flag
# Selectors of another look, the key's frame round a digit, skin's colours.
_CHANGING = (
    range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x20D0, 0x2100),
    range(0x1F3FB, 0x1F400),
)  # fmt: skip


def joined(words: list[str], last: str = "") -> str:
    """ "a", "a and b", "a, b and c"; *last* is another word before the last."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last or text('and')} {words[-1]}"


def duration(seconds: float) -> str:
    """How long, for people: "45 s", "2 min", "1 h 5 min"; never negative."""
    whole = max(0, round(seconds))
    if whole < 90:
        return text("{n} s", n=whole)
    minutes = round(whole / 60)
    if minutes < 90:
        return text("{n} min", n=minutes)
    hours, minutes = divmod(minutes, 60)
    return text("{h} h {m} min", h=hours, m=minutes) if minutes else text("{h} h", h=hours)
