"""The colours of faces: months, kinds, and cards that are lit."""

from __future__ import annotations

from typing import Literal

from koikoi.v1 import catalog_pb2
from koikoi_client.cards.theme import Palette, Theme

Light = Literal["", "match", "chosen", "news"]
"""Why a card is lit: it may be taken, it is the chosen one, or it has just moved."""


def _pair(text: str, ground: str) -> str:
    return f"fg:{text} bg:{ground}"


_WHITE, _BLACK, _INK, _PAPER = "#ffffff", "#000000", "#262626", "#ffffd7"

# Months 1-12: text and ground at full colours, then at sixteen. Bright magenta, bright blue and
# yellow (brown on a Linux console) are left out: on some terminals no text is readable on them.
# Cyan and bright yellow are for the chosen card and those that match.
_MONTHS: tuple[tuple[str, str], ...] = (
    (_pair(_WHITE, "#005f00"), _pair("ansiblack", "ansigreen")),
    (_pair(_WHITE, "#af005f"), _pair("ansiwhite", "ansimagenta")),
    (_pair(_BLACK, "#d787af"), _pair("ansiblack", "ansibrightred")),
    (_pair(_WHITE, "#5f5faf"), _pair("ansiwhite", "ansimagenta")),
    (_pair(_WHITE, "#005faf"), _pair("ansiwhite", "ansiblue")),
    (_pair(_WHITE, "#af0000"), _pair("ansiwhite", "ansired")),
    (_pair(_WHITE, "#5f5f5f"), _pair("ansiblack", "ansigreen")),
    (_pair(_WHITE, "#262626"), _pair("ansiwhite", "ansiblack")),
    (_pair(_WHITE, "#875f00"), _pair("ansiblack", "ansibrightgreen")),
    (_pair(_BLACK, "#d75f00"), _pair("ansiblack", "ansibrightred")),
    (_pair(_BLACK, "#5faf5f"), _pair("ansiblack", "ansibrightgreen")),
    (_pair(_WHITE, "#5f00af"), _pair("ansiwhite", "ansiblue")),
)
_LIGHTS: dict[str, tuple[str, str, str]] = {
    "match": (
        _pair(_BLACK, "#ffd700"),
        _pair("ansiblack", "ansibrightyellow"),
        "reverse underline",
    ),
    "chosen": (_pair(_BLACK, "#5fffff"), _pair("ansiblack", "ansibrightcyan"), "underline"),
    "news": (_pair(_BLACK, "#afff5f"), _pair("ansiblack", "ansibrightgreen"), "reverse underline"),
}
_KINDS: dict[str, tuple[str, str, str]] = {
    "bright": (_pair(_INK, "#ffd700"), _pair("ansiblack", "ansibrightyellow"), "bold"),
    "animal": (_pair("#00005f", "#afd7ff"), _pair("ansiblack", "ansicyan"), "bold"),
    "red": (_pair(_WHITE, "#d70000"), _pair("ansiwhite", "ansired"), "bold"),
    "blue": (_pair(_WHITE, "#005faf"), _pair("ansiwhite", "ansiblue"), "bold"),
    "plain": (_pair("#585858", _PAPER), _pair("ansiblack", "ansiwhite"), ""),
}
_BACK = (_pair(_WHITE, "#870000"), _pair("ansiwhite", "ansired"), "reverse")
_OF_PAPER = (_pair(_INK, _PAPER), _pair("ansiblack", "ansiwhite"), "")
_COLUMN = {Palette.FULL: 0, Palette.SIXTEEN: 1, Palette.MONO: 2}


def month(card: catalog_pb2.Card, theme: Theme) -> str:
    """The colour of a card's month; a thirteenth month would look like the first."""
    return (*_MONTHS[(card.month - 1) % 12], "reverse")[_COLUMN[theme.palette]]


def header(card: catalog_pb2.Card, theme: Theme, light: Light) -> str:
    """The header of a face: its month's colour, or the light's."""
    return f"{_LIGHTS[light][_COLUMN[theme.palette]] if light else month(card, theme)} bold"


def paper(theme: Theme) -> str:
    """What a card's words stand on."""
    return _OF_PAPER[_COLUMN[theme.palette]]


def kind(card: catalog_pb2.Card, theme: Theme) -> str:
    """The colour of a card's kind; of a ribbon, its own colour."""
    name = {
        catalog_pb2.CARD_KIND_BRIGHT: "bright",
        catalog_pb2.CARD_KIND_ANIMAL: "animal",
        catalog_pb2.CARD_KIND_RIBBON: "blue" if "blue" in card.tags else "red",
    }.get(card.kind, "plain")
    style = _KINDS[name][_COLUMN[theme.palette]]
    return style if name == "plain" or theme.palette is Palette.MONO else f"{style} bold"


def chip(card: catalog_pb2.Card, theme: Theme) -> str:
    """The colour of a captured card in a line: its kind's; its month is said by its number."""
    return "reverse" if theme.palette is Palette.MONO else kind(card, theme)


def back(theme: Theme) -> str:
    """The back of a card."""
    return f"{_BACK[_COLUMN[theme.palette]]} bold"
