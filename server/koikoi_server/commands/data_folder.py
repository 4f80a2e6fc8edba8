"""The data folder while a server runs: it may be deleted, moved or replaced at any moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count

from koikoi_server.commands.host_socket import HostSocket
from koikoi_server.journal import Journal
from koikoi_server.journal.folder import Folder
from koikoi_server.service.serve import Running

INTERVAL = 2.0  #: seconds between two checks
NOTED = 5  #: the time is noted at every fifth check


@asynccontextmanager
async def serving_folder(
    folder: Folder, running: Running, interval: float = INTERVAL
) -> AsyncIterator[None]:
    """Until the block ends, serve the host's commands, and check that the folder is in its place.

    If it is not, health checks and the host's commands say so; moves are refused by the journal.
    """
    socket = HostSocket(folder.path, running.lobby, running.clock)

    async def report(problem: str) -> None:
        socket.problem = problem
        await running.set_healthy(not problem)

    def note_time() -> None:
        with suppress(OSError):  # the disk is full: the newest entry has a time too
            folder.note_time(running.clock.now())

    await socket.listen()
    watching = asyncio.create_task(
        _watch(running.journal, report, socket.listen, note_time, interval)
    )
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.wait({watching})
        socket.close()
        note_time()


async def _watch(
    journal: Journal,
    report: Callable[[str], Awaitable[None]],
    listen: Callable[[], Awaitable[None]],
    note_time: Callable[[], None],
    interval: float,
) -> None:
    known = ""
    for number in count():
        problem = await journal.check()
        if problem != known:
            await report(problem)
            known = problem
        if not problem:
            await listen()
            if number % NOTED == 0:
                note_time()
        await asyncio.sleep(interval)
