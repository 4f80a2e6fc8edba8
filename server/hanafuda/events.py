"""The events of all games.

Applying a match's events with the game's ``evolve`` gives its state. Cards move only by
:class:`RoundDealt`, :class:`CardPlayed`, :class:`CardDrawn`, :class:`CardLaid` and
:class:`CardsCaptured`. Only :class:`RoundDealt` has secrets; all other events are public.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from hanafuda.cards import Card, Cards

Seat = int  # 1-7; 0 means nobody, where a docstring allows it


class YakuScore(NamedTuple):
    """A yaku (scoring set) that a side holds."""

    yaku: str  #: id, as in the chart: "inoshikacho"
    points: int  #: before any doubling; may be negative
    cards: Cards  #: the cards that make it, ascending


class ScoreLine(NamedTuple):
    """A row of a round's score: points to add, or a factor for all rows above it."""

    seat: Seat  #: the seat that scores the row; 0: all seats
    item: str  #: a yaku's id, or a word such as "double_at_7", "koikoi", "oya_ken"
    cards: Cards = ()
    points: int = 0  #: points to add; 0: the row multiplies
    times: int = 0  #: the factor for all rows above; 0: the row adds


class RoundEnd(Enum):
    """Why a round ended."""

    STOPPED = "stopped"  #: a player stopped, by choice or with the last card
    DRAWN = "drawn"  #: all hand cards were played and nobody stopped
    DEALT_HAND = "dealt_hand"  #: one hand was dealt as teshi or kuttsuki
    DEALT_HANDS = "dealt_hands"  #: more than one hand was
    PLAYED_OUT = "played_out"  #: all cards were played, in a game that always plays them
    ABANDONED = "abandoned"  #: the match was ended during the round


@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """The first dealer is known. ``lots`` are in the order drawn; seats that tie draw again."""

    dealer: Seat
    lots: tuple[tuple[Seat, Card], ...] = ()
    shown: bool = True  #: False: the dealer is chosen at random, and nobody sees lots


@dataclass(frozen=True, slots=True)
class DealVoided:
    """A deal is void; the cards are dealt again."""

    cards: Cards  #: the whole void field, or the cards of the hand that make the deal void
    seat: Seat = 0  #: the seat whose hand makes it void; 0: the field does


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round begins. Hands and draw pile are secret; dealer, round and field are public."""

    round: int  #: 1 and up
    dealer: Seat
    hands: tuple[Cards, ...]  #: seat 1 first; empty for a seat that is out
    field: Cards
    draw_pile: Cards  #: top first


@dataclass(frozen=True, slots=True)
class HandShown:
    """A seat shows its dealt hand, which is a yaku."""

    seat: Seat
    cards: Cards
    yaku: YakuScore


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat turns up a hand card, which is then settled."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat turns up the top of the draw pile, which is then settled."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardLaid:
    """The open card stays on the field."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardsCaptured:
    """A seat captures cards: the open card, if there is one, and those that it takes."""

    seat: Seat
    cards: Cards  #: without ``card``; from the field and, with hiki, from the seat's hand
    card: Card | None = None  #: the open card that took them, if one did


@dataclass(frozen=True, slots=True)
class HikiCalled:
    """A seat takes all four cards of a month from its hand and the field (hiki)."""

    seat: Seat
    month: int  #: 1-12
    cards: Cards  #: the cards from its hand


@dataclass(frozen=True, slots=True)
class YakuFormed:
    """A seat's total has risen at the end of its turn; in Sakura, a capture has made a yaku."""

    seat: Seat
    yaku: tuple[YakuScore, ...]  #: the yaku that are new or worth more
    total: int  #: points of all its yaku, or its team's, before any doubling


@dataclass(frozen=True, slots=True)
class KoikoiCalled:
    """A seat calls koi-koi: it plays on instead of scoring."""

    seat: Seat
    calls: int  #: the number of its calls in this round, with this one


@dataclass(frozen=True, slots=True)
class StopCalled:
    """A seat stops and scores (shobu), by choice or because it has no hand card left."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The next seat's turn begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over."""

    end: RoundEnd
    winner: Seat  #: for a team, one of its seats; 0: nobody
    points: int  #: the winner's score; in the coin game, what each opponent owes
    lines: tuple[ScoreLine, ...]  #: how the score is made up
    scores: tuple[int, ...]  #: what each seat wins or loses, seat 1 first
    next_dealer: Seat  #: 0 after the last round


@dataclass(frozen=True, slots=True)
class SeatOut:
    """A seat is out of the match."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    winners: tuple[Seat, ...]  #: several in a draw or for a team; empty: no result


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
