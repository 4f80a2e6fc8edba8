"""What may be asked of a table. Every one of these enters by its queue.

A person's command names its author by the hash of the seat token; ``decide`` finds the seat.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from hanafuda.events import Seat
from hanafuda.game import Option
from koikoi_server.table.limits import Limits

Token = bytes  #: the hash of a seat token, 32 bytes; the token itself is kept nowhere


class Answer(Enum):
    """What a seat may do in a pause: the table's own options beside the game's."""

    CUT = "cut"
    GO_ON = "go_on"


Choice = Option | Answer


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table and sit down. ``bots`` says for each seat a level, or "" for a person."""

    table_id: str
    number: int
    name: str
    game: str
    rules: tuple[tuple[str, str], ...]  #: only those that are not the default
    private: bool
    limits: Limits
    bots: tuple[str, ...]  #: seat 1 first; "" for an open seat and for the creator's
    seat: Seat  #: the creator's
    player: str
    token: Token = field(repr=False)


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down. ``seat`` 0: the first open one."""

    player: str
    seat: Seat
    token: Token = field(repr=False)
    join_code: str = field(default="", repr=False)  #: checked once more in the queue
    max_columns: int = 16  #: of a name, also of one that needs a number


@dataclass(frozen=True, slots=True)
class Choose:
    """Take one of the options listed."""

    by: Token = field(repr=False)
    version: int
    option: int  #: 1 and up
    nonce: bytes = b""  #: 0-32 bytes, when cutting


@dataclass(frozen=True, slots=True)
class Chat:
    """Say something to everybody at the table."""

    by: Token = field(repr=False)
    text: str  #: cleaned, not empty


@dataclass(frozen=True, slots=True)
class UseSeatOption:
    """Take one of the seat options listed."""

    by: Token = field(repr=False)
    option: str  #: its id
    bot: str = ""  #: the computer, where the option needs one


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the seat up for good."""

    by: Token = field(repr=False)


@dataclass(frozen=True, slots=True)
class Presence:
    """The server noticed that a seat's connection came or went. ``token``: whose it was."""

    seat: Seat
    token: Token = field(repr=False)
    connected: bool


@dataclass(frozen=True, slots=True)
class BotChoose:
    """A computer has thought. Refused as stale when the game has moved meanwhile."""

    seat: Seat
    version: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: whatever is due is done."""


@dataclass(frozen=True, slots=True)
class Restart:
    """The table was read from the journal at a start of the server."""


@dataclass(frozen=True, slots=True)
class Close:
    """The server's host closes the table."""


@dataclass(frozen=True, slots=True)
class Expel:
    """The server's host puts a person out."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatComputer:
    """The server's host puts a computer in a seat: any player that the server's ``think`` knows."""

    seat: Seat
    bot: str


@dataclass(frozen=True, slots=True)
class Chance:
    """What is left to chance, drawn outside so that ``decide`` is pure.

    Drawn anew for each command; what is not used is forgotten.
    """

    match_id: str
    secret: bytes = field(repr=False)  #: 32 bytes
    record_id: str = field(repr=False)
    join_code: str = field(repr=False)
    cut: bool = True  #: False with --seed: no cut is offered


PersonCommand = Choose | Chat | UseSeatOption | Leave
LaterCommand = (
    Join | PersonCommand | Presence | BotChoose | Tick | Restart | Close | Expel | SeatComputer
)
"""All commands but the one that opens a table."""
Command = Open | LaterCommand
