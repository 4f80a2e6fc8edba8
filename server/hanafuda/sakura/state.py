"""A match of Sakura: the fold of its events."""

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
from hanafuda.game import DeckDue, Phase
from hanafuda.sakura.rules import LIGHTNING, Rules, teams
from hanafuda.sakura.scoring import Teams
from hanafuda.seats import added
from hanafuda.spread import Spread, bare, settle, turn_up


class Gaji(NamedTuple):
    """What the lightning took as a wild card: the rest of that month follows at the end."""

    seat: Seat
    took: Card  #: of three willows the first


class State(NamedTuple):
    """A match of Sakura. Its tuples have a value for each seat, seat 1 first."""

    rules: Rules
    teams: Teams
    phase: Phase
    turn: Seat  #: 0 between rounds
    played: bool  #: ``turn`` owes no hand card any more
    flipped: bool  #: the draw pile's card of this turn is turned over
    deck_due: DeckDue | None
    round: int
    dealer: Seat  #: of ``round``; before the first, by the lots
    spread: Spread
    gaji: Gaji | None  #: in this round
    scores: tuple[int, ...]
    round_scores: tuple[tuple[int, ...], ...]  #: of each ended round
    result: RoundEnded | None
    winners: tuple[Seat, ...]

    @property
    def seats(self) -> int:
        return len(self.teams)

    @property
    def awaits_hand_card(self) -> bool:
        """Whether ``turn`` is to play a card: the time of hiki (rules: D-27)."""
        is_time = self.phase is Phase.PLAY and not self.played
        return is_time and bool(self.spread.hands[self.turn - 1])


def begin(rules: Rules, seats: int) -> State:
    """A new match, which waits for the lots.

    Raises:
        ValueError: unless *seats* is 2 to 7.
        RuleError: when so many cannot form the teams of *rules*.
    """
    if seats not in SIZES:
        raise ValueError(f"Sakura is for 2 to 7 seats, not {seats}")
    return State(
        rules=rules,
        teams=teams(rules, seats),
        phase=Phase.DECK,
        turn=0,
        played=False,
        flipped=False,
        deck_due=DeckDue(0, 1),
        round=0,
        dealer=0,
        spread=bare(seats),
        gaji=None,
        scores=(0,) * seats,
        round_scores=(),
        result=None,
        winners=(),
    )


def evolve(state: State, event: Event) -> State:
    """The state after *event*."""
    spread = state.spread
    match event:
        case CardPlayed(seat, opened):
            spread = turn_up(spread, seat, opened)
            return state._replace(phase=Phase.PLACE, spread=spread, played=True)
        case CardDrawn(seat, opened):
            spread = turn_up(spread, seat, opened)
            return state._replace(phase=Phase.PLACE, spread=spread, flipped=True)
        case CardLaid(seat, opened):
            return state._replace(phase=Phase.PLAY, spread=settle(spread, seat, opened, ()))
        case CardsCaptured(seat, taken, opened):
            spread = settle(spread, seat, opened, taken)
            phase = Phase.PLAY if spread.open_card is None else Phase.PLACE
            gaji = Gaji(seat, taken[0]) if opened == LIGHTNING else state.gaji
            return state._replace(phase=phase, spread=spread, gaji=gaji)
        case HikiCalled():
            return state._replace(played=state.played or state.rules.hiki == "own_turn")
        case TurnPassed(seat):
            return state._replace(phase=Phase.PLAY, turn=seat, played=False, flipped=False)
        case LotsDrawn(dealer):
            return state._replace(dealer=dealer, deck_due=DeckDue(1, 1))
        case RoundDealt(round, dealer, hands, field, draw_pile):
            return state._replace(
                phase=Phase.PLAY,
                turn=dealer,
                played=False,
                flipped=False,
                deck_due=None,
                round=round,
                dealer=dealer,
                spread=Spread(hands, field, draw_pile, ((),) * state.seats),
                gaji=None,
                result=None,
            )
        case RoundEnded():
            return state._replace(
                phase=Phase.DECK,
                turn=0,
                deck_due=DeckDue(state.round + 1, 1),
                scores=added(state.scores, event.scores),
                round_scores=(*state.round_scores, event.scores),
                result=event,
            )
        case MatchEnded(winners):
            return state._replace(phase=Phase.OVER, turn=0, deck_due=None, winners=winners)
        case YakuFormed() | DealVoided() | HandShown() | KoikoiCalled() | StopCalled() | SeatOut():
            return state
        case _:
            assert_never(event)
