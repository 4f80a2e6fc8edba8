"""Write docs/protocol.md: play a match and show its messages.

    python -m scripts.protocol_doc

A test plays the match again and compares the headings and fields.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from itertools import count
from pathlib import Path
from unittest.mock import patch

import grpc
from scripts.protocol_story import Story, TwoMessages
from tests.support.clock import FakeClock

from koikoi.v1 import service_pb2_grpc
from koikoi_server.lobby import lobby
from koikoi_server.service.serve import start
from koikoi_server.settings import Settings
from koikoi_server.table.deck import seeded_secret

TARGET = Path(__file__).resolve().parents[1] / "docs" / "protocol.md"
SEED = "protocol"  #: its first month has a PLACE and a DECIDE
START = 1_769_889_600_000  #: 2026-01-31 20:00 UTC, in milliseconds since 1970
TRIES = 20


async def written() -> str:
    """The text of the document."""
    for _ in range(TRIES):
        with suppress(TwoMessages):
            return await _once()
    raise AssertionError("the first message of the resumed watch never has all its news")


async def _once() -> str:
    clock, matches = FakeClock(START), count(1)
    # A server with --seed lets nobody cut. This one has fixed secrets, and persons can cut.
    with patch.object(lobby, "fresh_secret", lambda: seeded_secret(SEED, 1, next(matches))):
        running = await start(Settings(), ["127.0.0.1"], 0, clock=clock)
        try:
            async with grpc.aio.insecure_channel(f"127.0.0.1:{running.port}") as channel:
                story = Story(service_pb2_grpc.KoikoiServiceStub(channel), clock)
                await story.play()
                return story.transcript.document
        finally:
            await running.stop()


def main() -> None:
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    TARGET.write_text(asyncio.run(written()), encoding="utf-8")


if __name__ == "__main__":
    main()
