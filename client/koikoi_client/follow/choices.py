"""What a seat may do now, as numbered choices. Made of the options that the server lists, alone."""

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
"""What is typed for options that have a word of their own; of several, "hiki", then "hiki2"."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to do, and what to type for it."""

    key: str  #: "3", "3a", "k", "hiki2"; lower case
    label: str  #: what it does and brings, ready to show
    option: table_pb2.Option


def distinct(options: Iterable[table_pb2.Option]) -> list[table_pb2.Option]:
    """The options without those that make no difference to an earlier one."""
    return [option for option in options if not option.same_as]


def choices(view: table_pb2.SeatView) -> list[Choice]:
    """All that can be done, in the order to show. Unknown kinds come by number and label."""
    made: list[Choice] = []
    hand = list(view.hand)
    others: list[table_pb2.Option] = []
    options = distinct(view.options)
    for option in options:
        if option.kind == table_pb2.OPTION_KIND_CUT:
            continue  # the client cuts by itself
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
    first = len(hand) + 1 if plays else 1  # a number of the hand means that card alone
    made += [_choice(str(first + place), option) for place, option in enumerate(others)]
    return made


def awaited(view: table_pb2.SeatView, match: table_pb2.Match) -> bool:
    """Whether one must act: nobody waits for a hiki, and the deck is cut by the client itself."""
    return view.seat in match.waiting_for and bool(view.options) and cut(view) is None


def cut(view: table_pb2.SeatView) -> table_pb2.Option | None:
    """The option to cut the deck, when it is offered."""
    return next((each for each in view.options if each.kind == table_pb2.OPTION_KIND_CUT), None)


def plays(view: table_pb2.SeatView | None) -> bool:
    """Whether a hand card may be played."""
    return view is not None and any(o.kind == table_pb2.OPTION_KIND_PLAY for o in view.options)


def find(made: Iterable[Choice], typed: str) -> Choice | None:
    """The choice that *typed* means, or None; "3 a" and "3A" are "3a"."""
    key = "".join(typed.lower().split())
    return next((choice for choice in made if choice.key == key), None)


def hand_lines(names: Names, view: table_pb2.SeatView) -> list[str]:
    """One line a hand card, with what it takes and what that brings when it may be played now."""
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
        said = names.full_card(card)
        lines.append(keyed(number, f"{said}, {takes}" if takes else said))
    return lines


def _taken(names: Names, option: table_pb2.Option) -> str:
    """The cards that an option takes, and what they bring."""
    return _noted(names.cards(option.taken), option)


def _noted(said: str, option: table_pb2.Option) -> str:
    return f"{said} ({printable(option.note)})" if option.note else said


def other_lines(view: table_pb2.SeatView) -> list[str]:
    """One line for each choice that is not the play of a hand card."""
    return [
        keyed(choice.key, choice.label)
        for choice in choices(view)
        if choice.option.kind != table_pb2.OPTION_KIND_PLAY or choice.option.card not in view.hand
    ]


def _choice(key: str, option: table_pb2.Option) -> Choice:
    return Choice(key, _noted(printable(option.label), option), option)
