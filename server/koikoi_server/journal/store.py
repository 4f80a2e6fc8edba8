"""The database of a server: what is written and read, as statements. One thread uses it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from zlib import crc32

from koikoi_server.journal import KeptRecord, RecordPosition, codec, schema
from koikoi_server.system.clock import Millis
from koikoi_server.table.events import Entry

FILE = "journal.sqlite3"
BUSY_SECONDS = 5.0  #: to wait for another program that writes (koikoi-server records delete)
WAL_BYTES = 4_000_000  #: to which the write-ahead log is cut back


class Store:
    """An open database. Every method may raise sqlite3.Error; then nothing of it was done."""

    def __init__(self, path: Path) -> None:
        """Open a database that :func:`koikoi_server.journal.schema.prepare` has seen."""
        self._path = path
        self._database = sqlite3.connect(
            path, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False
        )
        # FULL: a commit has reached the disk when it returns, and a power cut cannot undo it.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", f"journal_size_limit={WAL_BYTES}"):
            self._database.execute(f"PRAGMA {pragma}")

    def write(self, entries: Sequence[Entry]) -> None:
        """Add entries of any tables: all of them, or none."""
        rows = []
        for entry in entries:
            body = codec.encoded(entry)
            kind = type(entry.command).__name__
            rows.append((entry.table_id, entry.seq, entry.time, kind, body, crc32(body.encode())))
        self._transact(
            "INSERT INTO entries (table_id, seq, time, kind, body, crc) VALUES (?, ?, ?, ?, ?, ?)",
            rows,
        )

    def tables(self) -> list[str]:
        """The tables that have a log, in the order in which they were opened."""
        rows = self._database.execute(
            "SELECT table_id FROM entries GROUP BY table_id ORDER BY min(at)"
        )
        return [table_id for (table_id,) in rows]

    def log(self, table_id: str) -> tuple[Entry, ...]:
        """The whole log of a table.

        Raises:
            JournalError: when an entry is missing or was changed.
        """
        rows = self._database.execute(
            "SELECT body, crc FROM entries WHERE table_id = ? ORDER BY seq", (table_id,)
        )
        log = tuple(self._read(body, crc) for body, crc in rows)
        if [entry.seq for entry in log] != list(range(1, len(log) + 1)):
            raise schema.damaged(self._path, f"entries of table {table_id} are missing")
        return log

    def forget(self, table_id: str) -> None:
        """Drop the log of a table."""
        self._transact("DELETE FROM entries WHERE table_id = ?", [(table_id,)])

    def keep(self, record: KeptRecord) -> None:
        """Keep a finished match, unless it is kept already."""
        self._transact(
            "INSERT INTO records (record_id, ended, public, listed, whole) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (record_id) DO NOTHING",
            [record],
        )

    def record(self, record_id: str) -> bytes | None:
        """The whole record of that id; empty: it was deleted; None: there never was one."""
        row = self._database.execute(
            "SELECT whole FROM records WHERE record_id = ?", (record_id,)
        ).fetchone()
        return row[0] if row is not None else None

    def records(
        self, before: RecordPosition | None, most: int, *, private: bool = False
    ) -> list[tuple[RecordPosition, bytes]]:
        """What the list says of up to *most* records, newest first, after *before*."""
        rows = self._database.execute(
            "SELECT ended, at, listed FROM records WHERE public >= ? AND (ended, at) < (?, ?)"
            " ORDER BY ended DESC, at DESC LIMIT ?",
            (0 if private else 1, *(before or (2**62, 0)), most),
        )
        return [((ended, at), listed) for ended, at, listed in rows]

    def delete_record(self, record_id: str) -> bool:
        """Drop a record; False: there was none.

        Its id is kept: a server that finds the match in a table's log does not record it again.
        """
        changed = self._transact(
            "UPDATE records SET public = -1, listed = x'', whole = x''"
            " WHERE record_id = ? AND public >= 0",
            [(record_id,)],
        )
        return changed > 0

    def delete_records(self, ended_before: Millis) -> int:
        """Drop the records of matches that ended before that time; how many there were."""
        return self._transact("DELETE FROM records WHERE ended < ?", [(ended_before,)])

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def _transact(self, statement: str, rows: Iterable[Sequence[object]]) -> int:
        """Execute *statement* for all of *rows* or none; how many rows of the table it changed."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            changed = self._database.executemany(statement, rows).rowcount
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise
        return changed

    def _read(self, body: str, crc: int) -> Entry:
        if crc32(body.encode()) != crc:
            raise schema.damaged(self._path, "an entry was changed")
        try:
            return codec.decoded(body)
        except codec.Unreadable as error:
            raise schema.damaged(self._path, str(error)) from None
