"""What happens at a table besides the game's own events, and the entry that holds both.

An event's docstring names its kind on the wire. One that says "not told" stands in the log for the
fold alone: a watcher gets the entry without it. A table's log begins with :class:`TableOpened`.
Times are whole milliseconds since 1970 (UTC).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from hanafuda.events import Event, Seat
from hanafuda.game import Option
from koikoi_server.system.clock import Millis
from koikoi_server.table.commands import Command
from koikoi_server.table.limits import Limits


class Cause(Enum):
    """Who brought an entry about."""

    PERSON = "person"
    BOT = "bot"
    CLOCK = "clock"  #: a deadline passed
    SERVER = "server"  #: the rules, or the host of the server


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table begins, all its seats open. Not told."""

    table_id: str
    number: int  #: of the server's tables, 1 and up; with --seed the secrets follow from it
    name: str
    game: str
    rules: tuple[tuple[str, str], ...]  #: option -> choice, only those that are not the default
    seats: int  #: 2-7
    join_code: str = field(repr=False)  #: empty: a public table
    limits: Limits


@dataclass(frozen=True, slots=True)
class PersonJoined:
    """PERSON_JOINED. A person owns *seat* now; a computer that played it for nobody is gone."""

    seat: Seat
    name: str
    token: bytes = field(repr=False)  #: the seat token's hash, 32 bytes


@dataclass(frozen=True, slots=True)
class PersonLeft:
    """PERSON_LEFT. The seat is open, its token void."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class PersonKicked:
    """PERSON_KICKED. The seat is open, its token void."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class ConnectionLost:
    """CONNECTION_LOST. The seat's last watch has ended."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ConnectionBack:
    """CONNECTION_BACK. The seat is watched again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BotSeated:
    """BOT_SEATED. A computer plays the seat: for its owner, or for itself."""

    seat: Seat
    bot: str  #: a level: "easy"


@dataclass(frozen=True, slots=True)
class BotRemoved:
    """BOT_REMOVED. The owner plays again, or the seat is open."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CodeChanged:
    """A private table has a new join code. Not told."""

    join_code: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class RematchWanted:
    """REMATCH_WANTED."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RematchUnwanted:
    """A seat does not want it any more. Not told: the view shows it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChatSent:
    """CHAT_SENT."""

    seat: Seat  #: 0: the server
    text: str


@dataclass(frozen=True, slots=True)
class PersonNudged:
    """PERSON_NUDGED."""

    seat: Seat  #: who is waited for


@dataclass(frozen=True, slots=True)
class AgeWarned:
    """The table was told that it closes soon. Not told: a ChatSent of seat 0 goes with it."""


@dataclass(frozen=True, slots=True)
class ServerRestarted:
    """The table was read from the journal: nobody is connected. Not told."""


@dataclass(frozen=True, slots=True)
class TableClosed:
    """TABLE_CLOSED. The last event of a table."""


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """MATCH_STARTED; of its fields only ``match_id`` is told.

    The commitment is SHA-256 of the match id and the secret, as record.proto says.
    """

    match_id: str
    secret: bytes = field(repr=False)  #: 32 bytes; hidden until the match is over
    record_id: str = field(repr=False)  #: not guessable; told when the match is over
    cut: bool  #: persons may cut first


@dataclass(frozen=True, slots=True)
class DeckCut:
    """DECK_CUT."""

    seat: Seat
    nonce: bytes  #: 0-32 bytes


@dataclass(frozen=True, slots=True)
class WentOn:
    """A person has seen the result of a round. Not told: the view shows it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PauseEnded:
    """The cut, or the look at a round's result, is over. Not told."""


@dataclass(frozen=True, slots=True)
class OptionChosen:
    """What a seat chose, by exact cards; the game's events that it brought follow. Not told.

    The actions of a record are these.
    """

    seat: Seat
    option: Option


TableEvent = (
    TableOpened
    | PersonJoined
    | PersonLeft
    | PersonKicked
    | ConnectionLost
    | ConnectionBack
    | BotSeated
    | BotRemoved
    | CodeChanged
    | RematchWanted
    | RematchUnwanted
    | ChatSent
    | PersonNudged
    | AgeWarned
    | ServerRestarted
    | TableClosed
    | MatchStarted
    | DeckCut
    | WentOn
    | PauseEnded
    | OptionChosen
)
AnyEvent = TableEvent | Event  #: a table's or a game's


@dataclass(frozen=True, slots=True)
class RequestKey:
    """Which request made an entry, so that its repeat gets the first answer."""

    id: bytes = field(repr=False)  #: 32 bytes: hash of what kind of call, the caller, request_id
    digest: bytes = field(repr=False)  #: 32 bytes: hash of the request's body


@dataclass(frozen=True, slots=True)
class Entry:
    """One append to a table's log: all events of one cause, all of them or none."""

    table_id: str
    seq: int  #: 1, 2, 3, … with no gap
    time: Millis  #: when it was decided
    cause: Cause
    command: Command  #: what was asked for; holds no token, only its hash
    events: tuple[AnyEvent, ...]  #: in order
    request: RequestKey | None = None  #: None: nobody waits for an answer
