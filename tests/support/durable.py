"""Servers in this process on data in a folder, one after another as after a crash or a stop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from koikoi_server.journal import Journal
from koikoi_server.journal.durable import DurableJournal
from koikoi_server.journal.folder import Folder
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Clock
from tests.support.server import Client, serving


@asynccontextmanager
async def serving_from(
    path: Path,
    settings: Settings | None = None,
    *,
    clock: Clock | None = None,
    around: Callable[[Journal], Journal] = lambda journal: journal,
) -> AsyncIterator[Client]:
    """A server on the data in *path*, its journal as *around* makes it, as long as the block."""
    with Folder(path) as folder:
        journal = DurableJournal(folder.store())
        try:
            async with serving(
                settings,
                journal=around(journal),
                clock=clock,
                key=folder.key,
                server_id=folder.server_id,
            ) as client:
                yield client
        finally:
            await journal.close()
