"""The immutable state of a table: the fold of its entries. It holds secrets, so it is never sent.

``derived`` computes the deadlines, the options and the seats that must choose. Times are whole
milliseconds since 1970 (UTC).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from hanafuda.events import Event, Seat
from hanafuda.game import Game
from hanafuda.games import GAMES
from koikoi_server.system.clock import Millis
from koikoi_server.table.limits import Limits
from koikoi_server.table.pace import Pace


class Stage(Enum):
    """The stage of a table's life."""

    GATHERING = "gathering"  #: before the first match, which starts when no seat is open
    PLAYING = "playing"
    FINISHED = "finished"  #: a match is over; a rematch may follow
    CLOSED = "closed"


class Pause(Enum):
    """Why a match pauses before the next deck is dealt."""

    CUT = "cut"  #: players may add to the shuffle
    ROUND_OVER = "round_over"  #: players look at the result


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat: open without ``name`` and ``bot``; with both, the computer plays for the person."""

    seat: Seat
    name: str = ""  #: the person who owns it; empty: nobody
    token: bytes = field(default=b"", repr=False)  #: hash of the seat token; empty: no owner
    bot: str = ""  #: the computer that plays it now; empty: none
    team: int = 0  #: 1-3; 0: plays alone
    version: int = 0  #: grows with each change of owner, bot or presence
    changed_at: Millis = 0  #: when the version last grew
    absent_since: Millis | None = None  #: None: connected, or without an owner
    wants_rematch: bool = False
    nudged_at: Millis = 0
    last_name: str = ""  #: the person who last had it and is gone; empty: none
    last_kicked: bool = False  #: that person was removed

    @property
    def is_open(self) -> bool:
        return not self.name and not self.bot

    @property
    def is_connected(self) -> bool:
        """Whether a person owns it and is connected."""
        return bool(self.name) and self.absent_since is None


class TurnEvent(NamedTuple):
    """An event of a turn, and who played it."""

    event: Event
    by: str = ""  #: the computer that played the event's seat when it happened; empty: a person


class Turn(NamedTuple):
    """A turn: everything played, drawn, captured and called in it."""

    seat: Seat  #: whose turn
    events: tuple[TurnEvent, ...] = ()  #: including a hiki that another seat called meanwhile
    running: bool = True  #: False: it has ended
    before_owner: bool = False  #: a person sat down in ``seat`` after it began


@dataclass(frozen=True, slots=True)
class MatchState:
    """The running or last match of a table."""

    number: int  #: counts the table's matches from 1
    match_id: str
    record_id: str = field(repr=False)  #: secret until the match is over
    secret: bytes = field(repr=False)  #: 32 bytes
    commitment: bytes  #: 32 bytes, public
    nonces: tuple[bytes | None, ...]  #: seat 1 first; None: that seat has not cut
    state: Any = field(repr=False)  #: the game's own; holds every card
    pause: Pause | None = None
    gone_on: frozenset[Seat] = frozenset()  #: seats that have seen the result, in Pause.ROUND_OVER
    since: Millis = 0  #: when the current decision or pause began; deadlines count from then
    over: bool = False
    turns: tuple[Turn, ...] = ()  #: the last turns of this round: see ``table.turns``


@dataclass(frozen=True, slots=True)
class RequestResult:
    """The stored result of a request."""

    digest: bytes  #: of the request's body
    seq: int  #: the entry that it made
    seat: Seat  #: the seat that was taken, or that acted
    token: bytes = field(repr=False)  #: hash of the seat's token, which may be invalid by now
    name: str = ""  #: the player who sat down; empty: the request was an act


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after the entry ``seq``."""

    table_id: str
    number: int
    name: str
    game: str  #: id; ``hanafuda.games`` has the module
    chosen: tuple[tuple[str, str], ...]  #: options of game and pace, where not the default
    rules: Any  #: the game's Rules
    pace: Pace
    limits: Limits
    join_code: str = field(repr=False)  #: empty: a public table
    seats: tuple[SeatState, ...]  #: seat 1 first
    opened_at: Millis
    age_from: Millis  #: its age counts from then; moves while no server runs
    host: Seat = 0  #: who may kick: the creator, then whoever has the lowest seat; 0: nobody
    stage: Stage = Stage.GATHERING
    match: MatchState | None = None
    seq: int = 0
    version: int = 0  #: ``state_version``, which grows when the game moves
    empty_since: Millis | None = None  #: nobody has been connected since; None: somebody is
    warned: bool = False  #: whether the players know that it closes soon
    empty_minutes: int = 0  #: as in :class:`~koikoi_server.table.events.TableClosed`
    by: tuple[str, ...] = ()  #: of each event of the entry ``seq``, as in :class:`TurnEvent`
    requests: Mapping[bytes, RequestResult] = field(default_factory=dict, repr=False)  #: by id

    @property
    def needs_code(self) -> bool:
        return bool(self.join_code)

    @property
    def module(self) -> Game:
        """The game's module."""
        return GAMES[self.game]

    def at(self, seat: Seat) -> SeatState:
        """The seat with that number, 1 and up."""
        return self.seats[seat - 1]
