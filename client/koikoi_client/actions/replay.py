"""The commands of a replay: the keys on its screen and its words in line mode."""

from __future__ import annotations

from enum import Enum, auto

from koikoi_client.actions import keys
from koikoi_client.actions.command import Command, Section


class ReplayAction(Enum):
    """The actions in a replay."""

    BACK = auto()
    FORWARD = auto()
    ROUND_BEFORE = auto()
    NEXT_ROUND = auto()
    START = auto()
    END = auto()
    GO_TO_ROUND = auto()
    HANDS = auto()
    MARKS = auto()
    LEAVE = auto()
    HELP = auto()
    QUIT = auto()


REPLAY = Section(
    "The replay of a match",
    (
        Command(
            ReplayAction.FORWARD,
            keys="Right",
            also=(keys.SPACE, keys.ENTER, "n"),
            words=("",),
            help="go one step forward",
            typed="Enter",
        ),
        Command(
            ReplayAction.BACK,
            keys="Left",
            also=(keys.BACKSPACE, "p"),
            words=("back", "b"),
            help="go one step back",
        ),
        Command(
            ReplayAction.GO_TO_ROUND,
            keys="G",
            label="go to",
            help="go to a round by its number",
            typed="3",
            typed_help="go to round 3",
        ),
        Command(
            ReplayAction.NEXT_ROUND,
            keys="Down",
            also=(keys.PAGE_DOWN,),
            words=("next",),
            help="go to the next round",
        ),
        Command(
            ReplayAction.ROUND_BEFORE,
            keys="Up",
            also=(keys.PAGE_UP,),
            words=("before",),
            help="go to the round before",
        ),
        Command(
            ReplayAction.START,
            keys="Home",
            words=("start",),
            help="go to the first step",
        ),
        Command(ReplayAction.END, keys="End", words=("end",), help="go to the last step"),
        Command(
            ReplayAction.HANDS,
            words=("hands", "again"),
            help="show all hands, the field, and what each side has captured",
        ),
        Command(
            ReplayAction.MARKS,
            keys="M",
            label="marks",
            help="show or hide month numbers and marks on the cards",
        ),
        Command(
            ReplayAction.LEAVE,
            keys="Esc",
            words=("leave", "lobby", "l"),
            label="back",
            typed_help="leave the replay",
        ),
        Command(ReplayAction.HELP, keys="?", words=("help", "h", "?"), label="help"),
        Command(
            ReplayAction.QUIT,
            keys="Q",
            words=("quit", "q", "exit"),
            label="quit",
            typed_help="quit the program",
        ),
    ),
)
