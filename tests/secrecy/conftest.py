"""Logs that leave nothing out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio


@pytest_asyncio.fixture
async def verbose(caplog: pytest.LogCaptureFixture) -> AsyncIterator[None]:
    """Everything is logged that anything would ever log, asyncio's own remarks too."""
    asyncio.get_running_loop().set_debug(True)
    asyncio.get_running_loop().slow_callback_duration = 0.0  # every step of the loop is remarked on
    with caplog.at_level(1):
        yield
