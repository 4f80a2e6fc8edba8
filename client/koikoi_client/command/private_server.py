"""Our own server: ``koikoi-server`` in a child process that ends with this process.

When the server is ready, it prints a line ``koikoi-client HOST:PORT`` for each of its addresses,
lines with notes about them, which begin with ``koikoi-server: ``, and the line ``koikoi-server
keeps nothing: WHY`` if it cannot use its data folder. It prints the addresses and the notes again
when they change. It stops when its standard input closes.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from koikoi_client.command.server_process import (
    INSECURE,
    KEEPS_NOTHING,
    NOTE,
    READY,
    START_SECONDS,
    ServerProcess,
)
from koikoi_client.errors import CannotConnect
from koikoi_client.follow.invitations import Invitations
from koikoi_client.system.temporary_folder import temporary_folder
from koikoi_client.text import text
from koikoi_client.wire.address import Address, AddressError, parse

COMMAND = (sys.executable, "-m", "koikoi_server")
MIN_UPTIME = 5.0
"""Seconds. A restarted server that ends sooner counts as a failure."""
MAX_FAILURES = 3
"""After this many failures in a row, the server is not restarted again."""
RETRY_SECONDS = 0.5
"""The pause before a restart, for each failure in a row."""

PRACTICE = ("--private",)
"""Options of a server for this machine only, on any free port."""
CATALOGUE = (*PRACTICE, "--memory")
"""Options of a server that is only asked for its catalogue, and keeps nothing."""
FOR_THE_LAN = ("--exit-with-stdin",)
"""Options of a server for the local network, which ends with this process."""


class PrivateServer:
    """A server process; :meth:`ready` waits until it accepts connections.

    Attributes:
        address: the address to use on this machine.
        invitations: how friends reach it.
        keeps: whether it keeps its tables for the next run.
        why_not: why it cannot keep them, as a sentence; or "".
    """

    address: Address
    keeps: bool

    def __init__(
        self,
        log: Path | None,
        options: Sequence[str],
        command: Sequence[str],
        keeps: bool,
        inherited: Sequence[int] = (),
    ) -> None:
        self._log = log
        self.keeps = keeps
        self.why_not = ""
        self._command = (*command, *options)
        self._inherited = inherited
        self.invitations = Invitations()
        self._loop = asyncio.get_running_loop()
        self._child = self._start(self._command)

    def _start(self, command: Sequence[str]) -> ServerProcess:
        def on_change(lines: list[str]) -> None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._show, lines)

        return ServerProcess(command, self._log, self._inherited, on_change)

    async def ready(self) -> None:
        """Wait until the server accepts connections.

        Raises:
            CannotConnect: when it does not start. The message quotes its last line of output.
        """
        shown = await self._lines()
        if not shown:
            raise CannotConnect(text("The server did not start: {why}", why=self._why()))
        if shown[-1].startswith(KEEPS_NOTHING):
            self.why_not = shown.pop().removeprefix(KEEPS_NOTHING)
            self.keeps = False
        self.address = _address_for_this_machine(shown)
        self._show(shown)

    def _show(self, lines: Sequence[str]) -> None:
        """Set the invitations to what the server printed."""
        commands = [line for line in lines if line.startswith(READY)]
        friends = all(not _address(line).only_here for line in commands)
        self.invitations.commands = tuple(commands) if friends else ()
        self.invitations.notes = tuple(
            line.removeprefix(NOTE) for line in lines if line.startswith(NOTE)
        )
        self.invitations.on_change()

    async def keep_up(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> NoReturn:
        """Restart the server on the same port and data whenever it ends.

        It is safe to start a child while gRPC runs: the child execs at once and inherits only its
        pipes. *clock* returns seconds.

        Raises:
            CannotConnect: after MAX_FAILURES.
        """
        again = (*self._command, "--port", str(self.address.port))
        began = -MIN_UPTIME + clock()
        failures = 0
        while True:
            await asyncio.wrap_future(self._child.ended)
            failures = failures + 1 if clock() - began < MIN_UPTIME else 0
            if failures == MAX_FAILURES:
                break
            await sleep(failures * RETRY_SECONDS)
            self._child.close()
            self._child = self._start(again)
            lines = await self._lines()
            if lines and not (self.keeps and lines[-1].startswith(KEEPS_NOTHING)):
                self._show(lines)
            else:
                await self._child.end()
            began = clock()
        stopped = text(
            "The server in this window stopped and could not be restarted: {why}.", why=self._why()
        )
        if self.keeps:
            kept = text("Its tables are kept: run the same command again to return to them.")
            raise CannotConnect(f"{stopped} {kept}")
        raise CannotConnect(stopped)

    def _why(self) -> str:
        """Why the server ended, and the log that may say more."""
        line = self._child.why()
        return (
            line if self._log is None else text("{line} (more in {log})", line=line, log=self._log)
        )

    async def stop(self) -> None:
        """Stop the server, and wait until it has ended."""
        await self._child.stop()

    async def _lines(self) -> list[str]:
        """Wait for the lines with addresses; [] when the server has ended or takes too long."""
        ready = asyncio.wrap_future(self._child.ready)
        done, _ = await asyncio.wait({ready}, timeout=START_SECONDS)
        self._child.was_too_slow = not done
        return ready.result() if done else []


@asynccontextmanager
async def private_server(
    log: Path | None,
    options: Sequence[str] = PRACTICE,
    command: Sequence[str] = COMMAND,
    *,
    keeps: bool = True,
    inherited: Sequence[int] = (),
) -> AsyncIterator[PrivateServer]:
    """Start a server for the block. It appends its error output to *log*.

    The block can do other work before it calls :meth:`PrivateServer.ready`. The server inherits
    the file descriptors *inherited*, except on Windows.
    """
    server = PrivateServer(log, options, command, keeps, inherited)
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def temporary_server(
    log: Path | None, folders: Path, command: Sequence[str] = COMMAND
) -> AsyncIterator[PrivateServer]:
    """A private server whose data is in a new folder in *folders*, deleted after the block."""
    with temporary_folder(folders) as (folder, locks):
        options = (*PRACTICE, "--data", str(folder))
        async with private_server(log, options, command, keeps=False, inherited=locks) as server:
            yield server


def _address_for_this_machine(shown: Sequence[str]) -> Address:
    """The loopback address of the server that printed these lines, with its code.

    Unlike the others it stays when this machine leaves its network. One of IPv4 is used if the
    server has others of IPv4.

    Raises:
        CannotConnect: when no line has an address.
    """
    try:
        addresses = [_address(line) for line in shown if line.startswith(READY)]
    except AddressError:
        addresses = []
    if not addresses:
        raise CannotConnect(text("The server printed no address."))
    ipv6 = all(":" in each.host for each in addresses)
    return replace(addresses[0], host="::1" if ipv6 else "127.0.0.1")


def _address(line: str) -> Address:
    """The address in a line that the server printed. Raises AddressError."""
    rest = line.removeprefix(READY)
    shown = parse(rest.removeprefix(INSECURE).strip('"'))
    return replace(shown, insecure=rest.startswith(INSECURE))
