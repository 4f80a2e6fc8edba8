"""What the host of a server decides once, at its start."""

from __future__ import annotations

from dataclasses import dataclass, field

from koikoi_server.table.state import Limits

PROTOCOL = 1
OLDEST_PROTOCOL = 1
DEFAULT_PORT = 50551


@dataclass(frozen=True, slots=True)
class Settings:
    """Times are in milliseconds. The limits are far above what a club reaches."""

    name: str = "Koi-Koi"
    seed: str = field(default="", repr=False)  #: not empty: decks follow from it; for tests
    limits: Limits = field(default_factory=Limits)  #: of tables that are opened from now on
    heartbeat: int = 4_000  #: a watch says something at least this often
    silence: int = 12_000  #: a watch that is silent for longer is dead
    closed_kept: int = 600_000  #: a closed table still answers its last requests this long
    keep_records: int | None = None  #: days; None: for ever
    max_tables: int = 500
    max_watches: int = 300  #: of one table, and of the lobby
    max_name: int = 16  #: terminal columns, of players and tables
    max_chat: int = 300  #: code points
    acts: tuple[int, int] = (400, 40)  #: of one seat: at once, and then a second
    chats: tuple[int, int] = (8, 1)  #: of one seat: at once, and then a second
    visits: tuple[int, int] = (60, 5)  #: creating, joining, wrong codes, of one address
    max_message: int = 16_384  #: bytes of a request
