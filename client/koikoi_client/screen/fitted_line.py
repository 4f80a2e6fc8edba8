"""Fit parts into one line by choosing a longer or shorter form of each part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from koikoi_client.cards import Line

from .cells import fill_line, width


@dataclass(frozen=True)
class Part:
    """A part of a line.

    Attributes:
        forms: from the longest to the shortest; an empty form leaves the part out.
        weight: parts with a lower weight are shortened first.
    """

    forms: tuple[Line, ...]
    weight: int = 0


def text_part(*forms: str, weight: int = 0, style: str = "") -> Part:
    """A part whose forms are plain texts; an empty text leaves the part out."""
    return Part(tuple([(style, form)] if form else [] for form in forms), weight)


def fit_line(parts: Sequence[Part], columns: int, *, gap: int = 2) -> Line:
    """The parts with *gap* blanks between them, shortened as little as needed.

    The part with the lowest weight is shortened first; of equal weights, the last part. If even the
    shortest forms do not fit, the end of the line is cut.
    """
    line = _joined(_shortened(parts, columns, gap), gap)
    return fill_line(line, columns) if width(line) > columns else line


def left_and_right(left: Sequence[Part], right: Sequence[Part], columns: int) -> Line:
    """A line of exactly *columns* columns with parts at both ends."""
    forms = _shortened([*left, *right], columns, 2)
    start, end = _joined(forms[: len(left)], 2), _joined(forms[len(left) :], 2)
    blanks = columns - width(start) - width(end)
    return fill_line([*start, ("", " " * max(2, blanks)), *end], columns)


def _shortened(parts: Sequence[Part], columns: int, gap: int) -> list[Line]:
    """The forms of the parts, shortened until the line fits; if it never fits, all the shortest."""
    chosen = [0] * len(parts)
    order = sorted(range(len(parts)), key=lambda number: (parts[number].weight, -number))
    while True:
        forms = [part.forms[form] for part, form in zip(parts, chosen, strict=True)]
        if width(_joined(forms, gap)) <= columns:
            return forms
        shorter = (each for each in order if chosen[each] + 1 < len(parts[each].forms))
        if (part := next(shorter, None)) is None:
            return forms
        chosen[part] += 1


def _joined(forms: Sequence[Line], gap: int) -> Line:
    line: Line = []
    for form in forms:
        if width(form):
            line += [*([("", " " * gap)] if line and gap else []), *form]
    return line
