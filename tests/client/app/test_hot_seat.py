"""Several players at one keyboard, each seat with a stream of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from koikoi_client.app.hot_seat import HotSeatScreen
from koikoi_client.app.manner import Pace
from koikoi_client.faces import Theme
from tests.client.app.desk import SEAT, ScriptedFeed, manner
from tests.client.app.persons import person
from tests.client.screen import tables


def text(screen: HotSeatScreen) -> str:
    return "\n".join("".join(words for _, words in line) for line in screen.draw(80, 24, Theme()))


async def test_the_board_stays_until_ones_own_stream_tells_what_the_turn_brought(
    tmp_path: Path,
) -> None:
    """The other seat's may be faster; it has no word of what I played."""
    async with person(1, tmp_path, "Aki", manner=manner(pace=Pace(grace=0))) as one:
        one.session.catalog.CopyFrom(tables.CATALOG)
        mine, other = (ScriptedFeed(one, replace(SEAT, seat=seat)) for seat in (1, 2))
        screen = HotSeatScreen(one.program, one.guest, (mine, other))
        for feed in (mine, other):
            feed.show(tables.ordinary())
        assert "Hand the keyboard to" in text(screen)
        screen.press("enter")
        board = text(screen)
        assert "Choose a card:" in board
        other.show(tables.waiting())
        assert text(screen) == board
        mine.show(tables.waiting())
        assert "Hand over to" in text(screen)
