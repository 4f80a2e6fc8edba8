"""Draw the yaku chart: the points of each yaku under the table's rules, and where its cards are."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2, table_pb2
from koikoi_client.actions.command import hints_of
from koikoi_client.actions.pages import PAGE, PageAction
from koikoi_client.actions.table import TableAction, command
from koikoi_client.cards import Line, chip, object_label
from koikoi_client.screen.styles import seat_style
from koikoi_client.text import printable, text
from koikoi_client.text.wrapping import wrap

from .cells import fill, fill_line, width
from .legend import abbreviations, sign_legend
from .page import Page, scrolling_page
from .room import Room
from .side_panel import party_name
from .view import View
from .yaku_progress import of_party, progress_cell, progress_legend

_MANY = 10  # a yaku of more cards has no list of them
_PERSON = 10  # maximum columns of a player's name after a card


def card_places(view: View, columns: int = 0) -> dict[int, str]:
    """The place of each visible card: "you", a seat's name, "field", "hand".

    A seat is shown by its player's name if that fits in *columns* columns.
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


def yaku_chart(view: View, room: Room, *, scroll: int = 0) -> Page:
    """Every yaku with its points, the progress of each side, and the places of its cards."""
    columns = min(room.columns, 120) - 1
    parties = view.parties
    cell = 7 if len(parties) <= 4 else 6
    wide = columns - cell * len(parties)  # for the name
    head: Line = [("class:heading", fill(f" {text('Yaku')}", wide))]
    for party in parties:
        name = fill(party_name(view, party, cell - 1), cell, right=True)
        blanks = len(name) - len(name.lstrip())
        head += [("", " " * blanks), (seat_style(party.seats[0]), name.strip())]
    where = card_places(view, _PERSON)
    sides = [of_party(view, party) for party in parties]
    body: list[Line] = []
    for row in view.game.yaku:
        body += _heading(row, sides, wide, cell)
        if row.any_of or not row.all_of:  # else the list of its cards explains it
            body += [[("", f"   {each}")] for each in wrap(row.explanation, columns - 4)]
        members = sorted([*row.all_of, *row.any_of])
        if members and len(members) <= _MANY:
            body += _cards(view, members, where, columns)
    if parties:
        body += [[], *abbreviations(columns, view.game)]
    return scrolling_page(
        text("Yaku of this table"),
        body,
        room,
        head=[fill_line(head, room.columns)],
        foot=[
            sign_legend(),
            *([progress_legend(), _ribbons(view)] if parties else []),
        ],
        hints=[*hints_of(PAGE, PageAction.BACK), command(TableAction.CARDS).hint],
        scroll=scroll,
    )


def _ribbons(view: View) -> Line:
    """The legend of the short forms of ribbons."""
    line: Line = [("", " "), ("bold", f"{text('Ribbons')} ")]
    ribbons = [card for card in view.catalog.cards if card.kind == catalog_pb2.CARD_KIND_RIBBON]
    for card in {card.object: card for card in reversed(ribbons)}.values():
        line += [("", " "), *chip(card, named=False)]
        line.append(("", f" {object_label(card.object)}"))
    return line


def _heading(
    row: catalog_pb2.Yaku,
    sides: list[dict[str, table_pb2.Progress]],
    columns: int,
    cell: int,
) -> list[Line]:
    """The heading of a yaku: its name, its points, and the progress of each side."""
    first, *rest = wrap(f"{row.name}: {row.worth}", columns - 2, indent=2)
    line: Line = [("bold", fill(f" {first}", columns))]
    for side in sides if row.need else ():  # a yaku of the dealt hand is not captured
        line += progress_cell(row, side.get(row.id), cell, need=True)
    return [line, *([("bold", f" {each}")] for each in rest)]


def _cards(view: View, cards: list[int], where: dict[int, str], columns: int) -> list[Line]:
    """Chips of cards with their places, wrapped."""
    lines: list[Line] = [[("", "   ")]]
    for card in cards:
        piece = list(chip(view.card(card)))
        place = where.get(card, "")
        if place:
            piece.append(("", f" ({place})"))
        if width(lines[-1]) + 2 + width(piece) > columns and width(lines[-1]) > 3:
            lines.append([("", "   ")])
        lines[-1] += [*([("", "  ")] if width(lines[-1]) > 3 else []), *piece]
    return lines
