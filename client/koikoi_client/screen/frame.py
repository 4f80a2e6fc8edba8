"""What all screens but the table share: a title, a body that scrolls, the bottom row."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi_client.cards import Line, Theme
from koikoi_client.screen.styles import ink
from koikoi_client.text import text

from .bottom import Hint, bottom
from .cells import fill, sized, wrap
from .small import small, too_small

READING = 96  # columns: longer lines are hard to read


class Page(list[Line]):
    """The lines of a screen of which a part scrolls, and how far.

    Attributes:
        scroll: the first line of the body that is shown; what was asked for, where that is one.
        end: the largest that it can be.
    """

    def __init__(self, lines: Sequence[Line], scroll: int = 0, end: int = 0) -> None:
        super().__init__(lines)
        self.scroll = scroll
        self.end = end


def framed(
    title: str,
    body: Sequence[Line],
    columns: int,
    rows: int,
    theme: Theme,
    *,
    head: Sequence[Line] = (),
    foot: Sequence[Line] = (),
    hints: Sequence[Hint] = (),
    scroll: int = 0,
    typing: bool = False,
) -> Page:
    """A screen: title, *head*, as much of *body* as fits from line *scroll* on, *foot*, hints.

    *scroll* is taken as the nearest one that shows something. With *typing* the keys
    of help and quit are letters of a line, and not among the hints.
    """
    if too_small(columns, rows):
        return Page(small(columns, rows), scroll)
    room = max(0, rows - 2 - len(head) - len(foot))
    start = clamp(scroll, len(body), room)
    style = ink("bar", theme)
    where = ""
    if len(body) > room:
        where = text("{a}-{b} of {n} ", a=start + 1, b=min(len(body), start + room), n=len(body))
        hints = [*hints, ("PgUp PgDn", text("scroll"))]
    bar: Line = [
        (f"{style} bold", fill(f" {title}", columns - len(where))),
        (style, where),
    ]
    shown = sized(body[start : start + room], columns, room)
    lines = [bar, *head, *shown, *foot]
    last = bottom(hints, columns, typing=typing)
    return Page([*sized(lines, columns, rows - 1), last], start, max(0, len(body) - room))


def clamp(scroll: int, lines: int, room: int) -> int:
    """The nearest first line from which a body fills the room."""
    return max(0, min(scroll, lines - room))


def following(cursor: int, lines: int, room: int) -> int:
    """The first line to show so that the one under the cursor is seen."""
    return clamp(cursor - room // 2, lines, room)


def paragraphs(words: str, columns: int) -> list[Line]:
    """A page's text: paragraphs with blank lines between, lists with "- ", wrapped."""
    columns = min(columns, READING)
    lines: list[Line] = []
    for block in words.strip().split("\n\n"):
        lines += [[]] if lines else []
        running = ""
        for line in [*block.split("\n"), None]:
            listed = line is not None and line.lstrip().startswith("- ")
            if running and (line is None or listed):
                lines += [[("", f" {each}")] for each in _wrapped(running, columns - 2)]
                running = ""
            if line is not None:
                running = line.strip() if listed or not running else f"{running} {line.strip()}"
    return lines


def _wrapped(words: str, columns: int) -> list[str]:
    return wrap(words, columns, indent=2 if words.startswith("- ") else 0)
