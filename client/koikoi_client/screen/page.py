"""The layout of all screens but the table: a title, a body that scrolls, the bottom row."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi_client.actions.command import row_of
from koikoi_client.actions.pages import PAGE, PageAction
from koikoi_client.cards import Line
from koikoi_client.text import text
from koikoi_client.text.wrapping import wrap

from .bottom_row import Hint, bottom_row
from .cells import cut, fit_lines
from .fitted_line import text_part
from .room import Room
from .too_small import please_enlarge, too_small
from .top_bar import TITLE, top_bar

READING = 96  # maximum columns of running text: longer lines are hard to read


class Page(list[Line]):
    """The lines of a screen, and how far its body is scrolled.

    Attributes:
        scroll: the first visible line of the body.
        end: the largest possible value of *scroll*.
    """

    def __init__(self, lines: Sequence[Line], scroll: int = 0, end: int = 0) -> None:
        super().__init__(lines)
        self.scroll = scroll
        self.end = end


def scrolling_page(
    title: str,
    body: Sequence[Line],
    room: Room,
    *,
    head: Sequence[Line] = (),
    foot: Sequence[Line] = (),
    hints: Sequence[Hint] = (),
    scroll: int = 0,
    cursor: int | None = None,
    typing: bool = False,
    shorter: Sequence[str] = (),
) -> Page:
    """A screen: title, *head*, as much of *body* as fits, *foot*, hints.

    Args:
        scroll: the first line of the body to show, adjusted so that the body fills the screen.
        cursor: a line of the body that must be visible; it overrides *scroll*.
        typing: whether the user is typing a line, so that letters are not keys.
        shorter: titles for where *title* does not fit, the longest first; the last may be cut.
    """
    if too_small(room):
        return Page(please_enlarge(room), scroll)
    free = room.less(rows=2 + len(head) + len(foot))
    start = nearest_scroll(scroll, len(body), free.rows)
    if cursor is not None:
        start = scroll_to(cursor, len(body), free.rows)
    where = ""
    if len(body) > free.rows:
        end = min(len(body), start + free.rows)
        where = text("{a}-{b} of {n} ", a=start + 1, b=end, n=len(body))
        hints = [*hints, row_of(PAGE, PageAction.SCROLL).hint]
    titles = [f" {each}" for each in (title, *shorter)]
    titles.append(cut(titles[-1], room.columns - len(where) - 2))
    name = text_part(*titles, style=TITLE)
    right = [text_part(where, weight=9)] if where else []
    bar = top_bar([name], right, room.columns)
    shown = fit_lines(body[start:], free)
    lines = [bar, *head, *shown, *foot]
    last = bottom_row(hints, room.columns, typing=typing)
    return Page([*fit_lines(lines, room.less(rows=1)), last], start, max(0, len(body) - free.rows))


def nearest_scroll(scroll: int, lines: int, rows: int) -> int:
    """*scroll*, adjusted so that a body of *lines* lines fills the rows."""
    return max(0, min(scroll, lines - rows))


def scroll_to(cursor: int, lines: int, rows: int) -> int:
    """The first line to show so that the cursor's line is in the middle."""
    return nearest_scroll(cursor - rows // 2, lines, rows)


def paragraphs(words: str, columns: int) -> list[Line]:
    """Wrap paragraphs, which blank lines separate, and list items, which begin with a hyphen."""
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
