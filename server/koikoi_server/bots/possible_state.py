"""Builds a complete game state from a seat's view and a guess at the hidden cards.

The state is built by applying events, so the game could really be in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hanafuda.cards import Card, Cards
from hanafuda.events import (
    CardDrawn,
    CardsCaptured,
    Event,
    KoikoiCalled,
    LotsDrawn,
    RoundDealt,
    RoundEnd,
    RoundEnded,
    Seat,
    SeatOut,
    TurnPassed,
    YakuFormed,
)
from hanafuda.game import Game, Phase, View


def possible_state(
    game: Game,
    rules: Any,
    table: View,
    hands: Sequence[Cards],
    draw_pile: Cards,
    totals: Sequence[int],
) -> Any:
    """A state whose public view is *table*, with these hands and this draw pile.

    Args:
        hands: seat 1 first, each ascending.
        totals: each seat's points for yaku at the end of its last turn.

    An open card counts as drawn from the pile. The state has only the scores of earlier rounds.
    """
    state = game.begin(rules, len(table.sides))
    start = game.view(state).sides
    scores = tuple(now.score - then.score for now, then in zip(table.sides, start, strict=True))
    for event in _events(table, hands, draw_pile, totals, scores):
        state = game.evolve(state, event)
    return state


def _events(
    table: View,
    hands: Sequence[Cards],
    draw_pile: Cards,
    totals: Sequence[int],
    scores: tuple[int, ...],
) -> list[Event]:
    captured = tuple(card for side in table.sides for card in side.captured)
    open_card: tuple[Card, ...] = () if table.open_card is None else (table.open_card,)
    field, pile = (*table.field, *captured), (*open_card, *draw_pile)
    events: list[Event] = [LotsDrawn(table.dealer)]
    if any(scores):
        events.append(RoundEnded(RoundEnd.DRAWN, 0, 0, (), scores, table.dealer))
    events += [SeatOut(seat) for seat, side in _seats(table) if side.out]
    events.append(RoundDealt(table.round, table.dealer, tuple(hands), field, pile))
    for seat, side in _seats(table):
        if side.captured:
            events.append(CardsCaptured(seat, side.captured))
        if side.koikoi_calls:
            events.append(KoikoiCalled(seat, side.koikoi_calls))
        if totals[seat - 1]:
            events.append(YakuFormed(seat, (), totals[seat - 1]))
    events.append(TurnPassed(table.turn))
    if table.phase is Phase.PLACE:
        events.append(CardDrawn(table.turn, open_card[0]))
    elif table.phase is Phase.DECIDE:
        events.append(YakuFormed(table.turn, (), totals[table.turn - 1]))
    return events


def _seats(table: View) -> list[tuple[Seat, Any]]:
    return list(enumerate(table.sides, 1))
