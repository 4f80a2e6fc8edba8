"""Screens to read and scroll: the yaku chart, all cards, the log, help."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from koikoi.v1 import service_pb2
from koikoi_client.actions import keys
from koikoi_client.actions.command import is_pressed
from koikoi_client.actions.pages import ENTRY, PAGE, EntryAction, PageAction
from koikoi_client.app.dialogs import LineEditor
from koikoi_client.cards import Line
from koikoi_client.screen.room import Room
from koikoi_client.screen.targets import target_number

from ..screen.all_cards import all_cards
from ..screen.help_page import AT_NO_TABLE, HelpContext, help_page, pages
from ..screen.log import log
from ..screen.page import Page
from ..screen.view import View
from ..screen.yaku_chart import yaku_chart
from .cursor_keys import direction, scrolled
from .program import Program

Drawing = Callable[[Room, int], Page]
"""Draws a page that fits the room, scrolled to a line."""


class Pager:
    """A screen to read and scroll.

    Other keys close it, and the screen below gets them.
    """

    ticking = False

    def __init__(
        self,
        program: Program,
        drawing: Drawing,
        below: Callable[[str], None] = lambda key: None,
    ) -> None:
        self._program = program
        self._drawing = drawing
        self._below = below
        self._page = Page([])  # drawn last
        self.scroll = 0

    def draw(self, room: Room) -> list[Line]:
        self._page = self._drawing(room, self.scroll)
        self.scroll = self._page.scroll
        return self._page

    def press(self, key: str) -> None:
        if step := scrolled(key, max(1, len(self._page) - 5)):
            self.move(step)
        elif key == keys.SPACE:
            self.press(keys.PAGE_DOWN)
        elif is_pressed(PAGE, PageAction.BACK, key):
            self._program.close(self)
        elif len(key) == 1:
            self._program.close(self)
            self._below(key)

    def paste(self, words: str) -> None:
        """Nothing to paste here."""

    def move(self, step: int) -> None:
        """Scroll down by *step* lines."""
        self.scroll = max(0, min(self.scroll + step, self._page.end))


def chart_screen(program: Program, view: Callable[[], View], below: Callable[[str], None]) -> Pager:
    """The yaku chart."""

    def drawing(room: Room, scroll: int) -> Page:
        return yaku_chart(view(), room, scroll=scroll)

    return Pager(program, drawing, below)


def cards_screen(program: Program, view: Callable[[], View], below: Callable[[str], None]) -> Pager:
    """All 48 cards."""

    def drawing(room: Room, scroll: int) -> Page:
        return all_cards(view(), room, scroll=scroll)

    return Pager(program, drawing, below)


class LogScreen(Pager):
    """The log, with a search."""

    def __init__(
        self, program: Program, lines: Callable[[], Sequence[str]], below: Callable[[str], None]
    ) -> None:
        self._lines = lines
        self._search: LineEditor | None = None
        self._typing = False
        self._newest = True  # whether it scrolls to new lines
        super().__init__(program, self._draw_log, below)

    def _draw_log(self, room: Room, scroll: int) -> Page:
        search = self._search.typed if self._search is not None else None
        return log(
            self._lines(), room, search=search, typing=self._typing,
            scroll=None if self._newest else scroll,
        )  # fmt: skip

    def press(self, key: str) -> None:
        if self._typing and self._search is not None:
            if is_pressed(ENTRY, EntryAction.DONE, key):
                self._typing = False
                return
            if self._search.press(key):
                self._newest = True
                return
        if self._search is not None and is_pressed(ENTRY, EntryAction.BACK, key):
            self._search, self._typing, self._newest = None, False, True
        elif is_pressed(PAGE, PageAction.SEARCH, key):
            self._search, self._typing, self._newest = LineEditor(limit=60), True, True
        else:
            super().press(key)

    def paste(self, words: str) -> None:
        if self._typing and self._search is not None:
            self._search.paste(words)

    def move(self, step: int) -> None:
        super().move(step)
        self._newest = self.scroll == self._page.end  # else new lines do not scroll the page


class HelpScreen(Pager):
    """The keys, and the catalogue's help pages; a digit opens a page."""

    def __init__(
        self,
        program: Program,
        catalog: service_pb2.GetCatalogResponse,
        context: HelpContext = AT_NO_TABLE,
        below: Callable[[str], None] = lambda key: None,
    ) -> None:
        self._catalog = catalog
        self._context = context
        self._open = 0  # the number of the page
        super().__init__(program, self._draw_page, below)

    def _draw_page(self, room: Room, scroll: int) -> Page:
        return help_page(self._catalog, self._context, self._open, room, scroll=scroll)

    def press(self, key: str) -> None:
        number = len(pages(self._catalog, self._context.game)) + 1
        if is_pressed(PAGE, PageAction.TURN_OVER, key):
            self._open, self.scroll = (self._open + direction(key)) % number, 0
        elif (digit := keys.digit(key)) is not None:
            if 1 <= digit <= number:
                self._open, self.scroll = digit - 1, 0
        elif (page := target_number(key, "row")) is not None:
            self._open, self.scroll = page, 0
        elif not is_pressed(PAGE, PageAction.HELP, key):
            super().press(key)
