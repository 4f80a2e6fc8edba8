"""Positions of Koi-Koi and random matches, for the tests of the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hanafuda.cards import DECK, Card, Cards, card_set, cards
from hanafuda.events import Event, Events, LotsDrawn, RoundDealt, Seat
from hanafuda.game import Game, Option, Phase, Verb
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.play import Rules, State
from hanafuda.koikoi.scoring import tables
from hanafuda.spread import Spread
from hanafuda.yaku import total


def position(
    mine: str,
    theirs: str = "",
    *,
    field: str = "",
    pile: str = "",
    captured: tuple[str, str] = ("", ""),
    rules: Rules | None = None,
    dealer: Seat = 1,
    month: int = 1,
    calls: tuple[int, int] = (0, 0),
    scores: tuple[int, int] = (0, 0),
    seen: bool = True,
) -> State:
    """Seat 1 is to play. Cards that are not named lie at the bottom of the pile.

    With *seen* what is captured has been counted at the end of an earlier turn.
    """
    rules = rules or Rules()
    hands = (tuple(sorted(cards(mine))), tuple(sorted(cards(theirs))))
    lying, top = cards(field), cards(pile)
    won = (cards(captured[0]), cards(captured[1]))
    named = Counter([*hands[0], *hands[1], *lying, *top, *won[0], *won[1]])
    assert all(count == 1 for count in named.values()), "a card is named twice"
    rest = tuple(each for each in DECK if each not in named)
    dealt = RoundDealt(month, dealer, hands, lying, top + rest)
    state = koikoi.evolve(koikoi.begin(rules, 2), LotsDrawn(dealer, shown=False))
    state = koikoi.evolve(state, dealt)
    totals = tuple(total(tables(rules), card_set(each)) for each in won) if seen else (0, 0)
    return state._replace(
        turn=1,
        spread=state.spread._replace(captured=won),
        match=state.match._replace(calls=calls, scores=scores, totals=totals),
    )


def choices(state: State, seat: Seat = 1) -> list[str]:
    """What *seat* may do, in short: "play 1-1", "play 1-1 takes 1-2", "stop"."""
    return [short(option) for option in koikoi.options(state, seat)]


def short(option: Option) -> str:
    """An option in short."""
    said = option.verb.value
    if option.card:
        said += f" {option.card.code}"
    if option.taken:
        said += " takes " + " ".join(each.code for each in option.taken)
    return said


def choose(state: State, said: str, seat: Seat = 1) -> Events:
    """What the option that is *said* in short brings."""
    [option] = [each for each in koikoi.options(state, seat) if short(each) == said]
    return koikoi.decide(state, seat, option)


def after(state: State, *saids: str) -> State:
    """The state after some options, each said in short, of whoever is on turn."""
    for said in saids:
        state = fold(koikoi, state, choose(state, said, state.turn))
    return state


def fold(game: Game, state: Any, events: Events) -> Any:
    """The state after *events*."""
    for event in events:
        state = game.evolve(state, event)
    return state


def the(kind: type[Any], events: Events) -> Any:
    """The one event of a *kind*."""
    [found] = [event for event in events if isinstance(event, kind)]
    return found


def shuffled(rng: random.Random) -> Cards:
    """A deck."""
    return tuple(rng.sample(DECK, len(DECK)))


def deck_of(*places: str) -> Cards:
    """A deck that begins with some cards, in order; the others follow."""
    front = cards(" ".join(places))
    assert len(set(front)) == len(front), "a card is named twice"
    return front + tuple(each for each in DECK if each not in front)


def steps(
    game: Game, rules: Any, seats: int, rng: random.Random, stop: float = 0.5
) -> Iterator[tuple[Any, Events]]:
    """A random match: each state in which the game waits, with what then happened.

    Whoever may stop does so with chance *stop*.
    """
    state = game.begin(rules, seats)
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DECK:
            events = game.deal(state, shuffled(rng))
        else:
            options = game.options(state, state.turn)
            if state.phase is Phase.DECIDE:
                verb = Verb.STOP if rng.random() < stop else Verb.KOIKOI
                [option] = [each for each in options if each.verb is verb]
            else:
                option = rng.choice(options)
            events = game.decide(state, state.turn, option)
        yield state, events
        state = fold(game, state, events)


def played(
    game: Game, rules: Any, seats: int, rng: random.Random, stop: float = 0.5
) -> Iterator[tuple[Event, Any]]:
    """A random match: each event with the state after it."""
    for state, events in steps(game, rules, seats, rng, stop):
        for event in events:
            state = game.evolve(state, event)
            yield event, state


def places(spread: Spread) -> list[Card]:
    """All cards that lie somewhere, ascending; one that lies twice is named twice."""
    lying = [*spread.field, *spread.draw_pile]
    for some in (*spread.hands, *spread.captured):
        lying += some
    if spread.open_card is not None:
        lying.append(spread.open_card)
    return sorted(lying)


ALL_PLACED = list(DECK)
NOTHING_PLACED: list[Card] = []
