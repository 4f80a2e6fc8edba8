"""The message in a window that is too small for a table."""

from __future__ import annotations

from koikoi_client.cards import Line
from koikoi_client.text import text
from koikoi_client.text.wrapping import wrap

from .cells import fit_lines
from .room import Room

SMALLEST = Room(80, 23)
"""The smallest window in which a table fits."""


def too_small(room: Room) -> bool:
    return room.columns < SMALLEST.columns or room.rows < SMALLEST.rows


def please_enlarge(room: Room, *, before: str = "") -> list[Line]:
    """Lines that fill the window and ask the user to enlarge it.

    Args:
        before: a sentence to show first. It must not name a key, because only Q works here.
    """
    words = text(
        "Please enlarge this window to {least} or more. It is {size} now.",
        least=f"{SMALLEST.columns}x{SMALLEST.rows}", size=f"{room.columns}x{room.rows}",
    )  # fmt: skip
    if before:
        words = f"{before} {words}"
    lines: list[Line] = [[("", line)] for line in wrap(words, room.columns)]
    return fit_lines(lines, room)
