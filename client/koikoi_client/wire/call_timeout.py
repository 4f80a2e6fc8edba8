"""What a person asks for is done soon, or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from koikoi_client.text import text
from koikoi_client.wire.errors import Refused

CALL_TIMEOUT = 20.0
"""After which what was asked for without an answer is given up, so that it is not done later."""


async def within_call_timeout(asking: Awaitable[None]) -> None:
    """Wait for an answer, no longer than CALL_TIMEOUT: nothing is done long after its key.

    Raises:
        Refused: also when none came.
    """
    try:
        async with asyncio.timeout(CALL_TIMEOUT):
            await asking
    except TimeoutError:
        late = text("No answer came to the last thing you did. If it is not done, do it again.")
        raise Refused("", late) from None
