"""``--free-loopback``: no rate limits for programs on the server's own machine."""

from __future__ import annotations

import pytest

from koikoi_server.settings import Settings
from tests.support.server import refused, serving

SLOW = dict.fromkeys(("acts", "chats", "join_attempts", "table_joins", "reads"), (2, 1))


@pytest.mark.parametrize("free", [False, True])
async def test_rates_hold_for_programs_here_unless_they_go_free(free: bool) -> None:
    settings = Settings(free_loopback=free, **SLOW)  # type: ignore[arg-type]  # all are rates
    async with serving(settings) as client:
        grant = await client.create()
        for word in ("one", "two"):
            await client.act(grant, chat=word)
        again = client.act(grant, chat="three")
        if free:
            await again
            for _ in range(3):
                await client.create()
        else:
            assert (await refused(again))[1] == "RATE_LIMITED"
