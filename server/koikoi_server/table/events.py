"""The events of a table, besides those of its game, and the entries of its log.

An event's docstring names its kind on the wire. An event that is "not sent" is only in the log:
watches get the entry without it. A log begins with :class:`TableOpened`. Times are whole
milliseconds since 1970 (UTC).
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
    """Who caused an entry."""

    PERSON = "person"
    BOT = "bot"
    CLOCK = "clock"  #: a deadline passed
    SERVER = "server"  #: the rules, or the host of the server


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table was opened; all its seats are open. Not sent."""

    table_id: str
    number: int  #: counts the server's tables from 1; with --seed it determines the decks
    name: str
    game: str
    rules: tuple[tuple[str, str], ...]  #: (option, choice), where not the default
    seats: int  #: 2-7
    join_code: str = field(repr=False)  #: empty: a public table
    limits: Limits


@dataclass(frozen=True, slots=True)
class PersonJoined:
    """PERSON_JOINED. A person sat down in *seat*, and replaces a computer if one had it."""

    seat: Seat
    name: str
    token: bytes = field(repr=False)  #: the seat token's hash, 32 bytes


@dataclass(frozen=True, slots=True)
class PersonLeft:
    """PERSON_LEFT. The seat is open and its token invalid."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class PersonKicked:
    """PERSON_KICKED. The seat is open and its token invalid."""

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
    """A private table has a new join code. Not sent."""

    join_code: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class RematchWanted:
    """REMATCH_WANTED."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RematchUnwanted:
    """A seat no longer wants a rematch. Not sent: the view shows it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChatSent:
    """CHAT_SENT."""

    seat: Seat  #: 0: the server
    text: str


@dataclass(frozen=True, slots=True)
class PersonNudged:
    """PERSON_NUDGED."""

    seat: Seat  #: for whom the table waits


@dataclass(frozen=True, slots=True)
class AgeWarned:
    """The table closes soon. Not sent: a ChatSent of seat 0 in the same entry warns the players."""


@dataclass(frozen=True, slots=True)
class ServerRestarted:
    """The server has restarted, so nobody is connected. Not sent."""

    down: Millis = 0  #: how long no server ran: that time counts for no deadline


@dataclass(frozen=True, slots=True)
class TableClosed:
    """TABLE_CLOSED. The last event of a table."""

    empty_minutes: int = 0  #: how long nobody was there, if it made room for another; else 0


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """MATCH_STARTED; of its fields only ``match_id`` is sent.

    The commitment is SHA-256 of the match id and the secret, as record.proto specifies.
    """

    match_id: str
    secret: bytes = field(repr=False)  #: 32 bytes; hidden until the match is over
    record_id: str = field(repr=False)  #: not guessable; sent when the match is over
    cut: bool  #: players may cut the deck first


@dataclass(frozen=True, slots=True)
class DeckCut:
    """DECK_CUT."""

    seat: Seat
    nonce: bytes  #: 0-32 bytes


@dataclass(frozen=True, slots=True)
class WentOn:
    """A player has seen the result of a round. Not sent: the view shows it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PauseEnded:
    """The pause for cutting, or after a round, is over. Not sent."""


@dataclass(frozen=True, slots=True)
class OptionChosen:
    """What a seat chose, by exact cards; the game's events follow. Not sent.

    These are the actions in a record.
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
    """Identifies the request that made an entry, so that a retry gets the first answer."""

    id: bytes = field(repr=False)  #: 32 bytes: hash of the method, the caller and request_id
    digest: bytes = field(repr=False)  #: 32 bytes: hash of the request's body


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a table's log: all events of one command."""

    table_id: str
    seq: int  #: 1, 2, 3, … with no gap
    time: Millis  #: when it was decided
    cause: Cause
    command: Command  #: has only the hash of a token
    events: tuple[AnyEvent, ...]  #: in order
    request: RequestKey | None = None  #: None: the command is the server's own
