"""The side panel of wide windows: how far each yaku is, what is easily forgotten, and the log."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2, table_pb2
from koikoi_client.cards import Line
from koikoi_client.screen.styles import seat_style
from koikoi_client.text import printable, text

from .actions import log_tail
from .cells import fill, fill_line, wrap
from .room import Room
from .view import View
from .yaku_progress import of_party, progress_cell

_PROGRESS = 46  # columns, at most: a number stands near its yaku
_FEW = 3  # sides that have room for "4/10!"
_NAME = 13  # columns for the name of a yaku, before there are points
_POINTS, _OF = 5, 4  # columns


def party_name(view: View, party: table_pb2.Party, columns: int) -> str:
    """Those who count together, in at most so many columns: "you", "Blue", "1+3", or a number.

    My team is "you+3", or "you" where that has no room.
    """
    seats = list(party.seats)
    name = "+".join(map(str, seats))
    if view.me in seats:
        name = "+".join([text("you"), *(str(seat) for seat in seats if seat != view.me)])
        return name if get_cwidth(name) <= columns else text("you")
    if len(seats) == 1:
        name = view.seat_name(seats[0])
    return name if get_cwidth(name) <= columns else str(seats[0])


def progress_table(view: View, columns: int) -> list[Line]:
    """A heading and a row for each yaku: its name, its points, and how far each side is.

    Of many sides the cards that make it stand in a column of their own.
    """
    columns = min(columns, _PROGRESS)
    parties = view.parties
    many = len(parties) > _FEW
    wide = 6 if not many else 4 if _NAME + _OF + 4 * len(parties) <= columns else 3
    room = columns - wide * len(parties) - (_OF if many else 0)
    points = _POINTS if room - _POINTS >= _NAME else 0
    room -= points
    head: Line = [("class:heading", fill(text("Yaku"), room))]
    head += [("class:heading", f"{text('pts'):>{points}}")] if points else []
    head += [("", f"{text('of'):>{_OF - 1}} ")] if many else []
    for party in parties:
        name = party_name(view, party, wide if many else wide - 1)
        head += [("", " " * (wide - get_cwidth(name))), (seat_style(party.seats[0]), name)]
    lines = [head]
    progress = [of_party(view, party) for party in parties]
    for row in view.game.yaku:
        if not row.need:
            continue  # a dealt hand: it is not captured
        first, *rest = wrap(row.name, room, indent=1)
        line: Line = [("", fill(first, room))]
        line += [("", f"{_points(row):>{points}}")] if points else []
        line += [("", f"{row.need:>{_OF - 1}} ")] if many else []
        for each in progress:
            line += progress_cell(row, each.get(row.id), wide, need=not many)
        lines += [line, *([("", each)] for each in rest)]
    return lines


def _points(row: catalog_pb2.Yaku) -> str:
    """What a yaku is worth in a column: "5", with more for further cards "1+"."""
    return f"{row.points}{'+' if row.points_per_extra else ' '}"


def reminders(view: View, columns: int) -> list[Line]:
    """What is easily forgotten: who called koi-koi, who is a card away from what."""
    said = [*view.said.reminders, *filter(None, view.said.near)]
    return [
        [("", f" {line}")]
        for words in said
        for line in wrap(printable(words), columns - 1, indent=2)
    ]


def side_panel(view: View, room: Room) -> list[Line]:
    """The panel: yaku progress above, the newest lines of the log below, whole entries only."""
    columns = room.columns
    lines = [*progress_table(view, columns), []] if view.playing else []
    if told := reminders(view, columns + 1):
        lines += [*([(style, words[1:]) for style, words in line] for line in told), []]
    lines.append([("class:heading", fill(text("Log"), columns))])
    lines += log_tail(view, room.less(rows=len(lines)), margin=0)
    return [fill_line(line, columns) for line in lines[: room.rows]]
