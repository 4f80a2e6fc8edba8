"""Creates, checks and migrates the journal's database file before anybody writes to it.

A file that is damaged, or from a newer version or another program, is refused and not changed. A
new or migrated database is built in another file, which then replaces the old one, so that a crash
leaves one of them complete.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from koikoi_server.journal import JournalError, wal
from koikoi_server.journal.migrations import MIGRATIONS, Migration
from koikoi_server.text import text

SCHEMA = 2  #: version of the tables and of the JSON of entries
APPLICATION = 0x6B6F696B  #: "koik": the program that the file belongs to

_TABLES = """
CREATE TABLE entries (
    at INTEGER PRIMARY KEY,   -- grows over all tables
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    time INTEGER NOT NULL,    -- milliseconds since 1970 (UTC)
    kind TEXT NOT NULL,       -- the command's name
    body TEXT NOT NULL,       -- the whole entry, as koikoi_server.journal.codec writes it
    crc INTEGER NOT NULL,     -- CRC-32 of the body: SQLite does not notice a changed byte
    UNIQUE (table_id, seq)
) STRICT;
CREATE TABLE records (
    at INTEGER PRIMARY KEY,
    record_id TEXT NOT NULL UNIQUE,
    ended INTEGER NOT NULL,   -- milliseconds since 1970 (UTC)
    public INTEGER NOT NULL,  -- 1: listed; -1: it was deleted, and is not made again
    listed BLOB NOT NULL,     -- koikoi.v1.Record without rounds and proof
    whole BLOB NOT NULL       -- koikoi.v1.Record
) STRICT;
CREATE INDEX records_by_end ON records (ended, at);
"""

_COLUMNS = (
    "SELECT at, table_id, seq, time, kind, body, crc FROM entries LIMIT 0",
    "SELECT at, record_id, ended, public, listed, whole FROM records LIMIT 0",
)
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises for a damaged database; its own messages may quote bytes that are no text."""

_MAGIC = b"SQLite format 3\0"


class Damaged(JournalError):
    """The database is damaged; ``why`` says where."""

    def __init__(self, path: Path, why: str) -> None:
        why = " ".join(why.removeprefix("*** in database main ***").split())  # of several lines
        message = text(
            "The data in {path} is damaged ({why}): restore the folder from a copy, or move it "
            "away to start with an empty one. Nothing in it was changed.",
            path=path,
            why=why,
        )
        super().__init__(message, why)


def prepare(
    path: Path, schema: int = SCHEMA, migrations: Mapping[int, Migration] = MIGRATIONS
) -> None:
    """Create the database *path*, or migrate it to *schema*, keeping a copy of the old one.

    Raises:
        JournalError: when that fails; the file is unchanged. Damaged: when the file is damaged.
    """
    try:
        found = version(path)
        if found is None:
            put_in_place(new_database(path, schema), path)
            return
        if found > schema:
            raise newer(path)
        if found < schema and found not in migrations:
            raise Damaged(path, f"there is no version {found}")
        with path.open("r+b"):  # SQLite would only notice at the first entry
            pass
        if not os.access(path.parent, os.W_OK):  # its log is another file there
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path.parent)
        check(path)
        if found < schema:
            _migrate(path, found, schema, migrations)
    except sqlite3.Error as error:
        raise unusable(path, str(error)) from None
    except OSError as error:
        raise unusable(error.filename or path, error.strerror) from None


def newer(path: Path) -> JournalError:
    """The error for data of a newer version."""
    message = text(
        "The data in {path} was written by a newer koikoi-server: use that one, or choose another "
        "folder with koikoi-server --data.",
        path=path,
    )
    return JournalError(message)


def version(path: Path) -> int | None:
    """The schema of the database in *path*; None: there is none yet.

    Raises:
        JournalError: when the file is not a journal.
        OSError: when it cannot be read.
    """
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except FileNotFoundError:
        return None
    if not head:
        raise Damaged(path, "the file is empty")
    if len(head) < 100 or not head.startswith(_MAGIC):
        raise Damaged(path, "it is not a database")
    if int.from_bytes(head[68:72], "big") != APPLICATION:
        message = text(
            "{path} belongs to another program, or is damaged: choose another folder with "
            "koikoi-server --data, or restore this one from a copy.",
            path=path,
        )
        raise JournalError(message)
    return int.from_bytes(head[60:64], "big")


def check(path: Path) -> None:
    """Check the whole database, its indices too, without writing to it.

    Raises:
        Damaged: when it is damaged.
    """
    if wal.committed_frames_are_lost(path):
        raise Damaged(path, f"{path.name}-wal was changed")
    try:
        with closing(read_only(path)) as database:
            found = "".join(row for (row,) in database.execute("PRAGMA integrity_check(1)"))
            for columns in _COLUMNS:
                database.execute(columns)
    except UNREADABLE as error:
        found = str(error)
    if found != "ok":
        raise Damaged(path, found)


def has_entry(path: Path, at: int, crc: int) -> bool:
    """Whether an intact database has this entry."""
    with closing(read_only(path)) as database:
        query = "SELECT 1 FROM entries WHERE at = ? AND crc = ?"
        return database.execute(query, (at, crc)).fetchone() is not None


def unusable(path: object, why: str | None) -> JournalError:
    """The error for data that cannot be read or written now, for lack of space or permission."""
    message = text(
        "Cannot use {path} for the server's data ({why}): choose another folder with "
        "koikoi-server --data.",
        path=path,
        why=why,
    )
    return JournalError(message, why)


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing."""
    # Without a write-ahead log, SQLite creates one even to read, unless the file is immutable.
    how = "mode=ro" if path.with_name(path.name + "-wal").exists() else "immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)


def new_database(path: Path, schema: int) -> Path:
    """A new empty database beside *path*, to be filled and then put in its place."""
    new = _empty_file(path.with_name(path.name + ".new"))
    with closing(sqlite3.connect(new)) as database:
        # Application id and version are written before WAL mode is on, so that they are in the file
        # itself and can be read without opening the database.
        database.executescript(
            f"PRAGMA synchronous=EXTRA; BEGIN; {_TABLES}"
            f"PRAGMA application_id={APPLICATION}; PRAGMA user_version={schema}; COMMIT;"
            "PRAGMA journal_mode=WAL;"
        )
    return new


def _migrate(path: Path, found: int, schema: int, migrations: Mapping[int, Migration]) -> None:
    kept = path.with_name(f"{path.stem}-{found}{path.suffix}")
    new = _empty_file(path.with_name(path.name + ".new"))
    with closing(sqlite3.connect(path)) as old:
        # Moves everything into one file: a leftover write-ahead log would damage the new one.
        (mode,) = old.execute("PRAGMA journal_mode=DELETE").fetchone()
        if mode != "delete":
            message = text("Another program has {path} open: stop it, then start again.", path=path)
            raise JournalError(message)
    for copy in (kept, new):
        shutil.copyfile(path, _empty_file(copy))
        _sync(copy)
    with closing(sqlite3.connect(new, isolation_level=None)) as database:
        database.execute("BEGIN")
        try:
            for step in range(found, schema):
                migrations[step](database)
        except ValueError as error:
            raise Damaged(path, str(error)) from None
        database.execute(f"PRAGMA user_version={schema}")
        database.execute("COMMIT")
        database.execute("PRAGMA journal_mode=WAL")
    check(new)
    put_in_place(new, path)


def _empty_file(path: Path) -> Path:
    """Create an empty file that only its owner may read. SQLite gives its other files that mode."""
    for rest in ("", "-journal", "-wal", "-shm"):
        path.with_name(path.name + rest).unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    return path


def put_in_place(new: Path, path: Path) -> None:
    """Rename the database *new* to *path*, in one step that no crash can divide."""
    _sync(new)
    new.replace(path)
    if os.name == "posix":  # elsewhere a directory cannot be opened
        _sync(path.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
