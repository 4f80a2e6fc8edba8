"""Two players on one device: between turns no hand is on the screen."""

from __future__ import annotations

from koikoi_client.cards import Line, Theme
from koikoi_client.screen.styles import BOLD, ink, seat_ink
from koikoi_client.screen.targets import cap, does
from koikoi_client.text import text

from .cells import sized
from .small import small, too_small
from .turns import previous
from .view import View


def handoff(view: View, seat: int, columns: int, rows: int, theme: Theme) -> list[Line]:
    """Asks to hand the keyboard to *seat*. The view is a spectator's: it holds no hand at all.

    Raises:
        ValueError: when the view has a hand.
    """
    if view.hand:
        raise ValueError("a hand-off is drawn from a view without a hand")
    name = f"{view.name(seat)} ({view.seat_name(seat)})"
    ask = text("Hand the keyboard to {name}.", name=name)
    if too_small(columns, rows):
        return small(columns, rows, before=ask)
    bar = ink("bar", theme)
    game = view.game.name
    title = f" {game}   {view.game.round_name} {view.match.round}/{view.match.rounds}"
    left = (columns - 64) // 2
    pad: Line = [("", " " * left)]
    start = text(" Start {name}'s turn", name=view.name(seat))
    lines: list[Line] = [
        [(f"{bar} bold", title + " " * columns)],
        *([[]] * max(1, rows // 2 - 7)),
        [*pad, (BOLD, text(" Hand the keyboard to ")), (seat_ink(seat, theme), f" {name} ")],
        [],
        *([*pad, *line] for line in previous(view, 64)),
        [],
        [*pad, ("", " "), *cap("Enter"), (does("enter", BOLD), start)],
        [],
        [*pad, ("", text(" No hand is on the screen now, and none in what scrolled by."))],
    ]
    return sized(lines, columns, rows)
