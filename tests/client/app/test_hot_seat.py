"""Hot seat: several players at one keyboard, each seat with its own stream."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from koikoi.v1 import table_pb2
from koikoi_client.app.hot_seat import HotSeatScreen
from koikoi_client.app.navigation import connection_changed, show_table
from koikoi_client.app.settings import Pace
from koikoi_client.errors import Refused
from koikoi_client.follow.user import Place, Spectating
from tests.client.app.desk import SEAT, ScriptedFollowing, settings
from tests.client.app.persons import Person, person
from tests.client.screen import tables


@asynccontextmanager
async def device(folder: Path) -> AsyncIterator[tuple[Person, tuple[ScriptedFollowing, ...]]]:
    """Two players' screen, with the keyboard at seat 1; the spectator's and the seats' streams."""
    async with person(1, folder, "Aki", settings=settings(pace=Pace(grace=0))) as one:
        one.session.catalog.CopyFrom(tables.CATALOG)
        one.session.connected = True
        places: list[Place] = [Spectating("T"), *(replace(SEAT, seat=seat) for seat in (1, 2))]
        followed = tuple(ScriptedFollowing(one, place) for place in places)
        screen = HotSeatScreen(one.program, one.user, *followed)
        one.run(show_table(one.user, screen, *followed))
        for each in followed:
            each.show(tables.ordinary())
        await one.until("Hand the keyboard to")
        one.press("enter")
        await one.until("Your turn: play a card.")
        yield one, followed


async def test_the_board_stays_until_ones_own_stream_tells_what_the_turn_brought(
    tmp_path: Path,
) -> None:
    """Other streams may be ahead of mine."""
    async with device(tmp_path) as (one, (together, mine, other)):
        board = one.text
        for each in (other, together):
            each.show(tables.waiting())
        await one.still()
        assert one.text == board
        mine.show(tables.waiting())
        await one.until("Hand over to")


async def test_a_lost_connection_is_said_between_two_turns_too(tmp_path: Path) -> None:
    """And nobody can begin a turn meanwhile; other keys say what Enter does."""
    async with device(tmp_path) as (one, followed):
        for each in followed:
            each.show(tables.waiting())
        await one.until("Hand over to Ben")
        one.session.on_change = lambda: connection_changed(one.user)
        await one.pressed("x")
        await one.until("X does nothing now: Enter goes on.")
        one.session._set_lost()
        await one.until("is lost. Trying again.")
        await one.pressed("enter")
        await one.until("Enter does nothing until the server answers again.")
        one.session._set_connected()
        await one.until("The connection is back.", "Hand over to Ben")


async def test_what_all_see_together_calls_nobody_you(tmp_path: Path) -> None:
    """The result and the log name the players; only the player at the keyboard is "you"."""
    async with device(tmp_path) as (one, followed):
        assert "Your turn" in one.text
        played = tables.event(table_pb2.EVENT_KIND_CARD_PLAYED, 1, "1-1")
        for each in followed:
            each.show(tables.round_over(), played)
        await one.until(": the result", "Aki stopped and won", "Enter  Month 4")
        assert "You" not in one.text
        one.press("l")
        await one.until("Aki played Pine crane.")
        assert "You" not in one.text
        assert "watching" not in one.text


async def test_a_result_opens_when_all_are_told(tmp_path: Path) -> None:
    """Even if the hand of a seat that got the news earlier is on the screen."""
    async with device(tmp_path) as (one, (together, mine, other)):
        for each in (other, mine, together):
            each.show(tables.round_over())
        await one.until(": the result")
        assert "by itself" not in one.text


async def test_a_result_stays_where_nothing_can_be_sent(tmp_path: Path) -> None:
    """While the connection is lost; the key works again later."""
    async with device(tmp_path) as (one, followed):
        for each in followed:
            each.show(tables.round_over())
        await one.until(": the result")
        one.session.connected = False
        await one.pressed("enter")
        await one.until(": the result", "The connection is lost: nothing was done.")
        one.session.connected = True
        await one.pressed("enter")
        assert [len(each.asked) for each in followed] == [0, 1, 1]
        await one.gone(": the result")


async def test_a_result_opens_again_where_going_on_was_refused(tmp_path: Path) -> None:
    """Otherwise no key would go on."""
    async with device(tmp_path) as (one, followed):
        for each in followed:
            each.refusal = Refused("", "Not now.")
            each.show(tables.round_over())
        await one.until(": the result")
        for asked in (1, 2):
            await one.pressed("enter")
            await one.gone(": the result")
            assert [len(each.asked) for each in followed] == [0, asked, asked]
            await one.pressed("enter")
            await one.until(": the result")
