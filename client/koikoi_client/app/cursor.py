"""Where the cursor is among the options, and where a key moves it. Pure functions of a view.

The cursor is an option's number; 0 is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from koikoi.v1 import table_pb2
from koikoi_client.actions.table import OPTION_KEYS, TableAction, command
from koikoi_client.text import text

from ..screen.hand import chosen_card, playable
from ..screen.view import View

DECISIONS = (table_pb2.OPTION_KIND_KOIKOI, table_pb2.OPTION_KIND_STOP)
_NEVER_FIRST = (*DECISIONS, table_pb2.OPTION_KIND_HIKI, table_pb2.OPTION_KIND_CUT)


def decides(view: View) -> bool:
    """Whether koi-koi or stop is to be said."""
    return any(option.kind in DECISIONS for option in view.buttons)


def arrived(view: View, before: table_pb2.Option | None) -> int:
    """The cursor when new options have come: on the one like *before*, else on the first that takes
    something, else on the first.

    Nothing is under it when the first key might say something for good: koi-koi, stop, hiki.
    """
    buttons = [option for option in view.buttons if option.kind not in _NEVER_FIRST]
    if not buttons or decides(view):
        return 0
    if before is not None:
        for option in buttons:
            if (option.kind, option.card, list(option.taken)) == (
                before.kind,
                before.card,
                list(before.taken),
            ):
                return option.number
    return next((each for each in buttons if each.taken), buttons[0]).number


def card_of(view: View, digit: int) -> int:
    """The card in hand that a digit means: 0 is the tenth. 0: there is none."""
    place = digit or 10
    return view.hand[place - 1] if place <= len(view.hand) else 0


def pointed(view: View, card: int) -> int:
    """The cursor on what a card means: on playing it from the hand, or on taking it from the
    field by what the cursor was on; 0 when it means nothing now.
    """
    if card in view.hand:
        options = playable(view).get(card)
        return options[0].number if options else 0
    choice = view.choice
    if choice is None or card in choice.taken:
        return choice.number if choice is not None else 0
    same = (o for o in view.buttons if o.kind == choice.kind and o.card == choice.card)
    return next((option.number for option in same if card in option.taken), 0)


def instead(view: View, key: str) -> str:
    """What does something now, for who pressed a key that does not."""
    if decides(view):
        return text(
            "{key} does nothing now: press {koikoi} or {stop}.",
            key=key.upper(),
            koikoi=OPTION_KEYS[table_pb2.OPTION_KIND_KOIKOI],
            stop=OPTION_KEYS[table_pb2.OPTION_KIND_STOP],
        )
    if playable(view):
        return text(
            "{key} does nothing now: a number chooses a card, {enter} plays it.",
            key=key.upper(),
            enter=command(TableAction.CONFIRM).keys,
        )
    return text(
        "{key} does nothing now. Press {help} for what the keys do.",
        key=key.upper(),
        help=command(TableAction.HELP).keys,
    )


def decide_by_key() -> str:
    """Tells somebody who pressed Enter which keys decide."""
    return text(
        "Press {koikoi} or {stop}.",
        koikoi=OPTION_KEYS[table_pb2.OPTION_KIND_KOIKOI],
        stop=OPTION_KEYS[table_pb2.OPTION_KIND_STOP],
    )


def next_card(view: View, step: int) -> int:
    """The cursor on the hand card after (+1) or before (-1); among what it takes if none is."""
    cards = [card for card in view.hand if card in playable(view)]
    if not cards:
        return next_taken(view, step)
    card = _stepped(cards, chosen_card(view), step)
    return playable(view)[card][0].number


def next_taken(view: View, step: int) -> int:
    """The cursor on another thing that the chosen card, or the open one, takes."""
    choice = view.choice
    if choice is None:
        return next_button(view, step)
    same = [
        option.number
        for option in view.buttons
        if option.kind == choice.kind and option.card == choice.card
    ]
    return _stepped(same, choice.number, step)


def next_button(view: View, step: int) -> int:
    """The cursor on the next of all buttons; koi-koi and stop have keys of their own alone."""
    buttons = [
        option.number
        for option in view.buttons
        if option.kind not in DECISIONS and option.kind != table_pb2.OPTION_KIND_CUT
    ]
    return _stepped(buttons, view.chosen, step) if buttons else 0


def _stepped(among: Sequence[int], now: int, step: int) -> int:
    if now not in among:
        return among[0 if step > 0 else -1]
    return among[(among.index(now) + step) % len(among)]
