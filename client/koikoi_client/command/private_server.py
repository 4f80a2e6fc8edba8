"""Our own server: a child process that runs ``koikoi-server`` and ends with this process.

When the server is ready, it prints a line ``koikoi-client HOST:PORT`` for each of its addresses,
and ``koikoi-server keeps nothing`` if another server uses its data folder. It stops when its
standard input closes.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

from koikoi_client.errors import CannotConnect
from koikoi_client.text import text
from koikoi_client.wire.address import Address, AddressError, parse

COMMAND = (sys.executable, "-m", "koikoi_server")
READY = "koikoi-client "
KEEPS_NOTHING = "koikoi-server keeps nothing"
START_SECONDS = 20.0
STOP_SECONDS = 5.0
MIN_UPTIME = 5.0
"""Seconds. A restarted server that ends sooner is not restarted again."""

PRACTICE = ("--private",)
"""Options: for this machine only, on any free port, until this process ends."""
CATALOGUE = (*PRACTICE, "--memory")
"""Options: only to answer with its catalogue; nothing is kept."""
FOR_THE_LAN = ("--exit-with-stdin",)
"""Options: as started by hand, but until this process ends."""


class PrivateServer:
    """A server process that was started; :meth:`ready` waits until it can be reached.

    Attributes:
        address: its address for this machine.
        shown: the commands that it printed for friends.
        keeps: whether it keeps its tables for the next run.
    """

    address: Address
    shown: tuple[str, ...]
    keeps: bool

    def __init__(
        self, log: Path | None, options: Sequence[str], command: Sequence[str], keeps: bool
    ) -> None:
        self._log = log
        self.keeps = keeps
        self._command = (*command, *options)
        self._child = _Child(self._command, log)

    async def ready(self) -> None:
        """Wait until the server can be reached.

        Raises:
            CannotConnect: when it does not start, with its last line of output.
        """
        shown = await self._lines()
        if not shown:
            raise CannotConnect(
                self._sentence(
                    "The server did not start: {why}",
                    "The server did not start: {why} (more in {log})",
                )
            )
        if KEEPS_NOTHING in shown:
            shown.remove(KEEPS_NOTHING)
            self.keeps = False
        self.address, self.shown = _nearest(shown), tuple(shown)

    async def keep_up(self, clock: Callable[[], float] = time.monotonic) -> NoReturn:
        """Restart the server on the same port and data whenever it ends.

        It is safe to start a child while gRPC runs: the child execs at once and inherits only its
        pipes. *clock* returns seconds.

        Raises:
            CannotConnect: when the server cannot be restarted, or ends again within MIN_UPTIME.
        """
        began = -MIN_UPTIME + clock()
        while True:
            await asyncio.wrap_future(self._child.ended)
            ended = clock()
            if ended - began < MIN_UPTIME:
                break
            again = (*self._command, "--port", str(self.address.port))
            self._child.close()
            self._child = _Child(again, self._log)
            if not await self._lines():
                break
            began = clock()
        ended_for_good = self._sentence(
            "The server of this window has ended and could not be restarted: {why}.",
            "The server of this window has ended and could not be restarted: {why} "
            "(more in {log}).",
        )
        if self.keeps:
            kept = text("Its tables are kept: run the same command again to return to them.")
            raise CannotConnect(f"{ended_for_good} {kept}")
        raise CannotConnect(ended_for_good)

    def _sentence(self, short: str, with_log: str) -> str:
        """A sentence with the last line of the server's output, and the log if there is one."""
        why = self._child.last_error_line()
        return text(short, why=why) if self._log is None else text(with_log, why=why, log=self._log)

    def close_input(self) -> None:
        """Tell the server to end, and do not wait for it."""
        self._child.close_input()

    async def stop(self) -> None:
        """Stop the server, and wait until it has ended."""
        await self._child.stop()

    async def _lines(self) -> list[str]:
        """The lines with addresses; none when the server has ended or takes too long."""
        ready = asyncio.wrap_future(self._child.ready)
        done, _ = await asyncio.wait({ready}, timeout=START_SECONDS)
        return ready.result() if done else []


@asynccontextmanager
async def private_server(
    log: Path | None,
    options: Sequence[str] = PRACTICE,
    command: Sequence[str] = COMMAND,
    *,
    keeps: bool = True,
) -> AsyncIterator[PrivateServer]:
    """Start a server for the block, with its errors in *log* if that is given.

    The block may do other work before it waits with :meth:`PrivateServer.ready`.
    """
    server = PrivateServer(log, options, command, keeps)
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def temporary_server(
    log: Path | None, command: Sequence[str] = COMMAND
) -> AsyncIterator[PrivateServer]:
    """A private server whose data is deleted at the end of the block."""
    with tempfile.TemporaryDirectory(prefix="koikoi-", ignore_cleanup_errors=True) as folder:
        options = (*PRACTICE, "--data", folder)
        async with private_server(log, options, command, keeps=False) as server:
            yield server


class _Child:
    """One server process. A thread reads its output until it ends."""

    def __init__(self, command: Sequence[str], log: Path | None) -> None:
        # Its own process group: Ctrl-C reaches only us, and we stop the server.
        group: dict[str, Any]
        if sys.platform == "win32":
            group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        else:
            group = {"start_new_session": True}
        self.ready: Future[list[str]] = (
            Future()
        )  #: the lines with addresses; empty when it ended before
        self.ended: Future[None] = Future()
        for each in (self.ready, self.ended):
            each.set_running_or_notify_cancel()  # so that a cancelled wait cancels neither
        # Kept open, without a log too, to quote the last line.
        self._errors = (
            log.open("a+b") if log is not None else tempfile.TemporaryFile()  # noqa: SIM115
        )
        self._start_of_log = self._errors.seek(0, os.SEEK_END)
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, **group
        )
        threading.Thread(target=self._read, daemon=True, name="own server").start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        said = b""
        with self._process.stdout as pipe:
            while more := os.read(pipe.fileno(), 4096):
                if not self.ready.done():
                    said += more
                    lines = said.decode("utf-8", "replace").splitlines()
                    shown = [
                        line.strip() for line in lines if line.startswith((READY, KEEPS_NOTHING))
                    ]
                    if shown and said.endswith(b"\n"):
                        self.ready.set_result(shown)
        self._process.wait()
        if not self.ready.done():
            self.ready.set_result([])
        self.ended.set_result(None)

    def last_error_line(self) -> str:
        """The last line on its standard error."""
        self._errors.seek(self._start_of_log)
        said = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return said[-1] if said else text("no message")

    def close_input(self) -> None:
        """Close its input, which makes it stop."""
        with suppress(OSError):  # it has ended already
            if self._process.stdin is not None:
                self._process.stdin.close()

    async def stop(self) -> None:
        """Let it stop by itself; after a while terminate and at last kill it."""
        self.close_input()
        ended = asyncio.wrap_future(self.ended)
        for end in (self._process.terminate, self._process.kill):
            if (await asyncio.wait({ended}, timeout=STOP_SECONDS))[0]:
                break
            end()
        await ended
        self.close()

    def close(self) -> None:
        """Close its input and its error output, after it has ended."""
        self.close_input()
        self._errors.close()


def _nearest(shown: Sequence[str]) -> Address:
    addresses = []
    for line in shown:
        try:
            addresses.append(parse(line.removeprefix(READY)))
        except AddressError:
            continue
    if not addresses:
        raise CannotConnect(text("The server printed no address."))
    return next((each for each in addresses if each.only_here), addresses[0])
