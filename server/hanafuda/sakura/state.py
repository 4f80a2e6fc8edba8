"""The state of a match of Sakura, and what each event does to it."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from hanafuda.cards import Card
from hanafuda.dealing import SIZES
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
from hanafuda.game import Phase
from hanafuda.sakura.rules import LIGHTNING, Rules, teams
from hanafuda.sakura.scoring import Teams, tables
from hanafuda.state import State as SharedState
from hanafuda.state import evolve as evolve_shared
from hanafuda.state import new_match


class Gaji(NamedTuple):
    """The card that the wild lightning took. Its player gets the rest of that month at the end."""

    seat: Seat
    took: Card  #: the first, if it took three willows


class Extra(NamedTuple):
    """What Sakura's state has in addition to the shared state."""

    teams: Teams
    played: bool = False  #: the seat on turn has played, or need not play, a hand card
    drawn: bool = False  #: this turn's card of the draw pile has been turned over
    gaji: Gaji | None = None  #: what the gaji took in this round


State = SharedState[Rules, Extra]


def begin(rules: Rules, seats: int) -> State:
    """A new match that waits for the lots.

    Raises:
        ValueError: unless *seats* is 2 to 7.
        RuleError: when this number of players cannot form the teams of *rules*.
    """
    if seats not in SIZES:
        raise ValueError(f"Sakura is for 2 to 7 seats, not {seats}")
    return new_match(rules, tables(rules), (0,) * seats, Extra(teams(rules, seats)))


def awaits_hand_card(state: State) -> bool:
    """Whether the seat on turn is about to play a hand card; only then is hiki possible (D-27)."""
    is_time = state.phase is Phase.PLAY and not state.extra.played
    return is_time and bool(state.spread.hands[state.turn - 1])


def evolve(state: State, event: Event) -> State:
    """The state after *event*."""
    extra = state.extra
    match event:
        case CardPlayed():
            extra = Extra(extra.teams, True, extra.drawn, extra.gaji)
        case CardDrawn():
            extra = Extra(extra.teams, extra.played, True, extra.gaji)
        case CardsCaptured():
            if event.card == LIGHTNING:
                extra = extra._replace(gaji=Gaji(event.seat, event.cards[0]))
        case TurnPassed():
            extra = Extra(extra.teams, False, False, extra.gaji)
        case CardLaid() | RoundEnded() | MatchEnded() | LotsDrawn() | DealVoided() | SeatOut():
            pass
        case RoundDealt():
            extra = Extra(extra.teams)
        case HikiCalled():
            played = extra.played or state.rules.hiki == "own_turn"
            extra = extra._replace(played=played)
        case YakuFormed():
            return state  # there is nothing to decide
        case HandShown() | KoikoiCalled() | StopCalled():
            pass
        case _:
            assert_never(event)
    return evolve_shared(state, event, extra)
