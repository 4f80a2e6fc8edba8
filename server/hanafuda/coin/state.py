"""A match of the coin game: the fold of its events."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, assert_never

from hanafuda.cards import Cards
from hanafuda.coin.rules import Rules
from hanafuda.dealing import SIZES, seats_from
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
from hanafuda.seats import added, put
from hanafuda.spread import Spread, bare, settle, turn_up
from hanafuda.yaku import Tables, koikoi_tables


@cache
def tables(rules: Rules) -> Tables:
    """The yaku that count under *rules*."""
    return koikoi_tables(set_points=rules.set_points)


class State(NamedTuple):
    """A match of the coin game. Its tuples have a value for each seat, seat 1 first."""

    rules: Rules
    phase: Phase
    turn: Seat  #: 0 between rounds
    deck_due: DeckDue | None
    round: int
    dealer: Seat  #: of ``round``; before the first, by the lots
    spread: Spread
    before: Cards  #: what ``turn`` had captured before its turn
    totals: tuple[int, ...]  #: of the yaku as last seen at the end of a seat's turn
    calls: tuple[int, ...]  #: of koi-koi, in this round
    coins: tuple[int, ...]
    out: frozenset[Seat]
    payments: tuple[tuple[int, ...], ...]  #: of each ended round
    result: RoundEnded | None
    winners: tuple[Seat, ...]

    @property
    def seats(self) -> int:
        """How many seats there are, those that are out included."""
        return len(self.coins)

    @property
    def tables(self) -> Tables:
        """The yaku that count under the rules."""
        return tables(self.rules)

    def playing(self, first: Seat) -> list[Seat]:
        """The seats still in, in turn order from *first*."""
        order = seats_from(first, range(1, self.seats + 1))
        return [seat for seat in order if seat not in self.out]


def begin(rules: Rules, seats: int) -> State:
    """A new match, which waits for the lots.

    Raises:
        ValueError: unless *seats* is 2 to 7.
    """
    if seats not in SIZES:
        raise ValueError(f"the coin game is for 2 to 7 seats, not {seats}")
    nothing = (0,) * seats
    return State(
        rules=rules,
        phase=Phase.DECK,
        turn=0,
        deck_due=DeckDue(0, 1),
        round=0,
        dealer=0,
        spread=bare(seats),
        before=(),
        totals=nothing,
        calls=nothing,
        coins=(rules.coins,) * seats,
        out=frozenset(),
        payments=(),
        result=None,
        winners=(),
    )


def evolve(state: State, event: Event) -> State:
    """The state after *event*."""
    spread = state.spread
    match event:
        case CardPlayed(seat, opened):
            return state._replace(
                phase=Phase.PLACE,
                spread=turn_up(spread, seat, opened),
                before=spread.captured[seat - 1],
            )
        case CardDrawn(seat, opened):
            return state._replace(phase=Phase.PLACE, spread=turn_up(spread, seat, opened))
        case CardLaid(seat, opened):
            return state._replace(phase=Phase.PLAY, spread=settle(spread, seat, opened, ()))
        case CardsCaptured(seat, taken, card):
            return state._replace(phase=Phase.PLAY, spread=settle(spread, seat, card, taken))
        case TurnPassed(seat):
            return state._replace(phase=Phase.PLAY, turn=seat)
        case YakuFormed(seat, _, points):
            return state._replace(phase=Phase.DECIDE, totals=put(state.totals, seat, points))
        case KoikoiCalled(seat, calls):
            return state._replace(calls=put(state.calls, seat, calls))
        case LotsDrawn(dealer):
            return state._replace(dealer=dealer, deck_due=DeckDue(1, 1))
        case DealVoided():
            assert state.deck_due is not None, "a deal is void only where one was due"
            round, attempt = state.deck_due
            return state._replace(deck_due=DeckDue(round, attempt + 1))
        case RoundDealt():
            return _round_begun(state, event)
        case RoundEnded():
            return state._replace(
                phase=Phase.DECK,
                turn=0,
                deck_due=DeckDue(state.round + 1, 1),
                coins=added(state.coins, event.scores),
                payments=(*state.payments, event.scores),
                result=event,
            )
        case SeatOut(seat):
            return state._replace(out=state.out | {seat})
        case MatchEnded(winners):
            return state._replace(phase=Phase.OVER, turn=0, deck_due=None, winners=winners)
        case StopCalled() | HandShown() | HikiCalled():
            return state
        case _:
            assert_never(event)


def _round_begun(state: State, event: RoundDealt) -> State:
    nothing = (0,) * state.seats
    return state._replace(
        phase=Phase.PLAY,
        turn=event.dealer,
        deck_due=None,
        round=event.round,
        dealer=event.dealer,
        spread=Spread(event.hands, event.field, event.draw_pile, ((),) * state.seats),
        before=(),
        totals=nothing,
        calls=nothing,
        result=None,
    )
