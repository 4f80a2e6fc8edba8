"""My hand, numbered, with the chosen card lifted."""

from __future__ import annotations

from koikoi.v1 import table_pb2
from koikoi_client.cards import Line
from koikoi_client.screen.targets import card as spot
from koikoi_client.screen.targets import key_of
from koikoi_client.text import text

from .cells import beside, fill, fill_line, indented
from .field import FACE, Face, drawn, fits, margin
from .view import View


def playable(view: View) -> dict[int, list[table_pb2.Option]]:
    """The buttons of each hand card that may be played now."""
    found: dict[int, list[table_pb2.Option]] = {}
    for option in view.offered(table_pb2.OPTION_KIND_PLAY):
        found.setdefault(option.card, []).append(option)
    return found


def chosen_card(view: View) -> int:
    """The hand card under the cursor; 0: none."""
    choice = view.choice
    if choice is not None and choice.kind == table_pb2.OPTION_KIND_PLAY:
        return choice.card
    return 0


def hand(view: View, columns: int, face: Face, *, lift: bool) -> list[Line]:
    """The hand in one row (of more cards than fit, in several), each with its key below.

    Args:
        lift: whether there is a row for the chosen card to be lifted into.
    """
    cards, step = list(view.hand), fits(columns)
    options, chosen = playable(view), chosen_card(view)
    lines: list[Line] = []
    for start in range(0, max(1, len(cards)), step):
        blocks = []
        for place, card in enumerate(cards[start : start + step], start + 1):
            is_chosen = card == chosen
            block = drawn(view, card, face, "chosen" if is_chosen else "")
            takes = any(option.taken for option in options.get(card, ()))
            key = _key(place, takes, is_chosen, bool(options))
            blank: Line = [("", " " * FACE)]
            block = [*block, key]
            block = spot(block, card) if card in options else block
            if lift:
                block = [*block, blank] if is_chosen else [blank, *block]
            blocks.append(block)
        rows = face.rows + 1 + lift
        rank = indented(beside(blocks), margin(columns)) or [[]] * rows
        lines += [fill_line(line, columns) for line in rank]
    return lines


def _key(place: int, takes: bool, chosen: bool, mine: bool) -> Line:
    """The key of a hand card, and whether it takes something."""
    word = text("takes") if takes else ""
    key = key_of(place)
    cap = f"[{key}]" if key else "   "
    if chosen:
        return [("class:chosen", fill(f"{cap} {word}", FACE))]
    if not mine:
        return [("", fill(f" {key}", FACE))]
    return [
        ("class:key" if takes and key else "bold", cap),
        ("", fill(f" {word}", FACE - len(cap))),
    ]
