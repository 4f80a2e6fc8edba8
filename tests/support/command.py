"""The command koikoi-server as a subprocess of asyncio."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from tests.support.timeouts import HANG


@asynccontextmanager
async def command(*options: str, around: Sequence[str] = ()) -> AsyncIterator[Process]:
    """Run the command, after *around*; kill it at the end of the block if it still runs."""
    whole = (*around, sys.executable, "-m", "koikoi_server", *options)
    ours = {name: value for name, value in os.environ.items() if not name.startswith("GRPC")}
    process = await asyncio.create_subprocess_exec(
        *whole, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=ours
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def ended(process: Process) -> tuple[int, str, str]:
    """Wait for the end of the process; return exit code, stdout and stderr."""
    out, err = await asyncio.wait_for(process.communicate(), HANG)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()
