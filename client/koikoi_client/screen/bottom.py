"""The bottom row: which keys do what. Help and quit always stay."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi_client.actions.keys import name_of
from koikoi_client.actions.pages import EVERYWHERE
from koikoi_client.cards import Line
from koikoi_client.screen.targets import key_cap, with_target

from .cells import fill_line, width
from .fitted_line import Part, fit_line

Hint = tuple[str, ...]
"""A key and what it does; shorter words for that may follow."""


def bottom(hints: Sequence[Hint], columns: int, *, typing: bool = False) -> Line:
    """The hints in their order, then help and quit.

    Where they do not fit they stand closer, then in shorter words, and then the last ones go;
    help and quit stay, but with *typing*: there their keys are letters of a line.
    """
    stay = [] if typing else [each.hint for each in EVERYWHERE.commands if each.label]
    for gap, form, blanks in ((2, 0, 2), (1, 0, 2), (1, -1, 2), (1, -1, 1)):
        caps = [_cap(key, words[form], blanks) for key, *words in (*hints, *stay)]
        if sum(map(width, caps)) + gap * (len(caps) - 1) < columns:  # a blank stays at the end
            break
    last = len(hints)
    parts = [Part((each, []), last - place) for place, each in enumerate(caps[:last])]
    parts += [
        Part((each, key_cap(key)), last + 1)
        for each, (key, *_) in zip(caps[last:], stay, strict=True)
    ]
    return fill_line(fit_line(parts, columns - 1, gap=gap), columns)


def _cap(key: str, word: str, blanks: int) -> Line:
    """A key and its word, which is as good as the key where that is one alone.

    The cap ends in a blank, which is one of those between the two.
    """
    words: Line = [("", " " * (blanks - 1) + word)]
    return [*key_cap(key), *(with_target(words, name_of(key)) if name_of(key) else words)]
