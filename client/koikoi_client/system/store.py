"""The client's files: settings, the last server and name, seat tokens, and hash chains of matches.

A seat's token is the only proof that the seat is yours. It is written at once and atomically, to a
file that only its owner can read. Files are sorted by the server's id, not by its address.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import platformdirs

from koikoi_client.system.file_lock import lock, unlock
from koikoi_client.system.private_folder import NO_FOLLOW, is_own, private_folder
from koikoi_client.wire.trust import Pin

MAX_CHAINS = 500
"""Only the chains of this many matches, the newest, are kept."""
MAX_LOG_BYTES = 1_000_000
"""A longer log is truncated when it is opened."""
MAX_SEATS = 1000
"""Only the seats that were taken last are kept. A seat whose table is gone is forgotten earlier:
when its server says so. Dates do not tell: a machine's clock may be years off."""
TICK_NS = 2_000_000_000
"""Nanoseconds between two dates that every file system can tell apart."""


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
    ) -> None:
        self.config = config or platformdirs.user_config_path("koikoi", appauthor=False)
        self.state = state or platformdirs.user_state_path("koikoi", appauthor=False)

    # -- settings, last server and name ---------------------------------------------------------

    def setting(self, name: str, default: Any = None) -> Any:
        """A setting: a string, number or bool."""
        return _read(self.config / "settings.json").get(name, default)

    def keep_setting(self, name: str, value: str | int | bool) -> None:
        """Write a setting. Raises OSError."""
        path = self.config / "settings.json"
        _write(path, {**_read(path), name: value}, self.config)

    def last(self, name: str) -> str:
        """The last "server" or "name"; empty when there is none."""
        value = _read(self.state / "last.json").get(name, "")
        return value if isinstance(value, str) else ""

    def keep_last(self, **values: str) -> None:
        """Write the last server or name. Raises OSError."""
        path = self.state / "last.json"
        _write(path, {**_read(path), **values}, self.state)

    def log_path(self, name: str) -> Path | None:
        """The path of a log file, created or truncated to be appended to; None if not writable."""
        path = self.state / name
        try:
            private_folder(self.state, self.state)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_FOLLOW, 0o600)
            with open(descriptor, "ab") as log:
                if log.tell() > MAX_LOG_BYTES:
                    log.truncate(0)
        except OSError:
            return None
        return path

    @property
    def hot_seats(self) -> Path:
        """The folder for the servers of hot seats, each of which keeps its data for one run."""
        return self.state / "hot-seats"

    # -- seats ----------------------------------------------------------------------------------

    def seats(self, server_id: str) -> list[KeptSeat]:
        """Our seats at a server, newest first."""
        found = []
        for path in _newest_first((self.state / "seats" / _file_name(server_id)).glob("*.json")):
            try:
                seat = KeptSeat(**_read(path))
            except TypeError:
                continue
            if seat.server_id == server_id:
                found.append(seat)
        return found

    def keep(self, seat: KeptSeat) -> None:
        """Write a seat, and delete those of the oldest ones beyond MAX_SEATS. Raises OSError."""
        path = self._seat_path(seat, "json")
        _write(path, asdict(seat), self.state)
        for old in _beyond(MAX_SEATS, path, (self.state / "seats").glob("*/*.json")):
            _drop(old)
            _drop(old.with_suffix(".lock"))

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

        The lock ends with the block, or with the process. When the lock file cannot be written
        or locked, it yields True: the server tells a window whose seat another one takes over.
        """
        path = self._seat_path(seat, "lock")
        try:
            private_folder(path.parent, self.state)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | NO_FOLLOW, 0o600)
        except OSError:
            yield True
            return
        held = False
        try:
            with open(descriptor, "r+b") as file:
                held = lock(file.fileno(), without_locks=True)
                try:
                    yield held
                finally:
                    if held:
                        unlock(file.fileno())
        finally:
            if held and not self._seat_path(seat, "json").exists():  # the seat was left meanwhile
                _drop(path)

    # -- servers --------------------------------------------------------------------------------

    def pins(self) -> list[Pin]:
        """The known servers, those that were seen last first."""
        paths = _newest_first((self.state / "servers").glob("*.json"))
        return [pin for path in paths if (pin := _pin(path)) is not None]

    def keep_pin(self, pin: Pin) -> None:
        """Write a known server. Raises OSError."""
        _write(Path(self.pin_path(pin)), asdict(pin), self.state)

    def drop_pin(self, pin: Pin) -> None:
        """Delete a known server's file, if possible."""
        _drop(Path(self.pin_path(pin)))

    def pin_path(self, pin: Pin) -> str:
        """The file of a known server."""
        return str(self._pin_path(pin.server_id))

    def damaged_pin(self, server_id: str) -> str:
        """The file of a server's pin, if it cannot be read; or ""."""
        path = self._pin_path(server_id)
        pin = _pin(path)
        is_damaged = pin is None or pin.server_id != server_id
        return str(path) if is_damaged and path.exists() else ""

    def _pin_path(self, server_id: str) -> Path:
        return self.state / "servers" / f"{_file_name(server_id)}.json"

    # -- chains ---------------------------------------------------------------------------------

    def keep_chain(
        self, match_id: str, chain: bytes, *, server_id: str, record_id: str = ""
    ) -> None:
        """Write the last chain that we saw of a match, and delete those of the oldest matches.

        *record_id* is the id of the match's record, if the server does not list it. A chain of
        another server than *server_id* stays, because a server can claim any match id. Chains are
        written often and only serve to check records, so the write is not synced to disk.
        """
        path = self._chain_path(match_id)
        if _read(path).get("server_id", server_id) != server_id:
            return
        shown = {"match_id": match_id, "chain": chain.hex(), "server_id": server_id}
        record = {"record_id": record_id} if record_id else {}
        before = _written(path)
        _write(path, shown | record, self.state, durable=False)
        if before:
            _date(path, max(before, _written(path)))
            return
        for old in _beyond(MAX_CHAINS, path, path.parent.glob("*.json")):
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
        paths = (self.state / "chains").glob("*.json")
        kept = [
            each for each in map(_read, _newest_first(paths)) if each.get("server_id") == server_id
        ]
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


def _read(path: Path) -> dict[str, Any]:
    """The content of a file; empty if there is none, or somebody else put it there."""
    try:
        if not is_own(path.stat()):
            return {}
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _pin(path: Path) -> Pin | None:
    """The known server in a file; None if it is missing or damaged."""
    kept = _read(path)
    try:
        return Pin(**{**kept, "addresses": tuple(kept.get("addresses", ()))})
    except TypeError:
        return None


def _drop(path: Path) -> None:
    """Delete a file if possible."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _written(path: Path) -> int:
    """When a file was written, in nanoseconds; 0 if there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _date(path: Path, written: int) -> None:
    """Set when a file was written, if possible."""
    with suppress(OSError, OverflowError):
        os.utime(path, ns=(written, written))


def _newest_first(paths: Iterable[Path]) -> list[Path]:
    return sorted(paths, key=_written, reverse=True)


def _beyond(most: int, new: Path, paths: Iterable[Path]) -> list[Path]:
    """The oldest of *paths*, beyond *most*. *new*, which was just written, becomes the newest.

    The clock may have been set back since the others were written.
    """
    others = _newest_first(path for path in paths if path != new)
    if others:
        _date(new, max(_written(new), _written(others[0]) + TICK_NS))
    return others[most - 1 :]


def _write(path: Path, value: dict[str, Any], within: Path, *, durable: bool = True) -> None:
    private_folder(path.parent, within)
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
