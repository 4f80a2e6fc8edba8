"""A list of rows in columns, with a cursor on one of them."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi_client.cards import Line

from .cells import cut_at_word, fill

_MARK = 2  # columns of the mark before the row under the cursor


def cursor_mark(chosen: bool) -> str:
    """The sign before the row under the cursor, before others a blank."""
    return "▶" if chosen else " "


def list_widths(columns: int, widths: Sequence[int]) -> list[int]:
    """The widths of the columns, of which the one that is 0 gets what the others leave free."""
    free = columns - _MARK - sum(widths)
    return [width or free for width in widths]


def list_heading(names: Sequence[str], widths: Sequence[int]) -> Line:
    """The names of the columns."""
    return [("class:heading", _columns(("", *names), widths))]


def list_row(cells: Sequence[str], widths: Sequence[int], *, chosen: bool) -> Line:
    """A row, with the mark and the colour of the cursor if it is *chosen*."""
    words = _columns((cursor_mark(chosen), *cells), widths)
    return [("class:chosen" if chosen else "", words)]


def empty_list(words: str) -> list[Line]:
    """What stands in place of rows where there are none."""
    return [[], [("bold", f"   {words}")]]


def _columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(
        fill(f"{cut_at_word(cell, width - 1)} ", width)
        for cell, width in zip(cells, (_MARK, *widths), strict=True)
    )
