"""What the host of a server decides once, at its start."""

from __future__ import annotations

from dataclasses import dataclass, field

from koikoi_server.table.limits import Limits

PROTOCOL = 2
OLDEST_PROTOCOL = 2


@dataclass(frozen=True, slots=True)
class Settings:
    """Times are in milliseconds. The limits are far above what a club reaches.

    Thirty players may come from one address: a network behind a router, or a host that all log in
    to. A pair of numbers is a rate: so many at once, and then so many a second.
    """

    name: str = "Koi-Koi"
    seed: str = field(default="", repr=False)  #: not empty: decks follow from it; for tests
    same_decks: int = 1  #: with a seed: so many tables, one after another, get the same decks
    limits: Limits = field(default_factory=Limits)  #: of tables that are opened from now on
    notice: int = 12_000  #: a connection that is dead is noticed within this, by both sides
    closed_kept: int = 600_000  #: a closed table still answers its last requests this long
    keep_records: int | None = None  #: days; None: for ever
    max_tables: int = 500
    max_watches: int = 300  #: of one table, and of the lobby
    address_watches: int = 64  #: of one address, all those that are no seat's
    address_tellings: int = 2  #: of one address: records that are told at once
    max_connections: int = 2_000
    handshake: int = 10_000  #: a connection that has said nothing by then is closed
    max_name: int = 16  #: terminal columns, of players and tables
    max_chat: int = 300  #: code points
    max_message: int = 16_384  #: bytes of a request
    max_record: int = 1_000_000  #: bytes of a record that a caller wants to be told
    acts: tuple[int, int] = (400, 40)  #: of one seat, all together
    chats: tuple[int, int] = (8, 1)  #: of one seat
    changes: tuple[int, int] = (30, 2)  #: of one seat: all acts but moves, chat and leaving
    returns: tuple[int, int] = (100, 2)  #: watches of one seat that begin: each may be told to all
    arrivals: tuple[int, int] = (20, 1)  #: persons sitting down at one table from one address
    visits: tuple[int, int] = (60, 5)  #: creating, joining, wrong codes, of one address
    reads: tuple[int, int] = (600, 60)  #: lists, records, charts and new watches, of one address
    free_loopback: bool = False  #: no rate holds for programs on the server's own machine

    @property
    def longest(self) -> int:
        """Bytes of the longest request there is: a record, and what is asked about it."""
        return max(self.max_message, self.max_record + 1_000)

    @property
    def heartbeat(self) -> int:
        """A watch says something at least this often."""
        return self.notice // 3

    @property
    def silence(self) -> int:
        """A watch that is silent for longer is dead, and so is one that takes nothing."""
        return self.notice

    @property
    def ping(self) -> int:
        """A connection from which nothing has come for so long is asked whether it lives."""
        return self.notice * 2 // 3

    @property
    def ping_answer(self) -> int:
        """The answer to that is awaited for so long."""
        return self.notice - self.ping
