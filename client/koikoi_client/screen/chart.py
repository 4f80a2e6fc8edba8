"""The yaku chart: what each is worth under the table's rules, and where its cards are."""

from __future__ import annotations

from koikoi.v1 import catalog_pb2

from ..faces import Line, Theme, chip
from ..reports import progress
from ..texts import text
from .cells import fill, fill_line, width, wrap
from .frame import Page, framed
from .inks import BOLD, HEADING, seat_ink
from .panel import columns_of, side_name
from .sides import legend
from .view import View

_MANY = 10  # of more cards than these none is named


def places(view: View) -> dict[int, str]:
    """Where each card is that I may see: "you", a seat's name, "field", "hand"."""
    found: dict[int, str] = {}
    for side in view.match.sides:
        name = text("you") if side.seat == view.me else view.seat_name(side.seat)
        found |= dict.fromkeys(side.captured, name)
    found |= dict.fromkeys(view.match.field, text("field"))
    found |= dict.fromkeys(view.hand, text("hand"))
    if view.match.open_card:
        found[view.match.open_card] = text("open")
    return found


def chart(view: View, columns: int, rows: int, theme: Theme, *, scroll: int = 0) -> Page:
    """Every yaku with its points, each side's cards of it, and where its cards are."""
    wide = min(columns, 120) - 1
    sides = columns_of(view) if view.playing else []
    cell = 7 if len(sides) <= 4 else 5
    room = wide - 8 - cell * len(sides)
    head: Line = [(HEADING, fill(f" {text('Yaku')}", room) + f"{text('Points'):>7} ")]
    for side in sides:
        name = fill(side_name(view, side, cell), cell, right=True)
        blanks = len(name) - len(name.lstrip())
        head += [("", " " * blanks), (seat_ink(side[0], theme), name.strip())]
    where = places(view)
    body: list[Line] = []
    for row in view.game.yaku:
        body += _yaku(view, row, sides, room, cell, where, wide, theme)
    return framed(
        text("Yaku of this table"),
        body,
        columns,
        rows,
        theme,
        head=[fill_line(head, columns)],
        foot=[legend(theme)],
        hints=[("Esc", text("back")), ("A", text("cards"))],
        scroll=scroll,
    )


def _yaku(
    view: View,
    row: catalog_pb2.Yaku,
    sides: list[list[int]],
    room: int,
    cell: int,
    where: dict[int, str],
    columns: int,
    theme: Theme,
) -> list[Line]:
    worth = f"{row.points}+" if row.points_per_extra else f"{row.points} "
    line: Line = [(BOLD, fill(f" {row.name}", room)), (BOLD, f"{worth:>7} ")]
    for side in sides:
        have, need = progress(row, view.captured(side))
        shown = f"{have}/{need}" if need else ""  # a dealt hand is not captured
        line.append((BOLD if have >= need else "", f"{shown:>{cell}}"))
    lines = [line]
    if row.any_of or not row.all_of:  # else its cards say it all
        lines += [[("", f"   {each}")] for each in wrap(row.explanation, columns - 4)]
    members = sorted([*row.all_of, *row.any_of])
    if members and len(members) <= _MANY:
        lines += _cards(view, members, where, columns, theme)
    return lines


def _cards(
    view: View, cards: list[int], where: dict[int, str], columns: int, theme: Theme
) -> list[Line]:
    """Chips with the place of each card, wrapped."""
    lines: list[Line] = [[("", "   ")]]
    for card in cards:
        piece = list(chip(view.card(card), theme))
        place = where.get(card, "")
        if place:
            piece.append(("", f" {place}"))
        if width(lines[-1]) + 2 + width(piece) > columns and width(lines[-1]) > 3:
            lines.append([("", "   ")])
        lines[-1] += [*([("", "  ")] if width(lines[-1]) > 3 else []), *piece]
    return lines
