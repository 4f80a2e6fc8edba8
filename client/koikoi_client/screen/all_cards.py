"""Draw all 48 cards by month, with the place of each."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi_client.actions.command import hints_of
from koikoi_client.actions.pages import PAGE, PageAction
from koikoi_client.actions.table import TableAction, command
from koikoi_client.cards import COLUMNS, Line, mark, object_label, picture, styles
from koikoi_client.text import one_of, text

from .cells import fill, indented, side_by_side
from .legend import sign_legend
from .page import Page, scrolling_page
from .room import Room
from .view import View
from .yaku_chart import card_places

_MONTHS = 12
_HEAD = 14  # columns for a month and its plant, with a blank on each side
_PLACE = 5  # columns for the place of a card, such as "field"


def all_cards(view: View, room: Room, *, scroll: int = 0) -> Page:
    """All cards: as pictures if the window is wide enough for twelve months, else in words."""
    columns = room.columns
    where = card_places(view) if view.playing else {}
    if view.pictures and columns >= _MONTHS * (COLUMNS + 1):
        head = [[("", f" {_place_legend(view)}")]] if view.playing else []
        body = _as_pictures(view, where, columns)
    else:
        free = room.less(rows=4)  # title, heading, legend, keys
        head, body = [_heading(view, columns)], _in_words(view, where, free)
    return scrolling_page(
        text("All 48 cards, and where they are if you can see them"),
        body,
        room,
        head=head,
        foot=[sign_legend()],
        hints=[*hints_of(PAGE, PageAction.BACK), command(TableAction.YAKU).hint],
        scroll=scroll,
    )


def _as_pictures(view: View, where: dict[int, str], columns: int) -> list[Line]:
    lines: list[Line] = []
    for place in range(4):
        blocks = []
        for month in range(_MONTHS):
            card = view.card(month * 4 + place + 1)
            below = fill(where.get(card.id, ""), COLUMNS)
            shown = picture(card, marks=True, worth=view.printed_worth(card.id))
            blocks.append([*shown, [("bold", below)]])
        lines += side_by_side(blocks)
    return indented(lines, (columns - _MONTHS * (COLUMNS + 1) + 2) // 2)


def _place_legend(view: View) -> str:
    """The legend of the places of cards."""
    seats = one_of([text("you"), *(view.game.seat_names or [text("a number")])])
    words = text("hand: yours; field: on the field; {seats}: captured", seats=seats)
    return words if view.playing else ""


def _heading(view: View, columns: int) -> Line:
    words = _place_legend(view)
    return [("class:heading", fill(f" {fill(text('Month'), _HEAD - 1)}{words}", columns))]


def _in_words(view: View, where: dict[int, str], room: Room) -> list[Line]:
    """A row for each month, in groups with blank rows between them if there is space."""
    columns, rows = room
    deck = [[view.card(4 * month + place + 1) for place in range(4)] for month in range(_MONTHS)]
    objects = [[object_label(card.object) for card in cards] for cards in deck]
    wide = [max(map(get_cwidth, column)) for column in zip(*objects, strict=True)]
    counted = any(view.printed_worth(card.id) is not None for cards in deck for card in cards)
    worth = 3 if counted and columns >= _HEAD + sum(wide) + 4 * (3 + 3 + _PLACE) else 0
    used = _HEAD + sum(wide) + 4 * (3 + worth + _PLACE)
    gap = max(0, min(4, (columns - used) // 4))
    together = next((each for each in (1, 2, 3, 4, 6) if 12 + 12 // each - 1 <= rows), 12)
    lines: list[Line] = []
    for month, (cards, names) in enumerate(zip(deck, objects, strict=True), 1):
        plant = f" {fill(f'{month:>2} {cards[0].plant}', _HEAD - 2)}"
        line: Line = [("", " "), (styles.month(cards[0]), plant[1:]), ("", " ")]
        for card, name, size in zip(cards, names, wide, strict=True):
            number = view.printed_worth(card.id) if worth else None
            shown = f"{mark(card.kind)} {fill(name, size)}"
            shown += "" if number is None else f"{number:>3}"
            line += [
                (styles.kind(card), shown),
                ("bold", fill(f" {where.get(card.id, '')}", 1 + _PLACE + gap)),
            ]
        lines += [line, *([[]] if month % together == 0 and month < _MONTHS else [])]
    return lines
