"""The turn that all games share.

A player plays a hand card and turns over the top of the draw pile. Each of the two cards captures
cards of its month from the field, or stays there (rules: section 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from hanafuda.cards import Card, Cards, CardSet, card_set
from hanafuda.dealing import SIZES
from hanafuda.events import (
    CardDrawn,
    CardPlayed,
    Event,
    Events,
    MatchEnded,
    RoundDealt,
    RoundEnded,
    Seat,
    YakuScore,
)
from hanafuda.game import IllegalMove, Option, Side, Verb, View
from hanafuda.seats import leaders, sum_by_seat
from hanafuda.spread import Spread, captures, deal_cards, plays, settle, settle_event, turn_up
from hanafuda.state import R, State, X

Plays = Callable[[CardSet, Card], Iterable[Option]]  #: as :func:`hanafuda.spread.plays`
Captures = Callable[[CardSet, Card], Sequence[Cards]]  #: as :func:`hanafuda.spread.captures`


def awaited_round(state: State[R, X]) -> int:
    """The round whose deck the state waits for. 0: the lots.

    Raises:
        IllegalMove: if no deck is awaited.
    """
    if state.match.deck_due is None:
        raise IllegalMove("no deck is awaited now")
    return state.match.deck_due.round


def deal_round(state: State[R, X], deck: Cards) -> RoundDealt:
    """The round that *deck* deals to the seats that are not out.

    Raises:
        IllegalMove: if no deck is awaited.
        ValueError: when *deck* is not the 48 cards.
    """
    match, round = state.match, awaited_round(state)
    dealer = match.dealer if match.result is None else match.result.next_dealer
    first, *others = state.playing(dealer)
    spread = deal_cards(deck, (*others, first), state.seats, *SIZES[1 + len(others)])
    return RoundDealt(round, dealer, spread.hands, spread.field, spread.draw_pile)


def play_options(spread: Spread, seat: Seat, plays: Plays = plays) -> tuple[Option, ...]:
    """The options to play a hand card; hand cards and what they take ascending."""
    field = card_set(spread.field)
    found: list[Option] = []
    for each in spread.hands[seat - 1]:
        found += plays(field, each)
    return tuple(found)


def place_options(spread: Spread, captures: Captures = captures) -> tuple[Option, ...]:
    """The options to settle the open card."""
    opened = spread.open_card
    assert opened is not None, "an open card is placed"
    return tuple(
        [
            Option(Verb.TAKE if taken else Verb.LEAVE, opened, taken)
            for taken in captures(card_set(spread.field), opened)
        ]
    )


def require_offered(option: Option, options: Sequence[Option]) -> None:
    """Check that *option* is legal: that it is one of *options*.

    Raises:
        IllegalMove: when it is not.
    """
    if option not in options:
        raise IllegalMove("this move is not offered now: choose one of the options")


def move(
    spread: Spread, seat: Seat, option: Option, captures: Captures = captures
) -> tuple[Events, Spread | None]:
    """Play a hand card and turn over the top of the draw pile, or settle the drawn card.

    Returns the events and the cards after them, or None when the player must choose what the drawn
    card takes.
    """
    verb, opened, taken, _ = option
    assert opened is not None, "a card is played or placed"
    event = settle_event(seat, opened, taken)
    if verb is not Verb.PLAY:
        return (event,), settle(spread, seat, opened, taken)
    spread = settle(turn_up(spread, seat, opened), seat, opened, taken)
    drawn = spread.draw_pile[0]
    events = (CardPlayed(seat, opened), event, CardDrawn(seat, drawn))
    ways = captures(card_set(spread.field), drawn)
    if len(ways) > 1:
        return events, None
    spread = settle(turn_up(spread, seat, drawn), seat, drawn, ways[0])
    return (*events, settle_event(seat, drawn, ways[0])), spread


def match_over(state: State[R, X], result: RoundEnded, *between: Event) -> Events:
    """The events that end the last round and the match. The highest score wins; ties share it."""
    winners = leaders(sum_by_seat(state.match.scores, result.scores))
    return (replace(result, next_dealer=0), *between, MatchEnded(winners))


def view(state: State[R, X], rounds: int, sides: Iterable[Side]) -> View:
    """What everybody sees of a match of *rounds* rounds; *sides* has seat 1 first."""
    spread, match = state.spread, state.match
    return View(
        round=match.round,
        rounds=rounds,
        dealer=match.dealer,
        phase=state.phase,
        turn=state.turn,
        field=spread.field,
        draw_pile=len(spread.draw_pile),
        open_card=spread.open_card,
        sides=tuple(sides),
        result=match.result,
        winners=match.winners,
        open_card_drawn=spread.is_drawn,
    )


def side(state: State[R, X], seat: Seat, yaku: tuple[YakuScore, ...] = ()) -> Side:
    """What everybody sees of *seat*; *yaku* are those that it holds."""
    spread, match = state.spread, state.match
    return Side(
        hand_size=len(spread.hands[seat - 1]),
        captured=spread.captured[seat - 1],
        yaku=yaku,
        points=sum([each.points for each in yaku]),
        koikoi_calls=match.calls[seat - 1],
        score=match.scores[seat - 1],
        round_scores=tuple([scores[seat - 1] for scores in match.round_scores]),
        out=seat in match.out,
    )


def hand(state: State[R, X], seat: Seat) -> Cards:
    """*seat*'s hand, ascending."""
    return state.spread.hands[seat - 1]
