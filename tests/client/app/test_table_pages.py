"""What opens over a table, by which keys, and what is asked for there."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi_client.app.settings import Pace
from tests.client.app.desk import chat, desk, settings
from tests.client.screen import tables
from tests.client.screen.tables.parts import offer
from tests.support.server import soon

STILL = Pace(grace=0.35, news=60, notice=60, result=60)


async def test_a_result_closes_on_a_key_and_goes_on(tmp_path: Path) -> None:
    """Not a key typed ahead, and no key without a meaning; Enter tells the server."""
    async with desk(tmp_path, settings=settings(pace=STILL)) as at:
        await at.show(tables.ordinary())
        await at.show(tables.round_over(), until="Month 3 of 12: the result")
        await at.press("enter")
        assert at.chosen == []
        at.clock.seconds += 0.4
        await at.press("y")
        await at.person.until("Yaku of this table")
        await at.press("escape")
        await at.person.until("the result")
        await at.press("x")
        await at.person.until("X does nothing now: Enter closes the result.")
        assert at.chosen == []
        await at.press("enter")
        await at.person.gone(": the result")
        assert at.chosen == [1]
        await at.show(tables.round_over(), chat(2, "hello"), until="hello")
        assert ": the result" not in at.person.text


async def test_a_result_closes_by_itself(tmp_path: Path) -> None:
    """After a while it closes without a key."""
    async with desk(tmp_path, settings=settings(pace=Pace(result=0.05))) as at:
        await at.show(tables.round_over())
        await at.person.gone(": the result")
        assert at.chosen == [1]


async def test_the_end_of_a_match_stays_and_wants_another(tmp_path: Path) -> None:
    """It stays open; Enter shows the table and the result in turn; R asks for a rematch."""
    async with desk(tmp_path, settings=settings(pace=Pace(grace=0, result=0.01))) as at:
        await at.show(tables.match_over(), until="The match is over")
        assert "by itself" not in at.person.text
        await at.press("enter")
        await at.person.until("Enter  See the result.")
        await at.press("enter")
        await at.person.until("The match is over")
        await at.press("r")
        assert at.following.asked[-1].use_seat_option.id == "rematch.0"
        changed = tables.changed(tables.match_over())
        assert changed.seat_view is not None
        changed.seat_view.seat_options[0].CopyFrom(offer("NO_REMATCH", "Do not play again"))
        at.following.show(changed)
        await at.person.until("R  Do not play again")
        await at.press("r")
        assert at.following.asked[-1].use_seat_option.id == "no_rematch.0"


@pytest.mark.parametrize(
    ("key", "part"),
    [
        ("y", "Yaku of this table"),
        ("A", "All 48 cards"),
        ("l", "Log"),
        ("t", "What you can do"),
        ("?", "Help 1/"),
        ("c", "Say something"),
        ("q", "Quit, or leave the table?"),
    ],
)
async def test_a_letter_opens_a_screen_and_esc_closes_it(
    tmp_path: Path, key: str, part: str
) -> None:
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        await at.press(key)
        await at.person.until(part)
        await at.press("escape")
        await at.person.until("Play Cherry")


async def test_from_one_screen_to_another_and_back(tmp_path: Path) -> None:
    """A letter on a page opens the other page instead."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        await at.press("y", "a", "l", "?")
        await at.person.until("Help 1/")
        await at.press("right")
        await at.person.until("Help 2/")
        await at.press("page down", "page down", "home", "escape")
        await at.person.until("Play Cherry")


async def test_what_is_said_goes_to_the_table(tmp_path: Path) -> None:
    """C asks for a line, in which ? and q are letters; an empty line sends nothing."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        await at.press("c", *"hi? q", "x", "backspace", "enter")
        await at.person.until("Play Cherry")
        assert at.following.asked[-1].chat.text == "hi? q"
        await at.press("c", "enter")
        assert len(at.following.asked) == 1
        await at.show(tables.ordinary(), chat(2, "well"), until="well")


async def test_the_log_is_searched(tmp_path: Path) -> None:
    """/ starts a search, Enter ends the typing, Esc shows all lines, a second Esc goes back."""
    async with desk(tmp_path) as at:
        at.following.log += [f"Aki played card {number}." for number in range(60)]
        at.following.log.append("Ben: a carp!")
        await at.show(tables.ordinary())
        await at.press("l", "/", *"CARP", "enter")
        await at.person.until("Search: CARP", "1 entry", "Ben: a carp!")
        assert "Aki played" not in at.person.text
        await at.press("escape")
        await at.person.until("Aki played card 59.")
        await at.press("page up", "page up", "page up", "page up", "page up", "page up")
        await at.person.until("Aki played card 0.")
        await at.press("down")
        await at.person.gone("Aki played card 0.")
        await at.press("escape")
        await at.person.until("Play Cherry")


async def test_seats_are_filled_reminded_and_put_out(tmp_path: Path) -> None:
    """T lists the options, used by number or Enter; removing a computer is asked about first."""
    async with desk(tmp_path) as at:
        await at.show(tables.gathering(), until="One more player")
        await at.press("t")
        await at.person.until("What you can do")
        await at.press("1")
        asked = [each.use_seat_option for each in at.following.asked]
        assert [(each.id, each.bot) for each in asked] == [("seat_computer.2", "medium")]
        await at.show(tables.waiting(), until="Ben is away")
        await at.press("t", "down", "enter")
        assert at.following.asked[-1].use_seat_option.id == "nudge.2"
        await at.press("t", "4")
        await at.person.until("Are you sure?", "Remove Ben from the table")
        await at.press("n")
        assert len(at.following.asked) == 2
        await at.press("t", "4", "y")
        assert at.following.asked[-1].use_seat_option.id == "kick.2"


async def test_quitting_and_leaving_are_two_things(tmp_path: Path) -> None:
    """Q asks; then Esc stays, Q ends the program, B goes to the lobby and keeps the seat."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        await at.press("q", "escape")
        await at.person.until("Play Cherry")
        await at.press("q", "b")
        assert await at.person.end() == 0
        assert at.following.asked == []


async def test_a_message_waits_until_no_page_hides_it(tmp_path: Path) -> None:
    async with desk(tmp_path, settings=settings(pace=Pace(notice=0.01))) as at:
        await at.show(tables.ordinary())
        await at.press("y")
        await at.person.until("Yaku of this table")
        at.screen.say("The server has news.")
        hidden = at.screen._notice._timer
        await soon(lambda: at.screen._notice._timer is not hidden)
        assert at.screen.view().notice == "The server has news."
        await at.press("escape")
        await soon(lambda: not at.screen.view().notice)
