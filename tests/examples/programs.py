"""The programs of the tests: the server's command, the example clients, a person's client."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.timeouts import HANG

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NODE = (EXAMPLES / "node/node_modules", "node and `npm ci` in examples/node")
CPP = (EXAMPLES / "cpp/build/client", "a client built in examples/cpp/build")

COMMANDS: dict[str, Sequence[str]] = {
    "node": ("node", str(EXAMPLES / "node/client.js")),
    "cpp": (str(CPP[0]),),
    "python": (sys.executable, str(EXAMPLES / "python/client.py")),
    "bot": (sys.executable, str(EXAMPLES / "bot.py")),
}

LANGUAGES = [
    "python",
    pytest.param("node", marks=pytest.mark.examples),
    pytest.param("cpp", marks=pytest.mark.examples),
]


def needed(language: str) -> None:
    """Skip the test, with a sentence, if the language's example cannot run here."""
    path, what = {"node": NODE, "cpp": CPP}.get(language, (EXAMPLES, ""))
    if not path.exists() or (language == "node" and shutil.which("node") is None):
        pytest.skip(f"not shown here: this needs {what} (`make examples` does that)")


class Program:
    """A process, and the lines that it prints."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.lines: list[str] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self.lines.append(line.decode().rstrip("\n"))

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())

    async def said(self, part: str) -> str:
        """The first line that holds *part*."""
        try:
            async with asyncio.timeout(HANG):
                while True:
                    for line in self.lines:
                        if part in line:
                            return line
                    if self._reading.done():
                        break
                    await asyncio.sleep(0.01)
        except TimeoutError:
            pass
        raise AssertionError(f"{part!r} was never said; what was:\n" + "\n".join(self.lines[-20:]))

    async def ended(self, well: bool = True) -> list[str]:
        """All its lines, once it has ended, well or with an error."""
        async with asyncio.timeout(HANG):
            code = await self._process.wait()
            await self._reading
        assert (code == 0) is well, "\n".join(self.lines[-20:])
        return self.lines

    def interrupt(self) -> None:
        """As Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)

    async def kill(self) -> None:
        """End it as a power cut would, if it has not ended."""
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        await self._reading


async def program(*command: str, folder: Path, stdin: bool = False, **more: str) -> Program:
    """Start a command in *folder*; *more* are variables of its environment."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("GRPC")}
    kept = {f"XDG_{kind}_HOME": str(folder / kind) for kind in ("DATA", "CONFIG", "STATE")}
    return Program(
        await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            env=ours | kept | {"HOME": str(folder), "PYTHONUNBUFFERED": "1"} | more,
            stdin=PIPE if stdin else DEVNULL,
            stdout=PIPE,
            stderr=STDOUT,
        )
    )


async def example(language: str, address: str, *arguments: str, folder: Path) -> Program:
    """Start an example client of a server that does not encrypt.

    The first of *arguments* is the player's name.
    """
    command = (*COMMANDS[language], address, *arguments, "--insecure")
    return await program(*command, folder=folder)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def server(port: int, folder: Path) -> Program:
    """Start the server on that port of this machine, with its data in *folder*, and wait for it."""
    options = ("--host", "127.0.0.1", "--port", str(port), "--data", str(folder / "data"))
    started = await program(
        sys.executable,
        "-m",
        "koikoi_server",
        *options,
        "--free-loopback",
        "--insecure",
        folder=folder,
    )
    await started.said("koikoi-client")
    return started
