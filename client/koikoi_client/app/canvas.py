"""A prompt_toolkit window that draws lines of fragments on the whole terminal.

prompt_toolkit's own window lays out all of its text for each frame, character by character. Most
lines do not change from frame to frame, and the canvas reuses their rows of cells.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache

from prompt_toolkit.layout import FormattedTextControl, Window
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from koikoi_client.cards import Line
from koikoi_client.screen.ascii import to_ascii
from koikoi_client.screen.room import Room

_BLANK = Char(" ")
_COVERED = Char("", "")  # the second column of a wide character

Row = defaultdict[int, Char]


class Canvas(Window):
    """A window that fills the terminal with lines.

    Args:
        draw: returns the lines for a size.
        click: is called with the column and line of a click, from 0; None: the mouse is off.
        ascii: whether signs are replaced by ASCII.
    """

    def __init__(
        self,
        draw: Callable[[Room], list[Line]],
        click: Callable[[int, int], None] | None,
        ascii: bool = False,
    ) -> None:
        # A control must have the focus; its text is never used.
        super().__init__(FormattedTextControl(focusable=True), always_hide_cursor=True)
        self._draw = draw
        self._translate = to_ascii if ascii else str
        self._click = click
        self._before: list[tuple[Line, Row]] = []

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        room = Room(write_position.width, write_position.height)
        before, self._before = self._before, []
        for y, line in enumerate(self._draw(room)[: room.rows]):
            unchanged = y < len(before) and before[y][0] == line
            row = before[y][1] if unchanged else _row(line, self._translate)
            self._before.append((line, row))
            screen.data_buffer[y] = row
        screen.width, screen.height = room
        screen.visible_windows_to_write_positions[self] = write_position
        if self._click is not None:
            mouse_handlers.set_mouse_handler_for_range(0, room.columns, 0, room.rows, self._clicked)

    def _clicked(self, event: MouseEvent) -> None:
        if self._click is not None and event.event_type == MouseEventType.MOUSE_UP:
            self._click(event.position.x, event.position.y)


@lru_cache(maxsize=20_000)
def _char(character: str, style: str) -> Char:
    return Char(character, style)


def _row(line: Line, translate: Callable[[str], str]) -> Row:
    """The cells of a line by column; a character without width joins the one before it."""
    row: Row = defaultdict(lambda: _BLANK)
    x = 0
    for style, words in line:
        for character in translate(words):
            cell = _char(character, style)
            if cell.width == 0 and x:
                last = x - 1 if row[x - 1] is not _COVERED else x - 2
                row[last] = _char(row[last].char + character, row[last].style)
                continue
            row[x] = cell
            for place in range(x + 1, x + cell.width):
                row[place] = _COVERED
            x += cell.width
    return row
