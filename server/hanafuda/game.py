"""The interface of a game, and the types of what players are shown.

Two laws hold. A move is legal if and only if ``options`` offers it, and ``decide`` accepts no
other. A view has no field for another seat's hand, the order of the draw pile or a seed.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hanafuda.cards import Card, Cards
from hanafuda.events import Event, Events, RoundEnded, ScoreLine, Seat, YakuScore

if TYPE_CHECKING:
    from hanafuda.yaku import Tables


class IllegalMove(ValueError):
    """The option is not offered now. Nothing has changed."""


class Phase(Enum):
    """What a game waits for."""

    DECK = "deck"  #: a shuffled deck: for the lots, or for a round
    PLAY = "play"  #: ``turn`` plays a hand card
    PLACE = "place"  #: ``turn`` chooses what the open card takes
    DECIDE = "decide"  #: ``turn`` calls koi-koi or stops
    OVER = "over"  #: nothing: the match has ended


class Verb(Enum):
    """What an option does; in a record, the name of the action."""

    PLAY = "play"
    TAKE = "take"
    LEAVE = "leave"
    KOIKOI = "koikoi"
    STOP = "stop"
    HIKI = "hiki"


class Option(NamedTuple):
    """An action that a seat may take now, with the exact cards."""

    verb: Verb
    card: Card | None = None  #: the card that is played or placed; hiki: the month's first card
    taken: Cards = ()  #: the cards that it captures, ascending
    lines: tuple[ScoreLine, ...] = ()  #: for STOP: how its score is made up


class DeckDue(NamedTuple):
    """The deck that a game waits for. Round 0 is the draw for the first dealer."""

    round: int  #: 0 and up
    attempt: int  #: 1 and up; earlier attempts were void deals


class Side(NamedTuple):
    """What everybody sees of one seat."""

    hand_size: int
    captured: Cards  #: in the order captured
    yaku: tuple[YakuScore, ...]  #: held now
    points: int  #: the sum of the points of ``yaku``, before any doubling
    koikoi_calls: int  #: its calls of koi-koi in this round
    score: int  #: its score in the match, from all rounds that have ended
    round_scores: tuple[int, ...]  #: its score in each ended round
    out: bool = False  #: out of the match
    gaji_took: Card | None = None  #: the card that its wild lightning took


class View(NamedTuple):
    """What everybody sees of a game."""

    round: int  #: 1 and up; 0 before the first deal
    rounds: int
    dealer: Seat  #: the dealer of ``round``; 0 before the lots are drawn
    phase: Phase
    turn: Seat  #: 0 between rounds
    field: Cards  #: in the order in which they were laid
    draw_pile: int  #: the number of cards left in it
    open_card: Card | None
    sides: tuple[Side, ...]  #: seat 1 first
    result: RoundEnded | None  #: the result of the round that has just ended; None during a round
    winners: tuple[Seat, ...] = ()  #: the winners of the match; empty before Phase.OVER
    open_card_drawn: bool = False  #: ``open_card`` came from the draw pile


class SeatView(NamedTuple):
    """Everything that one seat may see. A computer player is given nothing else."""

    seat: Seat
    hand: Cards  #: ascending
    options: tuple[Option, ...]
    table: View
    rules: Any  #: the game's Rules


class State(Protocol):
    """What the server reads of a game's state. Only the game reads the rest."""

    @property
    def phase(self) -> Phase: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def deck_due(self) -> DeckDue | None:
        """Set exactly in Phase.DECK."""


@dataclass(frozen=True, slots=True)
class About:
    """A game's name, description and terms, for the catalogue."""

    game: str  #: id: "koikoi"
    name: str
    summary: str  #: two or three sentences on how it is played and won
    min_seats: int  #: 2-7
    max_seats: int  #: 2-7
    round_name: str  #: "Month"
    score_name: str  #: "points"
    seat_names: tuple[str, ...] = ()  #: seat 1 first; empty: seats have numbers only
    card_points: tuple[int, ...] = ()  #: points of each card, card 1 first; empty: cards have none
    stop_is_paid: bool = False  #: each other player pays the score to the player who stops
    wild: Card | None = None  #: the player chooses what it takes after playing it
    verbs: tuple[Verb, ...] = (Verb.PLAY, Verb.TAKE)  #: the verbs that its options may have


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A row of the yaku chart: all cards of ``all_of`` and ``any_count`` of ``any_of`` make it."""

    yaku: str
    name: str
    explanation: str
    points: int
    points_per_extra: int = 0
    all_of: Cards = ()
    any_of: Cards = ()
    any_count: int = 0
    need: int = 0  #: how many cards make it, as the rules count; 0: a dealt hand
    twice: Cards = ()  #: cards that count as two
    needs_another: bool = False  #: counts only together with a yaku for which this is False
    instead_of: tuple[str, ...] = ()  #: the yaku that this one replaces


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A named set of house rules."""

    set: str
    label: str
    explanation: str
    rules: Mapping[str, str]  #: option -> choice; all other options have their defaults


class Game(Protocol):
    """A game: a module with these names. None of its functions does I/O."""

    ABOUT: About
    Rules: type[Any]  #: frozen dataclass of house rules: see hanafuda.house_rules
    SETS: tuple[RuleSet, ...]  #: the first is the default and changes nothing

    def teams(self, rules: Any, seats: int) -> tuple[int, ...]:
        """Each seat's team, 1-3, or 0 if it plays alone; seat 1 first.

        Raises:
            RuleError: if this number of players cannot form the teams of *rules*.
        """

    def begin(self, rules: Any, seats: int) -> Any:
        """A new match, which waits for the deck of round 0, the draw for the first dealer.

        Raises:
            ValueError: if the game is not for this number of seats.
            RuleError: as for ``teams``.
        """

    def deal(self, state: Any, deck: Cards) -> Events:
        """Use the *deck* that the state waits for: draw for dealer, void the deal or deal a round.

        Raises:
            IllegalMove: if no deck is awaited.
        """

    def options(self, state: Any, seat: Seat) -> tuple[Option, ...]:
        """Everything that *seat* may do now, with exact cards, in a fixed order."""

    def decide(self, state: Any, seat: Seat, option: Option) -> Events:
        """The events that *option* leads to, up to the next choice or deck.

        Raises:
            IllegalMove: if ``options`` does not offer it.
        """

    def evolve(self, state: Any, event: Event) -> Any:
        """The state after *event*. Decides nothing: it accepts any log of this game."""

    def view(self, state: Any) -> View:
        """What everybody sees."""

    def hand(self, state: Any, seat: Seat) -> Cards:
        """*seat*'s hand, ascending. Only that seat may see it."""

    def likeness(self, rules: Any, card: Card) -> Hashable:
        """A key that is equal for cards that are worth the same in this game."""

    def tables(self, rules: Any) -> Tables:
        """The yaku of captured cards under *rules*: a table for each way to count them.

        All tables have the same rows in the same order.
        """

    def chart(self, rules: Any) -> tuple[ChartRow, ...]:
        """The yaku under *rules*, in the order of the chart."""

    def stakes(self, rules: Any, points: int) -> tuple[str, ...]:
        """What a player wins or risks by calling koi-koi under *rules*, in whole sentences.

        *points* is what the player's yaku are worth now, before any doubling.
        """


def alone(rules: Any, seats: int) -> tuple[int, ...]:
    """The ``teams`` of a game without teams."""
    return (0,) * seats


def seat_view(game: Game, rules: Any, state: Any, seat: Seat) -> SeatView:
    """Everything that *seat* may see of *state*."""
    return SeatView(
        seat, game.hand(state, seat), game.options(state, seat), game.view(state), rules
    )


def same_as(game: Game, rules: Any, options: tuple[Option, ...]) -> tuple[int, ...]:
    """For each option the index of an earlier option that is equivalent to it, or -1.

    Two options are equivalent if they have the same verb and hand card and take cards that are
    worth the same. They are shown as one button (rules: section 1).
    """
    first: dict[Hashable, int] = {}
    found = []
    for index, option in enumerate(options):
        alike = (
            option.verb,
            option.card,
            frozenset(game.likeness(rules, taken) for taken in option.taken),
        )
        earlier = first.setdefault(alike, index)
        found.append(earlier if earlier != index else -1)
    return tuple(found)
