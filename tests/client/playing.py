"""People for tests: a real server in the test's loop, and typists in line mode."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from koikoi_client.lines.console import Lines
from koikoi_client.lines.front_end import play
from koikoi_client.lines.user import LineUser
from koikoi_client.system.store import Store
from koikoi_client.wire.address import Address
from koikoi_client.wire.session import Session
from koikoi_server.identity import Identity
from koikoi_server.service.serve import Running, start
from koikoi_server.settings import Settings
from koikoi_server.table.limits import Limits
from tests.client.lines.typed import TypedConsole
from tests.support.timeouts import HANG

OVER = ("won the match", "match is a draw")


@asynccontextmanager
async def real_server(
    seed: str = "client tests",
    port: int = 0,
    limits: Limits | None = None,
    identity: Identity | None = None,
) -> AsyncIterator[Running]:
    """A server on 127.0.0.1. Connections are encrypted with *identity*; None: they are not."""
    settings = Settings(name="Test", seed=seed, limits=limits or Limits())
    running = await start(settings, ["127.0.0.1"], port, identity=identity)
    try:
        yield running
    finally:
        await running.stop()


class Person:
    """One client in line mode, with a keyboard of the test's."""

    def __init__(self, port: int, folder: Path, name: str, language: str = "en") -> None:
        self.console = TypedConsole()
        self.session = Session(Address("127.0.0.1", port, insecure=True), language=language)
        self.store = Store(folder / name / "config", folder / name / "state")
        self.user = LineUser(Lines(self.console), self.session, self.store, name)
        self._running: asyncio.Task[int] | None = None

    async def start(self, join_code: str = "") -> None:
        await self.session.open()
        self._running = asyncio.create_task(play(self.user, join_code))

    async def end(self) -> int:
        """The exit code, once the client has ended."""
        assert self._running is not None
        async with asyncio.timeout(HANG):
            code = await self._running
        await self.user.lines.close()
        await self.session.close()
        return code

    async def stop(self) -> None:
        """End the client as a crash would."""
        if self._running is not None and not self._running.done():
            self._running.cancel()
            await asyncio.wait({self._running})
        await self.user.lines.close()
        await self.session.close()

    def play(self) -> None:
        """From now on, type the first thing that is offered."""
        expected = ""

        def read(line: str) -> None:
            nonlocal expected
            if any(heading in line for heading in ("Your hand:", "Choose:")):
                expected = line
            elif expected and line.startswith("  "):
                key = line.split()[0].rstrip(":")
                self.console.type(key + "a" if "takes one of" in line else key)
                expected = ""
            elif "Press Enter to go on" in line:
                self.console.type("")

        self.console.on_say = read

    def rest(self) -> None:
        """Play no more."""
        self.console.on_say = lambda line: None


@asynccontextmanager
async def people(
    port: int, folder: Path, *names: str, language: str = "en"
) -> AsyncIterator[list[Person]]:
    """Clients of that many people, stopped at the end; they are not started."""
    made = [Person(port, folder, name, language) for name in names]
    try:
        yield made
    finally:
        for person in made:
            await person.stop()
