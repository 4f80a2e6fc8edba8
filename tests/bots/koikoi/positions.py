"""Builds what a seat sees in a given position of Koi-Koi."""

from __future__ import annotations

from random import Random
from typing import Any

from hanafuda.cards import DECK, Card, Cards, card_set, cards
from hanafuda.game import Phase, SeatView, Side, View, seat_view
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.scoring import tables
from hanafuda.yaku import total
from koikoi_server.bots.possible_state import possible_state

STANDARD = koikoi.Rules()


def position(
    *,
    hand: str = "",
    field: str = "",
    captured: tuple[str, str] = ("", ""),
    open_card: str = "",
    phase: Phase = Phase.PLAY,
    rules: koikoi.Rules = STANDARD,
    calls: tuple[int, int] = (0, 0),
    scores: tuple[int, int] = (0, 0),
    totals: tuple[int, int] | None = None,
    round: int = 1,
    dealer: int = 1,
    other_hand: int | None = None,
    hidden: int = 0,
) -> SeatView:
    """What seat 1 sees when it has to choose with these cards.

    Args:
        totals: of each seat at the end of its last turn; by default of the captured cards.
        other_hand: the number of cards in seat 2's hand; by default as many as seat 1 had at the
            start of its turn.
        hidden: the seed for the cards that seat 1 cannot see.
    """
    mine, laid, opened = cards(hand), cards(field), cards(open_card)
    taken = (cards(captured[0]), cards(captured[1]))
    rest = [card for card in DECK if card not in (*mine, *laid, *opened, *taken[0], *taken[1])]
    Random(hidden).shuffle(rest)
    size = len(mine) + (phase is not Phase.PLAY) if other_hand is None else other_hand
    hands = (tuple(sorted(mine)), tuple(sorted(rest[:size])))
    pile = tuple(rest[size:])
    sides = tuple(
        Side(len(hands[seat]), taken[seat], (), 0, calls[seat], scores[seat], ()) for seat in (0, 1)
    )
    table = View(
        round=round,
        rounds=rules.months,
        dealer=dealer,
        phase=phase,
        turn=1,
        field=laid,
        draw_pile=len(pile),
        open_card=opened[0] if opened else None,
        sides=sides,
        result=None,
    )
    if totals is None:
        counted = tables(rules)
        totals = (total(counted, card_set(taken[0])), total(counted, card_set(taken[1])))
    state = possible_state(koikoi, rules, table, hands, pile, totals)
    return seat_view(koikoi, rules, state, 1)


def deck(rng: Random) -> Cards:
    """A shuffled deck."""
    shuffled: list[Card] = list(DECK)
    rng.shuffle(shuffled)
    return tuple(shuffled)


def fold(state: Any, events: Any) -> Any:
    """The state after some events of Koi-Koi."""
    for event in events:
        state = koikoi.evolve(state, event)
    return state
