"""The bottom row: which keys do what. Help and quit always stay."""

from __future__ import annotations

from collections.abc import Sequence

from ..faces import Line, Theme
from ..texts import text
from .cells import fill_line
from .fitting import Part, fitted
from .inks import KEY

Hint = tuple[str, str]
"""A key and what it does."""


def bottom(hints: Sequence[Hint], columns: int, theme: Theme) -> Line:
    """The hints in their order, the last ones dropped first, then help and quit."""
    stay = [_forms("?", text("help")), _forms("Q", text("quit"))]
    parts = [Part((_cap(key, word), []), len(hints) - place) for place, (key, word) in
             enumerate(hints)]  # fmt: skip
    parts += [Part(forms, len(hints) + 1) for forms in stay]
    return fill_line(fitted(parts, columns), columns)


def caps(hints: Sequence[Hint]) -> Line:
    """Hints in a line of their own."""
    line: Line = []
    for key, word in hints:
        line += [*([("", "  ")] if line else []), *_cap(key, word)]
    return line


def _cap(key: str, word: str) -> Line:
    return [(KEY, f" {key} "), ("", f" {word}")]


def _forms(key: str, word: str) -> tuple[Line, ...]:
    return _cap(key, word), [(KEY, key)]
