"""Several players at one keyboard, each seat with a stream of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from koikoi_client.app.hot_seat import HotSeatScreen
from koikoi_client.app.manner import Pace
from koikoi_client.app.wander import at_table
from koikoi_client.errors import Refused
from tests.client.app.desk import SEAT, ScriptedFollowing, manner
from tests.client.app.persons import Person, person
from tests.client.screen import tables


@asynccontextmanager
async def device(folder: Path) -> AsyncIterator[tuple[Person, tuple[ScriptedFollowing, ...]]]:
    """Two players' screen, the keyboard with the first, and what each seat is told."""
    async with person(1, folder, "Aki", manner=manner(pace=Pace(grace=0))) as one:
        one.session.catalog.CopyFrom(tables.CATALOG)
        one.session.connected = True
        seats = tuple(ScriptedFollowing(one, replace(SEAT, seat=seat)) for seat in (1, 2))
        screen = HotSeatScreen(one.program, one.guest, seats)
        one.run(at_table(one.guest, screen, *seats))
        for each in seats:
            each.show(tables.ordinary())
        await one.until("Hand the keyboard to")
        one.press("enter")
        await one.until("Choose a card:")
        yield one, seats


async def test_the_board_stays_until_ones_own_stream_tells_what_the_turn_brought(
    tmp_path: Path,
) -> None:
    """The other seat's may be faster; it has no word of what I played."""
    async with device(tmp_path) as (one, (mine, other)):
        board = one.text
        other.show(tables.waiting())
        await one.still()
        assert one.text == board
        mine.show(tables.waiting())
        await one.until("Hand over to")


async def test_a_result_opens_whichever_stream_tells_it_first(tmp_path: Path) -> None:
    """Also that of a seat whose hand is not on the screen."""
    async with device(tmp_path) as (one, (mine, other)):
        for each in (other, mine):
            each.show(tables.round_over())
        await one.until(": the result")
        assert "by itself" not in one.text


async def test_a_result_stays_where_nothing_can_be_sent(tmp_path: Path) -> None:
    """While the server is away; the key that says so goes on later."""
    async with device(tmp_path) as (one, seats):
        for each in seats:
            each.show(tables.round_over())
        await one.until(": the result")
        one.session.connected = False
        await one.pressed("enter")
        await one.until(": the result", "The connection is lost: nothing was done.")
        one.session.connected = True
        await one.pressed("enter")
        assert [len(each.asked) for each in seats] == [1, 1]
        await one.gone(": the result")


async def test_a_result_opens_again_where_going_on_was_refused(tmp_path: Path) -> None:
    """Else no key would go on."""
    async with device(tmp_path) as (one, seats):
        for each in seats:
            each.refusal = Refused("", "Not now.")
            each.show(tables.round_over())
        await one.until(": the result")
        for asked in (1, 2):
            await one.pressed("enter")
            await one.gone(": the result")
            assert [len(each.asked) for each in seats] == [asked, asked]
            await one.pressed("enter")
            await one.until(": the result")
