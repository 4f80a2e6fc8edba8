"""The commands at a table. To add one, add a row here and map its action in the front ends."""

from __future__ import annotations

from enum import Enum, auto

from koikoi.v1 import table_pb2
from koikoi_client.actions import keys
from koikoi_client.actions.command import Command, Need, Section, all_of, row_of
from koikoi_client.actions.seat_words import HELP_WORDS


class TableAction(Enum):
    """The actions at a table."""

    CARD = auto()
    NEXT_CARD = auto()
    NEXT_MATCHING_CARD = auto()
    NEXT_OPTION = auto()
    SHOW_RESULT = auto()
    CONFIRM = auto()
    CHOOSE = auto()  #: the option of the kind that the row names
    SITUATION = auto()
    HAND = auto()
    FIELD = auto()
    CAPTURED = auto()
    YAKU = auto()
    CARDS = auto()
    SCORE = auto()
    LOG = auto()
    MARKS = auto()
    RULES = auto()
    SEATS = auto()
    TO_LOBBY = auto()
    COMPUTER = auto()
    SEAT_OPTION = auto()
    SIT = auto()
    CHAT = auto()
    REMATCH = auto()
    SAVE = auto()
    BELL = auto()
    LEAVE = auto()
    HELP = auto()
    QUIT = auto()


_TURN = frozenset({Need.SEAT, Need.BOARD, Need.CONNECTED})
_SEAT = frozenset({Need.SEAT})

PLAYING = Section(
    "Playing",
    (
        Command(
            TableAction.CARD,
            keys="1-9 0",
            label="card",
            help="choose a card (0: the tenth); press again to play it",
            typed="3",
            typed_help="play the third card in your hand",
            needs=_TURN,
        ),
        Command(
            TableAction.CARD,
            typed="3a",
            typed_help="play it and take the first of several cards that it can take",
            needs=_TURN,
        ),
        Command(
            TableAction.NEXT_CARD,
            keys="Left Right",
            help="choose the previous or the next card",
            needs=_TURN,
        ),
        Command(
            TableAction.NEXT_MATCHING_CARD,
            keys="Up Down",
            help="choose what the card takes, where two cards match",
            needs=_TURN,
        ),
        Command(
            TableAction.NEXT_OPTION,
            keys="Tab",
            also=(keys.BACK_TAB,),
            label="next",
            help="choose the next thing you can do; Shift-Tab: the previous one",
            needs=_TURN,
        ),
        Command(
            TableAction.SHOW_RESULT,
            keys="Enter",
            also=(keys.SPACE, keys.ESCAPE),
            label="result",
            needs=frozenset({Need.CLOSED_RESULT}),
        ),
        Command(
            TableAction.CONFIRM,
            keys="Enter",
            also=(keys.SPACE,),
            label="choose",
            help="do what the line below your hand says; Space does the same",
            typed="Enter",
            typed_help="go on after a result; at other times, show where things stand",
            needs=_TURN,
        ),
        Command(
            TableAction.CHOOSE,
            keys="K",
            label="koi-koi",
            help="call koi-koi and play on, when you have made a yaku",
            typed="k",
            needs=_TURN | {Need.KOIKOI},
            option=table_pb2.OPTION_KIND_KOIKOI,
        ),
        Command(
            TableAction.CHOOSE,
            keys="S",
            label="stop",
            help="stop and take your points, when you have made a yaku",
            typed="s",
            needs=_TURN | {Need.KOIKOI},
            option=table_pb2.OPTION_KIND_STOP,
        ),
        Command(
            TableAction.CHOOSE,
            keys="H",
            label="hiki",
            help="call hiki and take all four cards of a month, when you can",
            typed="hiki",
            needs=_TURN | {Need.HIKI},
            option=table_pb2.OPTION_KIND_HIKI,
        ),
        Command(
            TableAction.CHOOSE,
            keys="X",
            label="leave it",
            help="leave the lightning on the field, so that it takes nothing",
            typed="x",
            needs=_TURN | {Need.LIGHTNING},
            option=table_pb2.OPTION_KIND_LEAVE,
        ),
    ),
)
LOOKING = Section(
    "Looking",
    (
        Command(TableAction.SITUATION, words=("again", "table"), help="where things stand"),
        Command(TableAction.HAND, words=("hand", "cards"), help="your cards", needs=_SEAT),
        Command(TableAction.FIELD, words=("field",), help="the cards on the field"),
        Command(TableAction.CAPTURED, words=("captured",), help="what each side has captured"),
        Command(
            TableAction.YAKU,
            keys="Y",
            words=("yaku",),
            label="yaku chart",
            short="yaku",
            help="the yaku, what they are worth here, and how far each side is",
            rank=1,
        ),
        Command(
            TableAction.CARDS,
            keys="A",
            label="cards",
            help="all 48 cards, and where they are",
            rank=4,
        ),
        Command(TableAction.SCORE, words=("score",), help="the score of each round so far"),
        Command(
            TableAction.LOG,
            keys="L",
            words=("log",),
            label="log",
            help="what has happened so far",
            rank=2,
        ),
        Command(
            TableAction.MARKS,
            keys="M",
            label="marks",
            help="show or hide month numbers and marks on the cards",
            rank=6,
        ),
        Command(TableAction.RULES, words=("rules",), help="read about the game"),
    ),
)
THE_TABLE = Section(
    "The table",
    (
        Command(
            TableAction.SEATS,
            keys="T",
            words=("seats",),
            label="table",
            help="who sits where, and what you can do about seats and the match",
            needs=frozenset({Need.OTHERS}),
            rank=3,
        ),
        Command(
            TableAction.TO_LOBBY,
            keys="B",
            label="lobby",
            needs=frozenset({Need.OVER, Need.OTHERS}),
        ),
        Command(
            TableAction.COMPUTER,
            keys="B",
            help="put a computer in an open or late player's seat; take your own seat back",
            typed="back",
            typed_help="take your seat back from the computer",
            needs=frozenset({Need.OTHERS, Need.SEAT, Need.CONNECTED}),
        ),
        Command(
            TableAction.SEAT_OPTION,
            typed=", ".join(HELP_WORDS),
            typed_help="change seats or the match: seats lists what you can type",
            needs=_SEAT,
        ),
        Command(
            TableAction.CHAT,
            keys="C",
            words=("say", "chat"),
            label="chat",
            help="say something to everybody at the table",
            typed="say hello",
            needs=frozenset({Need.OTHERS, Need.SEAT, Need.CONNECTED}),
            rank=5,
        ),
        Command(
            TableAction.REMATCH,
            keys="R",
            label="another match",
            short="again",
            help="play another match when this one is over",
            needs=frozenset({Need.OVER, Need.SEAT, Need.CONNECTED}),
        ),
        Command(
            TableAction.SAVE,
            keys="S",
            words=("save",),
            label="save",
            help="save the match to a file when it is over; the client asks you first",
            typed_help="save the match to a file when it is over",
            needs=frozenset({Need.OVER, Need.CONNECTED}),
        ),
        Command(
            TableAction.SIT,
            words=("sit", "join"),
            help="take seat 2, even from a computer; without a number, any open seat",
            typed="sit 2",
            needs=frozenset({Need.WATCHING}),
        ),
        Command(
            TableAction.BELL,
            words=("bell",),
            help="no sound on your turn; bell on turns it on again",
            typed="bell off",
            needs=_SEAT,
        ),
        Command(
            TableAction.LEAVE,
            words=("leave", "lobby"),
            help="give up your seat for good",
            needs=_SEAT,
        ),
        Command(
            TableAction.LEAVE,
            words=("leave", "lobby"),
            help="go back to the lobby",
            needs=frozenset({Need.WATCHING}),
        ),
        Command(TableAction.HELP, keys="?", words=("help", "h", "?"), label="help"),
        Command(
            TableAction.QUIT,
            keys="Q",
            words=("quit", "q", "exit"),
            label="quit",
            help="quit the program, or leave the table",
        ),
    ),
)
SECTIONS = (PLAYING, LOOKING, THE_TABLE)
COMMANDS = all_of(SECTIONS)
OPTION_KEYS = {each.option: each.keys for each in COMMANDS if each.option}
"""The keys of options, by kind of option."""
OPTION_WORDS = {each.option: each.typed for each in COMMANDS if each.option}
"""The words of options in line mode, by kind of option."""


def command(action: TableAction) -> Command[TableAction]:
    """The first row with this action."""
    return row_of(COMMANDS, action)


def option_command(kind: int) -> Command[TableAction]:
    """The row that chooses this kind of option."""
    return next(each for each in COMMANDS if each.option == kind)
