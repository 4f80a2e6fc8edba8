"""The SQL statements of the journal. A store is used by one thread at a time."""

from __future__ import annotations

import ctypes
import logging
import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from zlib import crc32

from koikoi_server.journal import DamagedTable, RecordPosition, StoredRecord, codec, schema
from koikoi_server.journal.damage import TableDamaged, keys_in
from koikoi_server.journal.notes import NONE, Newest, Notes
from koikoi_server.system.clock import Millis
from koikoi_server.table.events import Entry
from koikoi_server.text import text

log = logging.getLogger(__name__)

FILE = "journal.sqlite3"
BUSY_SECONDS = 5.0  #: wait for another writer, such as "koikoi-server records delete"
WAL_BYTES = 4_000_000  #: maximum size to which the write-ahead log is truncated


class Gone(sqlite3.OperationalError):
    """A file of the database was deleted, moved or replaced: what is written now would be lost."""


class Store:
    """An open database. Every method may raise sqlite3.Error, and then has changed nothing."""

    def __init__(self, path: Path, *others: Path, notes: Notes | None = None) -> None:
        """Open a database that :func:`koikoi_server.journal.schema.prepare` has checked.

        *others* are files that must stay in their place too. The newest entry is noted in *notes*.
        """
        self._notes = notes
        self._paths = (path, path.with_name(path.name + "-wal"), *others)
        self._files: dict[Path, tuple[int, int]] = {}  # device and inode of each, once it exists
        self._database = sqlite3.connect(
            path, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False
        )
        # FULL: a commit is on disk when it returns, so that a power cut cannot undo it.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", f"journal_size_limit={WAL_BYTES}"):
            self._database.execute(f"PRAGMA {pragma}")
        self._check((path.parent, *self._paths))
        self._note_newest()

    def check(self) -> None:
        """Check that the files are still those that were opened.

        Raises:
            Gone: when one is not.
        """
        self._check(self._paths)

    def _check(self, paths: Iterable[Path]) -> None:
        for path in paths:
            found: tuple[int, int] | None
            try:
                status = path.stat()
                found = status.st_dev, status.st_ino
            except (FileNotFoundError, NotADirectoryError):
                found = None
            except OSError:
                continue  # it cannot be seen now
            known = self._files.get(path)
            if known is None and found is not None:
                self._files[path] = found
            elif known != found:
                raise Gone(
                    f"{path} was deleted, moved or replaced while the server was running. Nothing "
                    "can be saved until it is back: put the folder back, or stop the server"
                )

    def probe(self) -> None:
        """Write to the disk without changing anything."""
        self._database.execute(f"PRAGMA user_version={schema.SCHEMA}")

    def write(self, entries: Sequence[Entry]) -> None:
        """Add entries of any tables, all or none."""
        rows = []
        for entry in entries:
            body = codec.encoded(entry)
            kind = type(entry.command).__name__
            rows.append((entry.table_id, entry.seq, entry.time, kind, body, crc32(body.encode())))
        try:
            self._transact(
                "INSERT INTO entries (table_id, seq, time, kind, body, crc)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                rows,
            )
        except Gone:  # perhaps since the commit; what is written when they are back has this seq
            self._database.executemany(
                "DELETE FROM entries WHERE table_id = ? AND seq = ?", [row[:2] for row in rows]
            )
            raise
        self._note_newest()

    def tables(self) -> list[str]:
        """The ids of the tables that have a log, in the order in which they were opened."""
        rows = self._database.execute(
            "SELECT table_id FROM entries GROUP BY table_id ORDER BY min(at)"
        )
        return [table_id for (table_id,) in rows]

    def log(self, table_id: str) -> tuple[Entry, ...]:
        """The whole log of a table.

        Raises:
            TableDamaged: when an entry is missing or was changed.
        """
        rows = self._database.execute(
            "SELECT seq, CAST(body AS BLOB), crc FROM entries WHERE table_id = ? ORDER BY seq",
            (table_id,),
        ).fetchall()
        log: list[Entry] = []
        for seq, body, crc in rows:
            try:
                if seq != len(log) + 1:
                    raise codec.Unreadable(f"entry {len(log) + 1} is missing")
                if crc32(body) != crc:
                    raise codec.Unreadable(f"entry {seq} was changed")
                entry = codec.decoded(body.decode())
                if (entry.table_id, entry.seq) != (table_id, seq):
                    raise codec.Unreadable(f"entry {seq} belongs elsewhere")
            except (codec.Unreadable, UnicodeDecodeError) as error:
                keys = frozenset().union(*(keys_in(body) for _, body, _ in rows))
                raise TableDamaged(DamagedTable(table_id, str(error), keys)) from None
            log.append(entry)
        return tuple(log)

    def forget(self, table_id: str) -> None:
        """Delete the log of a table."""
        try:
            if self._notes is not None:
                self._notes.note_newest(NONE)
        except OSError as error:
            raise sqlite3.OperationalError(str(error)) from None
        try:
            self._transact("DELETE FROM entries WHERE table_id = ?", [(table_id,)])
        finally:
            self._note_newest()

    def keep(self, record: StoredRecord) -> None:
        """Store a record, unless it is stored already."""
        self._transact(
            "INSERT INTO records (record_id, ended, public, listed, whole) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (record_id) DO NOTHING",
            [record],
        )

    def record(self, record_id: str) -> bytes | None:
        """The whole record with that id; empty: it was deleted; None: there is none."""
        row = self._database.execute(
            "SELECT whole FROM records WHERE record_id = ?", (record_id,)
        ).fetchone()
        return row[0] if row is not None else None

    def records(
        self, before: RecordPosition | None, most: int, *, private: bool = False
    ) -> list[tuple[RecordPosition, bytes]]:
        """Up to *most* records after *before*, newest first, as they are listed."""
        rows = self._database.execute(
            "SELECT ended, at, listed FROM records WHERE public >= ? AND (ended, at) < (?, ?)"
            " ORDER BY ended DESC, at DESC LIMIT ?",
            (0 if private else 1, *(before or (2**62, 0)), most),
        )
        return [((ended, at), listed) for ended, at, listed in rows]

    def delete_record(self, record_id: str) -> bool:
        """Delete a record; False: there was none.

        Its id stays, so that the server does not make the record again from the table's log.
        """
        changed = self._transact(
            "UPDATE records SET public = -1, listed = x'', whole = x''"
            " WHERE record_id = ? AND public >= 0",
            [(record_id,)],
        )
        return changed > 0

    def delete_records(self, ended_before: Millis) -> int:
        """Delete the records of matches that ended before that time, and return their number."""
        return self._transact("DELETE FROM records WHERE ended < ?", [(ended_before,)])

    def _note_newest(self) -> None:
        if self._notes is not None:
            # If this fails, the entries are stored nevertheless; their loss would not be noticed.
            with suppress(sqlite3.Error, OSError):
                row = self._database.execute(
                    "SELECT at, crc FROM entries ORDER BY at DESC LIMIT 1"
                ).fetchone()
                self._notes.note_newest(Newest(*row) if row is not None else NONE)

    def close(self) -> None:
        """Close the database."""
        try:
            self.check()
        except Gone:
            self._save_deleted_files()
            # SQLite would delete the write-ahead log of the database that is there now. One more
            # reference keeps the connection open until the process ends.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._database))
            return
        self._database.close()

    def _save_deleted_files(self) -> None:
        """If the database or its log was deleted or replaced, save their content: they are open."""
        path, wal, *others = self._paths
        if not self._in_place(path.parent) or self._in_place(path, wal):
            return  # nothing can be saved there, or nothing is lost
        try:
            if self._in_place(path, *others) and not wal.exists():
                self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                return
            saved = _new_file(path.with_name(f"{path.stem}-saved"), path.suffix)
            with closing(sqlite3.connect(saved)) as copy:
                self._database.backup(copy)
        except (OSError, sqlite3.Error) as error:
            message = text("The data of {path} cannot be saved: {why}.", path=path, why=str(error))
        else:
            message = text(
                "The data of {path} is saved in {saved}. To go on with it, move what there is of "
                "{files} away, rename {saved} to {name}, and start the server again.",
                path=path,
                saved=saved.name,
                files=f"{path.name}, {wal.name} and {path.name}-shm",
                name=path.name,
            )
        log.error("%s", message)

    def _in_place(self, *paths: Path) -> bool:
        try:
            self._check(paths)
        except Gone:
            return False
        return True

    def _transact(self, statement: str, rows: Iterable[Sequence[object]]) -> int:
        """Execute *statement* for all *rows* or none, and return the number of changed rows."""
        self.check()
        self._database.execute("BEGIN IMMEDIATE")
        try:
            changed = self._database.executemany(statement, rows).rowcount
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise
        self.check()
        return changed


def _new_file(path: Path, suffix: str) -> Path:
    """Create an empty file that only its owner may read, and number it."""
    for number in count(1):
        new = path.with_name(f"{path.name}-{number}{suffix}")
        with suppress(FileExistsError):
            os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            return new
    raise AssertionError
