"""The lobby by its keys, against a real server."""

from __future__ import annotations

from pathlib import Path

from tests.client.app.persons import person
from tests.client.playing import real_server


async def test_a_table_is_opened_found_and_joined(tmp_path: Path) -> None:
    """N opens a table by the form; another sees it come, and Enter sits down."""
    async with (
        real_server() as server,
        person(server.port, tmp_path, "Aki") as aki,
        person(server.port, tmp_path, "Ben") as ben,
    ):
        for each in (aki, ben):
            await each.start()
            await each.until("No table is open. N opens one.")
        aki.press("n")
        await aki.until("A new table", "Enter")
        aki.press("enter")
        await aki.until("One more player is needed.", "Others find this table")
        await ben.until("Aki's table", "1 free")
        ben.press("enter")
        await ben.until("Month 1 of 12", "Ben (Blue)")
        await aki.until("Month 1 of 12", "Ben (Blue)")
