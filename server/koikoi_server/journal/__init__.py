"""Where entries go before anybody sees them, and where finished matches are kept.

Law held here: an entry is on disk before the first byte of it is sent.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, Protocol

from koikoi_server.system.clock import Millis
from koikoi_server.table.events import Entry


class JournalError(Exception):
    """The data of a server cannot be used; the message is one sentence for its host."""


RecordPosition = tuple[Millis, int]
"""Where a record stands in the list: when its match ended, and which of those it is."""


class KeptRecord(NamedTuple):
    """A finished match as it is kept. What the bytes mean is the wire's affair."""

    record_id: str
    ended: Millis
    public: bool  #: it stands in the list that anybody may read
    listed: bytes  #: what the list says of it
    whole: bytes


class Journal(Protocol):
    """What keeps the logs of all tables, and the records of finished matches."""

    async def append(self, entry: Entry) -> None:
        """Keep *entry*: when this returns, no crash can lose it.

        Called for one entry of a table at a time, for many tables at once.

        Raises:
            Refusal: STORAGE_FAILED, when it was not kept; nothing of it is then.
        """

    def logs(self) -> AsyncIterator[Sequence[Entry]]:
        """The whole log of each table that is not forgotten, oldest first; read at the start.

        One at a time, so that all of them need no more memory than the longest.

        Raises:
            JournalError: when they cannot be read.
        """

    async def forget(self, table_id: str) -> None:
        """Drop the log of a table that is closed.

        Raises:
            Refusal: STORAGE_FAILED.
        """

    async def keep(self, record: KeptRecord) -> None:
        """Keep a finished match; one that is kept already stays as it is.

        Raises:
            Refusal: STORAGE_FAILED.
        """

    async def record(self, record_id: str) -> bytes | None:
        """The whole record of that id; empty: it was deleted; None: there is none (any more)."""

    async def records(
        self, before: RecordPosition | None, most: int
    ) -> Sequence[tuple[RecordPosition, bytes]]:
        """What the list says of up to *most* public records, newest first, after *before*."""

    async def expire(self, ended_before: Millis) -> None:
        """Drop the records of matches that ended before that time.

        Raises:
            Refusal: STORAGE_FAILED.
        """

    async def close(self) -> None:
        """Finish what has been asked for and let go of the files."""
