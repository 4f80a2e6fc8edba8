"""Line mode says that a server is new, not encrypted, or not trusted any more."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi_client.errors import Untrusted
from tests.client.conftest import soon
from tests.client.playing import people, real_server
from tests.support.identity import identity

FIRST = "First visit. Code VCAE-PNGG-UDXF-HBQK: compare it with the server's window."


async def test_the_code_of_a_server_is_said_at_the_first_visit_and_with_the_seats(
    tmp_path: Path,
) -> None:
    async with real_server() as server, people(server.port, tmp_path, "Aki") as (aki,):
        aki.session.trust.certificate, aki.session.trust.first_visit = b"a certificate", True
        await aki.start()
        await aki.console.until("Not encrypted: others on the network can read your cards.")
        place = await aki.console.until(FIRST)
        await aki.console.until("No table is open", place)
        aki.session.address = replace(aki.session.address, insecure=False)
        aki.console.type("new", "1", "", "seats")
        await aki.console.until("Code of the server: VCAE-PNGG-UDXF-HBQK.", place)
        assert FIRST not in aki.console.said[place:]


@pytest.mark.parametrize("at_table", [False, True], ids=["in the lobby", "at a table"])
async def test_a_server_that_is_not_trusted_any_more_ends_the_program(
    at_table: bool, tmp_path: Path
) -> None:
    async with AsyncExitStack() as client:
        async with real_server() as server:
            (aki,) = await client.enter_async_context(people(server.port, tmp_path, "Aki"))
            aki.session._sleep = soon
            await aki.start()
            await aki.console.until("No table is open")
            if at_table:
                aki.console.type("new", "1", "")
                await aki.console.until("Type help for all commands.")
        async with real_server(port=server.port, identity=identity()):
            with pytest.raises(Untrusted, match="is encrypted: leave out --insecure"):
                await aki.end()
