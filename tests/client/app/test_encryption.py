"""The full screen says that a server is new, not encrypted, or not trusted any more."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi_client.app.navigation import COMPARING
from koikoi_client.errors import Untrusted
from tests.client.app.desk import Clock, desk
from tests.client.app.persons import Person, person
from tests.client.playing import real_server
from tests.client.screen import tables
from tests.support.identity import identity

FIRST = "First visit. Code VCAE-PNGG-UDXF-HBQK: compare it with the server's window."


@asynccontextmanager
async def visitor(folder: Path, clock: Clock) -> AsyncIterator[Person]:
    """A user in the lobby of a server that is new to them."""
    async with real_server() as server, person(server.port, folder, "Aki", monotonic=clock) as one:
        one.session.trust.certificate, one.session.trust.first_visit = b"a certificate", True
        await one.start()
        await one.until(FIRST)
        one.session.address = replace(one.session.address, insecure=False)
        yield one


async def test_the_code_of_a_new_server_stays_long_enough_to_be_compared(tmp_path: Path) -> None:
    """Whatever keys are pressed for a minute; then it goes with the next key."""
    clock = Clock()
    async with visitor(tmp_path, clock) as one:
        await one.pressed("down", "w")
        assert FIRST in one.text
        clock.seconds += COMPARING
        await one.pressed("down")
        assert FIRST not in one.text


async def test_the_code_of_a_new_server_is_said_once(tmp_path: Path) -> None:
    """Not again when the user comes back to the lobby; the page of the table has it."""
    async with visitor(tmp_path, Clock()) as one:
        await one.pressed("n")
        await one.pressed("enter")
        await one.until("Others can find this table in the lobby.")
        await one.pressed("t")
        await one.until("Code of the server: VCAE-PNGG-UDXF-HBQK.")
        await one.pressed("escape", "q", "b")
        await one.until("Tables at Test")
        assert FIRST not in one.text


async def test_a_user_sees_that_the_connection_is_not_encrypted(tmp_path: Path) -> None:
    async with real_server() as server, person(server.port, tmp_path, "Aki") as one:
        await one.start()
        await one.until("Tables at Test (not encrypted)")
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), until="not encrypted")


@pytest.mark.parametrize("at_table", [False, True], ids=["in the lobby", "at a table"])
async def test_a_server_that_is_not_trusted_any_more_ends_the_program(
    at_table: bool, tmp_path: Path
) -> None:
    """The reason is then on the terminal, with the line to type."""
    async with AsyncExitStack() as client:
        async with real_server() as server:
            one = await client.enter_async_context(person(server.port, tmp_path, "Aki"))
            await one.start()
            await one.until("No table is open")
            if at_table:
                await one.pressed("n")
                await one.pressed("enter")
                await one.until("Others can find this table")
        async with real_server(port=server.port, identity=identity()):
            with pytest.raises(Untrusted, match="is encrypted: leave out --insecure"):
                await one.end()
