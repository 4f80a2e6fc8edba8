"""The prompt_toolkit styles of all style classes, for each colour depth.

Colours come in pairs of text and background, so that text is readable on light and dark terminals.
Text without a pair has the terminal's default colours.
"""

from __future__ import annotations

from functools import cache

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style


def _pair(text: str, background: str) -> str:
    return f"fg:{text} bg:{background}"


def _bold(name: str, full: str, sixteen: str, mono: str) -> tuple[str, str, str, str]:
    return name, f"{full} bold", f"{sixteen} bold", f"{mono} bold"


_WHITE, _BLACK = "#ffffff", "#000000"
_BRIGHT_YELLOW = _pair("ansiblack", "ansibrightyellow")
_BRIGHT_GREEN = _pair("ansiblack", "ansibrightgreen")
_BRIGHT_CYAN = _pair("ansiblack", "ansibrightcyan")
_YELLOW, _GREEN = _pair(_BLACK, "#ffd700"), _pair(_BLACK, "#afff5f")
_CYAN = _pair(_BLACK, "#5fffff")

# Full colours come from the 6x6x6 cube and the grey ramp, which 256-colour terminals show exactly.
# Of the sixteen colours, bright magenta, bright blue and yellow (brown on a Linux console) are not
# used, because on some terminals no text is readable on them.

_SCREEN = (
    ("heading", *3 * ("bold underline",)),
    ("key", *3 * ("reverse bold",)),
    ("bar", _pair(_WHITE, "#005f5f"), _pair("ansiwhite", "ansiblue"), "reverse"),
    ("bar.title", *3 * ("bold",)),
    _bold("badge", _YELLOW, _BRIGHT_YELLOW, "reverse"),
    _bold("alarm", _pair(_WHITE, "#af0000"), _pair("ansiwhite", "ansired"), "reverse"),
    ("notice", _pair(_BLACK, "#d7d7ff"), _pair("ansiblack", "ansicyan"), "bold"),
    _bold("chosen", _CYAN, _BRIGHT_CYAN, "reverse"),
    _bold("match", _YELLOW, _BRIGHT_YELLOW, ""),
    _bold("moved", _GREEN, _BRIGHT_GREEN, ""),
)
"""Class name, full colours, sixteen colours, no colour."""

_SEATS = tuple(
    _bold(f"seat{number}", full, sixteen, "reverse")
    for number, (full, sixteen) in enumerate(
        (
            (_pair(_WHITE, "#af0000"), _pair("ansiwhite", "ansired")),
            (_pair(_WHITE, "#005faf"), _pair("ansiwhite", "ansiblue")),
            (_pair(_WHITE, "#005f00"), _pair("ansiblack", "ansigreen")),
            (_pair(_WHITE, "#875f00"), _BRIGHT_YELLOW),
            (_pair(_WHITE, "#5f00af"), _pair("ansiwhite", "ansimagenta")),
            (_pair(_BLACK, "#d787af"), _BRIGHT_CYAN),
            (_pair(_WHITE, "#5f5f5f"), _pair("ansiblack", "ansiwhite")),
        ),
        1,
    )
)

# Bright cyan and bright yellow are reserved for the chosen card and for cards that match.
_MONTHS = tuple(
    _bold(f"card.month{number}", full, sixteen, "reverse")
    for number, (full, sixteen) in enumerate(
        (
            (_pair(_WHITE, "#005f00"), _pair("ansiblack", "ansigreen")),
            (_pair(_WHITE, "#af005f"), _pair("ansiwhite", "ansimagenta")),
            (_pair(_BLACK, "#d787af"), _pair("ansiblack", "ansibrightred")),
            (_pair(_WHITE, "#5f5faf"), _pair("ansiwhite", "ansimagenta")),
            (_pair(_WHITE, "#005faf"), _pair("ansiwhite", "ansiblue")),
            (_pair(_WHITE, "#af0000"), _pair("ansiwhite", "ansired")),
            (_pair(_WHITE, "#5f5f5f"), _pair("ansiblack", "ansigreen")),
            (_pair(_WHITE, "#262626"), _pair("ansiwhite", "ansiblack")),
            (_pair(_WHITE, "#875f00"), _BRIGHT_GREEN),
            (_pair(_BLACK, "#d75f00"), _pair("ansiblack", "ansibrightred")),
            (_pair(_BLACK, "#5faf5f"), _BRIGHT_GREEN),
            (_pair(_WHITE, "#5f00af"), _pair("ansiwhite", "ansiblue")),
        ),
        1,
    )
)
_CARDS = (
    _bold("card.match", _YELLOW, _BRIGHT_YELLOW, "reverse underline"),
    _bold("card.chosen", _CYAN, _BRIGHT_CYAN, "reverse underline"),
    _bold("card.moved", _GREEN, _BRIGHT_GREEN, "reverse underline"),
    ("card.paper", _pair("#262626", "#ffffd7"), _pair("ansiblack", "ansiwhite"), ""),
    _bold("card.back", _pair(_WHITE, "#870000"), _pair("ansiwhite", "ansired"), "reverse"),
    _bold("card.discards", _pair(_WHITE, "#585858"), _pair("ansiblack", "ansiwhite"), "reverse"),
)
_KINDS = (
    _bold("bright", _pair("#262626", "#ffd700"), _BRIGHT_YELLOW, ""),
    _bold("animal", _pair("#00005f", "#afd7ff"), _pair("ansiblack", "ansicyan"), ""),
    _bold("red", _pair(_WHITE, "#d70000"), _pair("ansiwhite", "ansired"), ""),
    _bold("blue", _pair(_WHITE, "#005faf"), _pair("ansiwhite", "ansiblue"), ""),
    ("plain", _pair("#585858", "#ffffd7"), _pair("ansiblack", "ansiwhite"), ""),
)
"""The kinds of cards; ribbons have a style for each colour."""

TABLE = (
    *_SCREEN,
    *_SEATS,
    *_MONTHS,
    *_CARDS,
    *((f"card.{name}", *colours) for name, *colours in _KINDS),
    *((f"chip.{name}", full, sixteen, "reverse") for name, full, sixteen, _ in _KINDS),
    ("card.inverted", "", "", "reverse"),  # the whole chosen card, on terminals without colours
)
"""Each class name with its styles in full colours, in sixteen colours and without colours."""


@cache
def styles(depth: ColorDepth) -> Style:
    """The styles for a terminal with this colour depth."""
    column = {ColorDepth.DEPTH_1_BIT: 3, ColorDepth.DEPTH_4_BIT: 2}.get(depth, 1)
    return Style([(row[0], row[column]) for row in TABLE])


def seat_style(seat: int) -> str:
    """The style of a seat's name; an eighth seat looks like the first."""
    return f"class:seat{(seat - 1) % len(_SEATS) + 1}"
