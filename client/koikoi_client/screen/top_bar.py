"""The top row of a screen: a title, and status at the right end."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi_client.cards import Line
from koikoi_client.text import text

from .fitted_line import Part, left_and_right, text_part
from .view import View

BAR, TITLE = "class:bar", "class:bar.title"


def top_bar(left: Sequence[Part], right: Sequence[Part], columns: int) -> Line:
    """A row with parts at both ends, shortened until they fit, in the colour of the bar."""
    return [(style or BAR, words) for style, words in left_and_right(left, right, columns)]


def game_and_round(view: View, *, before_first: str = "") -> list[Part]:
    """The game, and the round as "Month 3 of 12" or, where space is short, "3/12".

    Args:
        before_first: a text shown instead of the round before the first deal.
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
    """The number of cards in the draw pile; empty before the first deal."""
    if not view.match.round:
        return text_part("")
    words = text("Pile {number}", number=view.match.draw_pile)
    return text_part(words, weight=8, style=BAR)
