"""Draw a table whose first update has not arrived yet."""

from __future__ import annotations

from koikoi_client.actions import keys
from koikoi_client.cards import Line
from koikoi_client.text import text
from koikoi_client.text.wrapping import wrap

from .page import READING, scrolling_page
from .room import Room


def arriving(words: str, lost: str, room: Room) -> list[Line]:
    """A page with *words*, or why the server does not answer, and the keys that work."""
    said = wrap(lost or words, min(room.columns, READING) - 2)
    style = "class:alarm" if lost else ""
    body: list[Line] = [[], *([("", " "), (style, each)] for each in said)]
    leave = (keys.shown(keys.ESCAPE), text("lobby"))
    return scrolling_page(text("Koi-Koi"), body, room, hints=[leave])
