"""The field with the draw pile, and the faces that a board is made of."""

from __future__ import annotations

from enum import Enum

from koikoi_client.cards import (
    COLUMNS,
    PICTURE_ROWS,
    TILE_ROWS,
    Light,
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
    """How a card is drawn, from rich to small."""

    PICTURE = "picture"  #: 6 rows
    TILE = "tile"  #: 3 rows
    SLIP = "slip"  #: 2 rows, for tables that are too full for tiles

    @property
    def rows(self) -> int:
        return {"picture": PICTURE_ROWS, "tile": TILE_ROWS, "slip": 2}[self.value]


def card_margin(columns: int) -> int:
    """Blank columns before a row of cards."""
    return 1 if columns % (COLUMNS + 1) != COLUMNS else 0


def cards_across(columns: int) -> int:
    """How many cards stand side by side, a blank between them."""
    return max(1, (columns + 1) // (COLUMNS + 1))


def draw_card(
    view: View, card: int, face: CardSize, light: Light = "", point: str = ""
) -> list[Line]:
    """A card, nine columns wide; its header may end in a *point*."""
    light = light or ("moved" if card in view.news else "")
    known, worth = view.card(card), view.printed_worth(card)
    draw = picture if face is CardSize.PICTURE else tile
    lines = draw(known, marks=view.marks, light=light, worth=worth, point=point)
    if face is not CardSize.SLIP:
        return lines
    number = f"{known.month}{mark(known.kind)}" if view.marks else ""
    plant = (
        plant_name(known.plant, COLUMNS - len(number))
        if number
        else f" {shortened(known.plant)}"[-COLUMNS:]
    )
    return [header_line(known, header_text(number, plant, point), light, len(number)), lines[2]]


def highlighted(view: View) -> tuple[set[int], set[int]]:
    """The field cards that the option under the cursor takes, and those it could take instead."""
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
"""The last month of the upper row."""


def field_grid(view: View, columns: int) -> list[list[int]]:
    """The field's cards in rows: by month, those of the year's first half above.

    So a card is found by its number, cards that match lie side by side, and a card that is taken
    or laid moves no other to another row. Only where one half is wider than the window do both
    share the rows evenly.
    """
    cards = sorted(view.match.field)
    room = max(1, cards_across(columns) - pile_columns(view, columns))
    upper = [card for card in cards if view.card(card).month <= _FIRST_HALF]
    lower = cards[len(upper) :]
    if max(len(upper), len(lower)) <= room:
        return [upper, lower]
    across = max(1, min(-(-len(cards) // 2), room))
    return [cards[start : start + across] for start in range(0, len(cards), across)]


def pile_columns(view: View, columns: int) -> int:
    """1 when the draw pile is drawn beside the field; 0 when the field needs its place."""
    fit = cards_across(columns)
    return 1 if -(-len(view.match.field) // 2) < fit or len(view.match.field) > 2 * fit else 0


def field_rows(view: View, columns: int) -> int:
    """The rows of cards that the field has; at least two, so that the table does not jump."""
    return max(2, len(field_grid(view, columns)))


def field(
    view: View, columns: int, face: CardSize, *, signs: bool, air: bool = False
) -> list[Line]:
    """The field in rows of cards, the draw pile at its left.

    Args:
        signs: whether there is a row under each row of cards that says what is taken.
        air: whether blank rows part the rows of cards.
    """
    taken, others = highlighted(view)
    lines: list[Line] = []
    for number, cards in enumerate(field_grid(view, columns)):
        blocks = []
        if pile_columns(view, columns):
            blocks.append(_beside(view, number, face, signs))
        for card in cards:
            light: Light = "chosen" if card in taken else "match" if card in others else ""
            point = _point(card in taken) if light and not signs else ""
            block = draw_card(view, card, face, light, point)
            if signs:
                block = [*block, [_sign(card, taken, others)]]
            blocks.append(card_target(block, card) if light else block)
        blocks = blocks or [_gap(face, signs)]
        lines += [fill_line([], columns)] if air and number else []
        lines += [
            fill_line(line, columns)
            for line in indented(side_by_side(blocks), card_margin(columns))
        ]
    return lines


def _sign(card: int, taken: set[int], others: set[int]) -> tuple[str, str]:
    point = "▲"
    if card in taken:
        return "class:chosen", fill(f" {point} {text('take')}", COLUMNS)
    if card in others:
        return "class:match", fill(f" {text('or: Tab')}", COLUMNS)
    return "", " " * COLUMNS


def _point(taken: bool) -> str:
    """The sign in the header of a card that is taken, and that of one that could be."""
    return "▲" if taken else "△"


def _beside(view: View, row: int, face: CardSize, signs: bool) -> list[Line]:
    """What lies at the left of a row of the field: the draw pile, then the discards."""
    if not row:
        return _pile(view, face, signs)
    dropped = view.worthless
    if row > 1 or not dropped:
        return _gap(face, signs)
    # A block of its own, as the pile above it: no heading of the row of cards at its right.
    label = text("Discards") if face is not CardSize.SLIP else text("Disc.")
    block = back(face.rows, len(dropped), label)
    block = [[("class:card.discards", words)] for [(_, words)] in block]
    return [*block, *_gap(face, signs)[face.rows :]]


def _pile(view: View, face: CardSize, signs: bool) -> list[Line]:
    """The draw pile with its number, and on it the open card while it is being placed."""
    match = view.match
    if match.open_card:
        block = draw_card(view, match.open_card, face, "moved")
        below = text("pile {number}", number=match.draw_pile)
    else:
        block = back(face.rows, match.draw_pile, text("Pile"))
        below = ""
    if signs:
        block = [*block, [("bold", fill(below, COLUMNS))]]
    return block


def _gap(face: CardSize, signs: bool) -> list[Line]:
    return [[("", " " * COLUMNS)] for _ in range(face.rows + signs)]


def discards_hidden(view: View, columns: int) -> bool:
    """Whether the discards lie nowhere beside the field, and must be counted elsewhere."""
    return not pile_columns(view, columns)


def pile_number_hidden(view: View, columns: int, *, signs: bool) -> bool:
    """Whether the draw pile's number is nowhere on the field, and must be said elsewhere."""
    return not pile_columns(view, columns) or (bool(view.match.open_card) and not signs)
