"""What a table says and offers when somebody left, is away, or only watches."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi.v1 import table_pb2 as pb
from koikoi_client.app.entry import Entry, Question
from koikoi_client.screen.board import board
from koikoi_client.screen.seats import deeds, seats
from koikoi_client.screen.view import View
from tests.client.app.desk import desk
from tests.client.app.persons import begin, person
from tests.client.playing import real_server
from tests.client.screen import tables
from tests.client.screen.goldens import TILES
from tests.client.screen.tables import after, changed


def without_ben(*, bots: bool = True) -> View:
    """The second seat has been left in mid-match; it is that seat's turn."""
    view = changed(tables.waiting())
    view.table.seats[1].player_name = ""
    if not bots:
        catalog = type(view.catalog)()
        catalog.CopyFrom(view.catalog)
        for game in catalog.games:
            del game.bots[:]
        view = changed(view, catalog=catalog)
    return view


def shown(view: View, columns: int = 80) -> str:
    lines = board(view, columns, 24, TILES)
    return " ".join(" ".join("".join(words for _, words in line) for line in lines).split())


def test_a_seat_that_was_left_is_shown_as_open_with_what_can_be_done() -> None:
    """Who left it, when that is known; the seat's own name otherwise; whose turn it would be."""
    assert "B Blue is open. Put a computer in the seat, or wait" in shown(without_ben())
    known = shown(changed(without_ben(), left={2: "Ben"}))
    assert "B Ben left. Put a computer in the seat, or wait for somebody." in known
    assert "Nobody plays Blue: the match waits." in known
    assert "Open seat's turn" not in known


def test_where_no_computer_plays_none_is_offered() -> None:
    said = shown(changed(without_ben(bots=False), left={2: "Ben"}))
    assert "Ben left. Wait for somebody to sit down." in said
    assert "computer" not in said
    gathering = tables.gathering()
    bare = changed(gathering, catalog=without_ben(bots=False).catalog)
    assert "Put computers in open seats." in shown(gathering)
    assert "Put computers" not in shown(bare)


async def test_one_key_puts_a_computer_in_an_open_seat(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.show(without_ben(), until="Blue is open.")
        await at.press("b")
        asked = at.following.asked[-1].set_bot
        assert (asked.seat, asked.bot) == (2, "medium")


def test_away_and_idle_are_told_apart() -> None:
    """Away: from when a computer may play. There but without a move for long: just that."""
    away = changed(tables.waiting())
    ben = away.table.seats[1]
    ben.absent_since.CopyFrom(after(-17))
    ben.replaceable_at.CopyFrom(after(103))
    assert "Ben is away: a computer may play there in 1:43." in shown(away)
    idle = changed(tables.waiting())
    idle.table.seats[1].ClearField("absent_since")
    idle.table.seats[1].replaceable_at.CopyFrom(after(-1))
    assert "Ben: no move for long. A computer may play for Ben, or wait." in shown(idle)
    page = "\n".join("".join(words for _, words in line) for line in seats(idle, 80, 24, TILES))
    assert "has not moved for long" in page


def test_a_spectator_may_sit_down_where_no_person_sits() -> None:
    """In an open seat, and in a computer's that nobody owns; nothing else is theirs to do."""
    watching = changed(without_ben(), seat_view=None)
    assert [(deed.what, deed.seat) for deed in deeds(watching)] == [("sit", 2)]
    assert "T A seat is free: sit down." in shown(watching)
    watching.table.seats[1].bot = "easy"
    assert "for the computer" in deeds(watching)[0].words
    assert "T Sit down in a computer's seat." in shown(changed(watching))
    assert deeds(tables.watching()) == []


async def test_a_spectator_sits_down_and_the_one_who_left_is_told_so(tmp_path: Path) -> None:
    """Ben leaves for good and reads just that; Cat, who watches, takes the seat by keys."""
    async with (
        real_server() as server,
        person(server.port, tmp_path, "Aki") as aki,
        person(server.port, tmp_path, "Ben") as ben,
        person(server.port, tmp_path, "Cat") as cat,
    ):
        await begin(aki, ben, cat)
        await cat.until("full")
        cat.press("w")
        await cat.until("you watch")
        ben.press("q", "l", "y")
        await ben.until("Tables at Test", "You left the table.")
        await aki.until("Ben left. Put a computer in the seat")
        await cat.until("A seat is free")
        cat.press("t")
        await cat.until("Sit down in seat Blue")
        cat.press("1")
        await cat.until("Cat (Blue)", "Month 1 of 12")
        await aki.gone("Ben left.")


async def test_the_others_gone_a_new_match_is_offered(tmp_path: Path) -> None:
    """When everybody else is away beyond their time; it is asked about first."""
    view = changed(tables.waiting())
    ben = view.table.seats[1]
    ben.absent_since.CopyFrom(after(-200))
    ben.replaceable_at.CopyFrom(after(-80))
    alone = [deed for deed in deeds(view) if deed.what == "alone"]
    assert [(deed.bot, deed.seat) for deed in alone] == [("medium", 0)]
    assert not [deed for deed in deeds(tables.waiting()) if deed.what == "alone"]
    async with desk(tmp_path) as at:
        played: list[str] = []
        at.following.play_alone = played.append  # type: ignore[method-assign,assignment]  # no server is here
        await at.show(view, until="A computer may play for Ben")
        number = str(deeds(view).index(alone[0]) + 1)
        await at.press("t", number)
        await at.person.until("Are you sure?")
        assert played == []
        await at.press("y")
        assert played == ["medium"]


async def test_enter_answers_yes_but_not_to_what_cannot_be_undone(tmp_path: Path) -> None:
    async with person(1, tmp_path, "Aki") as one:
        given: list[str] = []
        answers = [("Y", "yes", lambda: given.append("yes")), ("N", "no", lambda: None)]
        Question(one.program, "?", [], answers, enter=True).press("enter")
        Question(one.program, "?", [], answers).press("enter")
        assert given == ["yes"]


@pytest.mark.parametrize("name", ["さくら🎴abcdefghijklmnop", "x" * 17])
async def test_a_name_that_is_too_long_is_not_taken(tmp_path: Path, name: str) -> None:
    """The prompt says how long it may be, and keeps what was typed."""
    async with real_server() as server, person(server.port, tmp_path, "Aki") as one:
        await one.start()
        await one.until("No table is open")
        one.press("e", *["backspace"] * 3, *name, "enter")
        await one.until("at most 16 columns", "Name: ")
        assert one.guest.name == "Aki"
        one.press("escape")
        await one.until("you are Aki")


async def test_a_name_that_the_server_refuses_is_asked_for_again(tmp_path: Path) -> None:
    """A name may be too long for a server although an older one took it."""
    async with real_server() as server, person(server.port, tmp_path, "Aki") as one:
        await one.start()
        await one.until("No table is open")
        one.guest.name = "x" * 17
        one.press("n", "enter")
        await one.until("Your name", "That name is too long")
        one.press(*["backspace"] * 17, *"Ida", "enter")
        await one.until("A new table")
        one.press("enter")
        await one.until("One more player is needed.", "Ida")


async def test_what_was_said_stands_above_the_chat_line(tmp_path: Path) -> None:
    async with person(1, tmp_path, "Aki") as one:
        lines = [f"Ben: line {number}" for number in range(40)]
        entry = Entry("Say", "", "Say", lambda typed: None, above=lambda: lines)
        text = "\n".join("".join(w for _, w in line) for line in entry.draw(80, 24, TILES))
        assert "Ben: line 39" in text
        assert "Ben: line 0\n" not in text
        one.program.close(entry)


def test_the_drawn_card_and_my_own_turn_are_named() -> None:
    """Of a draw that fits two cards, that it was drawn; my last turn beside the other's."""
    assert "You drew Cherry poem ribbon." in shown(tables.placing())
    mine = [
        tables.event(pb.EVENT_KIND_CARD_PLAYED, 1, "7-2"),
        tables.event(pb.EVENT_KIND_CARD_DRAWN, 1, "5-1"),
    ]
    own = changed(tables.waiting(), own_turn=mine)
    assert (
        "Your last turn: played Clover red ribbon; drew Iris bridge. Previous turn: Ben"
        in shown(own)
    )


def test_no_computer_is_announced_for_ones_own_seat() -> None:
    """Whoever reads it is here, whatever the server has not heard yet."""
    here = changed(tables.ordinary())
    mine = here.table.seats[here.me - 1]
    assert mine.number in here.match.waiting_for
    for seconds in (103, -1):
        mine.absent_since.CopyFrom(after(-17))
        mine.replaceable_at.CopyFrom(after(seconds))
        page = "\n".join("".join(words for _, words in line) for line in seats(here, 80, 24, TILES))
        for words in (shown(here), page):
            assert "computer may play" not in words
