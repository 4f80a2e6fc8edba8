"""The data folder of a server: its journal, its key and its id, locked by one server at a time."""

from __future__ import annotations

import errno
import logging
import os
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import TracebackType

import platformdirs

from koikoi_server import tokens
from koikoi_server.identity import Identity
from koikoi_server.journal import JournalError, schema
from koikoi_server.journal.kept_file import IDENTITY_FILE, kept, kept_identity
from koikoi_server.journal.notes import NONE, Notes
from koikoi_server.journal.private import make_private
from koikoi_server.journal.rescue import rescue
from koikoi_server.journal.store import FILE, Store
from koikoi_server.system.clock import Millis
from koikoi_server.text import joined, text

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

log = logging.getLogger(__name__)

KEY_BYTES = 32
FILES = re.compile(
    r"journal(-[a-z0-9-]+)?\.sqlite3.*|(lock|key|server-id|identity\.pem|host\.sock|host\.port)((\.[0-9]+)?\.new)?"
)  #: names of a server's files
NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)  # Windows has none


class FolderInUse(JournalError):
    """Another server uses this folder."""


class Folder:
    """A server's data folder, locked until the end of the block. Only its owner can read the files.

    A damaged database is replaced by what is left of it, and kept under another name.

    Raises:
        JournalError: when the folder cannot be used; nothing in it was changed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            make_private(path, _is_ours)
            self._lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT | NO_FOLLOW, 0o600)
        except OSError as error:
            raise schema.unusable(error.filename or path, error.strerror) from None
        try:
            try:
                is_locked = _locked(self._lock)
            except OSError as error:
                message = text(
                    "Cannot lock {path} ({why}). Without locks two servers could use the same "
                    "data: choose a folder on another file system with koikoi-server --data.",
                    path=path / "lock",
                    why=error.strerror,
                )
                raise JournalError(message, error.strerror) from None
            if not is_locked:
                message = text(
                    "Another koikoi-server uses the data in {path}. To play there, start "
                    "koikoi-client with the address that it shows. To start another server, stop "
                    "that one, or choose another folder with koikoi-server --data.",
                    path=path,
                )
                raise FolderInUse(message)
            _check_complete(path)
            self._notes = Notes(self._lock)
            try:
                self._prepare()
            except (OSError, sqlite3.Error) as error:  # the disk is full
                raise schema.unusable(self.journal, str(error)) from None
            self._is_new = not (path / "server-id").exists()
            self.key = self._key()
            self.server_id = self._server_id()
        except BaseException:
            os.close(self._lock)
            raise

    @property
    def journal(self) -> Path:
        """The database."""
        return self.path / FILE

    def store(self) -> Store:
        """The open database.

        Raises:
            JournalError: when it cannot be opened.
        """
        try:
            return Store(self.journal, self.path / "lock", notes=self._notes)
        except sqlite3.Error as error:
            raise schema.unusable(self.journal, str(error)) from None

    @property
    def has_identity(self) -> bool:
        """Whether a server that encrypts has run here."""
        return (self.path / IDENTITY_FILE).exists()

    def identity(self) -> Identity:
        """The server's identity.

        Raises:
            JournalError: when its file cannot be used.
        """
        is_new = not self.has_identity
        found = kept_identity(self.path)
        if is_new and not self._is_new:
            log.warning(
                "%s",
                text(
                    "There was no {file} in {path}, so this server has a new code. If players "
                    "have connected to it with an earlier one, their clients refuse it now: "
                    "restore the file from a copy if you have one.",
                    file=IDENTITY_FILE,
                    path=self.path,
                ),
            )
        return found

    def ran_until(self) -> Millis:
        """When a server last noted the time here; 0: unknown."""
        return self._notes.time()

    def note_time(self, now: Millis) -> None:
        """Store the time, after which a restarted server continues. It is not synced to disk."""
        self._notes.note_time(now)

    def __enter__(self) -> Folder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        os.close(self._lock)  # releases the lock, as a crash does

    def _prepare(self) -> None:
        """Create, check, migrate or rescue the database."""
        newest = self._notes.newest() if self.journal.exists() else NONE
        try:
            schema.prepare(self.journal)
            if newest != NONE and not schema.has_entry(self.journal, *newest):
                raise _entries_missing(self.path)
        except schema.Damaged as damage:
            self._notes.note_newest(NONE)  # what is left gets new numbers
            try:
                rescue(self.journal, damage)
            except BaseException:
                self._notes.note_newest(newest)
                raise

    def _key(self) -> bytes:
        """The key of the seat tokens."""
        stored = kept(self.path / "key", tokens.fresh_key)
        if len(stored) != KEY_BYTES:
            message = text(
                "The key in {path} is damaged: restore it from a copy. Without a copy, delete it: "
                "the server makes a new one, and only requests in progress are lost.",
                path=self.path / "key",
            )
            raise JournalError(message)
        return stored

    def _server_id(self) -> str:
        stored = kept(self.path / "server-id", lambda: tokens.fresh_id().encode())
        server_id = stored.decode("ascii", "replace").strip()
        if not server_id.isprintable() or not 16 <= len(server_id) <= 64:
            path = self.path / "server-id"
            raise JournalError(text("{path} is damaged: restore it from a copy.", path=path))
        return server_id


def _is_ours(name: str) -> bool:
    """Whether a file of a data folder is a server's, by its name."""
    return FILES.fullmatch(name) is not None


def _check_complete(path: Path) -> None:
    """Check that no file is missing, for the server would make a new one.

    Raises:
        JournalError: when the journal is missing and something of it is there, or the server's
            id is missing and the journal is not empty.
    """
    _check_journal_exists(path)
    journal = path / FILE
    if not (path / "server-id").exists() and _has_entries(journal):
        raise _missing(path, "server-id", [FILE])
    if not (path / "key").exists() and _has_entries(journal):
        log.warning("the key in %s was missing: requests in progress are lost", path)


def _check_journal_exists(path: Path) -> None:
    names = (f"{FILE}-wal", f"{FILE}-shm", "key", "server-id")
    rest = [name for name in names if (path / name).exists()]
    if rest and not (path / FILE).exists():
        raise _missing(path, FILE, rest)


def _missing(path: Path, missing: str, rest: list[str]) -> JournalError:
    message = text(
        "{path} has {rest}, but not {missing}: restore {missing} from a copy, or move the folder "
        "away to start with an empty one.",
        path=path,
        rest=joined(rest),
        missing=missing,
    )
    return JournalError(message)


def _entries_missing(path: Path) -> JournalError:
    message = text(
        "The newest moves in {path} are missing, probably because {log} was deleted or cut off: "
        "put it back, or restore the whole folder from a copy. To go on without these moves, "
        "delete {lock}.",
        path=path,
        log=f"{FILE}-wal",
        lock=path / "lock",
    )
    why = text("the newest moves are missing; to go on without them, delete the file lock there")
    return JournalError(message, why)


def _has_entries(journal: Path) -> bool:
    """Whether a database has an entry or a record, or cannot be read."""
    try:
        if schema.version(journal) is None:
            return False
        with closing(schema.read_only(journal)) as database:
            query = "SELECT 1 FROM entries UNION ALL SELECT 1 FROM records"
            return database.execute(query).fetchone() is not None
    except (OSError, JournalError, *schema.UNREADABLE):
        return True


def default_path(name: str = "server") -> Path:
    """The default data folder of a server; *name* is its purpose."""
    return platformdirs.user_data_path("koikoi", appauthor=False) / name


def open_store(path: Path) -> Store:
    """Open the database of a folder, which a running server may be using.

    Raises:
        JournalError: when there is no database, or it has another version's schema.
    """
    journal = path / FILE
    _check_journal_exists(path)
    try:
        found = schema.version(journal)
    except OSError as error:
        raise schema.unusable(error.filename or path, error.strerror) from None
    if found is None:
        raise JournalError(text("No server has stored anything in {path}.", path=path))
    if found > schema.SCHEMA:
        raise schema.newer(journal)
    if found < schema.SCHEMA:
        message = text(
            "The data in {path} was written by an older koikoi-server: start this one with it "
            "once.",
            path=path,
        )
        raise JournalError(message)
    return Store(journal)


def _locked(descriptor: int) -> bool:
    """Take the lock; False: another process, or this one, holds it already.

    Raises:
        OSError: when the file system has no locks.
    """
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return False
        raise
    return True
