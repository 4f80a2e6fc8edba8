"""A server of one's own: a child process of the server's command, gone when this process is.

Nothing of the server is imported. It prints a line ``koikoi-client HOST:PORT`` for each address at
which it can be reached, and stops when its standard input closes.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from koikoi_client.address import Address, AddressError, parse
from koikoi_client.errors import CannotConnect
from koikoi_client.texts import text

READY = "koikoi-client "
START_SECONDS = 20.0
STOP_SECONDS = 5.0

PRACTICE = ("--private",)
"""Only this machine, a port that is free, and no longer than we live."""
HOT_SEAT = ("--private", "--memory")
"""Only this machine, and nothing is kept: who played together here is not asked again."""
FOR_THE_LAN = ("--exit-with-stdin",)
"""As by hand, but no longer than we live."""


@dataclass(frozen=True, slots=True)
class PrivateServer:
    """A server that runs as long as the block that started it."""

    address: Address  #: to connect to from this machine
    shown: tuple[str, ...]  #: lines that the server printed for friends


@asynccontextmanager
async def private_server(
    log: Path,
    options: Sequence[str] = PRACTICE,
    command: Sequence[str] = (sys.executable, "-m", "koikoi_server"),
) -> AsyncIterator[PrivateServer]:
    """Start a server, wait until it is ready, stop it at the end. Its errors go to *log*.

    Raises:
        CannotConnect: when it does not start, with its own last words.
    """
    # A group of its own: Ctrl-C is for us, and we end the server when we are done.
    group: dict[str, Any]
    if sys.platform == "win32":
        group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    else:
        group = {"start_new_session": True}
    with log.open("ab") as errors:
        start = errors.tell()
        process = await asyncio.create_subprocess_exec(
            *command,
            *options,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
            **group,
        )
    try:
        try:
            async with asyncio.timeout(START_SECONDS):
                shown = await _ready_lines(process)
        except TimeoutError:
            shown = []
        if not shown:
            raise CannotConnect(_last_words(log, start))
        drain = asyncio.create_task(_drain(process))
        try:
            yield PrivateServer(_nearest(shown), tuple(shown))
        finally:
            drain.cancel()
            await asyncio.wait({drain})
    finally:
        await _stop(process)


async def _ready_lines(process: asyncio.subprocess.Process) -> list[str]:
    """The lines with addresses; they come together, so a short silence ends them."""
    assert process.stdout is not None
    shown: list[str] = []
    while True:
        try:
            async with asyncio.timeout(0.3 if shown else None):
                line = (await process.stdout.readline()).decode("utf-8", "replace")
        except (TimeoutError, ValueError):  # a line without an end is none of ours
            return shown
        if not line:
            return shown
        if line.startswith(READY):
            shown.append(line.strip())


async def _drain(process: asyncio.subprocess.Process) -> None:
    assert process.stdout is not None
    while await process.stdout.read(4096):
        pass


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


def _last_words(log: Path, start: int) -> str:
    said = log.read_bytes()[start:].decode("utf-8", "replace").strip().splitlines()
    why = said[-1] if said else text("it said nothing")
    return text("The server did not start: {why} (more in {log})", why=why, log=log)


async def _stop(process: asyncio.subprocess.Process) -> None:
    """Close its input, read what it still says, and make sure that it is gone."""
    if process.stdin is not None:
        process.stdin.close()
    for end in (process.terminate, process.kill):
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.communicate()
                return
        except TimeoutError:
            end()
    await process.communicate()
