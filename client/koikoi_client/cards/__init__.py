"""Draw cards of the catalogue as styled text. The functions are pure and know no rules."""

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
from koikoi_client.cards.words import COLUMNS, mark, object_label, plant_name, shortened

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
    "object_label",
    "picture",
    "pixels",
    "plant_name",
    "shortened",
    "tile",
]
