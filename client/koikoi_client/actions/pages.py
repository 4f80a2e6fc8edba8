"""The commands of pages and dialogs, and those that work everywhere."""

from __future__ import annotations

from enum import Enum, auto

from koikoi_client.actions import keys
from koikoi_client.actions.command import Command, Section, hints_of, row_of


class PageAction(Enum):
    """The actions on a page."""

    BACK = auto()
    SCROLL = auto()
    SEARCH = auto()
    TURN_OVER = auto()
    HELP = auto()
    QUIT = auto()


PAGE = (
    Command(PageAction.BACK, keys="Esc", also=(keys.ENTER,), label="back"),
    Command(PageAction.SCROLL, keys="PgUp PgDn", label="scroll"),
    Command(PageAction.SEARCH, keys="/", label="search"),
    Command(PageAction.TURN_OVER, keys="Left Right", also=(keys.TAB, keys.BACK_TAB), label="page"),
    Command(PageAction.HELP, keys="?", label="help"),
    Command(PageAction.QUIT, keys="Q", label="quit"),
)
"""For the help, the log, the yaku chart and the list of cards. Not every page has all of them."""


class EntryAction(Enum):
    """The actions while the user is typing a line."""

    DONE = auto()
    BACK = auto()
    ERASE = auto()
    ERASE_WORD = auto()


ENTRY = (
    Command(EntryAction.DONE, keys="Enter", label="done"),
    Command(EntryAction.BACK, keys="Esc", label="back"),
    Command(EntryAction.ERASE, keys="Ctrl-U", label="erase"),
    Command(EntryAction.ERASE_WORD, keys="Ctrl-W"),
)


def search_hints(leave: str) -> list[tuple[str, ...]]:
    """The hints while the user is typing a search; *leave* is the label of Esc."""
    done, back = row_of(ENTRY, EntryAction.DONE), row_of(ENTRY, EntryAction.BACK)
    return [done.hint_as("search"), back.hint_as(leave), *hints_of(ENTRY, EntryAction.ERASE)]


class SeatsAction(Enum):
    """The actions on the page of a table's seats."""

    CHOOSE = auto()
    CONFIRM = auto()
    CHANGE_COMPUTER = auto()
    BY_NUMBER = auto()


SEATS = (
    Command(
        SeatsAction.CHOOSE,
        keys="Up Down",
        also=(keys.TAB, keys.BACK_TAB),
        label="choose",
    ),
    Command(SeatsAction.CONFIRM, keys="Enter", label="do it"),
    Command(
        SeatsAction.CHANGE_COMPUTER, keys="Left Right", label="another computer", short="level"
    ),
    Command(SeatsAction.BY_NUMBER, keys="1-9 0"),
)


class ProgramAction(Enum):
    """The actions on every screen."""

    BACK = auto()
    SCROLL = auto()
    HELP = auto()
    QUIT = auto()
    REDRAW = auto()
    ERASE = auto()
    SUSPEND = auto()
    INTERRUPT = auto()


EVERYWHERE = Section(
    "Everywhere",
    (
        Command(ProgramAction.BACK, keys="Esc", help="go back"),
        Command(
            ProgramAction.SCROLL,
            keys="PgUp PgDn",
            help="scroll a long page; Home and End go to its start and end",
        ),
        Command(ProgramAction.HELP, keys="?", label="help", help="show this help"),
        Command(
            ProgramAction.QUIT, keys="Q", label="quit", help="quit, unless you are typing a line"
        ),
        Command(ProgramAction.REDRAW, keys="Ctrl-L", help="redraw the screen"),
        Command(
            ProgramAction.ERASE,
            keys="Ctrl-U",
            help="erase the line you are typing; Ctrl-W erases its last word",
        ),
        Command(
            ProgramAction.SUSPEND,
            keys="Ctrl-Z",
            help="suspend the program; fg in the shell brings it back",
        ),
        Command(
            ProgramAction.INTERRUPT,
            keys="Ctrl-C",
            help="quit at once, without a question",
        ),
    ),
)
