"""The readability of styles: contrast of text and background on common terminals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Attrs

from koikoi_client.cards import Line
from koikoi_client.screen.styles import TABLE, styles


def luminance(colour: str) -> float:
    """Relative luminance of "#rrggbb", 0 (black) to 1 (white) (WCAG 2.2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours "#rrggbb", 1 to 21 (WCAG 2.2; text needs 4.5)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def on_cube(colour: str) -> bool:
    """Whether "#rrggbb" is one of the 240 fixed colours of a 256-colour terminal."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    if red == green == blue and red in range(8, 239, 10):
        return True
    return {red, green, blue} <= {0, 95, 135, 175, 215, 255}


TERMINALS: tuple[dict[str, str], ...] = tuple(
    dict(
        zip(
            (
                *("ansiblack", "ansired", "ansigreen", "ansiyellow"),
                *("ansiblue", "ansimagenta", "ansicyan", "ansigray"),
                *("ansibrightblack", "ansibrightred", "ansibrightgreen", "ansibrightyellow"),
                *("ansibrightblue", "ansibrightmagenta", "ansibrightcyan", "ansiwhite"),
            ),
            (f"#{value}" for value in values.split()),
            strict=True,
        )
    )
    for values in (
        # The Linux console (VGA), xterm, and Windows' terminal (Campbell).
        "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa"
        " 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
        "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5"
        " 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
        "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc"
        " 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
    )
)
"""The sixteen named colours on common terminals; text must be readable on each of them."""


DEPTHS = (ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_4_BIT, ColorDepth.DEPTH_1_BIT)
"""A colour depth for each set of styles: full colours, sixteen colours, none."""


@cache
def attributes(style: str, depth: ColorDepth) -> Attrs:
    """What a style string means on a terminal of that colour depth."""
    return styles(depth).get_attrs_for_style_str(style)


def colours(attrs: Attrs) -> tuple[str, str] | None:
    """The colours of text and background, or None when both are left to the terminal.

    Raises:
        ValueError: when only one of the two is set: it would be unreadable on some terminal.
    """
    pair = attrs.color or "", attrs.bgcolor or ""
    if pair == ("", ""):
        return None
    if "" in pair:
        raise ValueError(f"one colour for text and one for background are needed: {attrs}")
    text, background = (each if each.startswith("ansi") else f"#{each}" for each in pair)
    return text, background


@cache
def readability(attrs: Attrs) -> float:
    """The worst contrast ratio on any terminal; 21 when the colours are left to them.

    Raises:
        ValueError: as :func:`colours`.
    """
    pair = colours(attrs)
    if pair is None:
        return 21.0
    return min(contrast(*(names.get(each, each) for each in pair)) for names in TERMINALS)


def assert_readable(lines: Sequence[Line]) -> None:
    """Every word has a contrast of 4.5:1 or more (WCAG 2.2, level AA), and a style of the table.

    At every colour depth; without colours nothing is coloured, and nowhere is text dimmed.
    """
    drawn = {style for line in lines for style, words in line if words.strip() and "▀" not in words}
    classes = {word.removeprefix("class:") for style in drawn for word in style.split()
               if word.startswith("class:")}  # fmt: skip
    assert classes <= {row[0] for row in TABLE}
    for style, depth in product(drawn, DEPTHS):
        attrs = attributes(style, depth)
        assert readability(attrs) >= 4.5, (style, depth)
        assert not attrs.dim
        assert depth is not ColorDepth.DEPTH_1_BIT or colours(attrs) is None, style
