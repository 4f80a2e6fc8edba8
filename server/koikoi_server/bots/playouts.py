"""Hard's search with the full rules: slower than the kernel, but for any game and house rule.

Like :mod:`koikoi_server.bots.koikoi.search`, it deals the hidden cards at random, plays every
candidate out to the end of the round with Medium in all seats, drops the worse half, and repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Any

from hanafuda.cards import Card, Cards, cards_in
from hanafuda.events import RoundEnded
from hanafuda.game import Game, Option, Phase, SeatView, seat_view
from koikoi_server.bots.halving import SearchResult, sequential_halving
from koikoi_server.bots.koikoi import medium
from koikoi_server.bots.possible_state import possible_state
from koikoi_server.bots.seen_cards import unseen

Worth = Callable[[RoundEnded], int]
"""What the end of a round is worth to the seat that chooses: a whole number."""


def search_by_rules(
    game: Game,
    view: SeatView,
    options: Sequence[Option],
    before: int,
    worth: Worth,
    playouts: int,
    min_hand: int,
    seed: int,
    *,
    enough: int = 0,
    deadline: float = inf,
) -> SearchResult:
    """Find the best of *options* by playouts.

    Args:
        before: the seat's total at the end of its last turn.
        worth: what the end of a round is worth to the seat.
        playouts, enough, deadline: see halving.sequential_halving.
        min_hand: Medium in the playouts calls koi-koi only with at least this many cards in hand.
    """
    rng = Random(seed)
    totals = [side.points for side in view.table.sides]
    totals[view.seat - 1] = before
    hidden = list(cards_in(unseen(view)))

    def play_out(alive: Sequence[int], samples: int) -> list[int]:
        sums = [0] * len(alive)
        for _ in range(samples):
            rng.shuffle(hidden)
            hands, pile = deal_hidden(view, hidden)
            state = possible_state(game, view.rules, view.table, hands, pile, totals)
            for place, index in enumerate(alive):
                sums[place] += worth(_round_end(game, view, state, options[index], min_hand))
        return sums

    return sequential_halving(
        [0] * len(options), playouts, play_out, enough=enough, deadline=deadline
    )


def deal_hidden(view: SeatView, hidden: Sequence[Card]) -> tuple[list[Cards], Cards]:
    """The hands of all seats and the draw pile, with the unseen cards in the order of *hidden*."""
    hands: list[Cards] = []
    at = 0
    for seat, side in enumerate(view.table.sides, 1):
        if seat == view.seat:
            hands.append(view.hand)
        else:
            hands.append(tuple(sorted(hidden[at : at + side.hand_size])))
            at += side.hand_size
    return hands, tuple(hidden[at:])


def _round_end(game: Game, view: SeatView, state: Any, option: Option, min_hand: int) -> RoundEnded:
    """How the round ends if the seat takes *option* and everybody then plays like Medium."""
    while True:
        for event in game.decide(state, state.turn, option):
            if isinstance(event, RoundEnded):
                return event
            state = game.evolve(state, event)
        assert state.phase is not Phase.DECK, "RoundEnded comes before the next deck"
        now = seat_view(game, view.rules, state, state.turn)
        option = medium.choose_with(now, min_hand)
