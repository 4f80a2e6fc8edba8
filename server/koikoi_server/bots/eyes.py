"""What a seat sees, as the sets of cards that the computers think in (see policy)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hanafuda.cards import Card, card_set
from hanafuda.game import Phase, SeatView
from koikoi_server.bots.koikoi.house import VIEWING
from koikoi_server.bots.koikoi.kernel import total
from koikoi_server.bots.koikoi.policy import FULL


def cards_set(cards: Iterable[Card]) -> int:
    """Cards as a 48-bit set, bit 0 for card 1."""
    return card_set(cards) >> 1


def captured(view: SeatView) -> tuple[int, list[int]]:
    """What the seat itself has captured, and each other seat that still plays, lowest first."""
    others = [
        cards_set(side.captured)
        for seat, side in enumerate(view.table.sides, 1)
        if seat != view.seat and not side.out
    ]
    return cards_set(view.table.sides[view.seat - 1].captured), others


def unseen(view: SeatView) -> int:
    """The cards that the seat cannot see: in other hands or in the draw pile."""
    shown = cards_set(view.hand) | cards_set(view.table.field)
    for side in view.table.sides:
        shown |= cards_set(side.captured)
    if view.table.open_card is not None:
        shown |= cards_set((view.table.open_card,))
    return FULL & ~shown


def viewing(view: SeatView) -> int:
    """How Flower and Moon Viewing count: a value of VIEWING. Without the option they count."""
    return VIEWING[getattr(view.rules, "viewing", "count")]


def total_before(view: SeatView, rules: Sequence[int]) -> int:
    """The seat's total at the end of its last turn; *rules* as in house.numbers.

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
    return total(cards_set(card for card in me.captured if card not in taken), rules)
