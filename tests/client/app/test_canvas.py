"""The canvas draws what prompt_toolkit's window would, and redraws only lines that changed."""

from __future__ import annotations

import pytest
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout import FormattedTextControl, Window
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition

from koikoi_client.app.canvas import Canvas
from koikoi_client.cards import Line

LINES: list[Line] = [
    [("", " Koi-Koi "), ("bold", "花札"), ("fg:#ff0000", " ★ |")],
    [("", "Cafe\u0301 "), ("reverse", "\u65e5\u0302x")],
    [("", "")],
]


def drawn(window: Window) -> Screen:
    screen = Screen()
    position = WritePosition(xpos=0, ypos=0, width=20, height=3)
    window.write_to_screen(screen, MouseHandlers(), position, "", False, None)
    screen.draw_all_floats()
    return screen


def cells(screen: Screen) -> list[list[tuple[str, str]]]:
    """The character and style of each cell, without the classes that a window adds."""

    def cell(char: Char) -> tuple[str, str]:
        ours = [each for each in char.style.split() if not each.startswith(("class:", "["))]
        return char.char, " ".join(ours) if char.char else ""

    return [[cell(screen.data_buffer[y][x]) for x in range(20)] for y in range(3)]


def test_wide_and_combining_signs_stand_where_a_window_has_them() -> None:
    text: StyleAndTextTuples = []
    for number, line in enumerate(LINES):
        text += [("", "\n"), *line] if number else line
    window = Window(FormattedTextControl(text), always_hide_cursor=True)
    assert cells(drawn(Canvas(lambda room: LINES, None))) == cells(drawn(window))


@pytest.mark.parametrize("changed", [0, 1])
def test_only_a_line_that_changed_is_laid_out_again(changed: int) -> None:
    shown = [list(line) for line in LINES]
    canvas = Canvas(lambda room: shown, None)
    before = drawn(canvas)
    shown = [list(line) for line in LINES]
    shown[changed] = [("", "new")]
    after = drawn(canvas)
    assert [before.data_buffer[y] is after.data_buffer[y] for y in range(3)] == [
        y != changed for y in range(3)
    ]
    assert after.data_buffer[changed][0].char == "n"


def test_in_ascii_signs_are_replaced_and_names_are_not() -> None:
    """A sign and what stands for it are both one column wide."""
    lines: list[Line] = [[("", "★ Ann "), ("bold", "▶▲ Zoë")]]
    row = drawn(Canvas(lambda room: lines, None, ascii=True)).data_buffer[0]
    assert "".join(row[x].char for x in range(12)) == "* Ann >^ Zoë"
