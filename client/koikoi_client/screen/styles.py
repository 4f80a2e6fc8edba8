"""The colours of everything but the cards: pairs of text and ground, or bold and reversed text.

What is not in a pair stands in the terminal's own colours, so that it reads on light and on dark.
"""

from __future__ import annotations

from typing import Literal

from koikoi_client.cards import Palette, Theme

Ink = Literal["bar", "badge", "alarm", "match", "take", "news", "notice", "dropped"]

_INKS: dict[str, tuple[str, str, str]] = {
    "bar": ("fg:#ffffff bg:#005f5f", "fg:ansiwhite bg:ansiblue", "reverse"),
    "badge": (
        "fg:#000000 bg:#ffd700 bold",
        "fg:ansiblack bg:ansibrightyellow bold",
        "reverse bold",
    ),
    "alarm": ("fg:#ffffff bg:#af0000 bold", "fg:ansiwhite bg:ansired bold", "reverse bold"),
    "match": ("fg:#000000 bg:#ffd700 bold", "fg:ansiblack bg:ansibrightyellow bold", "bold"),
    "take": ("fg:#000000 bg:#5fffff bold", "fg:ansiblack bg:ansibrightcyan bold", "reverse bold"),
    "news": ("fg:#000000 bg:#afff5f bold", "fg:ansiblack bg:ansibrightgreen bold", "bold"),
    "dropped": ("fg:#ffffff bg:#585858 bold", "fg:ansiblack bg:ansiwhite bold", "reverse"),
    "notice": ("fg:#000000 bg:#d7d7ff", "fg:ansiblack bg:ansicyan", "bold"),
}
_SEATS: tuple[tuple[str, str], ...] = (
    ("fg:#ffffff bg:#af0000", "fg:ansiwhite bg:ansired"),
    ("fg:#ffffff bg:#005faf", "fg:ansiwhite bg:ansiblue"),
    ("fg:#ffffff bg:#005f00", "fg:ansiblack bg:ansigreen"),
    ("fg:#ffffff bg:#875f00", "fg:ansiblack bg:ansibrightyellow"),
    ("fg:#ffffff bg:#5f00af", "fg:ansiwhite bg:ansimagenta"),
    ("fg:#000000 bg:#d787af", "fg:ansiblack bg:ansibrightcyan"),
    ("fg:#ffffff bg:#5f5f5f", "fg:ansiblack bg:ansiwhite"),
)
_COLUMN = {Palette.FULL: 0, Palette.SIXTEEN: 1, Palette.MONO: 2}
KEY = "reverse bold"
"""A key's cap."""
BOLD = "bold"
HEADING = "bold underline"


def ink(name: Ink, theme: Theme) -> str:
    """A style by its use."""
    return _INKS[name][_COLUMN[theme.palette]]


def seat_ink(seat: int, theme: Theme) -> str:
    """The colour of a seat's name, 1-7."""
    pairs = (*_SEATS[(seat - 1) % len(_SEATS)], "reverse")
    return f"{pairs[_COLUMN[theme.palette]]} bold"


def sign(shown: str, ascii_: str, theme: Theme) -> str:
    """A sign, or what stands for it where only ASCII is safe."""
    return ascii_ if theme.ascii else shown
