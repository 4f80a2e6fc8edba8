"""What all games share: the state of a match, and the turn.

A turn: play a hand card, turn over the top of the draw pile. Each of the two takes cards of its
month from the field, or stays there (rules: section 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar, assert_never

from hanafuda.cards import Card, Cards, CardSet, card_set
from hanafuda.dealing import SIZES, seats_from
from hanafuda.events import (
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardsCaptured,
    DealVoided,
    Event,
    Events,
    HandShown,
    HikiCalled,
    KoikoiCalled,
    LotsDrawn,
    MatchEnded,
    RoundDealt,
    RoundEnded,
    Seat,
    SeatOut,
    StopCalled,
    TurnPassed,
    YakuFormed,
    YakuScore,
)
from hanafuda.game import DeckDue, IllegalMove, Option, Phase, Side, Verb, View
from hanafuda.seats import added, ahead, put
from hanafuda.spread import Spread, bare, captures, dealt, plays, settle, settled, turn_up
from hanafuda.yaku import Tables

R = TypeVar("R")
X = TypeVar("X")

Plays = Callable[[CardSet, Card], Iterable[Option]]  #: as :func:`hanafuda.spread.plays`
Captures = Callable[[CardSet, Card], Sequence[Cards]]  #: as :func:`hanafuda.spread.captures`


class Match(NamedTuple):
    """The part of a state that most events leave as it is. Tuples: a value a seat, seat 1 first."""

    tables: Tables  #: the yaku that count under the rules
    deck_due: DeckDue | None
    round: int  #: 0 before the first deal
    dealer: Seat  #: of ``round``; before the first, by the lots
    totals: tuple[int, ...]  #: of the yaku, as of the end of the seat's last turn (D-10)
    calls: tuple[int, ...]  #: of koi-koi, in this round
    scores: tuple[int, ...]
    round_scores: tuple[tuple[int, ...], ...]  #: of each ended round
    out: frozenset[Seat]  #: the seats that play no more
    result: RoundEnded | None  #: of the round just ended; None while a round is played
    winners: tuple[Seat, ...]


class State(NamedTuple, Generic[R, X]):
    """A match of a game with house rules R: the fold of its events."""

    rules: R
    phase: Phase
    turn: Seat  #: 0 between rounds
    spread: Spread
    before: Cards  #: what ``turn`` had captured when it last played a hand card
    match: Match
    extra: X  #: what only this game keeps

    @property
    def deck_due(self) -> DeckDue | None:
        """Set exactly in Phase.DECK."""
        return self.match.deck_due

    @property
    def seats(self) -> int:
        """The number of seats, those that are out included."""
        return len(self.spread.hands)

    @property
    def next_seat(self) -> Seat:
        """The seat whose turn follows that of ``turn``."""
        seats, out = len(self.spread.hands), self.match.out
        seat = self.turn % seats + 1
        while seat in out:
            seat = seat % seats + 1
        return seat

    def playing(self, first: Seat) -> list[Seat]:
        """The seats that are not out, in turn order from *first*."""
        order = seats_from(first, range(1, self.seats + 1))
        return [seat for seat in order if seat not in self.match.out]


def new_match(rules: R, tables: Tables, scores: tuple[int, ...], extra: X) -> State[R, X]:
    """A new match that waits for the lots; each seat begins with its score of *scores*."""
    nothing = (0,) * len(scores)
    match = Match(
        tables=tables,
        deck_due=DeckDue(0, 1),
        round=0,
        dealer=0,
        totals=nothing,
        calls=nothing,
        scores=scores,
        round_scores=(),
        out=frozenset(),
        result=None,
        winners=(),
    )
    return State(rules, Phase.DECK, 0, bare(len(scores)), (), match, extra)


def evolve(state: State[R, X], event: Event, extra: X | None = None) -> State[R, X]:
    """The state after *event*, with *extra*, unless that is None, in place of its own."""
    rules, phase, turn, spread, before, match, kept = state
    extra = kept if extra is None else extra
    match event:
        case CardPlayed():
            before = spread.captured[event.seat - 1]
            spread = turn_up(spread, event.seat, event.card)
            return State(rules, Phase.PLACE, turn, spread, before, match, extra)
        case CardDrawn():
            spread = turn_up(spread, event.seat, event.card)
            return State(rules, Phase.PLACE, turn, spread, before, match, extra)
        case CardLaid():
            spread = settle(spread, event.seat, event.card, ())
            return State(rules, Phase.PLAY, turn, spread, before, match, extra)
        case CardsCaptured():
            spread = settle(spread, event.seat, event.card, event.cards)
            phase = Phase.PLAY if spread.open_card is None else Phase.PLACE
            return State(rules, phase, turn, spread, before, match, extra)
        case TurnPassed():
            return State(rules, Phase.PLAY, event.seat, spread, before, match, extra)
        case RoundDealt(round, dealer, hands, field, draw_pile):
            spread = Spread(hands, field, draw_pile, ((),) * len(hands))
            match = _round_begun(match, round, dealer)
            return State(rules, Phase.PLAY, dealer, spread, (), match, extra)
        case YakuFormed(seat, _, points):
            phase, match = Phase.DECIDE, match._replace(totals=put(match.totals, seat, points))
        case KoikoiCalled(seat, calls):
            match = match._replace(calls=put(match.calls, seat, calls))
        case RoundEnded():
            phase, turn, match = Phase.DECK, 0, _round_added(match, event)
        case LotsDrawn(dealer):
            match = match._replace(dealer=dealer, deck_due=DeckDue(1, 1))
        case DealVoided():
            assert match.deck_due is not None, "a deal is void only when a deck was due"
            round, attempt = match.deck_due
            match = match._replace(deck_due=DeckDue(round, attempt + 1))
        case SeatOut(seat):
            match = match._replace(out=match.out | {seat})
        case MatchEnded(winners):
            phase, turn, match = Phase.OVER, 0, match._replace(deck_due=None, winners=winners)
        case HandShown() | HikiCalled() | StopCalled():
            pass
        case _:
            assert_never(event)
    return State(rules, phase, turn, spread, before, match, extra)


def _round_begun(match: Match, round: int, dealer: Seat) -> Match:
    nothing = (0,) * len(match.scores)
    return match._replace(
        deck_due=None, round=round, dealer=dealer, totals=nothing, calls=nothing, result=None
    )


def _round_added(match: Match, ended: RoundEnded) -> Match:
    return match._replace(
        deck_due=DeckDue(match.round + 1, 1),
        scores=added(match.scores, ended.scores),
        round_scores=(*match.round_scores, ended.scores),
        result=ended,
    )


def awaited_round(state: State[R, X]) -> int:
    """The round whose deck the state waits for, 0: the lots.

    Raises:
        IllegalMove: when no deck is awaited.
    """
    if state.match.deck_due is None:
        raise IllegalMove("no deck is awaited now")
    return state.match.deck_due.round


def deal_round(state: State[R, X], deck: Cards) -> RoundDealt:
    """The round that *deck* deals to the seats that are not out.

    Raises:
        IllegalMove: when no deck is awaited.
        ValueError: when *deck* is not the 48 cards.
    """
    match, round = state.match, awaited_round(state)
    dealer = match.dealer if match.result is None else match.result.next_dealer
    first, *others = state.playing(dealer)
    spread = dealt(deck, (*others, first), state.seats, *SIZES[1 + len(others)])
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
    """Check that *option* is legal: one of the *options* that the seat was offered.

    Raises:
        IllegalMove: when it is not.
    """
    if option not in options:
        raise IllegalMove("this is not on offer now: choose one of the options")


def move(
    spread: Spread, seat: Seat, option: Option, captures: Captures = captures
) -> tuple[Events, Spread | None]:
    """Play a hand card and turn over the top of the draw pile, or settle the drawn card.

    Returns the events and the cards after them, or None when the player must choose what the drawn
    card takes.
    """
    verb, opened, taken, _ = option
    assert opened is not None, "a card is played or placed"
    event = settled(seat, opened, taken)
    if verb is not Verb.PLAY:
        return (event,), settle(spread, seat, opened, taken)
    spread = settle(turn_up(spread, seat, opened), seat, opened, taken)
    drawn = spread.draw_pile[0]
    events = (CardPlayed(seat, opened), event, CardDrawn(seat, drawn))
    ways = captures(card_set(spread.field), drawn)
    if len(ways) > 1:
        return events, None
    spread = settle(turn_up(spread, seat, drawn), seat, drawn, ways[0])
    return (*events, settled(seat, drawn, ways[0])), spread


def match_over(state: State[R, X], result: RoundEnded, *between: Event) -> Events:
    """The end of the last round, and of the match. The highest score wins; equal scores share."""
    winners = ahead(added(state.match.scores, result.scores))
    return (replace(result, next_dealer=0), *between, MatchEnded(winners))


def view(state: State[R, X], rounds: int, sides: Iterable[Side]) -> View:
    """What everybody sees of a match of so many *rounds*; *sides* of seat 1 first."""
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
    """What everybody sees of *seat*, which holds *yaku*."""
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
