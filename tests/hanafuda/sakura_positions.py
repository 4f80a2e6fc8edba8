"""Positions of Sakura and random matches in which hiki is called out of turn too."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hanafuda.cards import DECK, cards
from hanafuda.events import Events, LotsDrawn, RoundDealt, Seat
from hanafuda.game import Phase
from hanafuda.sakura import play as sakura
from hanafuda.sakura.play import Rules, State
from hanafuda.sakura.state import Gaji
from tests.hanafuda.positions import fold, short, shuffled


def waiting(seats: int, rules: Rules | None = None, dealer: Seat = 1) -> State:
    """A match that waits for the deck of its first round."""
    return sakura.evolve(sakura.begin(rules or Rules(), seats), LotsDrawn(dealer))


def position(
    *hands: str,
    field: str = "",
    pile: str = "",
    captured: tuple[str, ...] = (),
    rules: Rules | None = None,
    turn: Seat = 1,
    dealer: Seat = 1,
    round: int = 1,
    gaji: Gaji | None = None,
    rest: bool = True,
) -> State:
    """*turn* is to play; *hands* and *captured* of seat 1 first.

    Cards that are not named lie at the bottom of the pile; without *rest* they are nowhere.
    """
    held = tuple(tuple(sorted(cards(hand))) for hand in hands)
    lying, top = cards(field), cards(pile)
    won = tuple(map(cards, captured)) or ((),) * len(hands)
    named = Counter([card for some in (*held, lying, top, *won) for card in some])
    assert all(count == 1 for count in named.values()), "a card is named twice"
    bottom = tuple(each for each in DECK if each not in named) if rest else ()
    state = waiting(len(hands), rules, dealer)
    state = sakura.evolve(state, RoundDealt(round, dealer, held, lying, top + bottom))
    spread = state.spread._replace(captured=won)
    extra = state.extra._replace(gaji=gaji)
    return state._replace(turn=turn, spread=spread, extra=extra)


def choices(state: State, seat: Seat = 1) -> list[str]:
    """What *seat* may do, in short: "play 1-1", "take 11-4 takes 1-2", "leave 11-4", "hiki 3"."""
    return [_short(option) for option in sakura.options(state, seat)]


def _short(option: Any) -> str:
    is_hiki = option.verb.value == "hiki"
    return f"hiki {option.card.month}" if is_hiki else short(option)


def choose(state: State, said: str, seat: Seat = 1) -> Events:
    """What the option that is *said* in short brings."""
    [option] = [each for each in sakura.options(state, seat) if _short(each) == said]
    return sakura.decide(state, seat, option)


def after(state: State, said: str, seat: Seat = 1) -> State:
    """The state after that."""
    return fold(sakura, state, choose(state, said, seat))  # type: ignore[no-any-return]


def moments(rules: Rules, seats: int, rng: random.Random) -> Iterator[tuple[State, Events]]:
    """A random match: each state in which somebody or a deck is waited for, and what comes next.

    Of all seats that are offered something each may act.
    """
    state = sakura.begin(rules, seats)
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DECK:
            events = sakura.deal(state, shuffled(rng))
        else:
            asked = [seat for seat in range(1, seats + 1) if sakura.options(state, seat)]
            seat = rng.choice(asked)
            events = sakura.decide(state, seat, rng.choice(sakura.options(state, seat)))
        yield state, events
        state = fold(sakura, state, events)
    yield state, ()
