"""Where keys move the cursor among a table's options: pure functions of a view.

The cursor is an option's number; 0: it is on none.
"""

from __future__ import annotations

from collections.abc import Sequence

from koikoi.v1 import table_pb2
from koikoi_client.actions import keys
from koikoi_client.actions.table import OPTION_KEYS, TableAction, command
from koikoi_client.text import text

from ..screen.hand import chosen_card, playable
from ..screen.view import View

DECISIONS = (table_pb2.OPTION_KIND_KOIKOI, table_pb2.OPTION_KIND_STOP)
_NEVER_FIRST = (*DECISIONS, table_pb2.OPTION_KIND_HIKI, table_pb2.OPTION_KIND_CUT)


def must_decide(view: View) -> bool:
    """Whether I have to call koi-koi or stop."""
    return any(option.kind in DECISIONS for option in view.buttons)


def first_option(view: View, before: table_pb2.Option | None) -> int:
    """The cursor when there are new options: on the one like *before*, else on the first that
    captures something, else on the first.

    It is on none where Enter could decide by accident: koi-koi, stop, hiki.
    """
    buttons = [option for option in view.buttons if option.kind not in _NEVER_FIRST]
    if not buttons or must_decide(view):
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


def card_at_digit(view: View, digit: int) -> int:
    """The card in my hand with this digit key, "0" for the tenth card; 0: there is none."""
    place = digit or 10
    return view.hand[place - 1] if place <= len(view.hand) else 0


def option_for_card(view: View, card: int) -> int:
    """The option for a click on a card: play it from my hand, or capture it with the chosen card.

    0: there is none.
    """
    if card in view.hand:
        options = playable(view).get(card)
        return options[0].number if options else 0
    choice = view.choice
    if choice is None or card in choice.taken:
        return choice.number if choice is not None else 0
    same = (o for o in view.buttons if o.kind == choice.kind and o.card == choice.card)
    return next((option.number for option in same if card in option.taken), 0)


def unused_key(view: View, key: str, *, result: bool = False, handing_over: bool = False) -> str:
    """The notice for a key that does nothing now; it names the keys that do something.

    Args:
        result: whether a result is open.
        handing_over: whether the keyboard goes to another player.
    """
    if view.lost:
        return text("{key} does nothing until the server answers again.", key=keys.shown(key))
    if result:
        return text(
            "{key} does nothing now: {enter} closes the result.",
            key=keys.shown(key),
            enter=command(TableAction.CONFIRM).keys,
        )
    if handing_over:
        return text(
            "{key} does nothing now: {enter} goes on.",
            key=keys.shown(key),
            enter=command(TableAction.CONFIRM).keys,
        )
    if must_decide(view):
        return text(
            "{key} does nothing now: press {koikoi} or {stop}.",
            key=keys.shown(key),
            koikoi=OPTION_KEYS[table_pb2.OPTION_KIND_KOIKOI],
            stop=OPTION_KEYS[table_pb2.OPTION_KIND_STOP],
        )
    if playable(view):
        return text(
            "{key} does nothing now: a number chooses a card, {enter} plays it.",
            key=keys.shown(key),
            enter=command(TableAction.CONFIRM).keys,
        )
    return text(
        "{key} does nothing now. Press {help} for what the keys do.",
        key=keys.shown(key),
        help=command(TableAction.HELP).keys,
    )


def decision_keys() -> str:
    """The notice for Enter while only koi-koi or stop can be chosen; it names their keys."""
    return text(
        "Press {koikoi} or {stop}.",
        koikoi=OPTION_KEYS[table_pb2.OPTION_KIND_KOIKOI],
        stop=OPTION_KEYS[table_pb2.OPTION_KIND_STOP],
    )


def next_card(view: View, step: int) -> int:
    """The cursor on the next card in my hand (+1) or the one before (-1)."""
    cards = [card for card in view.hand if card in playable(view)]
    if not cards:
        return next_capture(view, step)
    card = _stepped(cards, chosen_card(view), step)
    return playable(view)[card][0].number


def next_capture(view: View, step: int) -> int:
    """The cursor on another card that the chosen card can capture."""
    choice = view.choice
    if choice is None:
        return next_option(view, step)
    same = [
        option.number
        for option in view.buttons
        if option.kind == choice.kind and option.card == choice.card
    ]
    return _stepped(same, choice.number, step)


def next_option(view: View, step: int) -> int:
    """The cursor on the next of all options but koi-koi and stop, which have their own keys."""
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
