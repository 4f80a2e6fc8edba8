"""Choices: the options that the server offers a seat, each with a key to type."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from koikoi.v1 import table_pb2
from koikoi_client.actions.table import OPTION_WORDS
from koikoi_client.text import keyed, printable, text
from koikoi_client.text.names import Names

GO_ON_KEY = "g"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_KEYS = {**OPTION_WORDS, table_pb2.OPTION_KIND_GO_ON: GO_ON_KEY}
"""The keys of some kinds of options; several of a kind get "hiki", "hiki2"."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option and the key to type for it."""

    key: str  #: "3", "3a", "k", "hiki2"; lower case
    label: str  #: what the option does
    option: table_pb2.Option


def distinct(options: Iterable[table_pb2.Option]) -> list[table_pb2.Option]:
    """The options without those that are equivalent to an earlier one."""
    return [option for option in options if not option.same_as]


def choices(view: table_pb2.SeatView) -> list[Choice]:
    """All choices in display order. Options of unknown kinds get numbers."""
    made: list[Choice] = []
    hand = list(view.hand)
    others: list[table_pb2.Option] = []
    options = distinct(view.options)
    for option in options:
        if option.kind == table_pb2.OPTION_KIND_CUT:
            continue  # the client cuts without asking
        if option.kind == table_pb2.OPTION_KIND_PLAY and option.card in hand:
            same_card = [o for o in options if o.kind == option.kind and o.card == option.card]
            number = str(hand.index(option.card) + 1)
            letter = _LETTERS[same_card.index(option)] if len(same_card) > 1 else ""
            made.append(_choice(number + letter, option))
        elif option.kind in _KEYS:
            place = sum(choice.option.kind == option.kind for choice in made) + 1
            made.append(_choice(f"{_KEYS[option.kind]}{place if place > 1 else ''}", option))
        else:
            others.append(option)
    plays = any(choice.option.kind == table_pb2.OPTION_KIND_PLAY for choice in made)
    first = len(hand) + 1 if plays else 1  # the numbers of the hand's cards are taken
    made += [_choice(str(first + place), option) for place, option in enumerate(others)]
    return made


def awaited(view: table_pb2.SeatView, match: table_pb2.Match) -> bool:
    """Whether the match waits for this player, not counting hiki and the cut of the deck."""
    return view.seat in match.waiting_for and bool(view.options) and cut(view) is None


def cut(view: table_pb2.SeatView) -> table_pb2.Option | None:
    """The option to cut the deck; None when it is not offered."""
    return next((each for each in view.options if each.kind == table_pb2.OPTION_KIND_CUT), None)


def plays(view: table_pb2.SeatView | None) -> bool:
    """Whether a hand card may be played."""
    return view is not None and any(o.kind == table_pb2.OPTION_KIND_PLAY for o in view.options)


def find(made: Iterable[Choice], typed: str) -> Choice | None:
    """The choice with the key *typed*, or None; "3 a" and "3A" are "3a"."""
    key = "".join(typed.lower().split())
    return next((choice for choice in made if choice.key == key), None)


def hand_lines(names: Names, view: table_pb2.SeatView) -> list[str]:
    """One line for each card in the hand, with what it takes if it can be played now."""
    lines = []
    made = choices(view)
    for number, card in enumerate(view.hand, 1):
        mine = [
            c for c in made if c.option.kind == table_pb2.OPTION_KIND_PLAY and c.option.card == card
        ]
        if len(mine) > 1:
            each = [f"{choice.key} {_taken(names, choice.option)}" for choice in mine]
            takes = text("takes one of: {cards}", cards=", ".join(each))
        elif mine and mine[0].option.taken:
            takes = text("takes {cards}", cards=_taken(names, mine[0].option))
        else:
            takes = ""
        name = names.full_card(card)
        lines.append(keyed(number, f"{name}, {takes}" if takes else name))
    return lines


def _taken(names: Names, option: table_pb2.Option) -> str:
    """The cards that an option takes, with the option's note."""
    return _noted(names.cards(option.taken), option)


def _noted(label: str, option: table_pb2.Option) -> str:
    return f"{label} ({printable(option.note)})" if option.note else label


def other_lines(view: table_pb2.SeatView) -> list[str]:
    """One line for each choice that does not play a card from the hand."""
    return [
        keyed(choice.key, choice.label)
        for choice in choices(view)
        if choice.option.kind != table_pb2.OPTION_KIND_PLAY or choice.option.card not in view.hand
    ]


def _choice(key: str, option: table_pb2.Option) -> Choice:
    return Choice(key, _noted(printable(option.label), option), option)
