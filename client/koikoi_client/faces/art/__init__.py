"""The drawings, 9 by 8 pixels each: text that can be read in a diff."""

from __future__ import annotations

INKS: dict[str, str] = {}
"""A letter's colour, "#rrggbb"."""

PIXELS: dict[int, tuple[str, ...]] = {}
"""Of card 1-48, 8 rows of 9 inks."""
