"""The side panel of wide windows: how far each yaku is, and the log."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2

from ..faces import Line, Theme
from ..reports import progress
from ..texts import text
from .cells import fill, fill_line, wrap
from .foot import recent
from .inks import BOLD, HEADING, ink, seat_ink
from .view import View

_PROGRESS = 46  # columns, at most: a number stands near its yaku
_FEW = 3  # sides that have room for "4/10"
_NAME = 13  # columns for the name of a yaku, before there are points
_POINTS, _OF = 5, 4  # columns


def columns_of(view: View) -> list[list[int]]:
    """The sides that collect together, mine first: teams, or single seats."""
    found: list[list[int]] = []
    for seat in [view.near, *view.others]:
        team = view.team(seat)
        if team not in found:
            found.append(team)
    return found


def side_name(view: View, side: list[int], columns: int) -> str:
    """Those who collect together, in at most so many columns: "you", "Blue", "1+3", or a number.

    My team is "you+3", or "you" where that has no room.
    """
    name = "+".join(map(str, side))
    if view.me in side:
        rest = [str(seat) for seat in side if seat != view.me]
        name = "+".join([text("you"), *rest])
        return name if get_cwidth(name) <= columns else text("you")
    if len(side) == 1:
        name = view.seat_name(side[0])
    return name if get_cwidth(name) <= columns else str(side[0])


def progress_style(
    view: View, row: catalog_pb2.Yaku, side: list[int], have: int, need: int, theme: Theme
) -> str:
    """How a side's number of cards of a yaku stands out: it holds it, or can with one card more."""
    if any(held.yaku == row.id for seat in side for held in view.side(seat).yaku):
        return ink("badge", theme)
    near = need and have == need - 1 and not out_of_reach(view, row, side)
    return BOLD if near else ""


def out_of_reach(view: View, row: catalog_pb2.Yaku, side: list[int]) -> bool:
    """Whether others hold so many of a yaku's cards that a side cannot make it in this round."""
    others = {card for each in view.match.sides if each.seat not in side for card in each.captured}
    most = [card.id for card in view.catalog.cards if card.id not in others]
    have, need = progress(row, most)
    return have < need


def progress_rows(view: View, columns: int, theme: Theme) -> list[Line]:
    """A heading and a row for each yaku: its name, its points, and each side's cards of it.

    Of many sides the cards that make it stand in a column of their own.
    """
    columns = min(columns, _PROGRESS)
    sides = columns_of(view)
    many = len(sides) > _FEW
    wide = 3 if many else 6
    room = columns - wide * len(sides) - (_OF if many else 0)
    points = _POINTS if room - _POINTS >= _NAME else 0
    room -= points
    head: Line = [(HEADING, fill(text("Yaku"), room))]
    head += [(HEADING, f"{text('pts'):>{points}}")] if points else []
    head += [("", f"{text('of'):>{_OF - 1}} ")] if many else []
    for side in sides:
        name = side_name(view, side, wide if many else wide - 1)
        head += [("", " " * (wide - get_cwidth(name))), (seat_ink(side[0], theme), name)]
    lines = [head]
    for row in view.game.yaku:
        if not row.all_of and not row.any_count:
            continue  # a dealt hand: it is not captured
        first, *rest = wrap(row.name, room, indent=1)
        line: Line = [("", fill(first, room))]
        line += [("", f"{points_of(row):>{points}}")] if points else []
        for number, side in enumerate(sides):
            have, need = progress(row, view.captured(side))
            shown = str(have) if many else f"{have}/{need}"
            line += [("", f"{need:>{_OF - 1}} ")] if many and not number else []
            style = progress_style(view, row, side, have, need, theme)
            line += [("", " " * (wide - len(shown))), (style, shown)]
        lines += [line, *([("", each)] for each in rest)]
    return lines


def points_of(row: catalog_pb2.Yaku) -> str:
    """What a yaku is worth: "5", with more for further cards "1+"."""
    return f"{row.points}{'+' if row.points_per_extra else ' '}"


def panel(view: View, columns: int, rows: int, theme: Theme) -> list[Line]:
    """The panel: yaku progress above, the newest lines of the log below, whole entries only."""
    lines = [*progress_rows(view, columns, theme), []] if view.playing else []
    lines.append([(HEADING, fill(text("Log"), columns))])
    room = rows - len(lines)
    lines += recent(view, columns, room, margin=0)
    return [fill_line(line, columns) for line in lines[:rows]]
