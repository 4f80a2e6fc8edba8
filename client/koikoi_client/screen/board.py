"""Draw the table: a pure function of the last update and the size of the window.

From top to bottom: the top row, the other seats, the field, the near side, the hand, the actions,
the last turns, and the bottom row.
"""

from __future__ import annotations

from collections.abc import Sequence

from koikoi.v1 import table_pb2
from koikoi_client.actions.table import option_command
from koikoi_client.cards import Line
from koikoi_client.text import printable, text

from .actions import actions, log_tail, option_note
from .board_hints import board_hints
from .board_layout import BoardLayout
from .bottom_row import bottom_row
from .cells import fill_line, fit_lines, indented, side_by_side
from .field import discards_hidden, pile_number_hidden
from .fitted_line import text_part
from .last_turns import last_turns, my_turn, previous_turn
from .name_tags import name_tag
from .room import Room
from .side_panel import reminders, side_panel
from .too_small import please_enlarge, too_small
from .top_bar import BAR, TITLE, game_and_round, pile_size, top_bar
from .view import View, clock

PANEL_FROM = 120  # columns
_BOARD = 80  # columns of the table beside the panel
_WIDEST = 160  # columns; in wider windows the table is centred
_WATCHED = 6  # rows for the log, where a spectator has no hand


def board(view: View, room: Room) -> list[Line]:
    """The screen of a table."""
    if too_small(room):
        return please_enlarge(room, before=_most_important(view))
    columns = used = left = room.columns
    rows = room.rows - 2
    if columns < PANEL_FROM:
        table, pile = _table(view, Room(left, rows), log=True)
    else:
        used = min(columns, _WIDEST)
        left = max(_BOARD, used * 5 // 8)
        table, pile = _table(view, Room(left, rows), log=False)
        aside = side_panel(view, Room(used - left - 3, rows))
        table = side_by_side([table, aside], gap=2)
    margin = (columns - used) // 2
    top: Line = [
        (BAR, " " * margin),
        *bar(view, used, pile=pile, discards=discards_hidden(view, left)),
    ]
    keys = bottom_row(board_hints(view), used)
    lines = indented([*fit_lines(table, Room(used, rows)), keys], margin)
    return [fill_line(top, columns, BAR), *fit_lines(lines, room.less(rows=1))]


def _most_important(view: View) -> str:
    """The sentence for a window that is too small for the table."""
    return view.lost or (printable(view.said.waiting) if view.to_play else "")


def bar(view: View, columns: int, *, pile: bool = False, discards: bool = False) -> Line:
    """The top row: game and round at the left; turn, deadline and connection at the right.

    Args:
        pile, discards: whether their number is shown here, because it is not beside the field.
    """
    match = view.match
    left = game_and_round(view)
    if view.exposed:
        left.append(text_part(text("not encrypted"), weight=9, style=TITLE))
    if pile:
        left.append(pile_size(view))
    if discards and (dropped := len(view.worthless)):
        left.append(text_part(text("Discards {number}", number=dropped), weight=7, style=BAR))
    if not view.table.usual_rules:
        left.append(text_part(text("house rules"), "", weight=1, style=BAR))
    if view.spectators:
        left.append(text_part(text("{n} watching", n=view.spectators), "", weight=2, style=BAR))
    right = [text_part(text("spectator"), "", weight=6, style=BAR)] if not view.seat_view else []
    if view.offered(table_pb2.OPTION_KIND_HIKI) and view.connected:
        key, label, *_ = option_command(table_pb2.OPTION_KIND_HIKI).hint
        right.append(text_part(f" {key} {label} ", weight=8, style="class:badge"))
    mine = view.awaited and view.connected
    words = printable(view.said.waiting_brief) if view.connected else ""
    words = f" {words} " if mine else words
    right.append(text_part(words, weight=8, style="class:badge" if mine else TITLE))
    if match.HasField("deadline") and view.connected:
        right.append(text_part(clock(view.seconds_to(match.deadline)), weight=8, style=TITLE))
    alarm = BAR if view.connected else "class:alarm"
    right.append(text_part(f"{view.connection} ", weight=7, style=alarm))
    return top_bar(left, right, columns)


def _table(view: View, room: Room, *, log: bool) -> tuple[list[Line], bool]:
    """The lines between top and bottom row; whether the top row must show the draw pile's size."""
    if not view.playing:
        return _gathering(view, room), False
    columns, rows = room
    foot, before = actions(view, columns), previous_turn(view, columns)
    deciding = bool(view.offered(table_pb2.OPTION_KIND_KOIKOI))
    # A notice and the decision on koi-koi are more important than the last turn.
    needed = len(foot) + (0 if view.notice or view.lost or deciding else len(before))
    if log and not view.seat_view:
        needed += _WATCHED
    layout = BoardLayout(view, room, foot=needed)
    if deciding and (made := my_turn(view, columns)):
        forms = len(made.full), len(made.brief)
        layout = _layout_for_decision(view, room, layout, len(foot), len(before), forms)
    lines = layout.lines()
    spare = rows - len(lines) - len(foot)
    note = option_note(view, columns)
    note = note if len(note) < spare else []  # one row is left for the last turns
    foot = [*foot, *note, *last_turns(view, Room(columns, spare - len(note)))]
    spare = rows - len(lines) - len(foot)
    facts = reminders(view, columns)
    if log and 0 < len(facts) < spare - (0 if view.seat_view else _WATCHED):
        foot, spare = [*foot, *facts], spare - len(facts)
    if log and spare > 4:
        foot = [*foot, [], *log_tail(view, Room(columns, spare - 2))]
    if spare and any(words.strip() for _, words in lines[-1]):  # else there is a blank row already
        lines.append([])
    return fit_lines([*lines, *foot], room), pile_number_hidden(
        view, columns, captions=layout.captions
    )


def _layout_for_decision(
    view: View,
    room: Room,
    layout: BoardLayout,
    foot: int,
    before: int,
    made: Sequence[int],
) -> BoardLayout:
    """A layout for the decision on koi-koi that also shows the turn that made the yaku, if it fits.

    Args:
        layout: the layout that ignores this turn.
        foot, before: the rows of the actions, and of the turn before.
        made: the rows of this turn in its full and in its brief form.
    """
    if not layout.gaps and room.rows - len(layout.lines()) - foot >= min(made):
        return layout  # keep the field where it is
    for more in (made[0] + before + 1, made[0] + 1, *made):
        roomier = BoardLayout(view, room, foot=foot + more)
        if roomier.shows_as_much_as(layout):
            return roomier
    return layout


def _gathering(view: View, room: Room) -> list[Line]:
    """A table whose match has not begun: its seats, the actions and the log."""
    lines: list[Line] = [[]]
    for seat in view.table.seats:
        lines += [name_tag(view, seat.number, room.columns), []]
    lines += [*actions(view, room.columns), []]
    return fit_lines([*lines, *log_tail(view, room.less(rows=len(lines)))], room)
