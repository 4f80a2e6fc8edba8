"""The full-screen front end for a record from a file, without a server."""

from __future__ import annotations

import asyncio

from koikoi.v1 import service_pb2
from koikoi_client.app.pagers import HelpScreen
from koikoi_client.app.program import Program
from koikoi_client.app.replay import ReplayScreen
from koikoi_client.app.settings import Settings
from koikoi_client.records.steps import ReplaySteps
from koikoi_client.screen.help_page import HelpContext
from koikoi_client.system.process import EXIT_OK
from koikoi_client.text import text


class ReplayFrontEnd:
    """Draws on the whole terminal."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def show(self, replay: ReplaySteps, catalog: service_pb2.GetCatalogResponse) -> int:
        """Replay a match until the user leaves; return the exit code. Its first step is loaded."""
        context = HelpContext(replay.steps[0].update.table.game, replaying=True)
        program = Program(self._settings, help=lambda on: HelpScreen(on, catalog, context))
        program.title(text("Replay - Koi-Koi"))

        async def look() -> int:
            left = asyncio.Event()
            program.show(ReplayScreen(program, replay, catalog, left.set, left.set))
            await left.wait()
            return EXIT_OK

        return await program.run(look())
