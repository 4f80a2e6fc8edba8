"""The page of seats and deeds by its keys."""

from __future__ import annotations

from pathlib import Path

from koikoi_client.screen.seats import deeds
from tests.client.app.desk import desk
from tests.client.screen import tables


async def test_one_key_fills_all_open_seats(tmp_path: Path) -> None:
    """Six computers of a level, whichever it is that the key stands for."""
    table = tables.gathering("", "", "", "", "", "")
    async with desk(tmp_path) as at:
        await at.show(table, until="6 more players are needed.")
        await at.press("t", "3")
        asked = [each.set_bot for each in at.feed.asked]
        assert [(each.seat, each.bot) for each in asked] == [(n, "hard") for n in range(2, 8)]
        assert [each.seat_version for each in asked] == [1] * 6


async def test_deeds_beyond_the_digits_are_reached_by_the_arrows(tmp_path: Path) -> None:
    """The page scrolls to the deed under the cursor, and Enter does it; 0 does the tenth."""
    table = tables.gathering("", "", "", "", "", "")
    offered = deeds(table)
    async with desk(tmp_path) as at:
        await at.show(table, until="6 more players are needed.")
        await at.press("t", *["down"] * 16)
        assert f"▶    {offered[16].words}" in at.person.text
        await at.press("enter")
        await at.press("t", "0")
        await at.press("t", "up", "enter")
        asked = [each.set_bot for each in at.feed.asked]
        assert [(each.seat, each.bot) for each in asked] == [
            (offered[place].seat, offered[place].bot) for place in (16, 9, -1)
        ]
