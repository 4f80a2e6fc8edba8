"""Hard's search by the rules themselves: slower than the kernel, for any game and house rule.

As :mod:`koikoi_server.bots.koikoi.search`: fill in what the seat cannot see, play every candidate
out to the end of the round with Medium in all seats, drop the worse half, again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hanafuda.cards import Card, Cards, cards_in
from hanafuda.events import RoundEnded
from hanafuda.game import Game, Option, Phase, SeatView, seat_view
from koikoi_server.bots.koikoi import medium
from koikoi_server.bots.koikoi.engine import Answer
from koikoi_server.bots.possible_state import possible_state
from koikoi_server.bots.seen_cards import unseen

Worth = Callable[[RoundEnded], int]
"""What the end of a round is worth to the seat that thinks: a whole number."""


def search_by_rules(
    game: Game,
    view: SeatView,
    options: Sequence[Option],
    before: int,
    worth: Worth,
    playouts: int,
    many_cards: int,
    seed: int,
) -> Answer:
    """Which of *options* is worth most, with so many *playouts* in all.

    *before*: the seat's total at the end of its last turn. *many_cards*: of Medium in the playouts.
    """
    rng = Random(seed)
    totals = [side.points for side in view.table.sides]
    totals[view.seat - 1] = before
    hidden = list(cards_in(unseen(view)))

    def once(alive: Sequence[int]) -> list[int]:
        rng.shuffle(hidden)
        hands, pile = deal_hidden(view, hidden)
        state = possible_state(game, view.rules, view.table, hands, pile, totals)
        ends = [_round_end(game, view, state, options[index], many_cards) for index in alive]
        return [worth(end) for end in ends]

    return sequential_halving([0] * len(options), playouts, once)


def sequential_halving(
    sums: list[int], playouts: int, once: Callable[[Sequence[int]], Sequence[int]]
) -> Answer:
    """The best of some options, by their indexes, with so many *playouts* in all.

    *sums*: what each is taken to be worth beforehand, in as many playouts as that is trusted for;
    zeros: nothing is known. *once* fills in what is not seen, plays out the options that it is
    given, and says what each is worth. After each stage the worse half is dropped.
    """
    count = len(sums)
    order = sorted(range(count), key=lambda index: -sums[index])
    alive, played = count, 0
    stages = max(1, (count - 1).bit_length())
    for _stage in range(stages):
        fillings = max(1, playouts // stages // alive)
        played += fillings
        for _filling in range(fillings):
            for index, won in zip(order, once(order[:alive]), strict=False):
                sums[index] += won
        order[:alive] = sorted(order[:alive], key=lambda index: -sums[index])
        alive = (alive + 1) // 2
    return Answer(order[0], tuple(sums), played)


def deal_hidden(view: SeatView, hidden: Sequence[Card]) -> tuple[list[Cards], Cards]:
    """Hands of all seats and the pile, the unseen from *hidden* in its order."""
    hands: list[Cards] = []
    at = 0
    for seat, side in enumerate(view.table.sides, 1):
        if seat == view.seat:
            hands.append(view.hand)
        else:
            hands.append(tuple(sorted(hidden[at : at + side.hand_size])))
            at += side.hand_size
    return hands, tuple(hidden[at:])


def _round_end(
    game: Game, view: SeatView, state: Any, option: Option, many_cards: int
) -> RoundEnded:
    """How the round ends when the seat takes *option* and everybody then plays as Medium."""
    while True:
        for event in game.decide(state, state.turn, option):
            if isinstance(event, RoundEnded):
                return event
            state = game.evolve(state, event)
        assert state.phase is not Phase.DECK, "a round ends with its event"
        now = seat_view(game, view.rules, state, state.turn)
        option = medium.choose_with(now, many_cards)
