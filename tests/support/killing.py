"""A server process that tests kill and start again on the same data."""

from __future__ import annotations

import asyncio
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from random import randrange

from tests.support.timeouts import HANG


def reserved_port() -> int:
    """A free port below those that systems hand out, so that nobody else gets it meanwhile."""
    while True:
        port = randrange(20_000, 32_000)
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port


class Killable:
    """A server on 127.0.0.1 that keeps its port and its data when it is started again.

    It does not encrypt.
    """

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = reserved_port()
        self.process: Process | None = None

    @property
    def target(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start the server, and return when it is ready.

        Raises:
            AssertionError: if it ends instead; the message is its stderr.
        """
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "koikoi_server", "--host", "127.0.0.1", "--insecure"),
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
        """Kill the server with SIGKILL."""
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.communicate()
