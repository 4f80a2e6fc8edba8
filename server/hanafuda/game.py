"""What the server asks of a game, and what a seat may be shown.

Laws held here: legal is what ``options`` offered, and ``decide`` accepts nothing else; a view has
no place for another's hand, the draw pile's order or a seed.
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
    """The option is not on offer now; nothing has changed."""


class Phase(Enum):
    """What a game waits for."""

    DECK = "deck"  #: a shuffled deck: for the lots, or for a round
    PLAY = "play"  #: ``turn`` plays a hand card
    PLACE = "place"  #: ``turn`` says what the open card takes
    DECIDE = "decide"  #: ``turn`` says koi-koi or stop
    OVER = "over"  #: nothing: the match has ended


class Verb(Enum):
    """What an option does; the imperative of a record's action."""

    PLAY = "play"
    TAKE = "take"
    LEAVE = "leave"
    KOIKOI = "koikoi"
    STOP = "stop"
    HIKI = "hiki"


class Option(NamedTuple):
    """One thing a seat may do now, by exact cards."""

    verb: Verb
    card: Card | None = None  #: the card that is played or placed; hiki: the month's first card
    taken: Cards = ()  #: what it captures with it; ascending
    lines: tuple[ScoreLine, ...] = ()  #: with STOP, the arithmetic of stopping now


class DeckDue(NamedTuple):
    """Which deck a game waits for. Round 0 is the lots for the first dealer."""

    round: int  #: 0 and up
    attempt: int  #: 1 and up; those before were void by the rules


class Side(NamedTuple):
    """What everybody sees of one seat."""

    hand_size: int
    captured: Cards  #: in the order captured
    yaku: tuple[YakuScore, ...]  #: held now
    points: int  #: what they are worth together, before any doubling
    koikoi_calls: int  #: in this round
    score: int  #: in the match, ended rounds only
    round_scores: tuple[int, ...]  #: of each ended round
    out: bool = False  #: plays no more in this match
    gaji_took: Card | None = None  #: what its wild lightning took: it gets the rest of that month


class View(NamedTuple):
    """What everybody sees of a game."""

    round: int  #: 1 and up; 0 before the first deal
    rounds: int
    dealer: Seat  #: of ``round``, until the next is dealt; 0 before the lots
    phase: Phase
    turn: Seat  #: 0 between rounds
    field: Cards  #: by place
    draw_pile: int  #: number of cards left in it
    open_card: Card | None
    sides: tuple[Side, ...]  #: seat 1 first
    result: RoundEnded | None  #: of the round just ended; None while a round is played
    winners: tuple[Seat, ...] = ()  #: in OVER
    open_card_drawn: bool = False  #: ``open_card`` comes from the draw pile


class SeatView(NamedTuple):
    """All that one seat may see, and all that a computer player is given."""

    seat: Seat
    hand: Cards  #: ascending
    options: tuple[Option, ...]
    table: View
    rules: Any  #: the game's Rules


class State(Protocol):
    """What the shell reads of a game's state. Everything else in it is the game's own."""

    @property
    def phase(self) -> Phase: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def deck_due(self) -> DeckDue | None:
        """Set exactly in Phase.DECK."""


@dataclass(frozen=True, slots=True)
class About:
    """A game in words, for the catalogue."""

    game: str  #: id: "koikoi"
    name: str
    summary: str  #: two or three sentences on how it is played and won
    min_seats: int  #: 2-7
    max_seats: int  #: 2-7
    round_name: str  #: "Month"
    score_name: str  #: "points"
    seat_names: tuple[str, ...] = ()  #: seat 1 first; empty: say the number
    card_points: tuple[int, ...] = ()  #: of card 1 first; empty: cards have no points here
    stop_is_paid: bool = False  #: each of the others pays the score to who stops
    wild: Card | None = None  #: what it takes is said when it lies open
    verbs: tuple[Verb, ...] = (Verb.PLAY, Verb.TAKE)  #: of all options that it ever offers


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A yaku in the chart: made by all of ``all_of`` and ``any_count`` of ``any_of``."""

    yaku: str
    name: str
    explanation: str
    points: int
    points_per_extra: int = 0
    all_of: Cards = ()
    any_of: Cards = ()
    any_count: int = 0
    need: int = 0  #: cards, as the rules count them; 0: a dealt hand, which is not captured
    twice: Cards = ()  #: those that count as two
    needs_another: bool = False  #: counts only beside a yaku of which this is False
    instead_of: tuple[str, ...] = ()  #: yaku that do not count for a side that holds this one


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A named set of house rules."""

    set: str
    label: str
    explanation: str
    rules: Mapping[str, str]  #: option -> choice; the others have their default


class Game(Protocol):
    """A game: a module with these names. None of its functions does I/O."""

    ABOUT: About
    Rules: type[Any]  #: frozen dataclass of house rules: see hanafuda.house_rules
    SETS: tuple[RuleSet, ...]  #: the first is the default, and empty

    def teams(self, rules: Any, seats: int) -> tuple[int, ...]:
        """Each seat's team, seat 1 first: 1-3; 0: plays alone, as :func:`alone` says of all.

        Raises:
            RuleError: when so many players cannot form the teams of *rules*.
        """

    def begin(self, rules: Any, seats: int) -> Any:
        """A new match, which waits for the lots (deck of round 0).

        Raises:
            ValueError: when the game is not for so many seats.
            RuleError: as ``teams`` does.
        """

    def deal(self, state: Any, deck: Cards) -> Events:
        """What the deck that ``state`` waits for brings: lots, a void deal, or a round.

        Raises:
            IllegalMove: when no deck is awaited.
        """

    def options(self, state: Any, seat: Seat) -> tuple[Option, ...]:
        """All that *seat* may do now, by exact cards, in a fixed order. Nothing else is legal."""

    def decide(self, state: Any, seat: Seat, option: Option) -> Events:
        """What *option* brings, up to the next choice or deck.

        Raises:
            IllegalMove: when ``options`` does not offer it.
        """

    def evolve(self, state: Any, event: Event) -> Any:
        """The state after *event*. It decides nothing: any log of this game folds."""

    def view(self, state: Any) -> View:
        """What everybody sees."""

    def hand(self, state: Any, seat: Seat) -> Cards:
        """*seat*'s hand, ascending: for that seat alone."""

    def likeness(self, rules: Any, card: Card) -> Hashable:
        """Equal for two cards between which a choice makes no difference in this game."""

    def tables(self, rules: Any) -> Tables:
        """The yaku of captured cards under *rules*, in the ways in which they may be counted.

        All ways have the same rows in the same order.
        """

    def chart(self, rules: Any) -> tuple[ChartRow, ...]:
        """The yaku under *rules*, in the order of a chart."""

    def stakes(self, rules: Any, points: int) -> tuple[str, ...]:
        """What a koi-koi may bring or cost under *rules*, in whole sentences.

        *points* is what the yaku are worth now, before any doubling.
        """


def alone(rules: Any, seats: int) -> tuple[int, ...]:
    """The ``teams`` of a game without teams."""
    return (0,) * seats


def seat_view(game: Game, rules: Any, state: Any, seat: Seat) -> SeatView:
    """All that *seat* may see of *state*."""
    return SeatView(
        seat, game.hand(state, seat), game.options(state, seat), game.view(state), rules
    )


def same_as(game: Game, rules: Any, options: tuple[Option, ...]) -> tuple[int, ...]:
    """For each option the index of an earlier one that makes no difference, or -1.

    Two options are alike when verb and hand card agree and what they take looks alike in this game
    (rules of choice: two plains of one month are one button).
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
