"""The top row of a screen: a title, and what stands at its right end."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi_client.cards import Line
from koikoi_client.text import text

from .fitted_line import Part, left_and_right, text_part
from .view import View

BAR, TITLE = "class:bar", "class:bar.title"


def top_bar(left: Sequence[Part], right: Sequence[Part], columns: int) -> Line:
    """Parts at both ends of the row, shortened until they fit; the bar's colour fills the rest."""
    return [(style or BAR, words) for style, words in left_and_right(left, right, columns)]


def game_and_round(view: View, *, before_first: str = "") -> list[Part]:
    """The game, and the round: "Month 3 of 12", where it is short "3/12".

    Args:
        before_first: what stands for the round before the first one is dealt.
    """
    parts = [text_part(f" {view.game.name or view.table.game}", weight=9, style=TITLE)]
    match, name = view.match, view.names.round_name
    if match.round:
        words = text("{name} {n} of {all}", name=name, n=match.round, all=match.rounds)
        parts.append(text_part(words, f"{match.round}/{match.rounds}", weight=9, style=TITLE))
    elif before_first:
        parts.append(text_part(before_first, weight=9, style=TITLE))
    return parts


def pile_size(view: View) -> Part:
    """How many cards the draw pile has."""
    words = text("Pile {number}", number=view.match.draw_pile)
    return text_part(words, weight=8, style=BAR)
