"""A record from a file on a whole screen, without a table or a session."""

from __future__ import annotations

import argparse
import asyncio

from koikoi.v1 import service_pb2
from koikoi_client.app.overlays import HelpScreen
from koikoi_client.app.program import Program
from koikoi_client.app.replay import ReplayScreen
from koikoi_client.app.settings import of_terminal
from koikoi_client.records.telling import Told
from koikoi_client.screen.help import Reader
from koikoi_client.system.process import EXIT_OK
from koikoi_client.text import text


class ReplayFrontEnd:
    """The screen of this process's terminal, which is asked what it can."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self._settings = of_terminal(color=asked.color, ascii=asked.ascii)

    async def show(self, told: Told, catalog: service_pb2.GetCatalogResponse) -> int:
        """Show a match until the person has seen enough; the exit code. Its first step is here."""
        reader = Reader(told.steps[0].update.table.game, replaying=True)
        program = Program(self._settings, help=lambda on: HelpScreen(on, catalog, reader))
        program.title(text("Replay - Koi-Koi"))

        async def look() -> int:
            seen = asyncio.Event()
            program.show(ReplayScreen(program, told, catalog, seen.set, seen.set))
            await seen.wait()
            return EXIT_OK

        return await program.run(look())
