"""Legends of the signs on cards and of the abbreviations on tables."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2
from koikoi_client.cards import Line, mark
from koikoi_client.text import text
from koikoi_client.text.wrapping import wrap

from .captured import KINDS
from .cells import fill
from .yaku_progress import mark_meanings


def sign_legend() -> Line:
    """The kinds of cards with their signs, and the colour of a card that just moved."""
    line: Line = [("", " "), ("bold", f"{text('Signs')}   ")]
    for kind, name in KINDS:
        line += [("bold", mark(kind)), ("", f" {text(name)}   ")]
    moved = f" 3 {mark(KINDS[0][0])} "
    return [*line, ("class:moved", moved), ("", f" {text('just moved')}")]


def abbreviations(columns: int, game: catalog_pb2.Game | None) -> list[Line]:
    """The abbreviations that tables use where columns are few, each with its meaning.

    Args:
        game: the game whose abbreviations are listed; None: those of all games.
    """
    meanings = [
        (text("D"), text("dealer")),
        (text("yaku {points}", points=5), text("points of the yaku so far, without their names")),
        *mark_meanings(),
        ("3+1", text("3 plains, and 1 card of another kind that counts among them")),
    ]
    if game is None or game.card_points:
        meanings += [
            (text("Now"), text("what the captured cards count so far")),
            ("L8", text("the lightning took a card of month 8: its rest follows at the end")),
            (text("Discards"), text("captured cards that count nothing")),
        ]
    wide = max(get_cwidth(short) for short, _ in meanings) + 2
    lines: list[Line] = [[("", " "), ("class:heading", text("Abbreviations"))]]
    for short, meaning in meanings:
        first, *rest = wrap(meaning, columns - wide - 2)
        lines.append([("", " "), ("bold", fill(short, wide)), ("", first)])
        lines += [[("", " " * (wide + 1) + each)] for each in rest]
    return lines
