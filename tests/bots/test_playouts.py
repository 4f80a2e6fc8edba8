"""Hard's search by the rules: possible states, the wild lightning, the coin game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hanafuda.cards import card, cards_in
from hanafuda.coin import play as coin
from hanafuda.game import Game, Phase, SeatView, seat_view
from hanafuda.koikoi import play as koikoi
from koikoi_server.bots.coin import hard as coin_hard
from koikoi_server.bots.koikoi import hard, medium
from koikoi_server.bots.koikoi.engine import PLAIN
from koikoi_server.bots.playouts import search_by_rules
from koikoi_server.bots.possible_state import possible_state
from koikoi_server.bots.seen_cards import unseen
from koikoi_server.commands import contests
from tests.bots.koikoi.positions import deck, position

GAMES: tuple[tuple[Game, Any, int], ...] = (
    (koikoi, koikoi.Rules(months=3), 2),
    (koikoi, koikoi.Rules(months=3, lightning_wild=True), 2),
    (coin, coin.Rules(rounds=3, coins=20), 4),
)


@pytest.mark.parametrize(("game", "rules", "seats"), GAMES)
def test_a_possible_state_goes_on_like_the_real_one(game: Game, rules: Any, seats: int) -> None:
    """Made from the true hands and pile, it gives the same events for every option at any time."""
    chance = Random(8)
    for _match in range(10):
        state = game.begin(rules, seats)
        while state.phase is not Phase.OVER:
            if state.deck_due is not None:
                events = game.deal(state, deck(chance))
            else:
                table = game.view(state)
                hands = [game.hand(state, seat) for seat in range(1, seats + 1)]
                pile, totals = state.spread.draw_pile, state.match.totals
                twin = possible_state(game, rules, table, hands, pile, totals)
                assert game.view(twin)._replace(sides=()) == table._replace(sides=())
                for option in game.options(state, state.turn):
                    mine = game.decide(twin, state.turn, option)
                    assert mine == game.decide(state, state.turn, option)
                option = chance.choice(game.options(state, state.turn))
                events = game.decide(state, state.turn, option)
            for event in events:
                state = game.evolve(state, event)


def test_the_unseen_cards_are_those_of_other_hands_and_the_pile() -> None:
    """From the first card to the last, with an open card, and with a seat that is out."""
    chance = Random(9)
    state: Any = coin.begin(coin.Rules(rounds=12, coins=5), 5)
    while state.phase is not Phase.OVER:
        if state.deck_due is not None:
            events = coin.deal(state, deck(chance))
        else:
            view = seat_view(coin, state.rules, state, state.turn)
            hidden = {*state.spread.draw_pile}
            for seat, hand in enumerate(state.spread.hands, 1):
                hidden |= set(hand) if seat != state.turn else set()
            assert set(cards_in(unseen(view))) == hidden
            events = coin.decide(state, state.turn, chance.choice(view.options))
        for event in events:
            state = coin.evolve(state, event)


def test_the_wild_lightning_may_take_any_card() -> None:
    """It takes the card that completes a yaku, though that card is of another month."""
    view = position(
        hand="11-4 5-3",
        field="8-1 4-3 2-3",
        captured=("1-1 1-3 3-1 3-3", "5-4 5-2"),
        rules=koikoi.Rules(lightning_wild=True),
        round=12,
    )
    chosen = hard.choose_with(PLAIN, 200, view, Random(1))
    assert (chosen.card, chosen.taken) == (card("11-4"), (card("8-1"),))
    months = {option.taken[0].month for option in hard.candidates(view) if option.taken}
    assert months == {8, 4, 2}


def test_the_best_candidate_is_found_by_the_rules_as_by_the_kernel() -> None:
    """Both searches find the same best move in a clear position."""
    view = position(hand="8-3 5-3", field="8-1 4-3", captured=("1-1 1-3 3-1 3-3", ""), round=12)
    options = hard.candidates(view)
    by_rules = search_by_rules(
        koikoi, view, options, 0, lambda end: int(end.winner == 1), 400, hard.MIN_HAND, 1
    )
    by_kernel = hard.choose_with(PLAIN, 400, view, Random(1))
    assert options[by_rules.best] == by_kernel
    assert by_rules.totals[by_rules.best] / by_rules.played > 0.9


def coin_view(seats: int, plays: int, seed: int) -> SeatView:
    """What the seat on turn sees after some plays by Medium, in the first round."""
    chance = Random(seed)
    rules = coin.Rules()
    state: Any = coin.begin(rules, seats)
    while True:
        if state.deck_due is not None:
            events = coin.deal(state, deck(chance))
        else:
            view = seat_view(coin, rules, state, state.turn)
            if not plays and len(view.options) > 1:
                return view
            plays = max(0, plays - 1)
            events = coin.decide(state, state.turn, medium.choose(view, chance))
        for event in events:
            state = coin.evolve(state, event)


@pytest.mark.parametrize("seats", [2, 3, 7])
def test_hard_plays_the_coin_game(seats: int) -> None:
    """It chooses one of its options, and the same one for the same seed."""
    for plays in (0, 5, 9):
        view = coin_view(seats, plays, seed=plays)
        chosen = {coin_hard.choose_with(30, view, Random(4)) for _ in range(2)}
        assert len(chosen) == 1
        assert chosen <= set(view.options)


def test_coins_count_by_round_and_the_last_round_by_winning() -> None:
    """Before the last round each coin counts; in the last one only having the most does."""
    view = coin_view(3, 0, seed=1)
    me, others = view.seat, [seat for seat in (1, 2, 3) if seat != view.seat]
    paid = [0, 0, 0]
    paid[me - 1], paid[others[0] - 1], paid[others[1] - 1] = 10, -5, -5
    assert coin_hard.worth(view, tuple(paid)) == 2 * 10 + 5 + 5
    last = view._replace(table=view.table._replace(round=view.table.rounds))
    assert coin_hard.worth(last, tuple(paid)) == 840
    assert coin_hard.worth(last, (0, 0, 0)) == 840 // 3
    assert coin_hard.worth(last, tuple(-each for each in paid)) == 0


def test_the_coin_games_medium_beats_random() -> None:
    """Its share is far above a fair third. docs/bots.md has longer runs, with every bot."""
    tally = contests.contest(
        coin, coin.Rules(), medium.choose, contests.any_option, matches=24, seed=6, seats=3
    )
    assert tally.rate > 0.7
