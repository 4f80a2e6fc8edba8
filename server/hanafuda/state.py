"""The state that all games share, and what each event does to it."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar, assert_never

from hanafuda.cards import Cards
from hanafuda.dealing import seats_from
from hanafuda.events import (
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardsCaptured,
    DealVoided,
    Event,
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
)
from hanafuda.game import DeckDue, Phase
from hanafuda.seats import put, sum_by_seat
from hanafuda.spread import Spread, empty_spread, settle, turn_up
from hanafuda.yaku import Tables

R = TypeVar("R")
X = TypeVar("X")


class Match(NamedTuple):
    """The part of a state that most events do not change. Tuples have seat 1 first."""

    tables: Tables  #: the yaku that count under the rules
    deck_due: DeckDue | None
    round: int  #: 0 before the first deal
    dealer: Seat  #: the dealer of ``round`` or, before round 1, of the first
    totals: tuple[int, ...]  #: points for yaku at the end of the seat's last turn (D-10)
    calls: tuple[int, ...]  #: calls of koi-koi in this round
    scores: tuple[int, ...]
    round_scores: tuple[tuple[int, ...], ...]  #: the scores of each ended round
    out: frozenset[Seat]  #: the seats that are out of the match
    result: RoundEnded | None  #: the result of the round just ended; None during a round
    winners: tuple[Seat, ...]


class State(NamedTuple, Generic[R, X]):
    """A match of a game with house rules R, after some of its events."""

    rules: R
    phase: Phase
    turn: Seat  #: 0 between rounds
    spread: Spread
    before: Cards  #: what ``turn`` had captured before it last played a hand card
    match: Match
    extra: X  #: what only this game needs

    @property
    def deck_due(self) -> DeckDue | None:
        """Set exactly in Phase.DECK."""
        return self.match.deck_due

    @property
    def seats(self) -> int:
        """The number of seats, including those that are out."""
        return len(self.spread.hands)

    @property
    def next_seat(self) -> Seat:
        """The seat whose turn is next."""
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
    """A new match that waits for the lots. *scores* are the scores at its start, seat 1 first."""
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
    return State(rules, Phase.DECK, 0, empty_spread(len(scores)), (), match, extra)


def evolve(state: State[R, X], event: Event, extra: X | None = None) -> State[R, X]:
    """The state after *event*. Unless *extra* is None, it replaces the state's ``extra``."""
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
        scores=sum_by_seat(match.scores, ended.scores),
        round_scores=(*match.round_scores, ended.scores),
        result=ended,
    )
