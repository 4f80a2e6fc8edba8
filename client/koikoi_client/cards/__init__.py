"""Cards as styled text: pure functions of a card of the catalogue, without any rule."""

from __future__ import annotations

from koikoi_client.cards.card import (
    PICTURE_ROWS,
    TILE_ROWS,
    Line,
    back,
    chip,
    header_line,
    header_text,
    picture,
    pixels,
    tile,
)
from koikoi_client.cards.styles import Highlight
from koikoi_client.cards.words import COLUMNS, mark, plant_name, ribbon_sort, shortened

__all__ = [
    "COLUMNS",
    "PICTURE_ROWS",
    "TILE_ROWS",
    "Highlight",
    "Line",
    "back",
    "chip",
    "header_line",
    "header_text",
    "mark",
    "picture",
    "pixels",
    "plant_name",
    "ribbon_sort",
    "shortened",
    "tile",
]
