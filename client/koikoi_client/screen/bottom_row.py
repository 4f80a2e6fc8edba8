"""The bottom row of a screen, which shows what the keys do."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi_client.actions.keys import name_of
from koikoi_client.actions.pages import EVERYWHERE
from koikoi_client.cards import Line
from koikoi_client.screen.targets import key_cap, with_target

from .cells import fill_line, width
from .fitted_line import Part, fit_line

Hint = tuple[str, ...]
"""A key, its label, and perhaps a shorter label."""


def bottom_row(hints: Sequence[Hint], columns: int, *, typing: bool = False) -> Line:
    """The hints in their order, then help and quit.

    If they do not fit, the gaps shrink first, then labels get their shorter forms, then the last
    hints are left out. While the user is *typing*, help and quit are left out, because their keys
    are characters to type.
    """
    always = [] if typing else [each.hint for each in EVERYWHERE.commands if each.label]
    for gap, form, blanks in ((2, 0, 2), (1, 0, 2), (1, -1, 2), (1, -1, 1)):
        caps = [_cap(key, words[form], blanks) for key, *words in (*hints, *always)]
        if sum(map(width, caps)) + gap * (len(caps) - 1) < columns:  # a blank stays at the end
            break
    last = len(hints)
    parts = [Part((each, []), last - place) for place, each in enumerate(caps[:last])]
    parts += [
        Part((each, key_cap(key)), last + 1)
        for each, (key, *_) in zip(caps[last:], always, strict=True)
    ]
    return fill_line(fit_line(parts, columns - 1, gap=gap), columns)


def _cap(key: str, word: str, blanks: int) -> Line:
    """A key cap and its label; for a single key, a click on the label presses it.

    The cap ends in a blank, which is the first of the *blanks* before the label.
    """
    words: Line = [("", " " * (blanks - 1) + word)]
    return [*key_cap(key), *(with_target(words, name_of(key)) if name_of(key) else words)]
