"""The screen between the turns of two players at one device. It shows no hand."""

from __future__ import annotations

from koikoi_client.actions.command import hints_of
from koikoi_client.actions.keys import name_of
from koikoi_client.actions.table import COMMANDS, TableAction, command
from koikoi_client.cards import Line
from koikoi_client.screen.styles import seat_style
from koikoi_client.screen.targets import key_cap, target
from koikoi_client.text import text

from .actions import lost_lines, notice_lines
from .bottom_row import bottom_row
from .cells import fit_lines, indented
from .last_turns import previous_turn
from .room import Room
from .too_small import please_enlarge, too_small
from .top_bar import game_and_round, top_bar
from .view import View


def handoff(view: View, seat: int, room: Room) -> list[Line]:
    """Ask to hand the keyboard to *seat*. The view is a spectator's, without a hand.

    Raises:
        ValueError: the view has a hand.
    """
    if view.hand:
        raise ValueError("a hand-off is drawn from a view without a hand")
    name = f"{view.name(seat)} ({view.seat_name(seat)})"
    ask = text("Hand the keyboard to {name}.", name=name)
    before, _, after = ask.partition(name)
    if too_small(room):
        return please_enlarge(room, before=ask)
    columns, rows = room
    left = (columns - 64) // 2
    pad: Line = [("", " " * left)]
    start = " " + text("Start {name}'s turn", name=view.name(seat))
    enter = command(TableAction.CONFIRM).keys
    action: list[Line] = [[("", " "), *key_cap(enter), (target(name_of(enter), "bold"), start)]]
    if view.lost:
        action = lost_lines(view, 64)
    action = [*notice_lines(view.notice, 64), *action]
    hints = hints_of(COMMANDS, TableAction.YAKU, TableAction.LOG, TableAction.CARDS)
    lines: list[Line] = [
        top_bar(game_and_round(view), [], columns),
        *([[]] * max(1, rows // 2 - 7)),
        [*pad, ("bold", f" {before}"), (seat_style(seat), name), ("bold", after)],
        [],
        *([*pad, *line] for line in previous_turn(view, 64)),
        [],
        *indented(action, left),
        [],
        [*pad, ("", " " + text("No hand is shown now, not even if you scroll back."))],
    ]
    return [*fit_lines(lines, room.less(rows=1)), bottom_row(hints, columns)]
