"""Several players at one keyboard, each seat with a stream of its own."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from koikoi_client.app.hot_seat import HotSeatScreen
from koikoi_client.app.manner import Pace
from koikoi_client.app.wander import at_table
from tests.client.app.desk import SEAT, ScriptedFollowing, manner
from tests.client.app.persons import person
from tests.client.screen import tables


async def test_the_board_stays_until_ones_own_stream_tells_what_the_turn_brought(
    tmp_path: Path,
) -> None:
    """The other seat's may be faster; it has no word of what I played."""
    async with person(1, tmp_path, "Aki", manner=manner(pace=Pace(grace=0))) as one:
        one.session.catalog.CopyFrom(tables.CATALOG)
        one.session.connected = True
        mine, other = (ScriptedFollowing(one, replace(SEAT, seat=seat)) for seat in (1, 2))
        screen = HotSeatScreen(one.program, one.guest, (mine, other))
        one.run(at_table(one.guest, screen, mine, other))
        for each in (mine, other):
            each.show(tables.ordinary())
        await one.until("Hand the keyboard to")
        one.press("enter")
        await one.until("Choose a card:")
        board = one.text
        other.show(tables.waiting())
        one.program.redraw()
        for _ in range(10):
            await asyncio.sleep(0)
        assert one.text == board
        mine.show(tables.waiting())
        await one.until("Hand over to")


async def test_a_result_opens_whichever_stream_tells_it_first(tmp_path: Path) -> None:
    """Also that of a seat whose hand is not on the screen."""
    async with person(1, tmp_path, "Aki", manner=manner(pace=Pace(grace=0))) as one:
        one.session.catalog.CopyFrom(tables.CATALOG)
        one.session.connected = True
        mine, other = (ScriptedFollowing(one, replace(SEAT, seat=seat)) for seat in (1, 2))
        screen = HotSeatScreen(one.program, one.guest, (mine, other))
        one.run(at_table(one.guest, screen, mine, other))
        for each in (mine, other):
            each.show(tables.ordinary())
        await one.until("Hand the keyboard to")
        one.press("enter")
        await one.until("Choose a card:")
        for each in (other, mine):
            each.show(tables.round_over())
        await one.until(": the result")
        assert "by itself" not in one.text
