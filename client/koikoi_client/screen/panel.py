"""The side panel of wide windows: how far each yaku is, and the log."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from ..faces import Line, Theme
from ..reports import progress
from ..texts import text
from .cells import cut_at_word, fill, fill_line
from .foot import recent
from .inks import BOLD, HEADING, seat_ink
from .view import View


def columns_of(view: View) -> list[list[int]]:
    """The sides that collect together, mine first: teams, or single seats."""
    found: list[list[int]] = []
    for seat in [view.near, *view.others]:
        team = view.team(seat)
        if team not in found:
            found.append(team)
    return found


def side_name(view: View, side: list[int], columns: int) -> str:
    """Those who collect together, in at most so many columns: "you", "Blue", "1+3", or a number."""
    if view.me in side:
        return text("you")
    name = view.seat_name(side[0]) if len(side) == 1 else "+".join(map(str, side))
    return name if get_cwidth(name) <= columns else str(side[0])


def progress_rows(view: View, columns: int, theme: Theme) -> list[Line]:
    """A heading and a row for each yaku: its name, its points, and each side's cards of it."""
    sides = columns_of(view)
    wide = 6 if len(sides) <= 3 else 4
    room = columns - wide * len(sides)
    head: Line = [(HEADING, fill(text("Yaku progress"), room))]
    for side in sides:
        name = side_name(view, side, wide - 1)
        head += [("", " " * (wide - get_cwidth(name))), (seat_ink(side[0], theme), name)]
    lines = [head]
    for row in view.game.yaku:
        if not row.all_of and not row.any_count:
            continue  # a dealt hand: it is not captured
        cells: Line = []
        for side in sides:
            have, need = progress(row, view.captured(side))
            done = have >= need
            cells.append((BOLD if done else "", f"{f'{have}/{need}':>{wide}}"))
        lines.append([("", fill(cut_at_word(row.name, room), room)), *cells])
    return lines


def panel(view: View, columns: int, rows: int, theme: Theme) -> list[Line]:
    """The panel: yaku progress above, the newest lines of the log below, whole entries only."""
    lines = [*progress_rows(view, columns, theme), []] if view.playing else []
    lines.append([(HEADING, fill(text("Log"), columns))])
    room = rows - len(lines)
    lines += recent(view, columns, room, margin=0)
    return [fill_line(line, columns) for line in lines[:rows]]
