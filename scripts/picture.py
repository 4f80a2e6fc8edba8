"""Draw a terminal's screen as a PNG.

    tmux capture-pane -e -N -p -t PANE | python -m scripts.picture 120x40 out.png

The font is DejaVu Sans Mono (Debian: fonts-dejavu-core) if it is installed, else Pillow's default.
Block characters are drawn as rectangles, so that there are no gaps between them. A cell is 10 by 20
pixels (times the scale), so a half block is a square.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pyte
from PIL import Image, ImageDraw, ImageFont
from wcwidth import wcwidth

_FONTS = Path("/usr/share/fonts/truetype/dejavu")
_NAMED = {
    "black": "000000",
    "red": "cd3131",
    "green": "0dbc79",
    "brown": "e5e510",
    "yellow": "e5e510",
    "blue": "2472c8",
    "magenta": "bc3fbc",
    "cyan": "11a8cd",
    "white": "e5e5e5",
    "brightblack": "666666",
    "brightred": "f14c4c",
    "brightgreen": "23d18b",
    "brightbrown": "f5f543",
    "brightyellow": "f5f543",
    "brightblue": "3b8eea",
    "brightmagenta": "d670d6",
    "bfightmagenta": "d670d6",  # a typo of pyte 0.8.2
    "brightcyan": "29b8db",
    "brightwhite": "ffffff",
}
# Parts of a cell, as (left, top, right, bottom) in eighths.
_BLOCKS = {
    "█": (0, 0, 8, 8),
    "▀": (0, 0, 8, 4),
    "▐": (4, 0, 8, 8),
    **{"▁▂▃▄▅▆▇"[i]: (0, 7 - i, 8, 8) for i in range(7)},
    **{"▏▎▍▌▋▊▉"[i]: (0, 0, i + 1, 8) for i in range(7)},
}
_SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}

Colour = tuple[int, int, int]
_DARK: tuple[Colour, Colour] = ((220, 220, 220), (24, 24, 28))
_LIGHT: tuple[Colour, Colour] = ((30, 30, 30), (250, 250, 248))


def to_screen(capture: str, columns: int, rows: int) -> pyte.Screen:
    """A terminal's screen after printing *capture*, text with escape sequences and newlines."""
    terminal = pyte.Screen(columns, rows)
    pyte.Stream(terminal).feed(capture.rstrip("\n").replace("\r", "").replace("\n", "\r\n"))
    return terminal


def to_image(terminal: pyte.Screen, *, scale: int = 1, light: bool = False) -> Image.Image:
    """Draw a screen as an image, with *light* on a light background."""
    text_colour, background = _LIGHT if light else _DARK
    wide, high = 10 * scale, 20 * scale
    regular, bold = _font("DejaVuSansMono", 16 * scale), _font("DejaVuSansMono-Bold", 16 * scale)
    image = Image.new("RGB", (terminal.columns * wide, terminal.lines * high), background)
    draw = ImageDraw.Draw(image)
    for y in range(terminal.lines):
        for x in range(terminal.columns):
            cell = terminal.buffer[y][x]
            if not cell.data:
                continue  # the second half of a wide character
            front, behind = _colour(cell.fg, text_colour), _colour(cell.bg, background)
            if cell.reverse:
                front, behind = behind, front
            left, top = x * wide, y * high
            width = wide * max(1, wcwidth(cell.data[0]))
            draw.rectangle((left, top, left + width - 1, top + high - 1), fill=behind)
            if cell.data in _BLOCKS:
                a, b, c, d = _BLOCKS[cell.data]
                box = (left + a * wide // 8, top + b * high // 8)
                end = (left + c * wide // 8 - 1, top + d * high // 8 - 1)
                draw.rectangle((*box, *end), fill=front)
            elif cell.data in _SHADES:
                shade = _mix(front, behind, _SHADES[cell.data])
                draw.rectangle((left, top, left + width - 1, top + high - 1), fill=shade)
            elif cell.data != " ":
                draw.text((left, top), cell.data, font=bold if cell.bold else regular, fill=front)
            if cell.underscore:
                line = top + high - 2 * scale
                draw.rectangle((left, line, left + width - 1, line + scale - 1), fill=front)
    return image


def _font(name: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    path = _FONTS / f"{name}.ttf"
    return ImageFont.truetype(path, size) if path.exists() else ImageFont.load_default(size)


def _colour(name: str, default: Colour) -> Colour:
    if name == "default":
        return default
    value = int(_NAMED.get(name, name), 16)
    return value >> 16, value >> 8 & 255, value & 255


def _mix(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(one, other, strict=True))
    return red, green, blue


def main() -> None:
    """Read a capture from standard input and write a PNG."""
    parser = argparse.ArgumentParser(prog="python -m scripts.picture", description=main.__doc__)
    parser.add_argument("size", metavar="COLUMNSxROWS", help="the terminal's size: 120x40")
    parser.add_argument("png", type=Path, help="the file to write")
    parser.add_argument("--scale", type=int, default=1, help="1: a cell is 10 by 20 pixels")
    parser.add_argument("--light", action="store_true", help="dark text on a light background")
    chosen = parser.parse_args()
    try:
        columns, rows = map(int, chosen.size.split("x"))
    except ValueError:
        parser.error(f'"{chosen.size}" is not a size: write it like 120x40')
    terminal = to_screen(sys.stdin.read(), columns, rows)
    to_image(terminal, scale=chosen.scale, light=chosen.light).save(chosen.png)


if __name__ == "__main__":
    main()
