"""What happens in a game, in the past tense. All games speak these.

Folding a match's events with the game's ``evolve`` gives its state. A card moves only by
:class:`RoundDealt`, :class:`CardPlayed`, :class:`CardDrawn`, :class:`CardLaid` and
:class:`CardsCaptured`. Only :class:`RoundDealt` holds secrets; everything else is public.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from hanafuda.cards import Card, Cards

Seat = int  # 1-7; 0 where a docstring allows "nobody"


class YakuScore(NamedTuple):
    """A yaku (scoring set) that somebody holds."""

    yaku: str  #: id, as in the chart: "inoshikacho"
    points: int  #: before any doubling; may be negative
    cards: Cards  #: that make it, ascending


class ScoreLine(NamedTuple):
    """One row of a round's arithmetic. ``points`` are added, or all above is multiplied."""

    seat: Seat  #: whose row; 0: everybody's
    item: str  #: a yaku's id, or a word such as "double_at_7", "koikoi", "oya_ken"
    cards: Cards = ()
    points: int = 0  #: to add; 0: the row multiplies
    times: int = 0  #: to multiply all rows above by; 0: the row adds


class RoundEnd(Enum):
    """Why a round ended."""

    STOPPED = "stopped"  #: somebody stopped, by choice or on the last card
    DRAWN = "drawn"  #: all cards played and nobody stopped
    DEALT_HAND = "dealt_hand"  #: one seat was dealt teshi or kuttsuki
    DEALT_HANDS = "dealt_hands"  #: more than one seat was
    PLAYED_OUT = "played_out"  #: the regular end of a game in which all cards are played
    ABANDONED = "abandoned"  #: the match was ended in mid-round


@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """The first dealer is settled by lots; ``lots`` in the order drawn, ties draw again."""

    dealer: Seat
    lots: tuple[tuple[Seat, Card], ...] = ()
    shown: bool = True  #: False: settled at random, nobody sees the lots


@dataclass(frozen=True, slots=True)
class DealVoided:
    """A deal does not count and is dealt again."""

    cards: Cards  #: the whole void field; or the hand's cards that make it void
    seat: Seat = 0  #: whose hand made it void; 0: the field did


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round begins. Hands and draw pile are secret: the wire tells dealer, round and field."""

    round: int  #: 1 and up
    dealer: Seat
    hands: tuple[Cards, ...]  #: seat 1 first; empty for a seat that is out
    field: Cards
    draw_pile: Cards  #: top first


@dataclass(frozen=True, slots=True)
class HandShown:
    """A seat lays its dealt hand open."""

    seat: Seat
    cards: Cards
    yaku: YakuScore


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A hand card lies open, not yet settled."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """The top of the draw pile lies open, not yet settled."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardLaid:
    """The open card stays on the field."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardsCaptured:
    """Cards go to a seat's captured cards: the open card, if any, and those it takes."""

    seat: Seat
    cards: Cards  #: without ``card``; from the field (and, with hiki, the seat's hand)
    card: Card | None = None  #: the open card that took them; None: taken with none


@dataclass(frozen=True, slots=True)
class HikiCalled:
    """A seat takes a whole month at once (hiki): its hand's cards and the field's."""

    seat: Seat
    month: int  #: 1-12
    cards: Cards  #: those from its hand


@dataclass(frozen=True, slots=True)
class YakuFormed:
    """A seat's total rose at the end of its turn; in Sakura, a capture made a yaku."""

    seat: Seat
    yaku: tuple[YakuScore, ...]  #: the new or bigger ones
    total: int  #: all its yaku now, or its team's, before any doubling


@dataclass(frozen=True, slots=True)
class KoikoiCalled:
    """A seat goes on (koi-koi) instead of scoring."""

    seat: Seat
    calls: int  #: its calls in this round, this one included


@dataclass(frozen=True, slots=True)
class StopCalled:
    """A seat scores now (shobu), by choice or because it has no card left."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The next seat's turn begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over, with its arithmetic."""

    end: RoundEnd
    winner: Seat  #: of a team any one of its seats; 0: nobody
    points: int  #: what the winner scored; with coins, what each opponent owes
    lines: tuple[ScoreLine, ...]
    scores: tuple[int, ...]  #: what each seat won or lost, seat 1 first
    next_dealer: Seat  #: 0 after the last round


@dataclass(frozen=True, slots=True)
class SeatOut:
    """A seat plays no more in this match."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    winners: tuple[Seat, ...]  #: several: a draw or a team; empty: no result


Event = (
    LotsDrawn
    | DealVoided
    | RoundDealt
    | HandShown
    | CardPlayed
    | CardDrawn
    | CardLaid
    | CardsCaptured
    | HikiCalled
    | YakuFormed
    | KoikoiCalled
    | StopCalled
    | TurnPassed
    | RoundEnded
    | SeatOut
    | MatchEnded
)
Events = tuple[Event, ...]
