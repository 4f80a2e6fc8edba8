"""The server's command as a process that is killed, on data in a folder."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path

from tests.support.timeouts import HANG


class Killable:
    """A server on 127.0.0.1, always on the same port and the same data."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = 0
        self.process: Process | None = None

    @property
    def target(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Return when it serves.

        Raises:
            AssertionError: when it does not, with what it says.
        """
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "koikoi_server", "--host", "127.0.0.1"),
            *("--port", str(self.port), "--data", str(self.data), *self.options),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
        )
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), HANG)
        if not line:
            raise AssertionError((await self.process.stderr.read()).decode())
        self.port = int(line.decode().strip().rpartition(":")[2])

    async def kill(self) -> None:
        """As kill -9 does: nothing is said, nothing is finished."""
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.communicate()
