"""A server of one's own: a child process of the server's command, gone when this process is.

Nothing of the server is imported. It prints a line ``koikoi-client HOST:PORT`` for each address at
which it can be reached, all at once, with a line ``koikoi-server keeps nothing`` where another one
has the folder, and stops when its standard input closes.
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
PASSING = "koikoi-server keeps nothing"
START_SECONDS = 20.0
STOP_SECONDS = 5.0
LEAST_LIFE = 5.0
"""Seconds: a server that ends sooner after it was started again is not started once more."""

PRACTICE = ("--private",)
"""Only this machine, a port that is free, and no longer than we live."""
CATALOGUE = (*PRACTICE, "--memory")
"""To be asked what things are called: nothing is kept."""
FOR_THE_LAN = ("--exit-with-stdin",)
"""As by hand, but no longer than we live."""


class PrivateServer:
    """A server that was started, and is by and by ready.

    Attributes:
        address: to connect to from this machine.
        shown: lines that it printed for friends.
        keeps: whether what is played is there for the next one too.
    """

    address: Address
    shown: tuple[str, ...]
    keeps: bool

    def __init__(
        self, log: Path | None, options: Sequence[str], command: Sequence[str], keeps: bool
    ) -> None:
        self._log = log
        self.keeps = keeps
        self._more = text(" (more in {log})", log=log) if log is not None else ""
        self._command = (*command, *options)
        self._child = _Child(self._command, log)

    async def ready(self) -> None:
        """Wait until it can be reached.

        Raises:
            CannotConnect: when it does not start, with its own last words.
        """
        shown = await self._lines()
        if not shown:
            why = self._child.last_words()
            raise CannotConnect(
                text("The server did not start: {why}{more}", why=why, more=self._more)
            )
        if PASSING in shown:
            shown.remove(PASSING)
            self.keeps = False
        self.address, self.shown = _nearest(shown), tuple(shown)

    async def keep_up(self, clock: Callable[[], float] = time.monotonic) -> NoReturn:
        """Start it again where it was, on what it has kept, as often as it ends by itself.

        A child of a process in which gRPC runs: it is another program at once, and takes over
        nothing but its pipes. *clock* tells seconds.

        Raises:
            CannotConnect: when that does not help.
        """
        began = -LEAST_LIFE + clock()
        while True:
            await asyncio.wrap_future(self._child.ended)
            ended = clock()
            if ended - began < LEAST_LIFE:
                break
            again = (*self._command, "--port", str(self.address.port))
            self._child.close()
            self._child = _Child(again, self._log)
            if not await self._lines():
                break
            began = clock()
        said = text(
            "The server of this window has ended and could not be started again: {why}{more}.",
            why=self._child.last_words(),
            more=self._more,
        )
        if self.keeps:
            said += " " + text(
                "Start koikoi-client again in the same way: what the server has kept is there."
            )
        raise CannotConnect(said)

    def let_go(self) -> None:
        """Let it end by itself: it is not needed any more."""
        self._child.let_go()

    async def stop(self) -> None:
        """End it, and make sure that it is gone."""
        await self._child.stop()

    async def _lines(self) -> list[str]:
        """The lines with addresses; none: it has ended, or takes too long."""
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
    """Start a server, whose errors go to *log*, if there is one, and stop it at the end.

    It starts while the block does something else, until it waits with
    :meth:`PrivateServer.ready`. *keeps* is what it is told to do.
    """
    server = PrivateServer(log, options, command, keeps)
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def passing_server(
    log: Path | None, command: Sequence[str] = COMMAND
) -> AsyncIterator[PrivateServer]:
    """A private server that keeps what is played no longer than the block: nobody asks for it."""
    with tempfile.TemporaryDirectory(prefix="koikoi-", ignore_cleanup_errors=True) as folder:
        options = (*PRACTICE, "--data", folder)
        async with private_server(log, options, command, keeps=False) as server:
            yield server


class _Child:
    """One process of the server's command. A thread reads what it prints, until it has ended."""

    def __init__(self, command: Sequence[str], log: Path | None) -> None:
        # A group of its own: Ctrl-C is for us, and we end the server when we are done.
        group: dict[str, Any]
        if sys.platform == "win32":
            group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        else:
            group = {"start_new_session": True}
        self.ready: Future[list[str]] = Future()  #: the lines with addresses, if it came so far
        self.ended: Future[None] = Future()
        for each in (self.ready, self.ended):
            each.set_running_or_notify_cancel()  # so that who gives up waiting cancels nothing
        # Open for as long as this is: its last words may have to be told, without a log too.
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
                    shown = [line.strip() for line in lines if line.startswith((READY, PASSING))]
                    if shown and said.endswith(b"\n"):
                        self.ready.set_result(shown)
        self._process.wait()
        if not self.ready.done():
            self.ready.set_result([])
        self.ended.set_result(None)

    def last_words(self) -> str:
        """The last that it said on its standard error."""
        self._errors.seek(self._start_of_log)
        said = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return said[-1] if said else text("it said nothing")

    def let_go(self) -> None:
        """Close its input, at whose end it ends."""
        with suppress(OSError):  # it is gone already
            if self._process.stdin is not None:
                self._process.stdin.close()

    async def stop(self) -> None:
        """Let it end, read what it still says, and make sure that it is gone."""
        self.let_go()
        ended = asyncio.wrap_future(self.ended)
        for end in (self._process.terminate, self._process.kill):
            if (await asyncio.wait({ended}, timeout=STOP_SECONDS))[0]:
                break
            end()
        await ended
        self.close()

    def close(self) -> None:
        """Give up its input and its last words: it has ended."""
        self.let_go()
        self._errors.close()


def _nearest(shown: Sequence[str]) -> Address:
    addresses = []
    for line in shown:
        try:
            addresses.append(parse(line.removeprefix(READY)))
        except AddressError:
            continue
    if not addresses:
        raise CannotConnect(text("The server did not say where it listens."))
    return next((each for each in addresses if each.only_here), addresses[0])
