"""The journal's database file: made, checked, brought up to date. All before anybody writes to it.

A file that is damaged, newer than this program or somebody else's is refused and stays as it is.
A new or changed schema is built in another file, which then takes the place of the old one: a
crash leaves either, whole.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from koikoi_server.journal import JournalError
from koikoi_server.journal.migrations import MIGRATIONS, Migration
from koikoi_server.text import text

SCHEMA = 2  #: of the database and of the entries' text
APPLICATION = 0x6B6F696B  #: "koik": which program the file is of

_TABLES = """
CREATE TABLE entries (
    at INTEGER PRIMARY KEY,   -- rises over all tables
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    time INTEGER NOT NULL,    -- milliseconds since 1970 (UTC)
    kind TEXT NOT NULL,       -- the command's name
    body TEXT NOT NULL,       -- the whole entry, as koikoi_server.journal.codec writes it
    crc INTEGER NOT NULL,     -- CRC-32 of the body: SQLite would not notice a changed byte
    UNIQUE (table_id, seq)
) STRICT;
CREATE TABLE records (
    at INTEGER PRIMARY KEY,
    record_id TEXT NOT NULL UNIQUE,
    ended INTEGER NOT NULL,   -- milliseconds since 1970 (UTC)
    public INTEGER NOT NULL,  -- 1: it stands in the list; -1: it was deleted, and is not made again
    listed BLOB NOT NULL,     -- koikoi.v1.Record without rounds and proof
    whole BLOB NOT NULL       -- koikoi.v1.Record
) STRICT;
CREATE INDEX records_by_end ON records (ended, at);
"""

_MAGIC = b"SQLite format 3\0"


def prepare(
    path: Path, schema: int = SCHEMA, migrations: Mapping[int, Migration] = MIGRATIONS
) -> None:
    """Make *path* a database of that *schema*: new, as it is, or migrated with a copy kept beside.

    Raises:
        JournalError: when it cannot be; the file is untouched then.
    """
    try:
        found = version(path)
        if found is None:
            _create(path, schema)
            return
        if found > schema:
            message = text(
                "The data in {path} were written by a newer koikoi-server: use that one, or "
                "choose another folder with --data.",
                path=path,
            )
            raise JournalError(message)
        check(path)
        if found < schema:
            _migrate(path, found, schema, migrations)
    except sqlite3.Error as error:
        raise unusable(path, str(error)) from None
    except OSError as error:
        raise unusable(error.filename or path, error.strerror) from None


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
    if len(head) < 100 or not head.startswith(_MAGIC):
        raise damaged(path, "it does not begin like a database")
    if int.from_bytes(head[68:72], "big") != APPLICATION:
        message = text(
            "{path} is a database of another program: choose another folder with --data.", path=path
        )
        raise JournalError(message)
    return int.from_bytes(head[60:64], "big")


def check(path: Path) -> None:
    """Read the whole database, without writing a byte of it.

    Raises:
        JournalError: when it is damaged.
    """
    try:
        with closing(_read_only(path)) as database:
            found = "".join(row for (row,) in database.execute("PRAGMA quick_check(1)"))
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        raise damaged(path, found)


def unusable(path: object, why: str | None) -> JournalError:
    """The refusal of data that cannot be read or written now: no room, no permission."""
    message = text(
        "Cannot use {path} for the server's data ({why}): choose another folder with --data.",
        path=path,
        why=why,
    )
    return JournalError(message)


def damaged(path: Path, why: str) -> JournalError:
    """The refusal of a database that cannot be trusted."""
    why = " ".join(why.split())  # SQLite's own words have line ends
    message = text(
        "The data in {path} are damaged ({why}): put back a copy of that folder, or move it away "
        "and start anew. Nothing in it was changed.",
        path=path,
        why=why,
    )
    return JournalError(message)


def _read_only(path: Path) -> sqlite3.Connection:
    # Without a write-ahead log SQLite would make one, merely to read, unless it is told that nobody
    # writes meanwhile.
    how = "mode=ro" if path.with_name(path.name + "-wal").exists() else "immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)


def _create(path: Path, schema: int) -> None:
    new = _empty_file(path.with_name(path.name + ".new"))
    with closing(sqlite3.connect(new)) as database:
        # Application and version stand in the file itself before it is in WAL mode, so that
        # they can be read without opening it.
        database.executescript(
            f"PRAGMA synchronous=EXTRA; BEGIN; {_TABLES}"
            f"PRAGMA application_id={APPLICATION}; PRAGMA user_version={schema}; COMMIT;"
            "PRAGMA journal_mode=WAL;"
        )
    _put_in_place(new, path)


def _migrate(path: Path, found: int, schema: int, migrations: Mapping[int, Migration]) -> None:
    kept = path.with_name(f"{path.stem}-{found}{path.suffix}")
    new = _empty_file(path.with_name(path.name + ".new"))
    with closing(sqlite3.connect(path)) as old:
        # All of it into the one file: a write-ahead log left behind would spoil the new one.
        (mode,) = old.execute("PRAGMA journal_mode=DELETE").fetchone()
        if mode != "delete":
            message = text("Another program has {path} open: end it, then start again.", path=path)
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
            raise damaged(path, str(error)) from None
        database.execute(f"PRAGMA user_version={schema}")
        database.execute("COMMIT")
        database.execute("PRAGMA journal_mode=WAL")
    check(new)
    _put_in_place(new, path)


def _empty_file(path: Path) -> Path:
    """An empty file that its owner alone may read. SQLite's files beside it follow its mode."""
    for rest in ("-journal", "-wal", "-shm"):
        path.with_name(path.name + rest).unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600))
    return path


def _put_in_place(new: Path, path: Path) -> None:
    _sync(new)
    new.replace(path)
    if os.name == "posix":  # elsewhere a folder cannot be opened
        _sync(path.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
