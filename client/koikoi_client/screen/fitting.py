"""One line from parts of which each has a long form and shorter ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..faces import Line
from .cells import fill_line, width


@dataclass(frozen=True)
class Part:
    """A part of a line.

    Attributes:
        forms: from the best to the shortest; an empty one leaves the part out.
        weight: parts of less weight are shortened first.
    """

    forms: tuple[Line, ...]
    weight: int = 0


def plain(*forms: str, weight: int = 0, style: str = "") -> Part:
    """A part of plain texts; the empty text leaves it out."""
    return Part(tuple([(style, form)] if form else [] for form in forms), weight)


def fitted(parts: Sequence[Part], columns: int, *, gap: int = 2) -> Line:
    """The parts with blanks between them, shortened as little as needed to fit.

    A part is given up step by step, the one of least weight first (of equal ones the last). What
    does not fit even in its shortest forms is cut at the end.
    """
    chosen = [0] * len(parts)
    order = sorted(range(len(parts)), key=lambda number: (parts[number].weight, -number))
    while width(line := _joined(parts, chosen, gap)) > columns:
        shorter = next((each for each in order if chosen[each] + 1 < len(parts[each].forms)), None)
        if shorter is None:
            return fill_line(line, columns)
        chosen[shorter] += 1
    return line


def _joined(parts: Sequence[Part], chosen: Sequence[int], gap: int) -> Line:
    line: Line = []
    for part, form in zip(parts, chosen, strict=True):
        if not part.forms or not width(part.forms[form]):
            continue
        if line and gap:
            line.append(("", " " * gap))
        line += part.forms[form]
    return line
