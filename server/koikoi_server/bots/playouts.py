"""Hard's search with the full rules: slower than the kernel, but for any game and house rule.

Like :mod:`koikoi_server.bots.koikoi.search`, it deals the hidden cards at random, plays every
candidate out to the end of the round with Medium in all seats, drops the worse half, and repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hanafuda.cards import Card, Cards, cards_in
from hanafuda.events import RoundEnded
from hanafuda.game import Game, Option, Phase, SeatView, seat_view
from koikoi_server.bots.koikoi import medium
from koikoi_server.bots.koikoi.engine import SearchResult
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
) -> SearchResult:
    """Find the best of *options* by playouts.

    Args:
        before: the seat's total at the end of its last turn.
        worth: what the end of a round is worth to the seat.
        playouts: the number of playouts, for all options together.
        min_hand: Medium in the playouts calls koi-koi only with at least this many cards in hand.
    """
    rng = Random(seed)
    totals = [side.points for side in view.table.sides]
    totals[view.seat - 1] = before
    hidden = list(cards_in(unseen(view)))

    def play_once(alive: Sequence[int]) -> list[int]:
        rng.shuffle(hidden)
        hands, pile = deal_hidden(view, hidden)
        state = possible_state(game, view.rules, view.table, hands, pile, totals)
        ends = [_round_end(game, view, state, options[index], min_hand) for index in alive]
        return [worth(end) for end in ends]

    return sequential_halving([0] * len(options), playouts, play_once)


def sequential_halving(
    sums: list[int], playouts: int, play_once: Callable[[Sequence[int]], Sequence[int]]
) -> SearchResult:
    """Find the best of some options by playouts; after each stage, drop the worse half of them.

    Args:
        sums: an estimate of each option's worth, times the number of playouts that the estimate
            counts for; zeros if there is none.
        playouts: the number of playouts, for all options together.
        play_once: deals the hidden cards, plays out the options with the given indexes, and
            returns what each is worth.
    """
    count = len(sums)
    order = sorted(range(count), key=lambda index: -sums[index])
    alive, played = count, 0
    stages = max(1, (count - 1).bit_length())
    for _stage in range(stages):
        samples = max(1, playouts // stages // alive)
        played += samples
        for _sample in range(samples):
            for index, won in zip(order, play_once(order[:alive]), strict=False):
                sums[index] += won
        order[:alive] = sorted(order[:alive], key=lambda index: -sums[index])
        alive = (alive + 1) // 2
    return SearchResult(order[0], tuple(sums), played)


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
