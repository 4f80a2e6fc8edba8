"""The result of a round: how long it stays, what goes on meanwhile, and what the next key does."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from koikoi_client.app.settings import Pace
from koikoi_client.errors import Refused
from koikoi_client.screen.view import View
from tests.client.app.desk import Desk, desk, settings
from tests.client.screen import tables
from tests.client.screen.tables import changed

STILL = Pace(grace=0.35, news=60, notice=60, result=60)
BY_ITSELF = "by itself in"


def alone(view: View) -> View:
    """The same against a computer, so that nobody else waits."""
    view = changed(view)
    view.table.seats[1].player_name, view.table.seats[1].bot = "", "easy"
    view.match.waiting_for[:] = [1] if view.match.HasField("result") else view.match.waiting_for
    return view


def next_month(view: View) -> View:
    """The first turn of the next month."""
    view = changed(view)
    view.match.round = tables.round_over().match.round + 1
    return view


@pytest.mark.parametrize("key", ["y", "l", "?"])
async def test_reading_stops_the_clock_and_leads_back(tmp_path: Path, key: str) -> None:
    """The chart, the log and the help; then the result stays until a key closes it."""
    async with desk(tmp_path, settings=settings(pace=STILL)) as at:
        await at.show(tables.round_over(), until=BY_ITSELF)
        await at.press(key)
        await at.person.gone(": the result")
        await at.press("escape")
        await at.person.until(": the result", "the table goes on in 14 s")
        assert BY_ITSELF not in at.person.text


async def test_scrolling_stops_the_clock(tmp_path: Path) -> None:
    async with desk(tmp_path, settings=settings(pace=STILL)) as at:
        await at.show(tables.round_over(), until=BY_ITSELF)
        await at.press("down")
        await at.person.gone(BY_ITSELF)
        assert ": the result" in at.person.text
        assert at.chosen == []


async def test_a_result_that_is_read_stays_when_the_others_go_on(tmp_path: Path) -> None:
    """Then a key closes it and sends nothing to the server."""
    async with desk(tmp_path, settings=settings(pace=STILL)) as at:
        await at.show(tables.round_over(), until=BY_ITSELF)
        await at.press("y", "escape")
        at.following.show(next_month(tables.ordinary()))
        at.clock.seconds += 20
        await at.person.until(": the result")
        await at.press("enter")
        await at.person.until("Your turn: play a card.")
        assert at.chosen == []


async def test_where_nobody_else_waits_no_clock_runs(tmp_path: Path) -> None:
    """Against a computer, and while the other player is away."""
    away = changed(tables.round_over())
    away.table.seats[1].absent_since.CopyFrom(tables.after(-5))
    for number, view in enumerate((alone(tables.round_over()), away)):
        async with desk(tmp_path / str(number), settings=settings(pace=STILL)) as at:
            await at.show(view, until=": the result")
            assert BY_ITSELF not in at.person.text


async def test_the_table_before_does_not_show_again(tmp_path: Path) -> None:
    """If nobody else is waited for, the result stays until the next month is dealt."""
    async with desk(tmp_path, settings=settings(pace=STILL)) as at:
        at.following.may_answer.clear()
        await at.show(alone(tables.round_over()), until=": the result")
        at.clock.seconds += 1
        await at.press("enter", "enter", " ")
        assert at.chosen == [1]
        assert ": the result" in at.person.text
        at.following.show(next_month(alone(tables.ordinary())))
        await at.person.until("Your turn: play a card.")
        assert ": the result" not in at.person.text


async def result_closed(at: Desk) -> None:
    """The user has just gone on to the next month."""
    await at.show(tables.round_over(), until=": the result")
    at.clock.seconds += 1
    await at.press("enter")
    assert at.chosen == [1]
    await at.show(next_month(tables.ordinary()), until="Your turn: play a card.")


async def test_enter_plays_no_card_that_was_not_seen(tmp_path: Path) -> None:
    """In a new month Enter plays only a card that a key has chosen."""
    async with desk(tmp_path, settings=settings(pace=STILL)) as at:
        await result_closed(at)
        for _ in range(3):
            at.clock.seconds += 1
            await at.press("enter", " ")
        assert at.chosen == [1]
        await at.press("right", "enter")
        assert len(at.chosen) == 2
        at.following.show(next_month(tables.ordinary()))
        await at.person.until("Enter  Play")


async def test_a_fast_player_waits_for_nothing(tmp_path: Path) -> None:
    """A card's digit, pressed twice, plays it at once; so do the arrows and Enter."""
    async with desk(tmp_path, settings=settings(pace=STILL)) as at:
        await result_closed(at)
        await at.press("6", "6")
        assert len(at.chosen) == 2
        await at.show(next_month(tables.ordinary()))
        await at.press("right", "enter")
        assert len(at.chosen) == 3


async def test_enter_waits_until_the_card_under_the_cursor_was_seen(tmp_path: Path) -> None:
    """During a month the cursor is on a card: an Enter typed ahead does not play it."""
    async with desk(tmp_path, settings=settings(pace=STILL)) as at:
        at.following.show(tables.ordinary())
        at.person.press("enter")
        await at.person.until("Enter  Play")
        await at.press("enter")
        assert at.chosen == []
        at.clock.seconds += 0.4
        await at.press("enter")
        assert len(at.chosen) == 1


async def test_who_watches_closes_it_for_oneself(tmp_path: Path) -> None:
    """It names everybody who is waited for."""
    async with desk(tmp_path, spectating=True, settings=settings(pace=STILL)) as at:
        await at.show(
            changed(tables.round_over(), seat_view=None),
            until="back to the table   Month 4 begins when Aki and Ben have seen",
        )
        at.clock.seconds += 1
        await at.press("enter")
        await at.person.gone(": the result")
        assert at.following.asked == []


async def test_a_table_that_was_left_goes_on_for_nobody(tmp_path: Path) -> None:
    """The timer of a result ends with its table."""
    async with desk(tmp_path, settings=settings(pace=Pace(result=0.02))) as at:
        at.following.show(tables.round_over())
        at.screen.close()
        passed = asyncio.Event()
        at.person.program.later(0.03, passed.set)  # after the result's own
        await passed.wait()
        await at.person.still()
        assert at.following.asked == []


async def test_from_the_matchs_result_to_the_lobby_or_to_a_file(tmp_path: Path) -> None:
    view = changed(tables.match_over())
    view.match.record_id = "r1"
    async with desk(tmp_path, settings=settings(pace=Pace(grace=0))) as at:
        asked: list[str] = []

        async def record(record_id: str) -> object:
            asked.append(record_id)
            raise Refused("RECORD_NOT_FOUND", "It is kept no more.")

        at.person.session.record = record  # type: ignore[method-assign,assignment]  # no server is here
        await at.show(view, until="The match is over")
        await at.press("s")
        await at.person.until("Save this match to a file?")
        await at.press("s", "n")  # one S for stop too many writes nothing
        assert asked == []
        await at.press("s", "y")
        await at.person.until("It is kept no more.")
        assert asked == ["r1"]
        await at.press("b")
        assert await at.person.end() == 0
        assert at.following.asked == []


async def test_a_result_is_not_closed_where_nothing_can_be_sent(tmp_path: Path) -> None:
    """While the connection is lost, a sentence says why."""
    async with desk(tmp_path, settings=settings(pace=STILL)) as at:
        await at.show(alone(tables.round_over()), until=": the result")
        at.clock.seconds += 1
        at.person.session.connected = False
        await at.press("enter")
        await at.person.until(": the result", "The connection is lost: nothing was done.")
        assert at.chosen == []
        at.person.session.connected = True
        await at.press("enter")
        assert at.chosen == [1]
