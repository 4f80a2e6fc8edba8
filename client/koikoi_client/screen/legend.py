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
    """The signs of the kinds of cards, and the colour of a card that just moved."""
    line: Line = [("", " "), ("bold", f"{text('Signs')}   ")]
    for kind, name in KINDS:
        line += [("bold", mark(kind)), ("", f" {text(name)}   ")]
    moved = f" 3 {mark(KINDS[0][0])} "
    return [*line, ("class:moved", moved), ("", f" {text('just moved')}")]


def abbreviations(columns: int, game: catalog_pb2.Game | None) -> list[Line]:
    """The abbreviations used where space is short, each with its meaning.

    Args:
        game: list only the abbreviations of this game; None: of all games.
    """
    meanings = [
        (text("D"), text("dealer")),
        (text("yaku {points}", points=5), text("the points of the yaku made so far")),
        *mark_meanings(),
        ("3+1", text("3 plains, and 1 card of another kind that also counts as a plain")),
    ]
    if game is None or game.card_points:
        meanings += [
            (text("Now"), text("the points of the cards captured so far")),
            (
                "L8",
                text(
                    "the lightning took a card of month 8; at the end of the round its player also "
                    "gets the cards of that month left on the field"
                ),
            ),
            (text("Discards"), text("captured cards that are worth nothing")),
        ]
    wide = max(get_cwidth(short) for short, _ in meanings) + 2
    lines: list[Line] = [[("", " "), ("class:heading", text("Abbreviations"))]]
    for short, meaning in meanings:
        first, *rest = wrap(meaning, columns - wide - 2)
        lines.append([("", " "), ("bold", fill(short, wide)), ("", first)])
        lines += [[("", " " * (wide + 1) + each)] for each in rest]
    return lines
