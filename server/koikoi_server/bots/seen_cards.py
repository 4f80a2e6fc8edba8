"""The cards that a seat can see, as sets (bit masks)."""

from __future__ import annotations

from collections.abc import Sequence

from hanafuda.cards import card_set
from hanafuda.game import Phase, SeatView
from koikoi_server.bots.koikoi.kernel import total
from koikoi_server.bots.koikoi.kernel_rules import VIEWING
from koikoi_server.bots.koikoi.policy import FULL


def captured(view: SeatView) -> tuple[int, list[int]]:
    """The cards that the seat has captured, and those of each other seat that still plays."""
    others = [
        card_set(side.captured)
        for seat, side in enumerate(view.table.sides, 1)
        if seat != view.seat and not side.out
    ]
    return card_set(view.table.sides[view.seat - 1].captured), others


def unseen(view: SeatView) -> int:
    """The cards that the seat cannot see: in other hands or in the draw pile."""
    shown = card_set(view.hand) | card_set(view.table.field)
    for side in view.table.sides:
        shown |= card_set(side.captured)
    if view.table.open_card is not None:
        shown |= view.table.open_card.bit
    return FULL & ~shown


def viewing(view: SeatView) -> int:
    """How Flower and Moon Viewing count, as a value of VIEWING; without this rule they count."""
    return VIEWING[getattr(view.rules, "viewing", "count")]


def total_before(view: SeatView, rules: Sequence[int]) -> int:
    """The seat's total at the end of its last turn; *rules* as in kernel_rules.rule_numbers.

    It is the current total, unless a drawn card waits to be placed. In that case a seat that never
    called koi-koi had no points, or the round would be over. A seat that did call may have raised
    its total with the hand card of this turn, so the last captured cards are left out.
    """
    me = view.table.sides[view.seat - 1]
    if view.table.phase is not Phase.PLACE:
        return me.points
    if me.koikoi_calls == 0:
        return 0
    *_, last = me.captured
    taken = [card for card in me.captured if card.month == last.month][-2:]
    return total(card_set(card for card in me.captured if card not in taken), rules)
