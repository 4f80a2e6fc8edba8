"""What a seat sees, as sets of cards."""

from __future__ import annotations

from collections.abc import Sequence

from hanafuda.cards import card_set
from hanafuda.game import Phase, SeatView
from koikoi_server.bots.koikoi.kernel import total
from koikoi_server.bots.koikoi.kernel_rules import VIEWING
from koikoi_server.bots.koikoi.policy import FULL


def captured(view: SeatView) -> tuple[int, list[int]]:
    """What the seat itself has captured, and each other seat that still plays, lowest first."""
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
    """How Flower and Moon Viewing count: a value of VIEWING. Without the option they count."""
    return VIEWING[getattr(view.rules, "viewing", "count")]


def total_before(view: SeatView, rules: Sequence[int]) -> int:
    """The seat's total at the end of its last turn; *rules* as in kernel_rules.numbers.

    It is what it holds now, unless a drawn card waits to be placed: then who never called koi-koi
    had none, or the round would be over, and who did may have raised it with the hand card just
    played: what was captured last counts as captured in this turn.
    """
    me = view.table.sides[view.seat - 1]
    if view.table.phase is not Phase.PLACE:
        return me.points
    if me.koikoi_calls == 0:
        return 0
    *_, last = me.captured
    taken = [card for card in me.captured if card.month == last.month][-2:]
    return total(card_set(card for card in me.captured if card not in taken), rules)
