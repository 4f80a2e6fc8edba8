"""The settings of a server, fixed when it starts; most are options of ``koikoi-server``."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from koikoi_server.command_line import (
    option,
    rate_option,
    seconds_option,
    server_name,
    switch,
    whole,
)
from koikoi_server.system.clock import Millis
from koikoi_server.table.limits import ABSENCE, Limits

PROTOCOL = 2
OLDEST_PROTOCOL = 2

DATA = "data"
CONNECTIONS = "connections"
LIMITS = "limits"
GROUPS = {
    ABSENCE: "A table keeps the values that were set when it was opened.",
    DATA: "",
    CONNECTIONS: "",
    LIMITS: "The maximum of each. The defaults are far above what a club needs.",
}
"""The groups of options in --help, with their descriptions; empty: none."""

_timeout = partial(seconds_option, group=CONNECTIONS)
_limit = partial(option, group=LIMITS)
_rate = partial(rate_option, group=LIMITS)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server. Times are in milliseconds; a pair is a rate: (burst, per second).

    The defaults allow for thirty tables at one address, with ninety players and their spectators:
    behind one router, or logged in to one host.
    """

    name: str = option(
        "Koi-Koi", "--name", "NAME", "the server's name, as players see it", server_name
    )
    seed: str = option(
        "",
        "--seed",
        "WORD",
        "derive all decks from this word, for tests only: anybody who knows "
        "it can compute the decks",
        repr=False,
    )
    keep_records: int | None = option(
        None,
        "--keep-records",
        "DAYS",
        "delete records of finished matches after this many days",
        whole(1, 36_500),
        default_text="never",
        group=DATA,
    )

    dead_peer_timeout: int = _timeout(
        12_000,
        "--dead-peer-timeout",
        1,
        60,
        "close a connection whose other end has been silent for this long",
    )
    handshake_timeout: int = _timeout(
        10_000, "--handshake", 1, 600, "close a new connection that has sent nothing for this long"
    )
    max_connections: int = option(
        2_000,
        "--connections",
        "NUMBER",
        "keep this many connections; of more, the idlest are closed",
        whole(2, 1_000_000),
        group=CONNECTIONS,
    )
    address_connections: int = option(
        400,
        "--address-connections",
        "NUMBER",
        "keep this many connections from one address; of more, the idlest are closed, or calls are "
        "refused if all have some",
        whole(2, 1_000_000),
        group=CONNECTIONS,
    )

    max_tables: int = _limit(500, "--tables", "NUMBER", "open tables", whole(1, 100_000))
    address_tables: int = _limit(
        40,
        "--address-tables",
        "NUMBER",
        "open tables that were opened from one address",
        whole(1, 100_000),
    )
    max_watches: int = _limit(
        500,
        "--watches",
        "NUMBER",
        "clients that watch one table; players always get in",
        whole(2, 100_000),
    )
    address_watches: int = _limit(
        256,
        "--address-watches",
        "NUMBER",
        "clients at one address that watch tables or the lobby, not counting players",
        whole(1, 100_000),
    )
    server_watches: int = _limit(
        2_000, "--server-watches", "NUMBER", "the same, at all addresses", whole(1, 100_000)
    )
    acts: tuple[int, int] = _rate((400, 40), "--acts", "actions per second from one seat")
    chats: tuple[int, int] = _rate((8, 1), "--chats", "chat messages per second from one seat")
    join_attempts: tuple[int, int] = _rate(
        (300, 5),
        "--join-attempts",
        "tables opened or joined, or join codes tried, per second from one address",
    )
    calls: tuple[int, int] = _rate(
        (2_000, 400), "--calls", "gRPC calls per second from one address"
    )
    address_calls: int = _limit(
        1_000,
        "--address-calls",
        "NUMBER",
        "open gRPC calls of one address, its watches among them",
        whole(10, 100_000),
    )
    max_name_columns: int = _limit(
        16, "--name-length", "COLUMNS", "width of a player's or table's name", whole(4, 40)
    )
    max_chat_length: int = _limit(  #: code points
        300, "--chat-length", "CHARACTERS", "length of a chat message", whole(20, 380)
    )
    max_message_bytes: int = _limit(
        16_384, "--message-size", "BYTES", "size of a request", whole(4096, 1 << 24)
    )
    free_loopback: bool = switch(
        "--free-loopback",
        "exempt programs on this machine (127.0.0.1, ::1) from the limits of one address or seat",
        group=LIMITS,
    )

    # Without an option:
    password: str = field(default="", repr=False)  #: which players must know; empty: none
    max_calls: int = 5_000  #: open calls and watches of all addresses
    connection_calls: int = 128  #: open calls of one connection; clients wait with more
    connection_misuse: tuple[int, int] = (200, 20)  #: refused, unknown or reset calls
    address_misuse: tuple[int, int] = (1_000, 100)
    address_bytes: tuple[int, int] = (8_000_000, 1_000_000)  #: received from one address
    limits: Limits = field(default_factory=Limits)  #: for tables that are opened from now on
    same_decks: int = 1  #: with a seed: this many tables in a row get the same decks
    abandoned: Millis = 120_000  #: without players for so long, a table may make room for another
    abandoned_in_match: Millis = 600_000  #: the same during a match
    abandoned_in_match_for_own: Millis = 300_000
    """The same during a match, for another table of the same address.

    A restart of the router, during which all its players are away, takes less.
    """
    keep_closed: Millis = 600_000  #: how long a closed table still answers repeated requests
    address_record_streams: int = 30  #: records streamed at once to one address
    server_record_streams: int = 100  #: records streamed at once to all addresses, of 1 MB each
    max_record_bytes: int = 1_000_000  #: size of a record that a client sends to have it explained
    seat_changes: tuple[int, int] = (30, 2)  #: per seat: actions except moves, chat, leaving
    reconnects: tuple[int, int] = (100, 2)  #: new watches of one seat
    table_joins: tuple[int, int] = (20, 1)  #: people of one address who sit down at one table
    reads: tuple[int, int] = (3_000, 100)
    """Lists, records, charts and new watches, from one address; some count more than once."""

    @property
    def max_request_bytes(self) -> int:
        """The size of the largest request: a record that a client sends to have it explained."""
        return max(self.max_message_bytes, self.max_record_bytes + 1_000)

    @property
    def accepted_connections(self) -> int:
        """How many connections a listener accepts, until the idlest ones are closed."""
        return self.max_connections * 5 // 4 + 10

    def with_files(self, possible: int) -> Settings:
        """These settings, with fewer connections if the system allows only *possible*."""
        return replace(self, max_connections=min(self.max_connections, max(2, possible * 3 // 4)))

    @property
    def heartbeat(self) -> Millis:
        """The longest time between two messages of a watch."""
        return self.dead_peer_timeout // 3

    @property
    def keepalive_timeout(self) -> Millis:
        """Either side ends a watch if it cannot read, or cannot write, for this long."""
        return self.dead_peer_timeout

    @property
    def keepalive_time(self) -> Millis:
        """How long a connection is idle before gRPC sends it a ping."""
        return self.dead_peer_timeout * 2 // 3

    @property
    def keepalive_ping_timeout(self) -> Millis:
        """How long gRPC waits for the answer to that ping before it closes the connection."""
        return self.dead_peer_timeout - self.keepalive_time
