"""Draw the player's hand: each card with its key, the chosen card raised by a row."""

from __future__ import annotations

from koikoi.v1 import table_pb2
from koikoi_client.cards import COLUMNS, Line
from koikoi_client.screen.targets import card_target, digit_key
from koikoi_client.text import text

from .cells import fill, fill_line, indented, side_by_side
from .field import CardSize, card_margin, cards_across, draw_card
from .view import View


def playable(view: View) -> dict[int, list[table_pb2.Option]]:
    """The options of each card in the hand that may be played now."""
    found: dict[int, list[table_pb2.Option]] = {}
    for option in view.offered(table_pb2.OPTION_KIND_PLAY):
        found.setdefault(option.card, []).append(option)
    return found


def chosen_card(view: View) -> int:
    """The card in the hand that is under the cursor; 0: none."""
    choice = view.choice
    if choice is not None and choice.kind == table_pb2.OPTION_KIND_PLAY:
        return choice.card
    return 0


def hand(view: View, columns: int, size: CardSize, *, lift: bool) -> list[Line]:
    """The hand, in as few rows as fit, with the key of each card below it.

    Args:
        lift: whether a row is free above the cards, into which the chosen card is raised.
    """
    cards, step = list(view.hand), cards_across(columns)
    options, chosen = playable(view), chosen_card(view)
    lines: list[Line] = []
    for start in range(0, max(1, len(cards)), step):
        blocks = []
        for place, card in enumerate(cards[start : start + step], start + 1):
            is_chosen = card == chosen
            block = draw_card(view, card, size, "chosen" if is_chosen else "")
            takes = any(option.taken for option in options.get(card, ()))
            key = _key(place, takes, is_chosen, bool(options))
            blank: Line = [("", " " * COLUMNS)]
            block = [*block, key]
            block = card_target(block, card) if card in options else block
            if lift:
                block = [*block, blank] if is_chosen else [blank, *block]
            blocks.append(block)
        rows = size.rows + 1 + lift
        row = indented(side_by_side(blocks), card_margin(columns)) or [[]] * rows
        lines += [fill_line(line, columns) for line in row]
    return lines


def _key(place: int, takes: bool, chosen: bool, my_turn: bool) -> Line:
    """The key of a card in the hand, and whether the card takes something."""
    word = text("takes") if takes else ""
    key = digit_key(place)
    cap = f"[{key}]" if key else "   "
    if chosen:
        return [("class:chosen", fill(f"{cap} {word}", COLUMNS))]
    if not my_turn:
        return [("", fill(f" {key}", COLUMNS))]
    return [
        ("class:key" if takes and key else "bold", cap),
        ("", fill(f" {word}", COLUMNS - len(cap))),
    ]
