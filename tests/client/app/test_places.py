"""Moving between places: a request made at one has no effect at the next."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi.v1 import service_pb2
from koikoi_client.app.lobby import LobbyScreen
from koikoi_client.app.table_commands import sit
from koikoi_client.cards import Line
from koikoi_client.errors import Refused
from koikoi_client.follow.invitations import Invitations
from koikoi_client.follow.user import Spectating
from koikoi_client.screen.room import Room
from koikoi_client.system.store import KeptSeat
from koikoi_client.wire.session import Session
from tests.client.app.desk import desk, settings
from tests.client.app.persons import QUICK, Person, person
from tests.client.playing import real_server
from tests.client.screen import tables
from tests.support.timeouts import HANG

SEAT = KeptSeat("S", "T1", 2, "token", "Aki")


class SlowServer:
    """Grants a seat when a test says so, and takes it back."""

    def __init__(self, one: Person) -> None:
        self.may_answer = asyncio.Event()
        self.left = asyncio.Event()
        self._store = one.store
        one.session.info.server_id = "S"
        one.session.catalog.CopyFrom(tables.CATALOG)
        one.user.join = self.join  # type: ignore[method-assign]  # no server is here
        one.user.create = self.create  # type: ignore[method-assign]
        one.session.act = self.act  # type: ignore[method-assign]

    async def join(self, request: service_pb2.JoinTableRequest) -> KeptSeat:
        await self.may_answer.wait()
        self._store.keep(SEAT)
        return SEAT

    async def create(self, request: service_pb2.CreateTableRequest) -> KeptSeat:
        return await self.join(service_pb2.JoinTableRequest())

    async def act(self, token: str, request: service_pb2.ActRequest, server_id: str) -> int:
        assert (token, request.HasField("leave")) == ("token", True)
        self.left.set()
        return 1


def lobby(one: Person) -> LobbyScreen:
    """The lobby with a table that waits for players, under the cursor."""
    screen = LobbyScreen(one.user)
    rows = [row for row in tables.rows(30) if any(not s.bot for s in row.table.seats)]
    waiting = next(
        row for row in rows if any(not s.player_name and not s.bot for s in row.table.seats)
    )
    screen.take(service_pb2.WatchLobbyResponse(snapshot=True, rows=[waiting]))
    one.program.show(screen)
    return screen


async def test_a_seat_that_comes_too_late_is_given_back(tmp_path: Path) -> None:
    """A user who went to watch meanwhile does not get it."""
    async with person(1, tmp_path, "Aki") as one:
        server = SlowServer(one)
        screen = lobby(one)
        screen.press("enter")
        screen.press("w")
        assert isinstance(screen.place.result(), Spectating)
        screen.close()
        server.may_answer.set()
        async with asyncio.timeout(HANG):
            await server.left.wait()
            while one.store.seats("S"):
                await asyncio.sleep(0)


async def test_a_request_for_a_seat_without_an_answer_is_told_where_it_was_made(
    tmp_path: Path,
) -> None:
    """In the form, which is above the lobby."""
    late = settings(pace=replace(QUICK, late=0.0))
    async with person(1, tmp_path, "Aki", settings=late) as one:
        SlowServer(one)
        screen = lobby(one)
        screen.press("n")
        form = one.program.screens[-1]
        form.press("enter")
        async with asyncio.timeout(HANG):
            while "still on its way to the server" not in written(form.draw(Room(80, 24))):
                await asyncio.sleep(0.001)


def written(lines: list[Line]) -> str:
    return "\n".join("".join(words for _, words in line) for line in lines)


async def test_a_table_that_is_opened_too_late_is_left(tmp_path: Path) -> None:
    """Esc in the form cancels the request, even before the server has answered."""
    async with person(1, tmp_path, "Aki") as one:
        server = SlowServer(one)
        screen = lobby(one)
        screen.press("n")
        form = one.program.screens[-1]
        form.press("enter")
        form.press("escape")
        server.may_answer.set()
        async with asyncio.timeout(HANG):
            await server.left.wait()
        assert not screen.place.done()


async def test_a_click_below_a_form_that_is_shorter_now_means_its_last_line(
    tmp_path: Path,
) -> None:
    async with person(1, tmp_path, "Aki") as one:
        SlowServer(one)
        lobby(one).press("n")
        form = one.program.screens[-1]
        form.press("end")
        last = form.draw(Room(80, 24))
        form.press("home")
        form.press("row 99")
        assert form.draw(Room(80, 24)) == last
        form.press("right")


async def test_a_seat_that_comes_in_time_is_taken(tmp_path: Path) -> None:
    async with person(1, tmp_path, "Aki") as one:
        server = SlowServer(one)
        screen = lobby(one)
        screen.press("enter")
        server.may_answer.set()
        async with asyncio.timeout(HANG):
            assert await screen.place == SEAT
        assert not server.left.is_set()


async def test_a_private_table_is_found_again_in_the_lobby(tmp_path: Path) -> None:
    """The server does not list it; a user who kept the seat finds it in the lobby."""
    async with real_server() as server, person(server.port, tmp_path, "Aki") as aki:
        await aki.start()
        await aki.until("No table is open")
        aki.press("n")
        await aki.move_to("down", "▶ Listed in the lobby")
        aki.press("right")
        await aki.until("No, by join code only")
        aki.press("enter")
        await aki.until("--join")
        await aki.pressed("q", "b")
        await aki.until("Aki's table (private)", "yours", "an open seat")
        aki.press("enter")
        await aki.until("--join")


@pytest.mark.parametrize(
    ("spectating", "shown"),
    [(False, "Going to your seat."), (True, "Going to the table.")],
)
async def test_a_table_that_has_not_begun_shows_nothing_but_that(
    tmp_path: Path, spectating: bool, shown: str
) -> None:
    """Neither house rules nor a spectator: the first update says what the table is."""
    async with desk(tmp_path, spectating=spectating) as at:
        await at.person.until(shown, "Esc  lobby", "Q  quit")
        assert "house rules" not in at.person.text
        assert "spectator" not in at.person.text
        await at.press("?")
        await at.person.until("Help")
        await at.press("escape")
        at.person.session._set_lost()
        await at.person.until("is lost. Trying again.")
        assert ("Your seat stays yours" in at.person.text) is not spectating
        assert "from before" not in at.person.text
        at.person.session._set_connected()
        await at.person.until(shown)
        await at.show(tables.ordinary(), until="Pile")


async def test_keys_before_the_first_update_go_where_they_lead(tmp_path: Path) -> None:
    """The letters after C are text, not keys of the table."""
    async with desk(tmp_path) as at:
        await at.person.pressed("c", "y", "l")
        at.following.show(tables.ordinary())
        await at.person.until("Say: yl")


async def test_leaving_for_good_is_asked_about_once_more(tmp_path: Path) -> None:
    """L alone leaves nothing; a spectator leaves by another key."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        await at.press("q", "l")
        await at.person.until("Give up your seat for good?")
        await at.press("n", "q", "l", "escape")
        assert at.following.asked == []
        await at.press("q", "l", "y")
        assert await at.person.end() == 0
        assert at.following.asked[-1].HasField("leave")
    async with desk(tmp_path, spectating=True) as watching:
        await watching.show(tables.watching(), until="spectator")
        await watching.press("q", "l")
        await watching.person.until("Leave?")
        await watching.press("b")
        assert await watching.person.end() == 0


async def test_who_practises_leaves_a_seat_to_nobody(tmp_path: Path) -> None:
    """The question says that the match is lost."""
    async with desk(tmp_path) as at:
        at.person.user.practice = True
        await at.show(tables.ordinary())
        await at.press("q", "l")
        await at.person.until("Your match then ends without a result.")
        await at.press("n")
        await at.show(tables.match_over(), until="The match is over")
        await at.press("q", "l")
        await at.person.until("The table then closes.")


async def test_a_form_is_not_lost_by_one_key(tmp_path: Path) -> None:
    """Nor by a second one that came before the question was on the screen."""
    async with person(1, tmp_path, "Aki") as one:
        SlowServer(one)
        screen = lobby(one)
        screen.press("n")
        form = one.program.screens[-1]
        form.press("q")
        question = one.program.screens[-1]
        question.press("q")
        assert one.program.screens[-2:] == [form, question]


async def test_a_lost_connection_is_said_where_the_choice_was_and_keys_say_why(
    tmp_path: Path,
) -> None:
    """And nothing else is said there: neither a choice, nor whose turn it is, nor an invitation."""
    async with desk(tmp_path, invitations=Invitations(("koikoi-client 10.0.0.1",))) as at:
        await at.show(tables.ordinary())
        at.person.session._set_lost()
        await at.person.until("is lost. Trying again. You cannot play", "Your seat stays yours")
        for key, name in (("6", "6"), ("enter", "Enter"), ("c", "C"), ("s", "S")):
            await at.press(key)
            await at.person.until(f"{name} does nothing until the server answers again.")
        for gone in ("Enter Play", "Enter play", "1-8 card", "C chat", "your turn"):
            assert gone not in at.person.text
        await at.press("t")
        await at.person.until("Nobody is watching", "is lost. Trying again. You cannot play")
        assert "What you can do" not in at.person.text
        await at.press("escape")
        assert "does nothing" not in at.person.text
        assert at.following.asked == []
        at.following.show(tables.gathering())
        await at.person.gone("Pile")
        assert "To join" not in at.person.text
        at.following.show(tables.ordinary())
        at.person.session._set_connected()
        await at.person.until("The connection is back.", "1-8 card")
        await at.press("6", "6")
        assert len(at.chosen) == 1


async def test_a_spectators_seat_that_comes_too_late_is_given_back(tmp_path: Path) -> None:
    """The user went to the lobby before the server granted the seat."""
    async with desk(tmp_path, spectating=True) as at:
        await at.show(tables.watching(), until="spectator")
        server = SlowServer(at.person)
        sit(at.screen, 2)
        at.screen.go(end=False)
        async with asyncio.timeout(HANG):
            while at.person.program.screens:
                await asyncio.sleep(0)
            server.may_answer.set()
            await server.left.wait()
        assert at.screen.moved_to is None


async def test_a_seat_is_not_taken_back_from_another_window_by_enter(tmp_path: Path) -> None:
    """Enter was meant for the table; only Y takes the seat back, in the lobby too."""
    async with real_server() as server, person(server.port, tmp_path, "Aki") as aki:
        await aki.start()
        await aki.until("No table is open")
        aki.press("n", "enter")
        await aki.until("One more player is needed.")
        (seat,) = aki.store.seats(aki.session.info.server_id)
        other = Session(aki.session.address)
        await other.open()
        async with aclosing(other.watch_seat(seat.token, seat.server_id)) as watch:
            await anext(watch)
            await aki.until("Your seat is now played from another window. Continue here instead?")
            await aki.answer("enter")
            await aki.pressed("n")
            await aki.until("yours")
            await aki.pressed("enter")
            await aki.until("You are playing at that table in another window.")
            await aki.answer("enter")
            await aki.pressed("y")
            await aki.until("One more player is needed.")
            with pytest.raises(Refused, match="another window"):
                async for _ in watch:
                    pass
        await other.close()
