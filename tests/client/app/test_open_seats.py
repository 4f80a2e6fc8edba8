"""A table when somebody has left, is away, or only watches."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi_client.app.dialogs import Question, TextDialog
from koikoi_client.screen.board import board
from koikoi_client.screen.room import Room
from koikoi_client.screen.seats import seats
from koikoi_client.screen.view import View
from tests.client.app.desk import desk
from tests.client.app.persons import begin, person
from tests.client.playing import real_server
from tests.client.screen import tables
from tests.client.screen.tables import after, changed
from tests.client.screen.tables.parts import BOTS, offer


def without_ben(*, seated: str = "") -> View:
    """A player has left seat 2 during the match, in that seat's turn."""
    view = changed(tables.waiting())
    ben = view.table.seats[1]
    ben.player_name, ben.last_player_name, ben.bot = "", "Ben", seated
    ben.ClearField("absent_since")
    assert view.seat_view is not None
    del view.seat_view.seat_options[:]
    if not seated:
        view.seat_view.seat_options.append(
            offer("SEAT_COMPUTER", "Put a computer in the Blue seat", 2, bots=BOTS)
        )
    return tables.told(view)


def away(seconds: float) -> View:
    """Ben's connection is lost; a computer can play for him after some seconds."""
    view = changed(tables.waiting())
    view.table.seats[1].absent_since.CopyFrom(after(seconds - 120))
    view.table.seats[1].replaceable_at.CopyFrom(after(seconds))
    assert view.seat_view is not None
    view.seat_view.seat_options[0].possible_time.CopyFrom(after(seconds))
    return tables.told(view)


def shown(view: View, columns: int = 80) -> str:
    lines = board(view, Room(columns, 24))
    return " ".join(" ".join("".join(words for _, words in line) for line in lines).split())


def test_a_seat_that_was_left_is_shown_as_open_with_what_can_be_done() -> None:
    """It says who left, whose turn it is, and what the server offers, with its key."""
    said = shown(without_ben())
    assert "B Put a computer in the Blue seat" in said
    assert "Ben left, and nobody plays the Blue seat: the match waits." in said
    assert "Blue is open" in said


def test_where_no_computer_is_offered_none_is() -> None:
    view = changed(without_ben())
    assert view.seat_view is not None
    del view.seat_view.seat_options[:]
    assert "computer" not in shown(view)
    gathering = changed(tables.gathering())
    assert "B Put a computer in the Blue seat" in shown(gathering)
    assert gathering.seat_view is not None
    del gathering.seat_view.seat_options[:]
    assert "computer" not in shown(gathering)


async def test_one_key_puts_a_computer_in_an_open_seat(tmp_path: Path) -> None:
    """The computer that is listed first."""
    async with desk(tmp_path) as at:
        await at.show(without_ben(), until="Blue is open")
        await at.press("b")
        asked = at.following.asked[-1].use_seat_option
        assert (asked.id, asked.bot) == ("seat_computer.2", "medium")


async def test_the_seat_of_somebody_who_is_away_is_given_on_the_page_alone(
    tmp_path: Path,
) -> None:
    """There the user chooses the computer, and confirms what the server wants confirmed."""
    view = changed(away(-1))
    assert view.seat_view is not None
    kick = next(each for each in view.seat_view.seat_options if each.confirm)
    async with desk(tmp_path) as at:
        await at.show(view, until="B  Let a computer play for Ben")
        await at.press("b")
        await at.person.until("What you can do")
        assert at.following.asked == []
        await at.press("right", "1")
        asked = at.following.asked[-1].use_seat_option
        assert (asked.id, asked.bot) == ("seat_computer.2", "hard")
        number = [*view.seat_view.seat_options].index(kick) + 1
        await at.press("t", str(number))
        await at.person.until("Are you sure?", kick.label)
        assert len(at.following.asked) == 1
        await at.press("y")
        assert at.following.asked[-1].use_seat_option.id == kick.id


async def test_what_is_not_possible_yet_is_not_sent(tmp_path: Path) -> None:
    """The table and the page show the time, and the key says it as well."""
    async with desk(tmp_path) as at:
        await at.show(away(103), until="Let a computer play for Ben (possible in 1:43)")
        await at.press("t", "1")
        await at.person.until("possible in 2 min.")
        assert at.following.asked == []


async def test_a_key_for_what_is_not_offered_says_so(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        await at.press("b")
        await at.person.until("B does nothing now")
        over = changed(tables.match_over())
        assert over.seat_view is not None
        del over.seat_view.seat_options[:]
        at.following.show(over)
        await at.press("r")
        await at.person.until("R does nothing now: Enter closes the result.")
        await at.press("enter")
        await at.person.gone("R does nothing now")
        assert at.following.asked == []


def test_away_and_idle_are_told_apart() -> None:
    """For an absent player: when a computer can play. For a slow one: that it can now."""
    assert "Let a computer play for Ben (possible in 1:43)" in shown(away(103))
    idle = changed(away(-1))
    idle.table.seats[1].ClearField("absent_since")
    idle.table.seats[1].waits_too_long = True
    idle = tables.told(idle)
    assert "B Let a computer play for Ben" in shown(idle)
    page = "\n".join("".join(words for _, words in line) for line in seats(idle, Room(80, 24)))
    assert "time is up" in page
    idle.table.seats[1].replaceable_at.CopyFrom(after(26))
    assert "time left 0:26" in shown(idle), "not that they have not moved for long"


def test_a_spectator_may_sit_down_where_no_person_sits() -> None:
    """An open seat, and a computer's that belongs to nobody."""
    watching = tables.told(changed(without_ben(), seat_view=None))
    assert "T A seat is free: sit down." in shown(watching)
    watching = tables.told(changed(without_ben(seated="easy"), seat_view=None))
    assert "T Sit down in a computer's seat." in shown(watching)
    assert "T " not in shown(tables.watching()).split(" chooses a card.")[1].split(" Y ")[0]


async def test_a_spectator_sits_down_and_the_one_who_left_is_told_so(tmp_path: Path) -> None:
    """Ben leaves for good; Cat, a spectator, takes the seat by keys."""
    async with (
        real_server() as server,
        person(server.port, tmp_path, "Aki") as aki,
        person(server.port, tmp_path, "Ben") as ben,
        person(server.port, tmp_path, "Cat") as cat,
    ):
        await begin(aki, ben, cat)
        await cat.until("full")
        cat.press("w")
        await cat.until("spectator")
        await ben.pressed("q", "l", "y")
        await ben.until("Tables at Test", "You left the table.")
        nobody = "Ben left, and nobody plays the Blue seat"
        await aki.until(nobody, "B  Put a computer in the Blue seat")
        await cat.until("A seat is free")
        cat.press("t")
        await cat.until("Sit down: Blue")
        cat.press("1")
        await cat.until("Cat (Blue)", "Month 1 of 12")
        await aki.gone("nobody plays Blue")


async def test_enter_answers_yes_but_not_to_what_cannot_be_undone(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        given: list[str] = []
        answers = [("Y", "yes", lambda: given.append("yes")), ("N", "no", lambda: None)]
        for enter in (True, False):
            at.person.program.show(Question(at.person.program, "Well?", [], answers, enter=enter))
            await at.person.until("Well?")
            await at.press("enter")
        assert given == ["yes"]


@pytest.mark.parametrize("name", ["さくら🎴abcdefghijklmnop", "x" * 17])
async def test_a_name_that_is_too_long_is_not_taken(tmp_path: Path, name: str) -> None:
    """The dialog says how long it can be, and keeps what was typed."""
    async with real_server() as server, person(server.port, tmp_path, "Aki") as one:
        await one.start()
        await one.until("No table is open")
        one.press("e", *["backspace"] * 3, *name, "enter")
        await one.until("at most 16 columns", "Name: ")
        assert one.user.name == "Aki"
        one.press("escape")
        await one.until("you are Aki")


async def test_a_name_that_the_server_refuses_is_asked_for_again(tmp_path: Path) -> None:
    """A name that an older server took may be too long for this one."""
    async with real_server() as server, person(server.port, tmp_path, "Aki") as one:
        await one.start()
        await one.until("No table is open")
        one.user.name = "x" * 17
        one.press("n", "enter")
        await one.until("Your name", "That name is too long")
        await one.answer("backspace")
        one.press(*["backspace"] * 16, *"Ida", "enter")
        await one.until("A new table")
        one.press("enter")
        await one.until("One more player is needed.", "Ida")


async def test_what_was_said_stands_above_the_chat_line(tmp_path: Path) -> None:
    async with person(1, tmp_path, "Aki") as one:
        lines = [f"Ben: line {number}" for number in range(40)]
        entry = TextDialog("Say", "", "Say", lambda typed: None, above=lambda: lines)
        text = "\n".join("".join(w for _, w in line) for line in entry.draw(Room(80, 24)))
        assert "Ben: line 39" in text
        assert "Ben: line 0\n" not in text
        one.program.close(entry)


def test_the_drawn_card_and_my_own_turn_are_named() -> None:
    """Of a draw that fits two cards, that it was drawn; my last turn beside the other's."""
    assert "You drew Cherry poem ribbon: choose what it takes." in shown(tables.placing())
    own = shown(tables.own_turn())
    assert "You: took 2 Wisteria, 2 Paulownia Ben: played Clover red ribbon" in own


def test_no_computer_is_announced_for_ones_own_seat() -> None:
    """Whoever reads it is here, whatever the server has not heard yet."""
    here = changed(tables.ordinary())
    mine = here.table.seats[here.me - 1]
    assert mine.number in here.match.waiting_for
    mine.absent_since.CopyFrom(after(-17))
    mine.replaceable_at.CopyFrom(after(103))
    assert "possible in" not in shown(tables.told(here))
