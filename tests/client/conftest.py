"""Servers, sessions and folders for the client's tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from koikoi_client.system.store import Store
from koikoi_client.wire.session import Session
from tests.client.fake import Fake, Running


async def soon(_seconds: float) -> None:
    """A sleep for tests: a turn of the loop, and a little so that sockets get their turn too."""
    await asyncio.sleep(0.01)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "config", tmp_path / "state")


@pytest.fixture
async def running() -> AsyncIterator[Running]:
    server = Running(Fake())
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def session(running: Running) -> AsyncIterator[Session]:
    opened = Session(running.address, sleep=soon)
    await opened.open()
    yield opened
    await opened.close()
