"""Draw a card: as a tile in words, as a picture, as a chip in a line, or its back.

Each function gives prompt_toolkit fragments, a list for each line. Every line of a card is exactly
:data:`COLUMNS` columns wide.
"""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2
from koikoi_client.cards import styles
from koikoi_client.cards.art import INKS, PIXELS
from koikoi_client.cards.styles import Light
from koikoi_client.cards.words import COLUMNS, mark, padded, plant_name, ribbon_sort, shortened

Line = list[tuple[str, str]]
"""Fragments of one line: (style, text)."""

TILE_ROWS = 3
PICTURE_ROWS = 6


def tile(
    card: catalog_pb2.Card,
    *,
    marks: bool,
    light: Light = "",
    worth: int | None = None,
    point: str = "",
) -> list[Line]:
    """A card in words, 9 columns by 3 rows: month and kind, plant, object.

    Args:
        marks: whether the header says the month's number and the kind's mark.
        light: why the card is lit, if it is.
        worth: what it counts by itself, in a game that counts cards; shown with the marks.
        point: a sign at the header's end, one column wide; a plant's name there gives way to it.
    """
    head = f" {card.month} {mark(card.kind)}" if marks else ""
    if marks and worth is not None:
        head = f"{head:<5}{worth:>3}"
    words = padded(head)
    if point:
        words = f"{head}{point}" if len(head) == COLUMNS - 1 else f"{words[:-2]}{point} "
    lines = [
        header_line(card, words, light, len(head) if worth is None else COLUMNS),
        [("class:card.paper", _indented(shortened(card.plant)))],
        [(styles.kind(card), _indented(shortened(card.object)))],
    ]
    if light == "chosen":
        return [[(f"{style} class:card.inverted", text) for style, text in line] for line in lines]
    return lines


def picture(
    card: catalog_pb2.Card,
    *,
    marks: bool,
    light: Light = "",
    worth: int | None = None,
    point: str = "",
) -> list[Line]:
    """A card drawn, 9 columns by 6 rows: header, 9 by 8 pixels in half blocks, the object's name.

    With the marks the header names the plant, in a short form where the whole name has no room, and
    what the card counts stands in the drawing's corner.

    A card that has no drawing gives the tile with blank rows below.
    The arguments are those of :func:`tile`.
    """
    drawing = pixels(card)
    if not drawing:
        blank = [("class:card.paper", padded(""))]
        lines = tile(card, marks=marks, light=light, worth=worth, point=point)
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
        header_line(card, header_text(number, plant, point), light, len(number)),
        *drawn,
        [(styles.kind(card), padded(foot, centred=True))],
    ]


def header_text(number: str, plant: str, point: str = "") -> str:
    """A header's words: its month's number, the plant, at the end a *point*.

    The plant, which fits beside the number, gives way to the point.
    """
    blank = " " if number and get_cwidth(number + plant) < COLUMNS else ""
    words = padded(f"{number}{blank}{plant}")
    if not point:
        return words
    if words[-2:].strip():
        words = padded(number or words)
    return f"{words[:-2]}{point} "


def header_line(card: catalog_pb2.Card, words: str, light: Light, number: int) -> Line:
    """The header of a face in its month's colour, or in the light's.

    A card that has just moved keeps its month's colour: its number, the first columns, is lit.
    """
    if light != "moved" or not number:
        return [(styles.header(card, light), words)]
    rest = styles.header(card, "")
    return [(styles.header(card, light), words[:number]), (rest, words[number:])]


def pixels(card: catalog_pb2.Card) -> list[list[str]]:
    """The drawing alone: 8 rows of 9 colours "#rrggbb"; empty for a card that has none."""
    return [[INKS[ink] for ink in row] for row in PIXELS.get(card.id, ())]


def back(rows: int, number: int | None = None, label: str = "") -> list[Line]:
    """The back of a card, 9 columns by so many rows; the draw pile has a label and number on it."""
    words = [text for text in (label, "" if number is None else str(number)) if text]
    if rows < len(words):
        words = [" ".join(words)]
        if get_cwidth(words[0]) > COLUMNS and number is not None:
            words = [str(number)]  # a number is never cut
    words = ["" for _ in range((rows - len(words)) // 2)] + words
    words += ["" for _ in range(rows - len(words))]
    return [[("class:card.back", padded(shortened(text), centred=True))] for text in words]


def chip(card: catalog_pb2.Card, *, named: bool = True) -> Line:
    """A captured card in one short line on its kind's colour: its month's number and its object.

    The width is that of its text: "3 curtain", "3 poem"; a plain has no name, "3". Not *named* it
    is its month alone, and of a ribbon its first letter, which tells which sort it is: "3p".
    """
    object_ = ribbon_sort(card.object) if card.kind != catalog_pb2.CARD_KIND_PLAIN else ""
    if named and object_:
        text = f"{card.month} {object_}"
    else:
        text = f"{card.month}{object_[:1] if card.kind == catalog_pb2.CARD_KIND_RIBBON else ''}"
    return [(styles.chip(card), text)]


def _indented(text: str) -> str:
    return padded(f" {text}" if len(text) < COLUMNS else text)
