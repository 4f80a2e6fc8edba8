"""Pairs: two to seven match cards by month, and the most cards win."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import NamedTuple

from hanafuda.cards import Card, Cards, card_set
from hanafuda.dealing import SIZES, draw_lots, next_dealer, seats_from
from hanafuda.events import (
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardsCaptured,
    Event,
    Events,
    LotsDrawn,
    MatchEnded,
    RoundDealt,
    RoundEnd,
    RoundEnded,
    ScoreLine,
    Seat,
    TurnPassed,
)
from hanafuda.game import (
    About,
    ChartRow,
    DeckDue,
    IllegalMove,
    Option,
    Phase,
    RuleSet,
    Side,
    Verb,
    View,
)
from hanafuda.game import alone as teams
from hanafuda.house_rules import rule
from hanafuda.spread import Spread, bare, captures, dealt, plays, settle, settled, turn_up
from hanafuda.yaku import Tables

__all__ = ["ABOUT", "SETS", "Rules", "begin", "chart", "deal", "decide", "evolve", "hand",
           "likeness", "options", "stakes", "tables", "teams", "view"]  # fmt: skip

ABOUT = About(
    game="pairs",
    name="Pairs",
    summary="Match cards by month. Every card you capture is a point, and the most points win.",
    min_seats=2,
    max_seats=7,
    round_name="Round",
    score_name="points",
)


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules of Pairs."""

    rounds: int = rule(
        3,
        "Rounds",
        "How many rounds a match lasts.",
        group="Length",
        choices={3: "3 rounds", 1: "1 round"},
        numbers=range(1, 25),
        usual_matter=True,
    )


SETS: tuple[RuleSet, ...] = (RuleSet("site", "Standard", "Three rounds.", {}),)


class State(NamedTuple):
    """A match of Pairs: the fold of its events."""

    rules: Rules
    phase: Phase
    turn: Seat
    deck_due: DeckDue | None
    round: int
    dealer: Seat
    spread: Spread
    round_scores: tuple[tuple[int, ...], ...]
    result: RoundEnded | None
    winners: tuple[Seat, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """Of each seat in the match, seat 1 first."""
        nothing = (0,) * len(self.spread.hands)
        return tuple(map(sum, zip(nothing, *self.round_scores, strict=True)))


def begin(rules: Rules, seats: int) -> State:
    """A new match, which waits for the lots. Raises ValueError unless *seats* is 2 to 7."""
    if seats not in SIZES:
        raise ValueError(f"Pairs is for 2 to 7 seats, not {seats}")
    return State(rules, Phase.DECK, 0, DeckDue(0, 1), 0, 0, bare(seats), (), None, ())


def deal(state: State, deck: Cards) -> Events:
    """What *deck* brings: lots, or a round. Raises IllegalMove when no deck is awaited."""
    if state.deck_due is None:
        raise IllegalMove("no deck is awaited now")
    seats = len(state.spread.hands)
    if state.deck_due.round == 0:
        return (draw_lots(deck, seats, shown=True),)
    dealer = next_dealer(state.dealer, state.result)
    first, *others = seats_from(dealer, range(1, seats + 1))
    new = dealt(deck, (*others, first), seats, *SIZES[seats])
    return (RoundDealt(state.deck_due.round, first, new.hands, new.field, new.draw_pile),)


def options(state: State, seat: Seat) -> tuple[Option, ...]:
    """All that *seat* may do now."""
    field, opened = card_set(state.spread.field), state.spread.open_card
    if seat != state.turn or state.phase not in (Phase.PLAY, Phase.PLACE):
        return ()
    if opened is not None:
        return tuple(Option(Verb.TAKE, opened, taken) for taken in captures(field, opened))
    return tuple(option for each in state.spread.hands[seat - 1] for option in plays(field, each))


def decide(state: State, seat: Seat, option: Option) -> Events:
    """What *option* brings. Raises IllegalMove when it is not one of ``options``."""
    if option not in options(state, seat) or option.card is None:
        raise IllegalMove("this is not on offer now: choose one of the options")
    events: list[Event] = [settled(seat, option.card, option.taken)]
    if option.verb is Verb.PLAY:
        turned = state.spread.draw_pile[0]
        events = [CardPlayed(seat, option.card), *events, CardDrawn(seat, turned)]
        spread = _after(state, events).spread
        ways = captures(card_set(spread.field), turned)
        if len(ways) > 1:
            return tuple(events)
        events.append(settled(seat, turned, ways[0]))
    return (*events, *_turn_over(_after(state, events)))


def _after(state: State, events: list[Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def _turn_over(state: State) -> Events:
    seats = len(state.spread.hands)
    if any(state.spread.hands):
        return (TurnPassed(state.turn % seats + 1),)
    won = tuple(map(len, state.spread.captured))
    best = [seat for seat, cards in enumerate(won, 1) if cards == max(won)]
    winner = best[0] if len(best) == 1 else 0
    lines = tuple(ScoreLine(seat, "cards", points=each) for seat, each in enumerate(won, 1) if each)
    ended = RoundEnded(RoundEnd.PLAYED_OUT, winner, max(won), lines, won, winner or state.dealer)
    if state.round < state.rules.rounds:
        return (ended,)
    scores = evolve(state, ended).scores
    winners = tuple(seat for seat, score in enumerate(scores, 1) if score == max(scores))
    return (replace(ended, next_dealer=0), MatchEnded(winners))


def evolve(state: State, event: Event) -> State:
    """The state after *event*."""
    spread = state.spread
    match event:
        case CardPlayed(seat, opened) | CardDrawn(seat, opened):
            return state._replace(phase=Phase.PLACE, spread=turn_up(spread, seat, opened))
        case CardLaid(seat, opened):
            return state._replace(phase=Phase.PLAY, spread=settle(spread, seat, opened, ()))
        case CardsCaptured(seat, taken, card):
            return state._replace(phase=Phase.PLAY, spread=settle(spread, seat, card, taken))
        case TurnPassed(seat):
            return state._replace(turn=seat)
        case LotsDrawn(dealer):
            return state._replace(dealer=dealer, deck_due=DeckDue(1, 1))
        case RoundDealt(round, dealer, hands, field, pile):
            new = Spread(hands, field, pile, ((),) * len(hands))
            state = state._replace(phase=Phase.PLAY, turn=dealer, deck_due=None, result=None)
            return state._replace(round=round, dealer=dealer, spread=new)
        case RoundEnded():
            state = state._replace(phase=Phase.DECK, turn=0, deck_due=DeckDue(state.round + 1, 1))
            scores = (*state.round_scores, event.scores)
            return state._replace(round_scores=scores, result=event)
        case MatchEnded(winners):
            return state._replace(phase=Phase.OVER, deck_due=None, winners=winners)
        case _:
            return state


def view(state: State) -> View:
    """What everybody sees."""
    spread = state.spread
    sides = tuple(
        Side(len(hand), captured, (), 0, 0, score, tuple(each[seat] for each in state.round_scores))
        for seat, (hand, captured, score) in enumerate(
            zip(spread.hands, spread.captured, state.scores, strict=True)
        )
    )
    return View(state.round, state.rules.rounds, state.dealer, state.phase, state.turn,
                spread.field, len(spread.draw_pile), spread.open_card, sides, state.result,
                state.winners, spread.is_drawn)  # fmt: skip


def hand(state: State, seat: Seat) -> Cards:
    """*seat*'s hand, ascending."""
    return state.spread.hands[seat - 1]


def likeness(rules: Rules, card: Card) -> Hashable:
    """Every card of a month is as good as another here."""
    return card.month


def tables(rules: Rules) -> Tables:
    """There are no yaku."""
    return ((),)


def chart(rules: Rules) -> tuple[ChartRow, ...]:
    """There are no yaku."""
    return ()


def stakes(rules: Rules, points: int) -> tuple[str, ...]:
    """There is no koi-koi."""
    return ()
