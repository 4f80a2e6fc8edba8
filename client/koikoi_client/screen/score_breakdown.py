"""Draw how a round was scored: the rows that add up to the score, and their cards."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi_client.cards import Line
from koikoi_client.screen.styles import seat_style
from koikoi_client.text import printable, text
from koikoi_client.text.wrapping import wrap

from .captured import Chips
from .cells import fill, indented, pad, side_by_side
from .field import CardSize, card_margin, cards_across, draw_card
from .name_tags import seat_label, seat_label_width
from .room import Room
from .view import View

_NARROW = 30  # minimum columns of a row, so that the numbers are aligned
_BROKEN = 60  # maximum columns of a row whose cards need several lines


def score_breakdown(view: View, columns: int) -> list[Line]:
    """The rows of the result and the winner's score, followed by a blank line."""
    ended = view.match.result
    if counted := _seats_counted(view, columns):
        return [*counted, []]
    rows: list[tuple[str, str, str]] = []
    paid = False
    for item, said in zip(ended.lines, view.said.result_lines, strict=False):
        if not said.number:  # not part of the winner's score
            rows.append((printable(said.full), "", ""))
            continue
        if rows and not paid and item.seat not in (0, ended.winner):
            rows.append(("", "", ""))
            paid = True
        cards = view.names.cards(item.cards)
        rows.append((printable(said.name), cards, printable(said.number)))
    if rows and 0 < ended.winner <= len(ended.scores):
        rows.append((text("Score"), "", str(ended.scores[ended.winner - 1])))
    return [*_rows(rows, columns), []] if rows else []


def _rows(rows: list[tuple[str, str, str]], columns: int) -> list[Line]:
    """Rows of name, cards and number; the last row is bold."""
    limit = columns - 10
    whole = [f"{name}: {cards}" if cards else name for name, cards, _ in rows]
    wide = [get_cwidth(each) for each in whole]
    edge = max([_NARROW, *(each if each <= limit else min(limit, _BROKEN) for each in wide)]) + 8
    lines: list[Line] = []
    for number, ((name, cards, value), words) in enumerate(zip(rows, whole, strict=True), 1):
        broken = get_cwidth(words) > limit
        first = fill(name if broken else words, edge - get_cwidth(value))
        lines.append([("", " "), ("bold" if number == len(rows) else "", first + value)])
        if broken and cards:
            lines += [[("", f"   {each}")] for each in wrap(cards, min(columns, edge) - 4)]
    return lines


def _seats_counted(view: View, columns: int) -> list[Line]:
    """A table with a row for each seat and a column for each kind of points.

    Empty if rows of the result have factors or cards, or if the window is too narrow.
    """
    ended = view.match.result
    if len({row.seat for row in ended.lines}) < 2:
        return []
    if any(row.times or row.cards or not row.seat for row in ended.lines):
        return []
    said = zip(ended.lines, view.said.result_lines, strict=False)
    items = {row.item: printable(words.name) for row, words in said}
    names = [*items.values(), text("Score"), text("Total")]
    name_width = seat_label_width(view) + 1
    wide = [max(5, get_cwidth(name)) + 1 for name in names]
    if name_width + sum(wide) > columns - 1:  # the totals are in another table as well
        del names[-1], wide[-1]
    if name_width + sum(wide) > columns - 1:
        return []
    gap = min(2, (columns - 1 - name_width - sum(wide)) // len(wide))
    wide = [cell + gap for cell in wide]
    head = "".join(fill(name, cell, right=True) for name, cell in zip(names, wide, strict=True))
    lines: list[Line] = [
        [("", " "), ("class:heading", f"{fill(text('Seat'), name_width - 1)}{head}")]
    ]
    for side in view.match.sides:
        own = [row for row in ended.lines if row.seat == side.seat]
        line: Line = [
            ("", " "),
            (seat_style(side.seat), fill(seat_label(view, side.seat), name_width - 1)),
        ]
        for item, cell in zip(items, wide, strict=False):
            points = [row.points for row in own if row.item == item]
            line.append(("", pad(str(sum(points)) if points else "-", cell, right=True)))
        score = ended.scores[side.seat - 1] if side.seat <= len(ended.scores) else ""
        ends = zip((score, side.score), wide[len(items) :], strict=False)
        end = "".join(pad(str(number), cell, right=True) for number, cell in ends)
        lines.append([*line, ("bold", end)])
    return lines


def costly_yaku(view: View, columns: int) -> list[Line]:
    """The yaku that cost the opponents points, by party, followed by a blank line."""
    lines: list[Line] = []
    for party, name in view.names.parties(view.match):
        if held := [each for each in view.side(party.seats[0]).yaku if each.points < 0]:
            words = text("Yaku held by {who}: {yaku}", who=name, yaku=view.names.yaku_list(held))
            lines += [[("", f" {each}")] for each in wrap(words, columns - 2, indent=2)]
    return [*lines, []] if lines else []


def scored_cards(view: View, room: Room) -> list[Line]:
    """The cards that scored, in the largest size that fits, and a blank line; or nothing."""
    cards = list(dict.fromkeys(card for row in view.match.result.lines for card in row.cards))
    if not cards or len(cards) > cards_across(room.columns):
        return []
    sizes = [CardSize.PICTURE] if view.pictures else []
    for size in (*sizes, CardSize.TILE):
        if size.rows + 1 <= room.rows:
            drawing = side_by_side([draw_card(view, card, size) for card in cards])
            return [*indented(drawing, card_margin(room.columns)), []]
    return []


def captured_by_seat(view: View, room: Room) -> list[Line]:
    """The captured cards of each seat, after a blank line; empty if they do not fit."""
    seats = [side.seat for side in view.match.sides]
    rows = 2 if len(seats) == 2 else 1
    if not seats or room.rows < 2 + len(seats):
        return []
    wide = seat_label_width(view) + 1
    chips = Chips(view, room.columns - wide)
    shape = chips.shape(seats, rows)
    lines: list[Line] = [[], [("", " "), ("class:heading", text("Captured"))]]
    for seat in seats:
        for number, line in enumerate(chips.lines(seat, shape)[:rows]):
            tag = (seat_style(seat), fill(seat_label(view, seat), wide - 1))
            lines.append([("", " "), ("", " " * (wide - 1)) if number else tag, *line])
    return lines if len(lines) <= room.rows else []
