"""Positions of Koi-Koi to put before a computer."""

from __future__ import annotations

from random import Random
from typing import Any

from hanafuda import koikoi
from hanafuda.cards import DECK, Card, Cards, card_set, cards
from hanafuda.game import Phase, SeatView, seat_view
from hanafuda.spread import Spread
from hanafuda.yaku import total


def position(
    *,
    hand: str = "",
    field: str = "",
    captured: tuple[str, str] = ("", ""),
    open_card: str = "",
    phase: Phase = Phase.PLAY,
    rules: koikoi.Rules | None = None,
    calls: tuple[int, int] = (0, 0),
    scores: tuple[int, int] = (0, 0),
    round: int = 1,
    hidden: int = 0,
) -> koikoi.State:
    """Seat 1 to move with these cards; the rest is dealt to seat 2's hand and the pile.

    *hidden* is the seed of that deal: what seat 1 sees does not depend on it.
    """
    rules = rules or koikoi.Rules()
    mine, laid, opened = cards(hand), cards(field), cards(open_card)
    taken = (cards(captured[0]), cards(captured[1]))
    rest = [card for card in DECK if card not in (*mine, *laid, *opened, *taken[0], *taken[1])]
    Random(hidden).shuffle(rest)
    size = len(mine) + (phase is not Phase.PLAY)
    state = koikoi.begin(rules, 2)
    tables = state.tables
    return state._replace(
        phase=phase,
        turn=1,
        deck_due=None,
        round=round,
        dealer=1,
        spread=Spread(
            (tuple(sorted(mine)), tuple(sorted(rest[:size]))),
            laid,
            tuple(rest[size:]),
            taken,
            opened[0] if opened else None,
        ),
        before=taken[0],
        totals=(total(tables, card_set(taken[0])), total(tables, card_set(taken[1]))),
        calls=calls,
        scores=scores,
    )


def seen(state: koikoi.State) -> SeatView:
    """What seat 1 sees of a position."""
    return seat_view(koikoi, state.rules, state, 1)


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
