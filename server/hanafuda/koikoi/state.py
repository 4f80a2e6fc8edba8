"""A match of Koi-Koi: the fold of its events."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from hanafuda.cards import Cards
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
from hanafuda.koikoi.rules import Rules
from hanafuda.koikoi.scoring import tables
from hanafuda.seats import added, put
from hanafuda.spread import Spread, bare, settle, turn_up
from hanafuda.yaku import Tables


class Match(NamedTuple):
    """The slow part of a match's state: all that most cards leave as it is."""

    rules: Rules
    tables: Tables  #: the yaku that count under the rules
    deck_due: DeckDue | None
    round: int
    dealer: Seat  #: of ``round``; before the first, by the lots
    totals: tuple[int, ...]  #: of each seat's yaku as last seen at the end of its turn (D-10)
    calls: tuple[int, ...]  #: of koi-koi, in this round
    scores: tuple[int, ...]
    round_scores: tuple[tuple[int, ...], ...]  #: of each ended round, seat 1 first
    result: RoundEnded | None
    winners: tuple[Seat, ...]


class State(NamedTuple):
    """A match of Koi-Koi: the fold of its events."""

    phase: Phase
    turn: Seat  #: 0 between rounds
    spread: Spread
    before: Cards  #: what ``turn`` had captured before its turn
    match: Match

    @property
    def deck_due(self) -> DeckDue | None:
        """Set exactly in Phase.DECK."""
        return self.match.deck_due


def begin(rules: Rules, seats: int) -> State:
    """A new match, which waits for the lots.

    Raises:
        ValueError: unless *seats* is 2.
    """
    if seats != 2:
        raise ValueError(f"Koi-Koi is for 2 seats, not {seats}")
    match = Match(
        rules=rules,
        tables=tables(rules),
        deck_due=DeckDue(0, 1),
        round=0,
        dealer=0,
        totals=(0, 0),
        calls=(0, 0),
        scores=(0, 0),
        round_scores=(),
        result=None,
        winners=(),
    )
    return State(Phase.DECK, 0, bare(seats), (), match)


def evolve(state: State, event: Event) -> State:
    """The state after *event*."""
    phase, turn, spread, before, match = state
    match event:
        case CardPlayed():
            seat = event.seat
            opened = turn_up(spread, seat, event.card)
            return State(Phase.PLACE, turn, opened, spread.captured[seat - 1], match)
        case CardDrawn():
            opened = turn_up(spread, event.seat, event.card)
            return State(Phase.PLACE, turn, opened, before, match)
        case CardLaid():
            laid = settle(spread, event.seat, event.card, ())
            return State(Phase.PLAY, turn, laid, before, match)
        case CardsCaptured():
            left = settle(spread, event.seat, event.card, event.cards)
            return State(Phase.PLAY, turn, left, before, match)
        case TurnPassed():
            return State(Phase.PLAY, event.seat, spread, before, match)
        case YakuFormed(seat, _, points):
            totals = put(match.totals, seat, points)
            return State(Phase.DECIDE, turn, spread, before, match._replace(totals=totals))
        case KoikoiCalled(seat, calls):
            called = match._replace(calls=put(match.calls, seat, calls))
            return State(phase, turn, spread, before, called)
        case RoundDealt(_, dealer, hands, field, draw_pile):
            spread = Spread(hands, field, draw_pile, ((), ()))
            return State(Phase.PLAY, dealer, spread, (), _round_begun(match, event))
        case RoundEnded():
            return State(Phase.DECK, 0, spread, before, _round_added(match, event))
        case LotsDrawn(dealer):
            lots = match._replace(dealer=dealer, deck_due=DeckDue(1, 1))
            return State(phase, turn, spread, before, lots)
        case DealVoided():
            again = match._replace(deck_due=_again(match.deck_due))
            return State(phase, turn, spread, before, again)
        case MatchEnded(winners):
            over = match._replace(deck_due=None, winners=winners)
            return State(Phase.OVER, 0, spread, before, over)
        case HandShown() | StopCalled() | HikiCalled() | SeatOut():
            return state
        case _:
            assert_never(event)


def _round_begun(match: Match, event: RoundDealt) -> Match:
    return match._replace(
        deck_due=None,
        round=event.round,
        dealer=event.dealer,
        totals=(0, 0),
        calls=(0, 0),
        result=None,
    )


def _round_added(match: Match, event: RoundEnded) -> Match:
    return match._replace(
        deck_due=DeckDue(match.round + 1, 1),
        scores=added(match.scores, event.scores),
        round_scores=(*match.round_scores, event.scores),
        result=event,
    )


def _again(due: DeckDue | None) -> DeckDue:
    assert due is not None, "a deal is void only where one was due"
    return DeckDue(due.round, due.attempt + 1)
