"""A server in this process that keeps its data in a folder, and can be started again on it."""

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
    ran_until: int = 0,
) -> AsyncIterator[Client]:
    """Run a server on the data in *path* until the block ends; *around* wraps its journal."""
    with Folder(path) as folder:
        journal = DurableJournal(folder.store())
        try:
            async with serving(
                settings,
                journal=around(journal),
                clock=clock,
                key=folder.key,
                server_id=folder.server_id,
                ran_until=ran_until,
            ) as client:
                yield client
        finally:
            await journal.close()
