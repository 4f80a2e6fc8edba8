"""All 48 cards, a month at a time, and where each is."""

from __future__ import annotations

from ..faces import Line, Theme, mark, picture, short, style
from ..texts import text
from .cells import beside, fill, fill_line, indented
from .chart import places
from .field import FACE
from .frame import Page, framed
from .inks import BOLD, HEADING
from .sides import legend
from .view import View

_MONTHS = 12
_HEAD = 13  # columns for a month and its plant
_ROOMY = 20  # columns of a card from which it has room for what it counts


def all_cards(view: View, columns: int, rows: int, theme: Theme, *, scroll: int = 0) -> Page:
    """All cards: as pictures where the window has room for twelve months, else in words."""
    where = places(view) if view.playing else {}
    if theme.pictures and columns >= _MONTHS * (FACE + 1):
        head, body = [], _pictures(view, where, columns, theme)
    else:
        head, body = [_heading(columns)], _words(view, where, columns, theme)
    return framed(
        text("The 48 cards, and where those lie that you may see"),
        body,
        columns,
        rows,
        theme,
        head=head,
        foot=[legend(theme)],
        hints=[("Esc", text("back")), ("Y", text("yaku"))],
        scroll=scroll,
    )


def _pictures(view: View, where: dict[int, str], columns: int, theme: Theme) -> list[Line]:
    lines: list[Line] = []
    for place in range(4):
        blocks = []
        for month in range(_MONTHS):
            card = view.card(month * 4 + place + 1)
            below = fill(where.get(card.card, ""), FACE)
            shown = picture(card, theme, marks=True, worth=view.printed_worth(card.card))
            blocks.append([*shown, [(BOLD, below)]])
        lines += beside(blocks)
    return indented(lines, (columns - _MONTHS * (FACE + 1) + 1) // 2)


def _place(place: str) -> str:
    return text("fld.") if place == text("field") else place


def _heading(columns: int) -> Line:
    return [
        (HEADING, fill(f" {text('Month')}", _HEAD)),
        (HEADING, fill(text("hand: yours; fld.: on the field; a name: who captured it"), columns)),
    ]


def _words(view: View, where: dict[int, str], columns: int, theme: Theme) -> list[Line]:
    room = (columns - _HEAD) // 4
    lines: list[Line] = []
    for month in range(1, _MONTHS + 1):
        cards = [view.card((month - 1) * 4 + place) for place in range(1, 5)]
        line: Line = [
            (f"{style.month(cards[0], theme)} bold", fill(f"{month:>2} {cards[0].plant}", _HEAD)),
        ]
        for card in cards:
            worth = view.printed_worth(card.card)
            worth_words = "" if worth is None or room < _ROOMY else f"{worth:>3}"
            line += [
                (
                    style.kind(card, theme),
                    f"{mark(card.kind, theme)} {fill(short(card.object), 9)}{worth_words}",
                ),
                (BOLD, fill(f" {_place(where.get(card.card, ''))}", room - 11 - len(worth_words))),
            ]
        lines += [fill_line(line, columns)]
    return lines
