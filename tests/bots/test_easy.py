"""Easy captures many cards, sometimes plays at random, and never calls koi-koi."""

from __future__ import annotations

from random import Random

from hanafuda.cards import card
from hanafuda.game import Phase, Verb
from koikoi_server.bots import easy
from tests.bots.koikoi.positions import position


def test_it_takes_more_cards_and_sometimes_plays_any() -> None:
    """With three pines on the field about four plays in five take them; the rest are random."""
    view = position(hand="1-1 2-3 4-3 5-3", field="1-2 1-3 1-4 2-1")
    chosen = [easy.choose(view, Random(seed)).card for seed in range(400)]
    assert 300 <= chosen.count(card("1-1")) <= 380
    assert set(chosen) == set(view.hand)


def test_it_always_stops() -> None:
    """It stops even on the first card and without any risk."""
    view = position(
        hand="2-3 4-3 5-3 6-3 7-3 9-3 10-3",
        captured=("1-1 1-3 3-1 3-3 8-1 8-3", ""),
        phase=Phase.DECIDE,
    )
    assert {easy.choose(view, Random(seed)).verb for seed in range(50)} == {Verb.STOP}


def test_in_the_coin_game_it_looks_at_what_it_captures() -> None:
    """The crane and a ribbon count more than two plains."""
    view = position(hand="1-1 12-3", field="1-2 12-4")
    counted = [easy.choose(view, Random(seed)).card for seed in range(200)]
    valued = [easy.choose_in_coin_game(view, Random(seed)).card for seed in range(200)]
    assert counted.count(card("1-1")) < 130
    assert valued.count(card("1-1")) > 160
