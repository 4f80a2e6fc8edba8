"""What the server's host may ask of it while it runs: a socket in the data folder.

Whoever can open the folder can open the socket, and nobody else. Where the system has no such
sockets it is a port of this machine, and a file in the folder with the port and a key. A question
and its answer are a line of JSON each.
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
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from koikoi_server.lobby.lobby import Lobby
from koikoi_server.lobby.table_index import LiveTable
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.system.clock import Clock
from koikoi_server.table.commands import Close, Command, Expel
from koikoi_server.table.state import SeatState

log = logging.getLogger(__name__)

SOCKET, PORT = "host.sock", "host.port"
HAS_SOCKETS = sys.platform != "win32"
SECONDS = 10.0  #: for a question and for its answer
LONGEST_LINE = 1 << 24  #: bytes of an answer
LONGEST_PATH = 100  #: bytes; systems allow 103 to 107
SHORTEST_PREFIX = 3  #: characters of a table's id that stand for it when they are enough

Words = dict[str, Any]  #: a question or an answer


class NoServer(Exception):
    """Nobody answers there."""


@asynccontextmanager
async def listening(
    folder: Path, lobby: Lobby, clock: Clock, *, has_sockets: bool = HAS_SOCKETS
) -> AsyncIterator[None]:
    """Answer the host for as long as the block lasts. A server works without it too."""
    key = "" if has_sockets else secrets.token_urlsafe(32)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(SECONDS):
                asked = json.loads(await reader.readline())
                if isinstance(asked, dict) and _may_ask(asked, key):
                    said = json.dumps(await _answer(lobby, clock, asked))
                    writer.write(said.encode() + b"\n")
                    await writer.drain()
        except (OSError, ValueError, RecursionError):
            pass  # who asked has gone away, is too slow, or talks nonsense
        finally:
            writer.close()

    try:
        if sys.platform != "win32" and has_sockets:
            server = await asyncio.start_unix_server(answer, sock=_bound(folder))
        else:
            server = await asyncio.start_server(answer, "127.0.0.1", 0)
            _write_port(folder, server.sockets[0].getsockname()[1], key)
    except OSError as error:
        log.warning("koikoi-server tables, close and kick will not work: %s", error)
        yield
        return
    try:
        yield
    finally:
        server.close()
        for name in (SOCKET, PORT):
            (folder / name).unlink(missing_ok=True)


def ask(folder: Path, question: Words) -> Words:
    """The answer of the server that works on the data in *folder*.

    Raises:
        NoServer: when none does.
    """
    try:
        with _connected(folder) as (connection, key):
            connection.settimeout(SECONDS)
            connection.sendall(json.dumps(question | {"key": key}).encode() + b"\n")
            with connection.makefile("rb") as lines:
                answer = json.loads(lines.readline(LONGEST_LINE))
    except (OSError, ValueError) as error:
        raise NoServer(str(error)) from None
    assert isinstance(answer, dict)
    return answer


def _may_ask(asked: Words, key: str) -> bool:
    return hmac.compare_digest(str(asked.get("key", "")).encode(), key.encode())


async def _answer(lobby: Lobby, clock: Clock, asked: Words) -> Words:
    try:
        match asked:
            case {"command": "tables"}:
                return {"tables": [_told(live, clock) for live in lobby.open_tables()]}
            case {"command": "close", "table": str(table)}:
                return await _do(lobby, table, Close())
            case {"command": "kick", "table": str(table), "seat": int(seat)}:
                return await _do(lobby, table, Expel(seat))
    except Refusal as refusal:
        return {"error": refusal.message}
    return {"error": "This server does not know that: it is of another version."}


async def _do(lobby: Lobby, table: str, command: Command) -> Words:
    live = _found(lobby, table)
    await live.table.execute(command)
    return {"table": live.state.table_id, "name": live.state.name}


def _found(lobby: Lobby, table: str) -> LiveTable:
    """The open table of that id, or whose id alone begins so."""
    found = [live for live in lobby.open_tables() if live.state.table_id.startswith(table)]
    if len(found) == 1 and len(table) >= SHORTEST_PREFIX:
        return found[0]
    raise Refusal(Reason.TABLE_NOT_FOUND, "There is no such table: see koikoi-server tables.")


def _told(live: LiveTable, clock: Clock) -> Words:
    """A table for its host: neither its code nor a card."""
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


def _seat(seat: SeatState, clock: Clock) -> Words:
    away = None if seat.absent_since is None else (clock.now() - seat.absent_since) // 1000
    return {"seat": seat.seat, "name": seat.name, "bot": seat.bot, "away": away}


def _bound(folder: Path) -> socket.socket:
    """A socket in *folder*; one that a crash has left is taken away."""
    if sys.platform == "win32":
        raise OSError("this system has no such sockets")
    (folder / SOCKET).unlink(missing_ok=True)
    made = socket.socket(socket.AF_UNIX)
    try:
        with _short(folder) as path:
            made.bind(path)
        (folder / SOCKET).chmod(0o600)
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
    if (folder / PORT).exists():
        port, _, key = (folder / PORT).read_text(encoding="ascii").partition(" ")
        with socket.create_connection(("127.0.0.1", int(port)), SECONDS) as connection:
            yield connection, key
    elif sys.platform == "win32":
        raise FileNotFoundError(folder / PORT)
    else:
        with socket.socket(socket.AF_UNIX) as connection:
            with _short(folder) as path:
                connection.connect(path)
            yield connection, ""


@contextmanager
def _short(folder: Path) -> Iterator[str]:
    """The socket's path in a form that systems allow, however deep the folder lies."""
    path = str(folder / SOCKET)
    if len(os.fsencode(path)) <= LONGEST_PATH or not Path("/proc/self/fd").exists():
        yield path
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{descriptor}/{SOCKET}"
    finally:
        os.close(descriptor)
