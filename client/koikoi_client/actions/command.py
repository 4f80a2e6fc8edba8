"""A row of a table of commands: a key of the screen, a word of line mode, or both."""

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
    """What must be so for a command to mean something."""

    SEAT = auto()  #: the person plays
    WATCHING = auto()  #: the person has no seat
    OTHERS = auto()  #: other players sit at other screens
    OVER = auto()  #: the match is over
    RESULT = auto()  #: a result is open
    CLOSED_RESULT = auto()  #: there is a result, and it is closed
    BOARD = auto()  #: no result is open
    KOIKOI = "koikoi"  #: the game has this verb
    HIKI = "hiki"  #: the game has this verb
    LIGHTNING = "leave"  #: the game has this verb


VERBS = frozenset({Need.KOIKOI, Need.HIKI, Need.LIGHTNING})
"""Needs that the catalogue answers: their values are the verbs of a game."""
MOMENTS = frozenset({Need.OVER, Need.RESULT, Need.CLOSED_RESULT, Need.BOARD})
"""Needs that come and go while one plays: the help leaves them out."""


@dataclass(frozen=True)
class Command(Generic[A]):
    """One thing that a person can do at a place.

    Attributes:
        action: what it does. Each front end maps the actions of a place to its own functions.
        keys: the keys of the screen, as it shows them: "Left Right" are two; empty: there is none.
        also: names of keys that do the same, but that no screen shows.
        words: what line mode understands, in lower case; it shows the first.
        label: for the bottom row; empty: it is not shown there.
        short: a shorter label for narrow windows.
        help: what it does, on the help page and in line mode's help.
        typed: what line mode's help shows instead of the first of the words.
        typed_help: what line mode's help says instead of `help`.
        needs: when it means something.
        rank: the place among the labels that are in the bottom row at every moment; 0: none.
        option: the kind of the game's options that it chooses; 0: none.
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
        """The same with other labels, which suit the moment, or other keys."""
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
    """The row of an action, of several the first."""
    return next(each for each in commands if each.action is action)


def pressed(
    commands: Iterable[Command[A]], key: str, has: Collection[Need] = frozenset()
) -> Command[A] | None:
    """The first command that a key means where all of *has* is so; a capital means its letter."""
    key = key.lower() if len(key) == 1 else key
    return next((each for each in commands if key in each.pressed and each.needs <= set(has)), None)


def is_pressed(commands: Iterable[Command[A]], action: A, key: str) -> bool:
    """Whether a key means an action."""
    command = pressed(commands, key)
    return command is not None and command.action is action


def spoken(
    commands: Iterable[Command[A]], word: str, has: Collection[Need] = frozenset()
) -> Command[A] | None:
    """The first command that a word of line mode means where all of *has* is so."""
    word = word.lower()
    return next((each for each in commands if word in each.words and each.needs <= set(has)), None)


def typed_help(
    commands: Iterable[Command[A]], has: Collection[Need], **values: str
) -> Iterator[str]:
    """Line mode's help: a line for each thing that can be typed where all of *has* is so.

    *values* are filled into the sentences.
    """
    for each in commands:
        typed = each.typed or "".join(each.words[:1])
        says = each.typed_help or each.help
        if typed and says and each.needs - MOMENTS <= set(has):
            yield keyed(typed, text(says, **values))
