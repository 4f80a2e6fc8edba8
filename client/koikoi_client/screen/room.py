"""The size that a drawing has to fit: columns and rows of terminal cells."""

from __future__ import annotations

from typing import NamedTuple


class Room(NamedTuple):
    """A size in terminal cells: of the window, or of a part of it."""

    columns: int
    rows: int

    def less(self, *, columns: int = 0, rows: int = 0) -> Room:
        """The room without that many columns and rows; never less than 0."""
        return Room(max(0, self.columns - columns), max(0, self.rows - rows))
