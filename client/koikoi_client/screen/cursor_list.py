"""Lists with columns and a cursor: headings, rows, and the text of an empty list."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi_client.cards import Line

from .cells import cut_at_word, fill

_MARK = 2  # columns of the cursor mark


def cursor_mark(chosen: bool) -> str:
    """The sign before the row under the cursor; a blank before other rows."""
    return "▶" if chosen else " "


def list_widths(columns: int, widths: Sequence[int]) -> list[int]:
    """The widths of the columns; a width of 0 becomes the space that the others leave."""
    free = columns - _MARK - sum(widths)
    return [width or free for width in widths]


def list_heading(names: Sequence[str], widths: Sequence[int]) -> Line:
    """The names of the columns."""
    return [("class:heading", _columns(("", *names), widths))]


def list_row(cells: Sequence[str], widths: Sequence[int], *, chosen: bool) -> Line:
    """A row; the *chosen* one has the cursor mark and the cursor's colour."""
    words = _columns((cursor_mark(chosen), *cells), widths)
    return [("class:chosen" if chosen else "", words)]


def empty_list(*lines: str) -> list[Line]:
    """The body of a list without rows: *lines* that say why."""
    return [[], *([("bold", f"   {line}")] for line in lines)]


def _columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(
        fill(f"{cut_at_word(cell, width - 1)} ", width)
        for cell, width in zip(cells, (_MARK, *widths), strict=True)
    )
