"""Rows of the tables of commands, and functions that look up keys and words in the tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import Generic, TypeVar

from koikoi_client.actions import keys as key_names
from koikoi_client.text import keyed, text

A = TypeVar("A", bound=Enum)


class Need(Enum):
    """A condition under which a command can be used."""

    SEAT = auto()  #: the user plays
    WATCHING = auto()  #: the user has no seat
    OTHERS = auto()  #: not all players share this screen
    OVER = auto()  #: the match is over
    CLOSED_RESULT = auto()  #: there is a result, but it is closed
    BOARD = auto()  #: no result is open, and the match is not over
    CONNECTED = auto()  #: the server answers
    KOIKOI = "koikoi"  #: the game has this verb
    HIKI = "hiki"  #: the game has this verb
    LIGHTNING = "leave"  #: the game has this verb


VERBS = frozenset({Need.KOIKOI, Need.HIKI, Need.LIGHTNING})
"""Needs that depend on the game: their values are verbs in the catalogue."""
MOMENTS = frozenset({Need.OVER, Need.CLOSED_RESULT, Need.BOARD, Need.CONNECTED})
"""Needs that come and go during a match. The help assumes that they are met."""


@dataclass(frozen=True)
class Command(Generic[A]):
    """Something that the user can do with a key of the screen, a word in line mode, or both.

    Attributes:
        action: what it does; each front end maps actions to its own functions.
        keys: the keys as the screen shows them, "Left Right" for two; empty: it has no key.
        also: the names of further keys, which the screen does not show.
        words: the words of line mode, in lower case; its help shows the first.
        label: what the bottom row says; empty: the command is not in it.
        short: a shorter label for narrow windows.
        help: what the help page and line mode's help say.
        typed: what line mode's help shows instead of the first word.
        typed_help: what line mode's help says instead of `help`.
        needs: the conditions under which it can be used.
        rank: its place in the bottom row of a table; 0: shown only at certain moments.
        option: the kind of option that it chooses; 0: none.
    """

    action: A
    keys: str = ""
    also: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    label: str = ""
    short: str = ""
    help: str = ""
    typed: str = ""
    typed_help: str = ""
    needs: frozenset[Need] = frozenset()
    rank: int = 0
    option: int = 0

    @property
    def hint(self) -> tuple[str, ...]:
        """Its keys and labels for the bottom row."""
        return self.hint_as(self.label, self.short)

    def hint_as(self, label: str, short: str = "", *, keys: str = "") -> tuple[str, ...]:
        """A hint with other labels, and perhaps other keys."""
        return (keys or self.keys, *(text(each) for each in (label, short) if each))

    @cached_property
    def pressed(self) -> frozenset[str]:
        """The names of all its keys."""
        names = {*self.also}
        for shown in self.keys.split():
            names |= set("123456789") if shown == "1-9" else {key_names.name_of(shown)}
        return frozenset(names)


@dataclass(frozen=True)
class Section(Generic[A]):
    """Commands under one heading of the help."""

    heading: str
    commands: tuple[Command[A], ...]


def all_of(sections: Iterable[Section[A]]) -> tuple[Command[A], ...]:
    """The commands of several sections."""
    return tuple(command for section in sections for command in section.commands)


def row_of(commands: Iterable[Command[A]], action: A) -> Command[A]:
    """The first row with this action."""
    return next(each for each in commands if each.action is action)


def hints_of(commands: Iterable[Command[A]], *actions: A) -> list[tuple[str, ...]]:
    """The hints of these actions, for the bottom row."""
    commands = tuple(commands)
    return [row_of(commands, each).hint for each in actions]


def command_for_key(
    commands: Iterable[Command[A]], key: str, met: Collection[Need] = frozenset()
) -> Command[A] | None:
    """The first command with this key whose needs are met; case does not matter."""
    key = key.lower() if len(key) == 1 else key
    return next((each for each in commands if key in each.pressed and each.needs <= set(met)), None)


def is_pressed(commands: Iterable[Command[A]], action: A, key: str) -> bool:
    """Whether this key has this action."""
    command = command_for_key(commands, key)
    return command is not None and command.action is action


def command_for_word(
    commands: Iterable[Command[A]], word: str, met: Collection[Need] = frozenset()
) -> Command[A] | None:
    """The first command with this word whose needs are met; case does not matter."""
    word = word.lower()
    return next((each for each in commands if word in each.words and each.needs <= set(met)), None)


def typed_help(commands: Iterable[Command[A]], met: Collection[Need]) -> Iterator[str]:
    """Line mode's help: a line for each command with a word, if its needs are met."""
    for each in commands:
        typed = each.typed or "".join(each.words[:1])
        says = each.typed_help or each.help
        if typed and says and each.needs - MOMENTS <= set(met):
            yield keyed(typed, text(says))
