"""The kernel plays every round like the rules, under any house rules that it knows."""

from __future__ import annotations

import os
from random import Random

import pytest

from hanafuda.cards import DECK, card_set
from hanafuda.events import LotsDrawn
from hanafuda.game import Option, Phase, SeatView, Verb, seat_view
from hanafuda.house_rules import parse, rule_options
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.scoring import tables
from hanafuda.yaku import total
from koikoi_server.bots.koikoi import kernel, medium, search
from koikoi_server.bots.koikoi.kernel_rules import rule_numbers
from tests.bots.koikoi.positions import fold
from tests.support.tiers import slow

MANY = int(os.environ.get("KOIKOI_KERNEL_ROUNDS", "2000"))
"""The rounds that the slow test plays both ways; ``make kernel`` plays 100,000."""


def house_rules(rng: Random) -> koikoi.Rules:
    """Random rules for a match of one month, each choice equally likely, without wild lightning."""
    chosen = {"months": "1"}
    for option in rule_options(koikoi.Rules):
        if option.option in ("lightning_wild", "months", "first_dealer"):
            continue
        values = [value for value, _ in option.choices]
        if option.option == "nomi":
            values.append("4")
        chosen[option.option] = rng.choice(values)
    return parse(koikoi.Rules, chosen)


def at_random(view: SeatView, rng: list[int]) -> Option:
    """The kernel's random policy, with the same random numbers."""
    if view.table.phase is Phase.DECIDE:
        verb = Verb.KOIKOI if kernel.below(rng, 2) == 1 else Verb.STOP
        return next(option for option in view.options if option.verb is verb)
    options = list(view.options)
    if view.table.phase is Phase.PLAY:
        played = view.hand[kernel.below(rng, len(view.hand))]
        options = [option for option in options if option.card == played]
    return options[kernel.below(rng, 2)] if len(options) == 2 else options[0]


def play_by_the_rules(
    rules: koikoi.Rules, deck: list[int], dealer: int, policy: int, rng: list[int]
) -> int:
    """The same as search.whole_round, with hanafuda.koikoi.play."""
    state = fold(koikoi.begin(rules, 2), [LotsDrawn(dealer + 1)])
    state = fold(state, koikoi.deal(state, tuple(DECK[index] for index in deck)))
    if koikoi.view(state).round == 0:
        return search.VOID
    while state.phase is not Phase.OVER:
        view = seat_view(koikoi, rules, state, state.turn)
        by_chance = policy == kernel.RANDOM
        option = at_random(view, rng) if by_chance else medium.choose(view, Random(0))
        state = fold(state, koikoi.decide(state, state.turn, option))
    first, second = (side.score for side in koikoi.view(state).sides)
    return first - second


@pytest.mark.timeout(900)
@pytest.mark.parametrize("rounds", [200, slow(MANY)])
def test_it_ends_every_round_as_the_rules_do(rounds: int) -> None:
    """Random and Medium play the same decks both ways, under all house rules but one."""
    chance = Random(20)
    deck = list(range(48))
    differing = []
    for number in range(rounds):
        rules = koikoi.Rules(months=1) if number % 4 == 0 else house_rules(chance)
        policy, dealer = number % 2, number // 2 % 2
        chance.shuffle(deck)
        seed = chance.getrandbits(48)
        clean = play_by_the_rules(rules, deck, dealer, policy, [seed])
        flat = search.whole_round(
            deck, dealer, policy, medium.MIN_HAND, rule_numbers(rules), [seed], [0] * 24
        )
        if clean != flat:
            differing.append((number, rules, dealer, policy, clean, flat))
    assert not differing, differing[:3]


def test_it_counts_captured_cards_as_the_rules_do() -> None:
    """Any captured cards have the same total under any rules, even if no round could give them."""
    chance = Random(21)
    for _ in range(2000):
        rules = house_rules(chance)
        pile = chance.sample(DECK, chance.randrange(49))
        held = card_set(pile)
        assert kernel.total(held, rule_numbers(rules)) == total(tables(rules), held), (rules, pile)
