"""The journal: stores the entries of all tables, and the records of finished matches.

Law held here: an entry is on disk before the first byte of it is sent.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, Protocol

from koikoi_server.system.clock import Millis
from koikoi_server.table.events import Entry


class JournalError(Exception):
    """The server's data cannot be used. The message is a sentence for its host.

    ``why`` is the reason alone, such as "Permission denied".
    """

    def __init__(self, message: str, why: str | None = None) -> None:
        super().__init__(message)
        self.why = why or message


RecordPosition = tuple[Millis, int]
"""A record's position in the list: when its match ended, and a number to break ties."""


class StoredRecord(NamedTuple):
    """A record as it is stored. Only ``wire`` knows what the bytes mean."""

    record_id: str
    ended: Millis
    public: bool  #: listed for everybody
    listed: bytes  #: the record as it is listed
    whole: bytes


class DamagedTable(NamedTuple):
    """A table whose log cannot be read whole. It is set aside: its entries stay as they are."""

    table_id: str
    why: str
    keys: frozenset[str]
    """What its players name it by: hashes of tokens and of request ids in hex, and join codes."""


class Journal(Protocol):
    """Stores the logs of all tables, and the records of finished matches."""

    async def append(self, entry: Entry) -> None:
        """Store *entry*: when this returns, no crash can lose it.

        Called for one entry of a table at a time, but for many tables concurrently.

        Raises:
            Refusal: STORAGE_FAILED, when it was not stored.
        """

    def logs(self) -> AsyncIterator[Sequence[Entry]]:
        """The log of each table that is not forgotten or damaged, oldest first.

        Called at the start. Logs are read one at a time, so that only one is in memory.

        Raises:
            JournalError: when they cannot be read.
        """

    def damaged(self) -> Sequence[DamagedTable]:
        """The tables that :meth:`logs` has left out."""

    async def forget(self, table_id: str) -> None:
        """Delete the log of a closed table.

        Raises:
            Refusal: STORAGE_FAILED.
        """

    async def keep(self, record: StoredRecord) -> None:
        """Store a record, unless it is stored already.

        Raises:
            Refusal: STORAGE_FAILED.
        """

    async def record(self, record_id: str) -> bytes | None:
        """The whole record with that id; empty: it was deleted; None: there is none."""

    async def records(
        self, before: RecordPosition | None, most: int
    ) -> Sequence[tuple[RecordPosition, bytes]]:
        """Up to *most* public records after *before*, newest first, as they are listed."""

    async def expire(self, ended_before: Millis) -> None:
        """Delete the records of matches that ended before that time.

        Raises:
            Refusal: STORAGE_FAILED.
        """

    async def check(self) -> str:
        """Why nothing can be stored now, for the host, without a final full stop; empty: it can."""

    async def close(self) -> None:
        """Finish the pending calls and close the files."""
