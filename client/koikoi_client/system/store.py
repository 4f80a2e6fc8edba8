"""The client's files: settings, the last server and name, seat tokens, and hash chains of matches.

A seat's token is the only proof that the seat is yours. It is written at once and atomically, to a
file that only its owner can read. Files are sorted by the server's id, not by its address.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import platformdirs

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

MAX_CHAINS = 500
"""Only the chains of this many matches, the newest, are kept."""
MAX_LOG_BYTES = 1_000_000
"""A longer log is truncated when it is opened."""
FORGET_AFTER = 30 * 24 * 3600.0
"""Seconds after which a seat's file is deleted: no table stays open that long."""


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat that we own at a table of a server."""

    server_id: str
    table_id: str
    seat: int  #: 1-7
    token: str  #: never shown, logged or given to another server
    player_name: str
    private: bool = False  #: the table is not in the lobby, so we cannot see whether it is open

    def __post_init__(self) -> None:
        words = (self.server_id, self.table_id, self.token, self.player_name)
        if not all(isinstance(each, str) for each in words) or self.seat not in range(1, 8):
            raise TypeError("not a seat")  # the file was edited

    def __repr__(self) -> str:
        return (
            f"KeptSeat(server_id={self.server_id!r}, table_id={self.table_id!r}, seat={self.seat})"
        )


class Store:
    """The client's files: settings in *config*, everything else in *state*.

    A file that is missing or unreadable counts as empty. A file that cannot be written raises
    OSError, so that the user learns that a seat is not saved.
    """

    def __init__(
        self,
        config: Path | None = None,
        state: Path | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.config = config or platformdirs.user_config_path("koikoi", appauthor=False)
        self.state = state or platformdirs.user_state_path("koikoi", appauthor=False)
        self._clock = clock

    # -- settings, last server and name ---------------------------------------------------------

    def setting(self, name: str, default: Any = None) -> Any:
        """A setting: a string, number or bool."""
        return _read(self.config / "settings.json").get(name, default)

    def keep_setting(self, name: str, value: str | int | bool) -> None:
        """Write a setting. Raises OSError."""
        path = self.config / "settings.json"
        _write(path, {**_read(path), name: value})

    def last(self, name: str) -> str:
        """The last "server" or "name"; empty when there is none."""
        value = _read(self.state / "last.json").get(name, "")
        return value if isinstance(value, str) else ""

    def keep_last(self, **values: str) -> None:
        """Write the last server or name. Raises OSError."""
        path = self.state / "last.json"
        _write(path, {**_read(path), **values})

    def log_path(self, name: str) -> Path | None:
        """The path of a log file, created or truncated to be appended to; None if not writable."""
        path = self.state / name
        try:
            _folder(self.state)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with open(descriptor, "ab") as log:
                if log.tell() > MAX_LOG_BYTES:
                    log.truncate(0)
        except OSError:
            return None
        return path

    # -- seats ----------------------------------------------------------------------------------

    def seats(self, server_id: str) -> list[KeptSeat]:
        """Our seats at a server, newest first."""
        folder = self.state / "seats" / _file_name(server_id)
        found: list[tuple[float, KeptSeat]] = []
        for path in folder.glob("*.json"):
            try:
                seat = KeptSeat(**_read(path))
                written = path.stat().st_mtime
            except (TypeError, OSError):
                continue
            if seat.server_id != server_id:
                continue
            if self._clock() - written > FORGET_AFTER:
                self.forget(seat)
            else:
                found.append((written, seat))
        return [seat for _, seat in sorted(found, key=lambda each: each[0], reverse=True)]

    def keep(self, seat: KeptSeat) -> None:
        """Write a seat. Raises OSError."""
        _write(self._seat_path(seat, "json"), asdict(seat))

    def forget(self, seat: KeptSeat) -> None:
        """Delete the file of a seat that was left or whose table is gone.

        A newer seat at the same table, with another token, stays. On a read-only disk the file
        stays too, and the server refuses its token again the next time.
        """
        path = self._seat_path(seat, "json")
        if _read(path).get("token") == seat.token:
            _drop(path)
            _drop(self._seat_path(seat, "lock"))

    @contextmanager
    def hold(self, seat: KeptSeat) -> Iterator[bool]:
        """Lock a seat for this window. Yields False when another window has locked it.

        The lock ends with the block, or with the process. When the lock file cannot be written,
        it yields True, because no other window can have the seat either.
        """
        path = self._seat_path(seat, "lock")
        try:
            _folder(path.parent)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            yield True
            return
        held = False
        try:
            with open(descriptor, "r+b") as file:
                held = _lock(file.fileno())
                try:
                    yield held
                finally:
                    if held:
                        _unlock(file.fileno())
        finally:
            if held and not self._seat_path(seat, "json").exists():  # the seat was left meanwhile
                _drop(path)

    # -- chains ---------------------------------------------------------------------------------

    def keep_chain(
        self, match_id: str, chain: bytes, *, server_id: str = "", record_id: str = ""
    ) -> None:
        """Write the last chain that we saw of a match, and delete those of the oldest matches.

        *record_id* is the id of the match's record, if the server does not list it. Chains are
        written often and only serve to check records, so the write is not synced to disk.
        """
        path = self._chain_path(match_id)
        is_new = not path.exists()
        shown = {"match_id": match_id, "chain": chain.hex()}
        record = {"server_id": server_id, "record_id": record_id} if record_id else {}
        _write(path, shown | record, durable=False)
        if is_new:
            kept = sorted(path.parent.glob("*.json"), key=_written, reverse=True)
            for old in kept[MAX_CHAINS:]:
                _drop(old)

    def chain(self, match_id: str) -> bytes:
        """The last chain that we saw of a match, 32 bytes; empty if there is none."""
        kept = _read(self._chain_path(match_id))
        try:
            chain = bytes.fromhex(kept.get("chain", ""))
        except (TypeError, ValueError):
            return b""
        return chain if kept.get("match_id") == match_id and len(chain) == 32 else b""

    def unlisted_records(self, server_id: str) -> list[str]:
        """The record ids that :meth:`keep_chain` wrote for a server, newest first."""
        paths = sorted((self.state / "chains").glob("*.json"), key=_written, reverse=True)
        kept = [each for each in map(_read, paths) if each.get("server_id") == server_id]
        return [each["record_id"] for each in kept if isinstance(each.get("record_id"), str)]

    def _chain_path(self, match_id: str) -> Path:
        return self.state / "chains" / f"{_file_name(match_id)}.json"

    def _seat_path(self, seat: KeptSeat, suffix: str) -> Path:
        table = _file_name(seat.table_id)
        return self.state / "seats" / _file_name(seat.server_id) / f"{table}.{suffix}"


def _file_name(server_chosen: str) -> str:
    """A safe file name for an id that a server chose."""
    if re.fullmatch(r"[A-Za-z0-9_-]{1,64}", server_chosen):
        return server_chosen
    return "x" + hashlib.sha256(server_chosen.encode()).hexdigest()[:40]


def _folder(path: Path) -> None:
    if not path.is_dir():
        _folder(path.parent)  # mkdir gives parents the default mode
        path.mkdir(mode=0o700, exist_ok=True)


def _read(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _drop(path: Path) -> None:
    """Delete a file if possible."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another window has deleted it
        return 0.0


def _write(path: Path, value: dict[str, Any], *, durable: bool = True) -> None:
    _folder(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")  # of mode 0600
    try:
        with open(handle, "w", encoding="utf-8") as file:
            json.dump(value, file, indent=1)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _unlock(descriptor: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
