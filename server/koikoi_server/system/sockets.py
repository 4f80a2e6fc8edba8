"""The connections that this process has accepted, as the system sees them.

gRPC can neither list connections nor close one. A process can list its own open files, though, and
shut down a connection: gRPC then sees its end. Windows has no such list.
"""

from __future__ import annotations

import os
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

FILES = "/proc/self/fd" if sys.platform == "linux" else "/dev/fd"
_RECEIVED = 128  #: where struct tcp_info of Linux has tcpi_bytes_received


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection that this process has accepted."""

    file: int  #: its descriptor
    peer: str  #: as gRPC writes it, unquoted: "ipv4:192.168.1.20:50551", "ipv6:[fe80::1%2]:50551"
    received: int  #: bytes since it was opened; 0 where the system does not tell


def can_list() -> bool:
    """Whether this system lists a process's open files."""
    return sys.platform != "win32" and os.path.isdir(FILES)


class Accepted:
    """Lists the connections to a port.

    It keeps what it has found, as a server looks every second at connections that rarely change.
    Threads may use it at the same time.
    """

    def __init__(self) -> None:
        self._known: dict[int, _Known] = {}  # by descriptor

    def __call__(self, port: int) -> list[Connection]:
        """All that are open; none where the system has no list of open files."""
        if not can_list():
            return []
        before, now = self._known, {}
        for file in _open_files():
            known = _again(before[file]) if file in before else None
            known = known or _found(file, port)
            if known:
                now[file] = known
        self._known = now
        return [known.connection for known in now.values()]


@dataclass(slots=True)
class _Known:
    connection: Connection
    family: int
    endpoint: object  #: of the peer, as the system returns it


def _again(known: _Known) -> _Known | None:
    """The same connection as it is now; None if the descriptor belongs to something else."""
    last = known.connection
    try:
        one = socket.socket(known.family, socket.SOCK_STREAM, 0, last.file)
    except OSError:
        return None
    try:
        if one.getpeername() != known.endpoint:
            return None
        received = _received(one)
    except OSError:
        return None
    finally:
        one.detach()
    if received != last.received:
        known.connection = Connection(last.file, last.peer, received)
    return known


def _found(file: int, port: int) -> _Known | None:
    """The connection to *port* with this descriptor, if it is one."""
    with suppress(OSError), _borrowed(file) as one:
        if one.family in (socket.AF_INET, socket.AF_INET6) and one.getsockname()[1] == port:
            endpoint = one.getpeername()  # none: it listens
            connection = Connection(file, _peer(one.family, endpoint), _received(one))
            return _Known(connection, one.family, endpoint)
    return None


def shut_down(connection: Connection) -> None:
    """End a connection in both directions, unless it has ended already."""
    with suppress(OSError), _borrowed(connection.file) as one:
        if _peer(one.family, one.getpeername()) == connection.peer:
            one.shutdown(socket.SHUT_RDWR)


def _open_files() -> Iterable[int]:
    if sys.platform == "win32":  # never called there
        raise NotImplementedError
    try:
        return [int(name) for name in os.listdir(FILES)]
    except OSError:  # no descriptor is left to open the folder with
        import resource

        return range(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


@contextmanager
def _borrowed(file: int) -> Iterator[socket.socket]:
    """A socket that belongs to gRPC; it stays open.

    Raises:
        OSError: when it is no socket, or was closed meanwhile.
    """
    one = socket.socket(fileno=file)
    try:
        yield one
    finally:
        one.detach()


def _peer(family: int, endpoint: tuple[Any, ...]) -> str:
    host, port, *more = endpoint
    if family == socket.AF_INET:
        return f"ipv4:{host}:{port}"
    bare = host.partition("%")[0]
    if bare.startswith("::ffff:") and "." in bare:
        return f"ipv4:{bare.removeprefix('::ffff:')}:{port}"
    zone = f"%{more[1]}" if more[1] else ""
    return f"ipv6:[{bare}{zone}]:{port}"


def _received(one: socket.socket) -> int:
    if sys.platform != "linux":
        return 0
    found = one.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _RECEIVED + 8)
    return int(struct.unpack_from("Q", found, _RECEIVED)[0]) if len(found) > _RECEIVED else 0
