"""The coin game: Koi-Koi for two to seven players, who pay in coins (rules: section 7)."""

from __future__ import annotations

from functools import cache

from hanafuda import calling, turn
from hanafuda.analysis.chart import chart_rows
from hanafuda.calling import Lines, likeness
from hanafuda.cards import Cards
from hanafuda.coin.rules import ABOUT, SETS, Rules, stakes
from hanafuda.dealing import SIZES, dealt_hands, draw_lots, field_void
from hanafuda.events import DealVoided, Events, RoundEnd, RoundEnded, ScoreLine, Seat, SeatOut
from hanafuda.game import ChartRow, Option, View
from hanafuda.game import alone as teams
from hanafuda.seats import put, sum_by_seat
from hanafuda.spread import Spread
from hanafuda.state import evolve, new_match
from hanafuda.turn import hand
from hanafuda.yaku import Tables, koikoi_tables, score_lines, score_of

__all__ = [
    "ABOUT",
    "SETS",
    "Rules",
    "State",
    "begin",
    "chart",
    "deal",
    "decide",
    "evolve",
    "hand",
    "likeness",
    "options",
    "stakes",
    "tables",
    "teams",
    "view",
]

State = calling.State[Rules]


@cache
def tables(rules: Rules) -> Tables:
    """The yaku that count under *rules*."""
    return koikoi_tables(set_points=rules.set_points)


def begin(rules: Rules, seats: int) -> State:
    """A new match that waits for the lots.

    Raises:
        ValueError: unless *seats* is 2 to 7.
    """
    if seats not in SIZES:
        raise ValueError(f"the coin game is for 2 to 7 seats, not {seats}")
    return new_match(rules, tables(rules), (rules.coins,) * seats, None)


def deal(state: State, deck: Cards) -> Events:
    """Draw lots, void the deal, or deal a round.

    A whole month on the field or a dealt hand makes a deal void. It does not count as a round.

    Raises:
        IllegalMove: if no deck is awaited.
        ValueError: if *deck* is not the 48 cards.
    """
    if turn.awaited_round(state) == 0:
        return (draw_lots(deck, state.seats, shown=True),)
    dealt = turn.deal_round(state, deck)
    if field_void(dealt.field, pairs_void=False):
        return (DealVoided(dealt.field),)
    shown = dealt_hands(dealt.hands, points=0)
    if shown:
        return (DealVoided(shown[0].yaku.cards, shown[0].seat),)
    return (dealt,)


def options(state: State, seat: Seat) -> tuple[Option, ...]:
    """Everything that *seat* may do now; hand cards and what they take ascending."""
    return calling.options(state, seat, _ENDS)


def decide(state: State, seat: Seat, option: Option) -> Events:
    """The events that follow from *option*, up to the next choice or deck.

    Raises:
        IllegalMove: if ``options`` does not offer it.
    """
    turn.require_offered(option, options(state, seat))
    return calling.decide(state, seat, option, _ENDS)


def _stop_lines(state: State, seat: Seat, spread: Spread) -> Lines:
    """What each opponent owes when *seat* stops: all calls of koi-koi count, including its own."""
    lines = score_lines(seat, calling.held(state, seat, spread))
    calls = sum(state.match.calls)
    return (*lines, ScoreLine(seat, "koikoi_calls", times=calls + 1)) if calls else lines


def _stopped(state: State, seat: Seat, lines: Lines) -> Events:
    owed = score_of(lines)
    paid = [min(owed, coins) for coins in state.match.scores]  # at most what they have (D-24)
    paid[seat - 1] = 0
    payments = put(tuple([-each for each in paid]), seat, sum(paid))
    return _round_over(state, RoundEnded(RoundEnd.STOPPED, seat, owed, lines, payments, seat))


def _drawn(state: State) -> Events:
    nothing = (0,) * state.seats
    unpaid = RoundEnded(RoundEnd.DRAWN, 0, 0, (), nothing, state.match.dealer)
    return _round_over(state, unpaid)


_ENDS = calling.Ends(_stop_lines, _stopped, _drawn)


def _round_over(state: State, result: RoundEnded) -> Events:
    coins = sum_by_seat(state.match.scores, result.scores)
    out = [SeatOut(seat) for seat in state.playing(1) if not coins[seat - 1]]
    if state.match.round < state.rules.rounds and sum(map(bool, coins)) > 1:
        return (result, *out)
    return turn.match_over(state, result, *out)


def view(state: State) -> View:
    """What everybody sees."""
    return turn.view(state, state.rules.rounds, calling.sides(state))


def chart(rules: Rules) -> tuple[ChartRow, ...]:
    """The yaku under *rules*."""
    return chart_rows(tables(rules))
