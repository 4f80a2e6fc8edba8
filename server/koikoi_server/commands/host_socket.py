"""The socket in the data folder through which the host of a running server manages its tables.

Only users who may open the folder can open the socket. On systems without Unix sockets it is a
port on this machine; a file in the folder holds the port number and a key. A request and its
response are one line of JSON each.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import os
import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from koikoi_server.journal.private import set_mode
from koikoi_server.lobby.lobby import Lobby
from koikoi_server.lobby.table_index import LiveTable
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.system.clock import Clock
from koikoi_server.table.commands import Close, Command, Expel
from koikoi_server.table.state import SeatState

log = logging.getLogger(__name__)

SOCKET, PORT = "host.sock", "host.port"
HAS_SOCKETS = sys.platform != "win32"
TIMEOUT = 10.0  #: seconds for a request and for its response
MAX_RESPONSE = 1 << 24  #: bytes
MAX_PATH = 100  #: bytes of a socket's path; systems allow 103 to 107
MIN_PREFIX = 3  #: the fewest first characters of an id that may stand for a table

Message = dict[str, Any]  #: a request or a response


class NoServer(Exception):
    """No running server uses that data folder."""


class NoAnswer(Exception):
    """The server that uses that data folder does not answer in time."""


class HostSocket:
    """Serves the host's requests. ``problem`` says why nothing can be saved; empty: it can."""

    def __init__(
        self, folder: Path, lobby: Lobby, clock: Clock, *, has_sockets: bool = HAS_SOCKETS
    ) -> None:
        self.problem = ""
        self._folder = folder
        self._lobby = lobby
        self._clock = clock
        self._has_sockets = has_sockets
        self._path = folder / (SOCKET if has_sockets else PORT)
        self._key = "" if has_sockets else secrets.token_urlsafe(32)
        self._server: asyncio.Server | None = None
        self._file = (0, 0)  #: device and inode of our file
        self._has_failed = False

    async def listen(self) -> None:
        """Listen, unless the file is still in its place. If that is impossible, log a warning."""
        if self._is_in_place():
            return
        before = self._server
        try:
            if sys.platform != "win32" and self._has_sockets:
                bound = _bound_socket(self._folder)
                self._made_file()
                self._server = await asyncio.start_unix_server(self._serve, sock=bound)
            else:
                self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
                port = self._server.sockets[0].getsockname()[1]
                _write_port(self._folder, port, self._key)
                self._made_file()
            if before is not None:
                before.close()
        except OSError as error:
            if not self._has_failed and self._folder.exists():
                log.warning("koikoi-server tables, close and kick will not work: %s", error)
            self._has_failed = True

    def close(self) -> None:
        """Stop listening, and delete the file if it is ours."""
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._is_in_place():
            self._path.unlink(missing_ok=True)

    def _made_file(self) -> None:
        status = self._path.lstat()
        self._file = status.st_dev, status.st_ino

    def _is_in_place(self) -> bool:
        try:
            status = self._path.lstat()
        except OSError:
            return False
        return (status.st_dev, status.st_ino) == self._file

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(TIMEOUT):
                request = json.loads(await reader.readline())
                if isinstance(request, dict) and _has_key(request, self._key):
                    answer = await _answer(self._lobby, self._clock, request)
                    response = json.dumps(answer | {"problem": self.problem})
                    writer.write(response.encode() + b"\n")
                    await writer.drain()
        except (OSError, ValueError, RecursionError):
            pass  # the caller has gone, is too slow, or sent no request
        finally:
            writer.close()


def call(folder: Path, request: Message) -> Message:
    """Send *request* to the server that uses the data in *folder*, and return its response.

    Raises:
        NoServer: when no server is running. NoAnswer: when it does not answer in time.
    """
    try:
        with _connected(folder) as (connection, key):
            connection.settimeout(TIMEOUT)
            connection.sendall(json.dumps(request | {"key": key}).encode() + b"\n")
            with connection.makefile("rb") as lines:
                response = json.loads(lines.readline(MAX_RESPONSE))
    except TimeoutError:
        raise NoAnswer from None
    except (OSError, ValueError) as error:
        raise NoServer(str(error)) from None
    assert isinstance(response, dict)
    return response


def _has_key(request: Message, key: str) -> bool:
    return hmac.compare_digest(str(request.get("key", "")).encode(), key.encode())


async def _answer(lobby: Lobby, clock: Clock, request: Message) -> Message:
    try:
        match request:
            case {"command": "tables"}:
                return {
                    "tables": [_listed(live, clock) for live in lobby.open_tables()],
                    "damaged": [[each.table_id, each.why] for each in lobby.damaged.values()],
                }
            case {"command": "close", "table": str(table)}:
                return await _do(lobby, table, Close())
            case {"command": "kick", "table": str(table), "seat": int(seat)}:
                return await _do(lobby, table, Expel(seat))
    except Refusal as refusal:
        return {"error": refusal.message}
    return {"error": "The server is another version and does not know this command."}


async def _do(lobby: Lobby, table: str, command: Command) -> Message:
    live = _found(lobby, table)
    await live.table.execute(command)
    return {"table": live.state.table_id, "name": live.state.name}


def _found(lobby: Lobby, table: str) -> LiveTable:
    """The open table with that id, or the only one whose id starts with it."""
    found = [live for live in lobby.open_tables() if live.state.table_id.startswith(table)]
    if len(found) == 1 and len(table) >= MIN_PREFIX:
        return found[0]
    raise Refusal(
        Reason.TABLE_NOT_FOUND, 'There is no such table: "koikoi-server tables" lists them.'
    )


def _listed(live: LiveTable, clock: Clock) -> Message:
    """A table as its host sees it, without its join code and cards."""
    state = live.state
    return {
        "table": state.table_id,
        "name": state.name,
        "game": state.game,
        "stage": state.stage.value,
        "private": state.needs_code,
        "minutes": (clock.now() - state.opened_at) // 60_000,
        "spectators": live.watches.spectators,
        "seats": [_seat(seat, clock) for seat in state.seats],
    }


def _seat(seat: SeatState, clock: Clock) -> Message:
    away = None if seat.absent_since is None else (clock.now() - seat.absent_since) // 1000
    return {"seat": seat.seat, "name": seat.name, "bot": seat.bot, "away": away}


def _bound_socket(folder: Path) -> socket.socket:
    """A bound socket in *folder*. It replaces one that a crashed server left there."""
    if sys.platform == "win32":
        raise OSError("this system has no Unix sockets")
    (folder / SOCKET).unlink(missing_ok=True)
    made = socket.socket(socket.AF_UNIX)
    try:
        with _short_path(folder) as path:
            made.bind(path)
        set_mode(folder / SOCKET, 0o600)
    except BaseException:
        made.close()
        raise
    return made


def _write_port(folder: Path, port: int, key: str) -> None:
    (folder / PORT).unlink(missing_ok=True)
    descriptor = os.open(folder / PORT, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="ascii") as file:
        file.write(f"{port} {key}")


@contextmanager
def _connected(folder: Path) -> Iterator[tuple[socket.socket, str]]:
    _check_owner(folder)
    if (folder / PORT).exists():
        port, _, key = (folder / PORT).read_text(encoding="ascii").partition(" ")
        with socket.create_connection(("127.0.0.1", int(port)), TIMEOUT) as connection:
            yield connection, key
    elif sys.platform == "win32":
        raise FileNotFoundError(folder / PORT)
    else:
        with socket.socket(socket.AF_UNIX) as connection:
            with _short_path(folder) as path:
                connection.connect(path)
            yield connection, ""


def _check_owner(folder: Path) -> None:
    """Check that the server's user, this one or root has put the socket or the file there.

    Raises:
        PermissionError: when somebody else did, in a folder to which others may write, or when it
            is a link.
    """
    if sys.platform == "win32":
        return
    trusted = {0, os.geteuid(), folder.stat().st_uid}
    for path in (folder / PORT, folder / SOCKET):
        if os.path.lexists(path) and path.lstat().st_uid not in trusted:
            raise PermissionError(f"{path} belongs to another user")
        if path.is_symlink():
            raise PermissionError(f"{path} is a link")


@contextmanager
def _short_path(folder: Path) -> Iterator[str]:
    """A path to the socket that is short enough for the system, however long *folder* is."""
    path = str(folder / SOCKET)
    if len(os.fsencode(path)) <= MAX_PATH or not Path("/proc/self/fd").exists():
        yield path
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{descriptor}/{SOCKET}"
    finally:
        os.close(descriptor)
