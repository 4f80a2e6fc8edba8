"""Draw the side panel of wide windows: the progress of yaku, reminders, and the log."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2, table_pb2
from koikoi_client.cards import Line
from koikoi_client.screen.styles import seat_style
from koikoi_client.text import printable, text
from koikoi_client.text.wrapping import wrap

from .actions import log_tail
from .cells import fill, fill_line
from .room import Room
from .view import View
from .yaku_progress import of_party, progress_cell

_PROGRESS = 46  # maximum columns, so that numbers are near their yaku
_FEW = 3  # maximum number of sides for which "4/10!" fits
_NAME = 13  # minimum columns of a yaku's name beside its points
_POINTS, _OF = 5, 4  # columns


def party_name(view: View, party: table_pb2.Party, columns: int) -> str:
    """The name of a party in at most *columns* columns: "you", "Blue", "1+3", or a number.

    This player's team is "you+3", or "you" if that does not fit.
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
    """A table with a row for each yaku: its name, its points, and the progress of each side.

    With more than three sides, the number of cards that a yaku needs has a separate column.
    """
    columns = min(columns, _PROGRESS)
    parties = view.parties
    many = len(parties) > _FEW
    cell_width = 6 if not many else 4 if _NAME + _OF + 4 * len(parties) <= columns else 3
    name_width = columns - cell_width * len(parties) - (_OF if many else 0)
    points = _POINTS if name_width - _POINTS >= _NAME else 0
    name_width -= points
    head: Line = [("class:heading", fill(text("Yaku"), name_width))]
    head += [("class:heading", fill(text("pts"), points, right=True))] if points else []
    head += [("", fill(text("of"), _OF - 1, right=True) + " ")] if many else []
    for party in parties:
        name = party_name(view, party, cell_width if many else cell_width - 1)
        head += [("", " " * (cell_width - get_cwidth(name))), (seat_style(party.seats[0]), name)]
    lines = [head]
    progress = [of_party(view, party) for party in parties]
    for row in view.game.yaku:
        if not row.need:
            continue  # a yaku of the dealt hand is not captured
        first, *rest = wrap(row.name, name_width, indent=1)
        line: Line = [("", fill(first, name_width))]
        line += [("", f"{_points(row):>{points}}")] if points else []
        line += [("", f"{row.need:>{_OF - 1}} ")] if many else []
        for each in progress:
            line += progress_cell(row, each.get(row.id), cell_width, need=not many)
        lines += [line, *([("", each)] for each in rest)]
    return lines


def _points(row: catalog_pb2.Yaku) -> str:
    """The points of a yaku: "5", or "1+" if further cards add to them."""
    return f"{row.points}{'+' if row.points_per_extra else ' '}"


def reminders(view: View, columns: int) -> list[Line]:
    """Reminders: who called koi-koi, and who needs one card for which yaku."""
    said = [*view.said.reminders, *filter(None, view.said.near)]
    return [
        [("", f" {line}")]
        for words in said
        for line in wrap(printable(words), columns - 1, indent=2)
    ]


def side_panel(view: View, room: Room) -> list[Line]:
    """The panel: progress of yaku, reminders, and the newest whole entries of the log."""
    columns = room.columns
    lines = [*progress_table(view, columns), []] if view.playing else []
    if reminded := reminders(view, columns + 1):
        lines += [*([(style, words[1:]) for style, words in line] for line in reminded), []]
    lines.append([("class:heading", fill(text("Log"), columns))])
    lines += log_tail(view, room.less(rows=len(lines)), margin=0)
    return [fill_line(line, columns) for line in lines[: room.rows]]
