"""Draw the result of a round or of the match: the winner, the score, all rounds so far."""

from __future__ import annotations

from koikoi.v1 import table_pb2
from koikoi_client.actions.keys import name_of
from koikoi_client.actions.table import TableAction, command
from koikoi_client.cards import Line
from koikoi_client.screen.styles import seat_style
from koikoi_client.screen.targets import key_cap, target
from koikoi_client.text import printable, text
from koikoi_client.text.wrapping import wrap

from .actions import lost_lines, notice_lines
from .board_hints import result_hints
from .cells import fill, pad, wrap_line
from .last_turns import previous_turn
from .name_tags import TEAM_WIDTH, in_teams, seat_label, seat_label_width
from .page import Page, scrolling_page
from .room import Room
from .score_breakdown import captured_by_seat, costly_yaku, score_breakdown, scored_cards
from .view import View

_TOTAL = 8  # columns
_BLOCK = 12  # maximum number of rounds in one table; the others are in a table below


def result(
    view: View,
    room: Room,
    *,
    closes_in: int | None = None,
    scroll: int = 0,
) -> Page:
    """The result of the round that has just ended, or of the match if it is over.

    Args:
        closes_in: the seconds until this screen closes by itself; None: it stays open.
    """
    over = view.match.phase == table_pb2.PHASE_MATCH_OVER
    name = view.names.round_name
    title = (
        text("The match is over")
        if over
        else text(
            "{name} {n} of {all}: the result", name=name, n=view.match.round, all=view.match.rounds
        )
    )
    wide = min(room.columns, 100)
    head: list[Line] = [[]]
    if over:
        head += [*_wrapped(view.said.match_headline, wide, "bold"), []]
    if view.match.HasField("result"):
        said = " ".join([view.said.headline, *view.said.lost])
        head += [*_wrapped(said, wide, "" if over else "bold"), []]
        head += score_breakdown(view, wide)
    body = [*totals(view, wide), [], *costly_yaku(view, wide), *previous_turn(view, wide)]
    if view.connection:
        title += f"   {view.connection}"
    foot = notice_lines(view.notice, wide)
    if view.lost:
        foot += lost_lines(view, room.columns)
    elif over:
        foot += _rematch_row(view, room.columns)
    else:
        foot += _continue_row(view, room.columns, closes_in)
    hints = result_hints(view)
    free = room.less(rows=3 + len(head) + len(body) + len(foot))
    body = [*head, *scored_cards(view, free._replace(columns=wide)), *body]
    body += captured_by_seat(view, room.less(rows=4 + len(body) + len(foot)))
    return scrolling_page(title, body, room, foot=[*foot, []], hints=hints, scroll=scroll)


def totals(view: View, columns: int) -> list[Line]:
    """The scores of all rounds and the totals, with a row for each seat."""
    sides = list(view.match.sides)
    rounds = max((len(side.round_scores) for side in sides), default=0)
    if not rounds:
        return []
    name = view.names.round_name
    name_width = seat_label_width(view) + 1
    numbers = [str(each) for side in sides for each in (*side.round_scores, side.score)]
    wide = max(3, *map(len, numbers)) + 1
    team = TEAM_WIDTH if in_teams(view) else 0
    block = max(1, min(_BLOCK, (columns - name_width - team - _TOTAL) // wide))
    lines: list[Line] = []
    for start in range(0, rounds, block):
        shown = range(start, min(rounds, start + block))
        last = shown[-1] == rounds - 1
        heading = "".join(pad(str(number + 1), wide, right=True) for number in shown)
        total = pad(text("Total"), _TOTAL, right=True) if last else ""
        teams = pad(text("Team"), team, right=True) if team else ""
        lines.append(
            [("", " "), ("class:heading", f"{fill(name, name_width - 1)}{teams}{heading}{total}")]
        )
        for side in sides:
            scores = "".join(
                pad(str(score), wide, right=True)
                for score in side.round_scores[shown.start : shown.stop]
            )
            tag = fill(seat_label(view, side.seat), name_width - 1)
            end: Line = [("bold", pad(str(side.score), _TOTAL, right=True))] if last else []
            if team:
                scores = pad(str(view.seat(side.seat).team), team, right=True) + scores
            lines.append([("", " "), (seat_style(side.seat), tag), ("", scores), *end])
    return lines


def _continue_row(view: View, columns: int, closes_in: int | None) -> list[Line]:
    """What Enter does, who the table is waiting for, and for how long."""
    go_on = " " + text("{name} {n}", name=view.names.round_name, n=view.match.round + 1)
    by_itself = "   " + text("goes on by itself in {n} s", n=closes_in)
    if view.seat_view is None and not view.shared:  # spectators do not confirm
        go_on = " " + text("back to the table")
        by_itself = "   " + text("closes by itself in {n} s", n=closes_in)
    enter = command(TableAction.CONFIRM).keys
    line: Line = [*key_cap(enter), (target(name_of(enter), "bold"), go_on)]
    asked = view.match.waiting_for
    others = not view.shared and any(seat != view.me for seat in asked)
    end = by_itself if closes_in is not None else ""
    if others and not end and view.match.HasField("deadline"):
        left = view.seconds_to(view.match.deadline)
        end = "   " + text("the table goes on in {n} s", n=left)
        if not left:
            others, end = False, "   " + text("the table has gone on")
    if others and view.me not in asked:
        line.append(("", f"   {printable(view.said.waiting)}"))
    return _indented([*line, ("", end)], columns)


REMATCH = (table_pb2.SEAT_OPTION_KIND_REMATCH, table_pb2.SEAT_OPTION_KIND_NO_REMATCH)


def _rematch_row(view: View, columns: int) -> list[Line]:
    """What the rematch key does, and who wants a rematch."""
    labels = [each.label for each in view.seat_options if each.kind in REMATCH]
    if view.shared:
        labels = [text("Play again")]
    line: Line = []
    for words in labels:
        key = command(TableAction.REMATCH).keys
        line += [*key_cap(key), (target(name_of(key), "bold"), f" {printable(words)}"), ("", "   ")]
    return _indented([*line, ("", printable(view.said.waiting))], columns)


def _indented(line: Line, columns: int) -> list[Line]:
    return [[("", " "), *each] for each in wrap_line(line, columns - 1)]


def _wrapped(words: str, columns: int, style: str) -> list[Line]:
    return [[("", " "), (style, line)] for line in wrap(printable(words), columns - 2)]
