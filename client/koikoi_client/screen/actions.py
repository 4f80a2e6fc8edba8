"""Draw the rows below the hand: what the player may do and with which key, and the log."""

from __future__ import annotations

from koikoi.v1 import table_pb2
from koikoi_client.actions.keys import name_of
from koikoi_client.actions.table import OPTION_KEYS, TableAction, command
from koikoi_client.cards import Line
from koikoi_client.screen.targets import key_cap, with_target
from koikoi_client.text import count, one_of, printable, text
from koikoi_client.text.wrapping import wrap

from .cells import cut_lines, wrap_line
from .room import Room
from .view import View, clock

FILLS_SEAT = (
    table_pb2.SEAT_OPTION_KIND_TAKE_BACK,
    table_pb2.SEAT_OPTION_KIND_FILL_ALL,
    table_pb2.SEAT_OPTION_KIND_SEAT_COMPUTER,
)
"""The seat options of the key B, which give a seat a player."""
_ENTER, _TAB = command(TableAction.CONFIRM).keys, command(TableAction.NEXT_OPTION).keys
_NOTICE = 3  # maximum rows of a notice: the log has the whole text


def actions(view: View, columns: int) -> list[Line]:
    """What the player may do and with which key, or whom the table waits for."""
    lines: list[Line] = []
    if view.notice:
        lines += cut_lines(notice_lines(view.notice, columns), Room(columns, _NOTICE))
    if view.lost:
        return [*lines, *lost_lines(view, columns)]
    if not view.gathering:
        lines += _seat_actions(view, columns)
    if view.parting:
        words = text("Hand over to {name}.", name=view.name(view.parting))
        return [*lines, *_action(_ENTER, words, columns, bold=True)]
    choice, waiting = view.choice, printable(view.said.waiting)
    if waiting and (choice is None or view.match.phase != table_pb2.PHASE_PLAY):
        lines += _sentence([("bold", waiting)], columns)
    if choice is not None:
        lines += _action(_ENTER, printable(choice.label), columns, bold=True)
        lines += _alternatives(view, choice, columns)
    elif not view.awaited:
        lines += _idle_actions(view, columns)
    for option in view.buttons:
        key = OPTION_KEYS.get(option.kind)
        if key and option != choice:
            if option != view.offered(option.kind)[0]:  # the key chooses the first of its kind
                key = _TAB
            lines += _action(key, printable(option.label), columns, bold=not view.awaited)
    return lines


def notice_lines(notice: str, columns: int) -> list[Line]:
    """A notice; none if it is empty."""
    rows = wrap(notice, columns - 3) if notice else []
    return [[("", " "), ("class:notice", f" {row} ")] for row in rows]


def lost_lines(view: View, columns: int) -> list[Line]:
    """That the connection is lost, and what happens next."""
    return _sentence([("class:alarm", f" {view.lost} ")], columns)


def _idle_actions(view: View, columns: int) -> list[Line]:
    """What the player may do while no option is offered, and how other players join."""
    lines: list[Line] = []
    if view.match.phase == table_pb2.PHASE_MATCH_OVER:
        lines += _action(_ENTER, text("See the result."), columns)
    if not view.seat_view and view.playing and view.table.open_to_join:
        free = text("A seat is free: sit down.")
        words = free if view.open_seats else text("Sit down in a computer's seat.")
        lines += _action(command(TableAction.SEATS).keys, words, columns)
    lines += _invitation(view, columns)
    return [*lines, [], *_seat_actions(view, columns)] if view.gathering else lines


def option_note(view: View, columns: int) -> list[Line]:
    """The server's note on the chosen option, such as the yaku it makes; empty if there is none."""
    note = printable(view.choice.note) if view.choice is not None else ""
    return [[("", f" {line}")] for line in wrap(note, columns - 1, indent=2)] if note else []


def log_tail(view: View, room: Room, *, margin: int = 1) -> list[Line]:
    """The newest entries of the log that fit; if not even one fits, a part of the newest."""
    lines: list[Line] = []
    for entry in reversed(view.log):
        words = wrap(entry, room.columns - margin, indent=2)
        wrapped: list[Line] = [[("", " " * margin + line)] for line in words]
        if len(lines) + len(wrapped) > room.rows:
            return lines or cut_lines(wrapped, room)
        lines = wrapped + lines
    return lines


def _alternatives(view: View, choice: table_pb2.Option, columns: int) -> list[Line]:
    """The other cards that the chosen card could take."""
    taken = [
        view.names.cards(option.taken)
        for option in view.buttons
        if option.kind == choice.kind and option.card == choice.card and option != choice
        and option.taken
    ]  # fmt: skip
    if not taken:
        return []
    if len(taken) > 3:
        rest = text("Choose another of the {number} highlighted cards", number=len(taken))
    else:
        rest = text("Take {cards} instead", cards=one_of(taken))
    return _action(_TAB, rest, columns)


def _invitation(view: View, columns: int) -> list[Line]:
    """How other players join while seats are open."""
    if not view.gathering or view.seat_view is None:
        return []
    lines: list[Line] = []
    if view.invitation:
        words = count(
            len(view.invitation),
            "To join, type:",
            "To join, type the first of these lines that works:",
        )
        lines += _sentence([("", words)], columns)
        for line in view.invitation:
            lines += [[("", "   "), ("bold", each)] for each in wrap(line, columns - 4, indent=2)]
    elif code := view.seat_view.join_code:
        words = text("To join, enter the code: {code}", code=code)
        lines += _sentence([("", words)], columns)
    elif not view.invitation_notes:
        lines += _sentence([("", text("Others can find this table in the lobby."))], columns)
    for note in view.invitation_notes:
        lines += _sentence([("", printable(note))], columns)
    return lines


def _seat_actions(view: View, columns: int) -> list[Line]:
    """What the player may do about an open seat, a late player's, or their own if they were away.

    If the table waits for that seat, also when this becomes possible.
    """
    for option in view.seat_options:
        seat, left = view.seat(option.seat), view.seconds_to(option.possible_time)
        label = printable(option.label)
        if option.kind not in FILLS_SEAT:
            continue
        if not left:
            over = view.match.phase == table_pb2.PHASE_MATCH_OVER  # then B leads to the lobby
            action = TableAction.SEATS if over else TableAction.COMPUTER
            return _action(command(action).keys, label, columns)
        if seat.HasField("absent_since") and option.seat in view.match.waiting_for:
            words = text("{what} (possible in {time})", what=label, time=clock(left))
            return _sentence([("", words)], columns)
    return []


def _action(key: str, words: str, columns: int, *, bold: bool = False) -> list[Line]:
    wide = len(key) + 2
    lines: list[Line] = []
    for number, part in enumerate(wrap(words, columns - wide - 2)):
        before: Line = key_cap(key) if not number else [("", " " * wide)]
        line: Line = [*before, ("bold" if bold else "", f" {part}")]
        lines.append([("", " "), *(with_target(line, name_of(key)) if name_of(key) else line)])
    return lines


def _sentence(line: Line, columns: int) -> list[Line]:
    return [[("", " "), *each] for each in wrap_line(line, columns - 1)]
