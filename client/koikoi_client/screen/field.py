"""Draw the cards on the field, and the draw pile and discards beside them."""

from __future__ import annotations

from enum import Enum

from koikoi_client.cards import (
    COLUMNS,
    PICTURE_ROWS,
    TILE_ROWS,
    Highlight,
    Line,
    back,
    header_line,
    header_text,
    mark,
    picture,
    plant_name,
    shortened,
    tile,
)
from koikoi_client.screen.targets import card_target
from koikoi_client.text import text

from .cells import fill, fill_line, indented, side_by_side
from .view import View


class CardSize(Enum):
    """The size of a card, from large to small."""

    PICTURE = "picture"  #: 6 rows
    TILE = "tile"  #: 3 rows
    SLIP = "slip"  #: 2 rows, where tiles do not fit

    @property
    def rows(self) -> int:
        return {"picture": PICTURE_ROWS, "tile": TILE_ROWS, "slip": 2}[self.value]


def card_margin(columns: int) -> int:
    """The blank columns before a row of cards."""
    return 1 if columns % (COLUMNS + 1) != COLUMNS else 0


def cards_across(columns: int) -> int:
    """The number of cards that fit side by side, with a blank between them."""
    return max(1, (columns + 1) // (COLUMNS + 1))


def draw_card(
    view: View, card: int, size: CardSize, highlight: Highlight = "", pointer: str = ""
) -> list[Line]:
    """A card in this size; *pointer* is a sign at the end of its header."""
    highlight = highlight or ("moved" if card in view.news else "")
    known, worth = view.card(card), view.printed_worth(card)
    draw = picture if size is CardSize.PICTURE else tile
    lines = draw(known, marks=view.marks, highlight=highlight, worth=worth, pointer=pointer)
    if size is not CardSize.SLIP:
        return lines
    number = f"{known.month}{mark(known.kind)}" if view.marks else ""
    plant = (
        plant_name(known.plant, COLUMNS - len(number))
        if number
        else f" {shortened(known.plant)}"[-COLUMNS:]
    )
    return [
        header_line(known, header_text(number, plant, pointer), highlight, len(number)),
        lines[2],
    ]


def highlighted(view: View) -> tuple[set[int], set[int]]:
    """The field cards that the chosen option takes, and those that its card could take instead."""
    choice = view.choice
    if choice is None:
        return set(), set()
    taken = set(choice.taken)
    others: set[int] = set()
    for option in view.buttons:
        if option.kind == choice.kind and option.card == choice.card:
            others |= set(option.taken)
    return taken, others - taken


_FIRST_HALF = 6
"""The last month in the upper row."""


def field_grid(view: View, columns: int) -> list[list[int]]:
    """The cards on the field in rows: by month, months 1-6 above months 7-12.

    Matching cards are thus side by side, and no card changes rows when another is taken or laid.
    If one half is wider than the window, the cards are spread evenly over the rows instead.
    """
    cards = sorted(view.match.field)
    most = max(1, cards_across(columns) - pile_columns(view, columns))
    upper = [card for card in cards if view.card(card).month <= _FIRST_HALF]
    lower = cards[len(upper) :]
    if max(len(upper), len(lower)) <= most:
        return [upper, lower]
    across = max(1, min(-(-len(cards) // 2), most))
    return [cards[start : start + across] for start in range(0, len(cards), across)]


def pile_columns(view: View, columns: int) -> int:
    """The width of the draw pile in cards: 1, or 0 if the field needs its space."""
    fit = cards_across(columns)
    return 1 if -(-len(view.match.field) // 2) < fit or len(view.match.field) > 2 * fit else 0


def field_rows(view: View, columns: int) -> int:
    """The number of rows of cards; at least two, so that the table does not jump."""
    return max(2, len(field_grid(view, columns)))


def field(
    view: View, columns: int, size: CardSize, *, captions: bool, spaced: bool = False
) -> list[Line]:
    """The field in rows of cards, with the draw pile at its left.

    Args:
        captions: whether to label the card that is taken, in a row below each row of cards.
        spaced: whether to leave blank rows between the rows of cards.
    """
    taken, others = highlighted(view)
    lines: list[Line] = []
    for number, cards in enumerate(field_grid(view, columns)):
        blocks = []
        if pile_columns(view, columns):
            blocks.append(_left_of_row(view, number, size, captions))
        for card in cards:
            highlight: Highlight = "chosen" if card in taken else "match" if card in others else ""
            pointer = _pointer(taken=card in taken) if highlight and not captions else ""
            block = draw_card(view, card, size, highlight, pointer)
            if captions:
                block = [*block, [_caption(card, taken, others)]]
            blocks.append(card_target(block, card) if highlight else block)
        blocks = blocks or [_gap(size, captions)]
        lines += [fill_line([], columns)] if spaced and number else []
        lines += [
            fill_line(line, columns)
            for line in indented(side_by_side(blocks), card_margin(columns))
        ]
    return lines


def _caption(card: int, taken: set[int], others: set[int]) -> tuple[str, str]:
    if card in taken:
        return "class:chosen", fill(f" {_pointer(taken=True)} {text('take')}", COLUMNS)
    if card in others:
        return "class:match", fill(f" {text('or: Tab')}", COLUMNS)
    return "", " " * COLUMNS


def _pointer(*, taken: bool) -> str:
    """The sign in the header of a card that is taken, or that could be taken instead."""
    return "▲" if taken else "△"


def _left_of_row(view: View, row: int, size: CardSize, captions: bool) -> list[Line]:
    """The block at the left of a row of the field: the draw pile, or the discards below it."""
    if not row:
        return _pile(view, size, captions)
    dropped = view.worthless
    if row > 1 or not dropped:
        return _gap(size, captions)
    # A block like the pile above it, so that it does not look like a heading of the row.
    label = text("Discards") if size is not CardSize.SLIP else text("Disc.")
    block = back(size.rows, len(dropped), label)
    block = [[("class:card.discards", words)] for [(_, words)] in block]
    return [*block, *_gap(size, captions)[size.rows :]]


def _pile(view: View, size: CardSize, captions: bool) -> list[Line]:
    """The draw pile with its number of cards, or the drawn card while it is being placed."""
    match = view.match
    if not match.round:  # nothing is dealt yet
        return _gap(size, captions)
    if match.open_card:
        block = draw_card(view, match.open_card, size, "moved")
        below = text("pile {number}", number=match.draw_pile)
    else:
        block = back(size.rows, match.draw_pile, text("Pile"))
        below = ""
    if captions:
        block = [*block, [("bold", fill(below, COLUMNS))]]
    return block


def _gap(size: CardSize, captions: bool) -> list[Line]:
    return [[("", " " * COLUMNS)] for _ in range(size.rows + captions)]


def discards_hidden(view: View, columns: int) -> bool:
    """Whether the discards are not drawn, so that their number must be shown elsewhere."""
    return not pile_columns(view, columns)


def pile_number_hidden(view: View, columns: int, *, captions: bool) -> bool:
    """Whether the number of the draw pile is not drawn and must be shown elsewhere."""
    return not pile_columns(view, columns) or (bool(view.match.open_card) and not captions)
