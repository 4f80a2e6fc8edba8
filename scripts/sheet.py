"""Show the pictures of all 48 cards, on the terminal or as a PNG.

python -m scripts.sheet pictures
python -m scripts.sheet tiles --palette 16 --png tiles.png
python -m scripts.sheet drawings --shuffle 7 --png quiz.png    without names, numbered, for a quiz
python -m scripts.sheet names                                  the names to choose from
python -m scripts.sheet names --shuffle 7                      the answers to that quiz
"""

from __future__ import annotations

import argparse
import io
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.renderer import print_formatted_text

from koikoi.v1 import catalog_pb2 as pb
from koikoi_client.cards import COLUMNS, Line, picture, tile
from koikoi_client.screen.ascii import to_ascii
from koikoi_client.screen.styles import styles
from koikoi_server.wire.catalog import catalog

from .picture import to_image, to_screen

_DEPTH = {
    "full": ColorDepth.DEPTH_8_BIT,
    "16": ColorDepth.DEPTH_4_BIT,
    "mono": ColorDepth.DEPTH_1_BIT,
}


def cards() -> list[pb.Card]:
    """The 48 cards of the catalogue."""
    return list(catalog().cards)


def sheet(pictures: Sequence[list[Line]], across: int) -> list[Line]:
    """Put card pictures into rows of *across*, one blank column and one blank line apart."""
    lines: list[Line] = []
    for start in range(0, len(pictures), across):
        row = pictures[start : start + across]
        for y in range(len(row[0])):
            lines.append([piece for drawn in row for piece in (*drawn[y], ("", " "))])
        lines.append([])
    return lines


def ansi(lines: Sequence[Line], depth: ColorDepth) -> str:
    """*lines* with escape sequences for a terminal of this colour depth."""
    sent = io.StringIO()
    output = Vt100_Output(sent, lambda: Size(rows=500, columns=500), default_color_depth=depth)
    text = FormattedText([piece for line in lines for piece in (*line, ("", "\n"))][:-1])
    print_formatted_text(output, text, styles(depth), color_depth=depth)
    return sent.getvalue().replace("\r", "")


def _numbered(number: int, card: pb.Card) -> list[Line]:
    """The drawing on a card without its name, below a number."""
    return [[("", f"{number:^{COLUMNS}}")], *picture(card, marks=False)[1:5]]


def main() -> None:
    """Show the pictures of all 48 cards."""
    parser = argparse.ArgumentParser(prog="python -m scripts.sheet", description=main.__doc__)
    parser.add_argument("kind", choices=("tiles", "pictures", "drawings", "names"))
    parser.add_argument("--palette", choices=_DEPTH, default="full")
    parser.add_argument("--ascii", action="store_true")
    parser.add_argument("--hide-marks", action="store_true")
    parser.add_argument("--shuffle", type=int, metavar="SEED", help="shuffle with this seed")
    parser.add_argument("--across", type=int, default=8, help="pictures per row")
    parser.add_argument("--png", type=Path, help="write a PNG instead of printing")
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument("--light", action="store_true", help="a PNG with a light background")
    chosen = parser.parse_args()
    deck = cards()
    if chosen.shuffle is not None:
        random.Random(chosen.shuffle).shuffle(deck)
    if chosen.kind == "names":
        names = [f"{card.plant} {card.object}" for card in deck]
        if chosen.shuffle is None:
            print("\n".join(sorted(set(names))))
        else:
            print("\n".join(f"{number:2} {name}" for number, name in enumerate(names, 1)))
        return
    if chosen.kind == "drawings":
        pictures = [_numbered(number, card) for number, card in enumerate(deck, 1)]
    else:
        draw: Callable[..., list[Line]] = tile if chosen.kind == "tiles" else picture
        pictures = [draw(card, marks=not chosen.hide_marks) for card in deck]
    lines = sheet(pictures, chosen.across)
    text = ansi(lines, _DEPTH[chosen.palette])
    text = to_ascii(text) if chosen.ascii else text
    if not chosen.png:
        print(text)
        return
    terminal = to_screen(text, chosen.across * (COLUMNS + 1), len(lines))
    to_image(terminal, scale=chosen.scale, light=chosen.light).save(chosen.png)


if __name__ == "__main__":
    main()
