"""The commands of the lobby, of the list of finished matches, and of the form for a new table."""

from __future__ import annotations

from enum import Enum, auto

from koikoi_client.actions import keys
from koikoi_client.actions.command import Command, Section


class LobbyAction(Enum):
    """The actions in the lobby."""

    SIT = auto()
    WATCH = auto()
    NEW = auto()
    JOIN = auto()
    SEARCH = auto()
    SHOW_ALL = auto()
    LIST = auto()
    RECORDS = auto()
    REPLAY = auto()
    SAVE = auto()
    NAME = auto()
    RULES = auto()
    HELP = auto()
    QUIT = auto()


LOBBY = Section(
    "In the lobby",
    (
        Command(
            LobbyAction.SIT,
            keys="Enter",
            also=(keys.SPACE,),
            label="sit down",
            short="sit",
            help="sit down at the chosen table, or go back to your seat there",
            typed="2",
            typed_help="sit down at table 2",
        ),
        Command(
            LobbyAction.WATCH,
            keys="W",
            words=("watch", "w"),
            label="watch",
            help="watch the chosen table; there, T lets you take a free seat",
            typed="watch 2",
            typed_help="watch table 2; or with a join code, watch CODE",
        ),
        Command(
            LobbyAction.NEW,
            keys="N",
            words=("new", "n"),
            label="new",
            help="open a new table: Left and Right change a line, Enter opens it",
            typed_help="open a new table",
        ),
        Command(LobbyAction.SHOW_ALL, keys="Esc", label="all tables"),
        Command(
            LobbyAction.JOIN,
            keys="J",
            words=("join", "j"),
            label="code",
            help="sit down at a private table by its join code",
            typed="join CODE",
            typed_help="sit down at a private table",
        ),
        Command(
            LobbyAction.SEARCH,
            keys="/",
            label="search",
            short="find",
            help="search; Esc shows all tables again",
        ),
        Command(LobbyAction.LIST, words=("list", "ls", "again", ""), help="list the tables again"),
        Command(
            LobbyAction.RECORDS,
            keys="R",
            words=("records",),
            label="records",
            help="finished matches: Enter opens one, S saves it to a file",
            typed_help="list the finished matches",
        ),
        Command(
            LobbyAction.REPLAY,
            words=("replay",),
            typed="replay 2",
            help="replay the second of them, step by step",
        ),
        Command(
            LobbyAction.SAVE,
            words=("save",),
            typed="save 2",
            help="save the second of them to a file",
        ),
        Command(
            LobbyAction.NAME,
            keys="E",
            words=("name",),
            label="name",
            help="change your name",
            typed="name Aki",
            typed_help="be called Aki at the next table",
        ),
        Command(LobbyAction.RULES, words=("rules", "read"), help="read about the games"),
        Command(LobbyAction.HELP, keys="?", words=("help", "h", "?"), label="help"),
        Command(
            LobbyAction.QUIT,
            keys="Q",
            words=("quit", "q", "exit"),
            label="quit",
            typed_help="quit the program",
        ),
    ),
)


class RecordsAction(Enum):
    """The actions in the list of finished matches."""

    OPEN = auto()
    SAVE = auto()
    BACK = auto()
    HELP = auto()
    QUIT = auto()


RECORDS = (
    Command(RecordsAction.OPEN, keys="Enter", also=(keys.SPACE,), label="replay"),
    Command(RecordsAction.SAVE, keys="S", label="save to a file"),
    Command(RecordsAction.BACK, keys="Esc", label="back"),
    Command(RecordsAction.HELP, keys="?", label="help"),
    Command(RecordsAction.QUIT, keys="Q", label="quit"),
)


class FormAction(Enum):
    """The actions in the form for a new table."""

    LINE = auto()
    CHANGE = auto()
    OPEN = auto()
    BACK = auto()
    HELP = auto()
    QUIT = auto()


FORM = (
    Command(FormAction.LINE, keys="Up Down", label="line"),
    Command(FormAction.CHANGE, keys="Left Right", also=(keys.SPACE,), label="change", short="set"),
    Command(FormAction.OPEN, keys="Enter", label="Open this table"),
    Command(FormAction.BACK, keys="Esc", label="back"),
    Command(FormAction.HELP, keys="?", label="help"),
    Command(FormAction.QUIT, keys="Q", label="quit"),
)
