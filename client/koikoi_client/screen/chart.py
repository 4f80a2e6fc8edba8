"""The yaku chart: what each is worth under the table's rules, and where its cards are."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2

from ..faces import Line, Theme, chip, sort
from ..reports import progress
from ..texts import printable, text
from .cells import fill, fill_line, width, wrap
from .frame import Page, framed
from .inks import BOLD, HEADING, ink, seat_ink
from .panel import columns_of, out_of_reach, points_of, progress_style, side_name
from .sides import legend, short_forms
from .view import View

_MANY = 10  # of more cards than these none is named
_PERSON = 10  # columns of a person's name behind a card


def places(view: View, columns: int = 0) -> dict[int, str]:
    """Where each card is that I may see: "you", a seat's name, "field", "hand".

    A seat's person is named where the name fits in so many *columns*.
    """
    found: dict[int, str] = {}
    for side in view.match.sides:
        name, person = view.seat_name(side.seat), printable(view.seat(side.seat).player_name)
        if person and get_cwidth(person) <= columns:
            name = person
        elif columns and not view.game.seat_names:
            name = text("seat {n}", n=name)
        found |= dict.fromkeys(side.captured, text("you") if side.seat == view.me else name)
    found |= dict.fromkeys(view.match.field, text("field"))
    found |= dict.fromkeys(view.hand, text("hand"))
    if view.match.open_card:
        found[view.match.open_card] = text("open")
    return found


def chart(view: View, columns: int, rows: int, theme: Theme, *, scroll: int = 0) -> Page:
    """Every yaku with its points, each side's cards of it, and where its cards are."""
    wide = min(columns, 120) - 1
    sides = columns_of(view) if view.playing else []
    cell = 7 if len(sides) <= 4 else 6
    room = wide - 8 - cell * len(sides)
    head: Line = [(HEADING, fill(f" {text('Yaku')}", room) + f"{text('Points'):>7} ")]
    for side in sides:
        name = fill(side_name(view, side, cell - 1), cell, right=True)
        blanks = len(name) - len(name.lstrip())
        head += [("", " " * blanks), (seat_ink(side[0], theme), name.strip())]
    where = places(view, _PERSON)
    body: list[Line] = []
    for row in view.game.yaku:
        body += _yaku(view, row, sides, room, cell, where, wide, theme)
    if sides:
        body += [[], *short_forms(wide, view.game)]
    return framed(
        text("Yaku of this table"),
        body,
        columns,
        rows,
        theme,
        head=[fill_line(head, columns)],
        foot=[legend(theme), *([_second_legend(view, theme)] if sides else [])],
        hints=[("Esc", text("back")), ("A", text("cards"))],
        scroll=scroll,
    )


def _second_legend(view: View, theme: Theme) -> Line:
    """What stands out in the columns of the sides, and how ribbons are told in few columns."""
    line: Line = [
        ("", " "), (BOLD, f"{text('Cards')}   "), (ink("badge", theme), "3/3"),
        ("", f" {text('made')}   "), (BOLD, "2/3"), ("", f" {text('one card short')}  "),
    ]  # fmt: skip
    ribbons = [card for card in view.catalog.cards if card.kind == catalog_pb2.CARD_KIND_RIBBON]
    for card in {card.object: card for card in reversed(ribbons)}.values():
        line += [("", " "), *chip(card, theme, named=False)]
        line.append(("", f" {sort(card.object)}"))
    return line


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
    line: Line = [(BOLD, fill(f" {row.name}", room)), (BOLD, f"{points_of(row):>7} ")]
    for side in sides:
        have, need = progress(row, view.captured(side))
        shown = f"{have}/{need}" if need else ""  # a dealt hand is not captured
        if shown and out_of_reach(view, row, side):
            shown = f"({have})"
        style = progress_style(view, row, side, have, need, theme)
        line += [("", " " * (cell - len(shown))), (style, shown)]
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
            piece.append(("", f" ({place})"))
        if width(lines[-1]) + 2 + width(piece) > columns and width(lines[-1]) > 3:
            lines.append([("", "   ")])
        lines[-1] += [*([("", "  ")] if width(lines[-1]) > 3 else []), *piece]
    return lines
