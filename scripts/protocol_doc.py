"""Play a match and write its messages to docs/protocol.md.

    python -m scripts.protocol_doc

A test plays the match again and compares headings and fields.
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
from koikoi_server.lobby import chance
from koikoi_server.service.serve import start
from koikoi_server.settings import Settings
from koikoi_server.table.deck import seeded_secret

TARGET = Path(__file__).resolve().parents[1] / "docs" / "protocol.md"
SEED = "protocol"  #: a seed whose first month has the phases PLACE and DECIDE
START = 1_769_889_600_000  #: 2026-01-31 20:00 UTC, in milliseconds since 1970
TRIES = 20


async def document() -> str:
    """Play the match and return the text of the document."""
    for _ in range(TRIES):
        with suppress(TwoMessages):
            return await _play_once()
    raise AssertionError("the resumed watch never had all its news in the first message")


async def _play_once() -> str:
    clock, matches = FakeClock(START), count(1)
    # With --seed nobody can cut the deck, so the secrets are fixed in another way here.
    with patch.object(chance, "fresh_secret", lambda: seeded_secret(SEED, 1, next(matches))):
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
    TARGET.write_text(asyncio.run(document()), encoding="utf-8")


if __name__ == "__main__":
    main()
