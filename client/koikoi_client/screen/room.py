"""The room for a drawing: so many columns, so many rows."""

from __future__ import annotations

from typing import NamedTuple


class Room(NamedTuple):
    """A size in terminal cells: of the window, or of a part of it."""

    columns: int
    rows: int

    def less(self, *, columns: int = 0, rows: int = 0) -> Room:
        """The room that is left beside or below something of that size; no less than nothing."""
        return Room(max(0, self.columns - columns), max(0, self.rows - rows))
