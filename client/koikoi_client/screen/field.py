"""The field with the draw pile, and the faces that a board is made of."""

from __future__ import annotations

import re
from enum import Enum

from ..faces import (
    COLUMNS,
    PICTURE_ROWS,
    TILE_ROWS,
    Light,
    Line,
    Theme,
    back,
    headed,
    mark,
    named,
    picture,
    short,
)
from ..faces import tile as tile_face
from ..texts import text
from .cells import beside, fill, fill_line, indented
from .inks import BOLD, ink, sign
from .spots import card as spot
from .view import View

FACE = COLUMNS
"""How wide a card is."""


class Face(Enum):
    """How a card is drawn, from rich to small."""

    PICTURE = "picture"  #: 6 rows
    TILE = "tile"  #: 3 rows
    SLIP = "slip"  #: 2 rows, for tables that are too full for tiles

    @property
    def rows(self) -> int:
        return {"picture": PICTURE_ROWS, "tile": TILE_ROWS, "slip": 2}[self.value]


def margin(columns: int) -> int:
    """Blank columns before a row of cards."""
    return 1 if columns % (FACE + 1) != FACE else 0


def fits(columns: int) -> int:
    """How many cards stand side by side, a blank between them."""
    return max(1, (columns + 1) // (FACE + 1))


def drawn(view: View, card: int, face: Face, theme: Theme, light: Light = "") -> list[Line]:
    """A card, nine columns wide."""
    light = light or ("news" if card in view.news else "")
    known = view.card(card)
    if face is Face.PICTURE:
        return picture(known, theme, marks=view.marks, light=light, worth=view.printed_worth(card))
    worth = view.printed_worth(card)
    lines = tile_face(known, theme, marks=view.marks, light=light, worth=worth)
    if face is Face.TILE:
        return lines
    head = f"{known.month}{mark(known.kind, theme)}" if view.marks else ""
    room = FACE - len(head)
    plant = named(known.plant, room) if head else short(known.plant)
    blank = " " if len(plant) < room else ""
    words = fill(f"{head}{blank}{plant}", FACE)
    return [headed(known, theme, words, light, len(head)), lines[2]]


def lit(view: View) -> tuple[set[int], set[int]]:
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


_NUMBER = re.compile(r"^(\d+\W?).*$")
_FIRST_HALF = 6
"""The last month of the upper row."""


def ranks(view: View, columns: int) -> list[list[int]]:
    """The field's cards in rows: by month, those of the year's first half above.

    So a card is found by its number, cards that match lie side by side, and a card that is taken
    or laid moves no other to another row. Only where one half is wider than the window do both
    share the rows evenly.
    """
    cards = sorted(view.match.field)
    room = max(1, fits(columns) - pile_columns(view, columns))
    upper = [card for card in cards if view.card(card).month <= _FIRST_HALF]
    lower = cards[len(upper) :]
    if max(len(upper), len(lower)) <= room:
        return [upper, lower]
    across = max(1, min(-(-len(cards) // 2), room))
    return [cards[start : start + across] for start in range(0, len(cards), across)]


def pile_columns(view: View, columns: int) -> int:
    """1 when the draw pile is drawn beside the field; 0 when the field needs its place."""
    fit = fits(columns)
    return 1 if -(-len(view.match.field) // 2) < fit or len(view.match.field) > 2 * fit else 0


def field_rows(view: View, columns: int) -> int:
    """The rows of cards that the field has; at least two, so that the table does not jump."""
    return max(2, len(ranks(view, columns)))


def field(
    view: View, columns: int, face: Face, theme: Theme, *, signs: bool, air: bool = False
) -> list[Line]:
    """The field in rows of cards, the draw pile at its left.

    Args:
        signs: whether there is a row under each row of cards that says what is taken.
        air: whether blank rows part the rows of cards.
    """
    taken, others = lit(view)
    lines: list[Line] = []
    for number, cards in enumerate(ranks(view, columns)):
        blocks = []
        if pile_columns(view, columns):
            blocks.append(_beside(view, number, face, theme, signs))
        for card in cards:
            light: Light = "chosen" if card in taken else "match" if card in others else ""
            block = drawn(view, card, face, theme, light)
            if light and not signs:
                block[0] = _pointed(block[0], card in taken, theme)
            if signs:
                block = [*block, [_sign(card, taken, others, theme)]]
            blocks.append(spot(block, card) if light else block)
        blocks = blocks or [_gap(face, signs)]
        lines += [fill_line([], columns)] if air and number else []
        lines += [fill_line(line, columns) for line in indented(beside(blocks), margin(columns))]
    return lines


def _sign(card: int, taken: set[int], others: set[int], theme: Theme) -> tuple[str, str]:
    point = sign("▲", "^", theme)
    if card in taken:
        return ink("take", theme), fill(f" {point} {text('take')}", FACE)
    if card in others:
        return ink("match", theme), fill(f" {text('or: Tab')}", FACE)
    return "", " " * FACE


def _pointed(line: Line, taken: bool, theme: Theme) -> Line:
    """The head of a card that is lit, with a sign for what is taken, and another for the rest."""
    head_style, words = line[0]
    point = sign("▲", "^", theme) if taken else sign("△", "?", theme)
    if words[FACE - 2].isdigit():  # what it counts stands there
        return [(head_style, f"{words[: FACE - 1]}{point}")]
    if words[FACE - 2 :].strip():  # the plant's name, which gives way
        words = fill(_NUMBER.sub(r"\1", words), FACE)
    return [(head_style, f"{words[: FACE - 2]}{point} ")]


def _beside(view: View, row: int, face: Face, theme: Theme, signs: bool) -> list[Line]:
    """What lies at the left of a row of the field: the draw pile, then the discards."""
    if not row:
        return _pile(view, face, theme, signs)
    dropped = view.discards()
    if row > 1 or not dropped:
        return _gap(face, signs)
    # A block of its own, as the pile above it: no heading of the row of cards at its right.
    label = text("Discards") if face is not Face.SLIP else text("Disc.")
    block = back(theme, face.rows, len(dropped), label)
    block = [[(ink("dropped", theme), words)] for [(_, words)] in block]
    return [*block, *_gap(face, signs)[face.rows :]]


def _pile(view: View, face: Face, theme: Theme, signs: bool) -> list[Line]:
    """The draw pile with its number, and on it the open card while it is being placed."""
    match = view.match
    if match.open_card:
        block = drawn(view, match.open_card, face, theme, "news")
        below = text("pile {number}", number=match.draw_pile)
    else:
        block = back(theme, face.rows, match.draw_pile, text("Pile"))
        below = ""
    if signs:
        block = [*block, [(BOLD, fill(below, FACE))]]
    return block


def _gap(face: Face, signs: bool) -> list[Line]:
    return [[("", " " * FACE)] for _ in range(face.rows + signs)]


def bare(view: View, columns: int) -> bool:
    """Whether the discards lie nowhere beside the field, and must be counted elsewhere."""
    return not pile_columns(view, columns)


def covered(view: View, columns: int, *, signs: bool) -> bool:
    """Whether the draw pile's number is nowhere on the field, and must be said elsewhere."""
    return not pile_columns(view, columns) or (bool(view.match.open_card) and not signs)
