"""What a table is: the fold of its entries, immutable. It holds secrets; no watcher sees it whole.

What follows from a state (who is waited for, deadlines, options) stands in ``levels``. Times are
whole milliseconds since 1970 (UTC).
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
    """What a table is about."""

    GATHERING = "gathering"  #: has open seats and no match yet; starts when none is open
    PLAYING = "playing"
    FINISHED = "finished"  #: a match is over; a rematch may follow
    CLOSED = "closed"


class Pause(Enum):
    """What a table waits for between two rounds, while the game waits for a deck."""

    CUT = "cut"  #: persons may add to the shuffle
    ROUND_OVER = "round_over"  #: persons look at the result


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat. Open: neither ``name`` nor ``bot``. Both: the bot plays for that person."""

    seat: Seat
    name: str = ""  #: the person who owns it; empty: nobody does
    token: bytes = field(default=b"", repr=False)  #: its hash; empty: nobody owns the seat
    bot: str = ""  #: the computer that plays it now; empty: none
    team: int = 0  #: 1-3; 0: plays alone
    version: int = 0  #: rises with each change of owner, bot or presence
    changed_at: Millis = 0  #: when the version rose last
    absent_since: Millis | None = None  #: None: connected, or nobody's
    wants_rematch: bool = False
    nudged_at: Millis = 0
    last_name: str = ""  #: the person who left it last; empty: nobody did

    @property
    def is_open(self) -> bool:
        return not self.name and not self.bot

    @property
    def is_connected(self) -> bool:
        """A person owns it and is here."""
        return bool(self.name) and self.absent_since is None


class Done(NamedTuple):
    """An event of a turn."""

    event: Event
    by: str = ""  #: the computer that played the event's seat when it happened; empty: a person


class Turn(NamedTuple):
    """A turn: what was played, drawn, captured and called in it."""

    seat: Seat  #: whose turn
    events: tuple[Done, ...] = ()  #: also a hiki that another seat called meanwhile
    running: bool = True  #: it has not ended
    before_owner: bool = False  #: a person sat down in ``seat`` after it began


@dataclass(frozen=True, slots=True)
class MatchState:
    """The running or last match of a table."""

    number: int  #: of the table's matches, 1 and up
    match_id: str
    record_id: str = field(repr=False)  #: may be told when the match is over
    secret: bytes = field(repr=False)  #: 32 bytes
    commitment: bytes  #: 32 bytes, public
    nonces: tuple[bytes | None, ...]  #: seat 1 first; None: has not cut
    state: Any = field(repr=False)  #: the game's own; holds every card
    pause: Pause | None = None
    gone_on: frozenset[Seat] = frozenset()  #: in Pause.ROUND_OVER: who has seen the result
    since: Millis = 0  #: when the present question was put: deadlines count from here
    over: bool = False
    turns: tuple[Turn, ...] = ()  #: the last ones of this round: see ``table.turns``


@dataclass(frozen=True, slots=True)
class Answered:
    """A request that was done, and its answer."""

    digest: bytes  #: of its body
    seq: int  #: of the entry that it made
    seat: Seat  #: that a join or create got, or that acted
    token: bytes = field(repr=False)  #: hash of the token given, or acted with; void, perhaps
    name: str = ""  #: of the person whom a join or create seated; empty: an act's answer


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after the entry ``seq``."""

    table_id: str
    number: int
    name: str
    game: str  #: id; ``hanafuda.games`` has the module
    chosen: tuple[tuple[str, str], ...]  #: options that are not the default, the pace's too
    rules: Any  #: the game's Rules
    pace: Pace
    limits: Limits
    join_code: str = field(repr=False)  #: empty: a public table
    seats: tuple[SeatState, ...]  #: seat 1 first
    opened_at: Millis
    host: Seat = 0  #: who may kick: the creator, then the lowest person; 0: nobody
    stage: Stage = Stage.GATHERING
    match: MatchState | None = None
    seq: int = 0
    version: int = 0  #: ``state_version``: rises when the game moves, for all seats alike
    empty_since: Millis | None = None  #: no person is connected since then
    warned: bool = False  #: of its age
    by: tuple[str, ...] = ()  #: of each event of the entry ``seq``, as :class:`Done` says
    requests: Mapping[bytes, Answered] = field(default_factory=dict, repr=False)  #: by key's id

    @property
    def needs_code(self) -> bool:
        return bool(self.join_code)

    @property
    def module(self) -> Game:
        """The game's module."""
        return GAMES[self.game]

    def at(self, seat: Seat) -> SeatState:
        """The seat of that number, 1 and up."""
        return self.seats[seat - 1]
