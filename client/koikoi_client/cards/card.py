"""Draw a card as a tile (in words), as a picture, as a chip in a line, or face down.

A line is a list of prompt_toolkit fragments. Every line of a tile, a picture or a back is exactly
:data:`COLUMNS` columns wide.
"""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2
from koikoi_client.cards import styles
from koikoi_client.cards.art import COLOURS, PIXELS
from koikoi_client.cards.styles import Highlight
from koikoi_client.cards.words import COLUMNS, mark, object_label, padded, plant_name, shortened

Line = list[tuple[str, str]]
"""The fragments of one line, each (style, text)."""

TILE_ROWS = 3
PICTURE_ROWS = 6


def tile(
    card: catalog_pb2.Card,
    *,
    marks: bool,
    highlight: Highlight = "",
    worth: int | None = None,
    pointer: str = "",
) -> list[Line]:
    """A card in words, 9 columns by 3 rows: month and kind, plant, object.

    Args:
        marks: whether the header shows the month's number and the mark of the kind.
        highlight: why the card is highlighted; empty: it is not.
        worth: the points on the card, in a game that counts cards; shown beside the marks.
        pointer: a sign, one column wide, at the end of the header. It may replace the plant's name.
    """
    head = f" {card.month} {mark(card.kind)}" if marks else ""
    if marks and worth is not None:
        head = f"{head:<5}{worth:>3}"
    words = padded(head)
    if pointer:
        words = f"{head}{pointer}" if len(head) == COLUMNS - 1 else f"{words[:-2]}{pointer} "
    lines = [
        header_line(card, words, highlight, len(head) if worth is None else COLUMNS),
        [("class:card.paper", _indented(shortened(card.plant)))],
        [(styles.kind(card), _indented(shortened(card.object)))],
    ]
    if highlight == "chosen":
        return [[(f"{style} class:card.inverted", text) for style, text in line] for line in lines]
    return lines


def picture(
    card: catalog_pb2.Card,
    *,
    marks: bool,
    highlight: Highlight = "",
    worth: int | None = None,
    pointer: str = "",
) -> list[Line]:
    """A card as a picture, 9 columns by 6 rows: header, 9 by 8 pixels in half blocks, object.

    The header shows the marks and the plant's full or short name. The card's points are in the
    lower right corner. A card without a drawing becomes a tile with blank rows.

    The arguments are those of :func:`tile`.
    """
    drawing = pixels(card)
    if not drawing:
        blank = [("class:card.paper", padded(""))]
        lines = tile(card, marks=marks, highlight=highlight, worth=worth, pointer=pointer)
        return [*lines[:2], blank, blank, blank, lines[2]]
    number = f"{card.month}{mark(card.kind)}" if marks else ""
    plant = plant_name(card.plant, COLUMNS - len(number)) if number else shortened(card.plant)
    foot = shortened(card.object)
    if not plant and card.kind == catalog_pb2.CARD_KIND_PLAIN and foot == "plain":
        foot = shortened(card.plant)
    drawn: list[Line] = [
        [(f"fg:{upper} bg:{lower}", "▀") for upper, lower in zip(*pair, strict=True)]
        for pair in zip(drawing[::2], drawing[1::2], strict=True)
    ]
    if marks and worth is not None:  # a corner of the drawing: the header names the plant
        drawn[-1] = [*drawn[-1][: COLUMNS - 3], (styles.kind(card), f"{worth:>3}")]
    return [
        header_line(card, header_text(number, plant, pointer), highlight, len(number)),
        *drawn,
        [(styles.kind(card), padded(foot, centred=True))],
    ]


def header_text(number: str, plant: str, pointer: str = "") -> str:
    """The text of a header: the month's number, the plant, and the *pointer* at the end.

    The plant is left out if the pointer needs its space.
    """
    blank = " " if number and get_cwidth(number + plant) < COLUMNS else ""
    words = padded(f"{number}{blank}{plant}")
    if not pointer:
        return words
    if words[-2:].strip():
        words = padded(number or words)
    return f"{words[:-2]}{pointer} "


def header_line(
    card: catalog_pb2.Card, words: str, highlight: Highlight, number_width: int
) -> Line:
    """The header of a card in the colour of its month or of the highlight.

    If the card has just moved, only its number, the first *number_width* columns, is highlighted.
    """
    if highlight != "moved" or not number_width:
        return [(styles.header(card, highlight), words)]
    number, rest = words[:number_width], words[number_width:]
    return [(styles.header(card, highlight), number), (styles.header(card, ""), rest)]


def pixels(card: catalog_pb2.Card) -> list[list[str]]:
    """The drawing: 8 rows of 9 colours "#rrggbb"; empty for a card without one."""
    return [[COLOURS[letter] for letter in row] for row in PIXELS.get(card.id, ())]


def back(rows: int, number: int | None = None, label: str = "") -> list[Line]:
    """The back of a card, 9 columns wide, with an optional label and number on it."""
    words = [text for text in (label, "" if number is None else str(number)) if text]
    if rows < len(words):
        words = [" ".join(words)]
        if get_cwidth(words[0]) > COLUMNS and number is not None:
            words = [str(number)]  # a number is never cut
    words = ["" for _ in range((rows - len(words)) // 2)] + words
    words += ["" for _ in range(rows - len(words))]
    return [[("class:card.back", padded(shortened(text), centred=True))] for text in words]


def chip(card: catalog_pb2.Card, *, named: bool = True) -> Line:
    """A captured card as a short text in the colour of its kind: "3 curtain", or "3" for a plain.

    Args:
        named: whether to name the object; if not, a ribbon has the first letter of its name: "3p".
    """
    object_ = object_label(card.object) if card.kind != catalog_pb2.CARD_KIND_PLAIN else ""
    if named and object_:
        text = f"{card.month} {object_}"
    else:
        text = f"{card.month}{object_[:1] if card.kind == catalog_pb2.CARD_KIND_RIBBON else ''}"
    return [(styles.chip(card), text)]


def _indented(text: str) -> str:
    return padded(f" {text}" if len(text) < COLUMNS else text)
