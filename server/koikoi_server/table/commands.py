"""The commands of a table. All of them go through its queue.

A player's command has the hash of a seat token, by which ``decide`` finds the seat.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from hanafuda.events import Seat
from hanafuda.game import Option
from koikoi_server.system.clock import Millis
from koikoi_server.table.limits import Limits

Token = bytes  #: the hash of a seat token, 32 bytes; the token itself is not stored


class Answer(Enum):
    """A seat's choices in a pause. All other choices are options of the game."""

    CUT = "cut"
    GO_ON = "go_on"


Choice = Option | Answer


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table and sit down at it."""

    table_id: str
    number: int
    name: str
    game: str
    rules: tuple[tuple[str, str], ...]  #: options that differ from the default
    private: bool
    limits: Limits
    bots: tuple[str, ...]  #: the level of each seat's computer, seat 1 first; "": no computer
    seat: Seat  #: the creator's
    player: str
    token: Token = field(repr=False)


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down in ``seat``; 0: the first open one."""

    player: str
    seat: Seat
    token: Token = field(repr=False)
    join_code: str = field(default="", repr=False)  #: checked again when the command is executed
    max_columns: int = 16  #: width of the name, including the number of a duplicate
    only_if_present: bool = False  #: refuse if no player is connected


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose one of the options in the view."""

    by: Token = field(repr=False)
    version: int
    option: int  #: 1 and up
    nonce: bytes = b""  #: 0-32 bytes; only for a cut


@dataclass(frozen=True, slots=True)
class Chat:
    """Send a message to everybody at the table."""

    by: Token = field(repr=False)
    text: str  #: cleaned, not empty


@dataclass(frozen=True, slots=True)
class UseSeatOption:
    """Use one of the seat options in the view."""

    by: Token = field(repr=False)
    option: str  #: its id
    bot: str = ""  #: the level of a computer, if the option needs one


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the seat for good."""

    by: Token = field(repr=False)


@dataclass(frozen=True, slots=True)
class Presence:
    """The player with ``token`` has connected or disconnected."""

    seat: Seat
    token: Token = field(repr=False)
    connected: bool


@dataclass(frozen=True, slots=True)
class BotChoose:
    """A computer's choice. Refused as stale if the game has moved on."""

    seat: Seat
    version: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class Tick:
    """Do whatever is due by now."""


@dataclass(frozen=True, slots=True)
class Restart:
    """The server has started and read the table from the journal."""

    down: Millis = 0  #: how long no server ran


@dataclass(frozen=True, slots=True)
class Close:
    """Close the table, on behalf of the server's host."""


@dataclass(frozen=True, slots=True)
class MakeRoom:
    """Close the table for another one, unless somebody has returned to it."""

    after: Millis  #: it may be closed when nobody has been there for this long
    after_in_match: Millis  #: the same during a match


@dataclass(frozen=True, slots=True)
class Expel:
    """Remove a player, on behalf of the server's host."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatComputer:
    """Put a computer in a seat, on behalf of the server's host."""

    seat: Seat
    bot: str


@dataclass(frozen=True, slots=True)
class Chance:
    """The random values that a command may use, drawn by the caller so that ``decide`` is pure."""

    match_id: str
    secret: bytes = field(repr=False)  #: 32 bytes
    record_id: str = field(repr=False)
    join_code: str = field(repr=False)
    cut: bool = True  #: False with --seed: no cut is offered


PersonCommand = Choose | Chat | UseSeatOption | Leave
LaterCommand = (
    Join
    | PersonCommand
    | Presence
    | BotChoose
    | Tick
    | Restart
    | Close
    | MakeRoom
    | Expel
    | SeatComputer
)
"""All commands but the one that opens a table."""
Command = Open | LaterCommand
