"""A window that is too small for a table: one sentence, down to a single cell."""

from __future__ import annotations

from koikoi_client.cards import Line
from koikoi_client.text import text

from .cells import fit_lines, wrap
from .room import Room

SMALLEST = Room(80, 23)
"""The smallest window that has room for a table."""


def too_small(room: Room) -> bool:
    return room.columns < SMALLEST.columns or room.rows < SMALLEST.rows


def please_enlarge(room: Room, *, before: str = "") -> list[Line]:
    """Says how large the window must be.

    Every key but Q waits until it is: *before*, a sentence that stands first, may name none.
    """
    words = text(
        "Please make this window larger: {columns} columns and {rows} rows are needed,"
        " it has {has} and {have}.",
        columns=SMALLEST.columns, rows=SMALLEST.rows, has=room.columns, have=room.rows,
    )  # fmt: skip
    if before:
        words = f"{before} {words}"
    lines: list[Line] = [[("", line)] for line in wrap(words, room.columns)]
    return fit_lines(lines, room)
