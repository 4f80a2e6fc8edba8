"""The keys of the lobby, with a real server and with a list of thirty tables."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic

import grpc.aio
import pytest

from koikoi.v1 import service_pb2, service_pb2_grpc
from koikoi_client.app.lobby import LobbyScreen
from koikoi_client.follow.following import Following
from koikoi_client.follow.user import Quit, Spectating
from koikoi_client.screen.room import Room
from koikoi_client.system.store import KeptSeat
from tests.client.app.persons import person
from tests.client.fake import Running
from tests.client.playing import people, real_server
from tests.client.screen import tables
from tests.support.tiers import slow


async def test_a_table_is_opened_found_and_joined(tmp_path: Path) -> None:
    """N opens a table; it appears in another lobby, where Enter sits down."""
    async with (
        real_server() as server,
        person(server.port, tmp_path, "Aki") as aki,
        person(server.port, tmp_path, "Ben") as ben,
    ):
        for each in (aki, ben):
            await each.start()
            await each.until("No table is open. N opens one.")
        aki.press("n")
        await aki.until("A new table", "Enter")
        aki.press("enter")
        await aki.until("One more player is needed.", "Others can find this table")
        await ben.until("Aki's table", "1 free")
        ben.press("enter")
        await ben.until("Month 1 of 12", "Ben (Blue)")
        await aki.until("Month 1 of 12", "Ben (Blue)")


async def test_a_seat_that_a_computer_keeps_may_be_had(tmp_path: Path) -> None:
    """The list shows that a computer can be replaced, during a match too; Enter asks first."""
    async with real_server() as server, person(server.port, tmp_path, "Ben") as ben:
        seats = [service_pb2.SeatPlan(yours=True), service_pb2.SeatPlan(bot="easy")]
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            await service_pb2_grpc.KoikoiServiceStub(channel).CreateTable(
                service_pb2.CreateTableRequest(
                    request_id="a-table-with-a-computer", player_name="Aki", game="koikoi",
                    seats=seats,
                )
            )  # fmt: skip
        await ben.start()
        await ben.until("Aki's table", "computer ", "Enter replace")
        ben.press("enter")
        await ben.until("Take over from the computer?", "the computer's cards and score")
        ben.press("n")
        await ben.until("Aki's table", "computer ", "Enter replace")
        ben.press("enter")
        await ben.until("Take over from the computer?")
        ben.press("y")
        await ben.until("Ben (Blue)")


async def test_a_private_table_is_joined_and_watched_by_its_code(tmp_path: Path) -> None:
    """It is in no list; J asks for the code; a third person can watch."""
    async with (
        real_server() as server,
        person(server.port, tmp_path, "Aki") as aki,
        person(server.port, tmp_path, "Ben") as ben,
        person(server.port, tmp_path, "Cat") as cat,
    ):
        await aki.start()
        await aki.until("No table is open")
        aki.press("n")
        await aki.move_to("down", "▶ Listed in the lobby")
        aki.press("right")
        await aki.until("No, by join code only")
        aki.press("enter")
        await aki.until("--join")
        line = next(line for line in aki.text.splitlines() if "--join" in line)
        code = line.split("--join")[1].strip()
        assert f"koikoi-client --insecure 127.0.0.1:{server.port} --join {code}" in line
        for each in (ben, cat):
            await each.start()
            await each.until("No table is open")
        ben.press("j", "enter")
        await ben.until("Type the code, or press Esc")
        ben.press(*"WRONG-0000", "enter")
        await ben.until("No table has that join code", "Code: WRONG-0000")
        ben.press(*["backspace"] * 10, *code.lower(), "enter")
        await ben.until("Month 1 of 12")
        cat.press("j", *code, "enter")
        await cat.until("Every seat there is taken. Watch the game?")
        await cat.answer("y")
        await cat.until("spectator", "Month 1 of 12")
        await cat.pressed("q", "b")
        await cat.until("Tables at Test")
        cat.press("q")
        assert await cat.end() == 0


async def test_a_computers_seat_at_a_private_table_can_be_taken_by_its_code(
    tmp_path: Path,
) -> None:
    """In both front ends, also on the command line; whoever does not want it may watch."""
    question = "Take a computer's place, with its cards and score?"
    async with (
        real_server() as server,
        people(server.port, tmp_path, "Aki", "Ben", "Cat") as (aki, ben, cat),
        person(server.port, tmp_path, "Dan") as dan,
        person(server.port, tmp_path, "Eve") as eve,
    ):
        await aki.start()
        seats = [service_pb2.SeatPlan(yours=True), *[service_pb2.SeatPlan(bot="easy")] * 3]
        seat = await aki.user.create(
            service_pb2.CreateTableRequest(game="coin", needs_code=True, seats=seats)
        )
        following = Following(aki.user, seat, monotonic)
        present = asyncio.create_task(following.follow())
        (room,) = server.lobby.open_tables()
        code = room.state.join_code
        ben.console.type("n", "y")
        await ben.start(join_code=code)
        await ben.console.until(question)
        await ben.console.until("Watch the game instead?")
        await ben.console.until("You are watching Aki's table.")
        cat.console.type(f"join {code}", "y")
        await cat.start()
        await cat.console.until("Your seat: Seat 2.")
        await dan.start(code)
        await dan.until(question)
        await dan.answer("y")
        await dan.until("Round 1 of")
        await eve.start()
        await eve.until("No table is open")
        eve.press("j", *code, "enter")
        await eve.until(question)
        await eve.answer("y")
        await eve.until("Round 1 of")
        assert [seat.name for seat in room.state.seats] == ["Aki", "Cat", "Dan", "Eve"]
        following.close()
        present.cancel()


async def test_a_seat_of_before_is_gone_on_with(tmp_path: Path) -> None:
    """After quitting: the next run asks whether to return, and the lobby lists the seat."""
    async with (
        real_server() as server,
        person(server.port, tmp_path, "Ben") as ben,
    ):
        async with person(server.port, tmp_path, "Aki") as aki:
            await aki.start()
            await aki.until("No table is open")
            aki.press("n", "enter")
            await aki.until("One more player is needed.")
            await ben.start()
            await ben.until("1 free")
            ben.press("enter")
            await aki.until("Month 1 of 12")
            await aki.pressed("q", "q")
            assert await aki.end() == 0
        await ben.until("away")
        async with person(server.port, tmp_path, "Aki") as again:
            await again.start()
            await again.until("You have a seat at Aki's table: Koi-Koi, Month 1 of")
            await again.answer("n")
            await again.until("Rules:", "yours")
            again.press("enter")
            await again.until("Month 1 of 12", "Aki (Red)")
        async with person(server.port, tmp_path, "Aki") as third:
            await third.start()
            await third.until("You have a seat at Aki's table: Koi-Koi, Month 1 of")
            await third.answer("y")
            await third.until("Month 1 of 12")


async def test_a_full_lobby_is_told_and_asked_again(running: Running, tmp_path: Path) -> None:
    """The sentence stays until there is room, and it is not said that no table is open."""
    running.fake.full = 2
    async with person(running.port, tmp_path, "Aki") as aki:
        waited: list[float] = []
        room = asyncio.Event()

        async def sleep(seconds: float) -> None:
            waited.append(seconds)
            await room.wait()

        aki.session._sleep = sleep
        await aki.start()
        full = "The lobby is full. Trying again then."
        await aki.until(full)
        await aki.pressed("?")
        await aki.until("Keys")
        await aki.pressed("escape")
        await aki.until(full)
        await aki.pressed("down")
        assert full in aki.text
        assert "No table is open" not in aki.text
        running.fake.rows.append(
            service_pb2.WatchLobbyResponse().rows.add(table=running.fake.table)
        )
        room.set()
        await aki.until("Aki's table")
        assert full not in aki.text
        assert waited == [5.0, 5.0]


async def test_a_full_lobby_lets_one_type_in_line_mode(running: Running, tmp_path: Path) -> None:
    running.fake.full = 1
    async with people(running.port, tmp_path, "Aki") as (aki,):
        room = asyncio.Event()

        async def sleep(seconds: float) -> None:
            await room.wait()

        aki.session._sleep = sleep
        await aki.start()
        await aki.console.until("The lobby is full. Trying again then.")
        aki.console.type("list", "help")
        after = await aki.console.until("watch table 2")
        assert not [line for line in aki.console.said if "No table is open" in line]
        room.set()
        await aki.console.until("No table is open", after)


async def test_one_is_asked_before_one_joins_a_table_without_players(
    running: Running, tmp_path: Path
) -> None:
    """In both front ends; whoever says no stays in the lobby."""
    running.fake.nobody_present = True
    running.fake.table.open_to_join.append(2)
    running.fake.table.seats[1].Clear()
    running.fake.table.seats[0].absent_since.GetCurrentTime()
    running.fake.rows.append(service_pb2.TableRow(table=running.fake.table))
    question = "Nobody is there. Sit down there anyway?"
    async with person(running.port, tmp_path, "Cat") as cat:
        await cat.start()
        await cat.until("Aki (away)", "1 free")
        cat.press("enter")
        await cat.until(question)
        await cat.answer("n")
        await cat.until("Aki (away)", "1 free")
        cat.press("enter")
        await cat.until(question)
        await cat.answer("y")
        await cat.until("Month 1 of 12")
        assert len(running.fake.requests) == 1
    async with people(running.port, tmp_path, "Dan") as (dan,):
        await dan.start()
        place = await dan.console.until("Aki (away)")
        dan.console.type("1", "n", "list")
        place = await dan.console.until(question, place)
        place = await dan.console.until("Aki (away)", place)
        dan.console.type("1", "y")
        await dan.console.until("Type help for all commands.", place)
        assert len(running.fake.requests) == 2


async def test_a_name_is_asked_for_and_can_be_changed(tmp_path: Path) -> None:
    async with real_server() as server, person(server.port, tmp_path, "root") as one:
        await one.start(ask_name=True)
        await one.until("What name do you want", "Name: root")
        await one.answer("H")  # the name that was offered gives way
        one.press(*"eidi", "enter")
        await one.until("you are Heidi")
        assert one.store.last("name") == "Heidi"
        one.press("e", *["backspace"] * 5, *"Ida", "enter")
        await one.until("you are Ida")
        one.press("?")
        await one.until("Help 1/")
        one.press("escape")
        await one.until("Tables at")
        one.press("interrupt")
        assert await one.end() == 130


@pytest.fixture
async def thirty(tmp_path: Path) -> LobbyScreen:
    """A lobby with thirty tables, one of them ours; nothing draws it."""
    async with person(1, tmp_path, "Aki") as one:
        one.session.catalog.CopyFrom(tables.CATALOG)
        rows = tables.rows(30)
        one.session.info.server_id = "S"
        mine = rows[7].table.table_id
        one.store.keep(KeptSeat("S", mine, 1, "token", "Aki"))
        screen = LobbyScreen(one.user)
        screen.take(service_pb2.WatchLobbyResponse(snapshot=True, rows=rows))
        return screen


def under(screen: LobbyScreen) -> str:
    """The table under the cursor."""
    row = screen._shown().row
    assert row is not None
    return row.table.table_id


async def test_the_cursor_stays_on_its_table(thirty: LobbyScreen) -> None:
    """Mine come first; new or closed tables do not move the cursor."""
    mine = tables.rows(30)[7].table.table_id
    assert under(thirty) == mine
    for key in ("down", "down", "page down", "up"):
        thirty.press(key)
    on = under(thirty)
    new = tables.rows(1)[0]
    new.table.table_id = "new"
    thirty.take(service_pb2.WatchLobbyResponse(rows=[new]))
    assert under(thirty) == on
    following = [row.table.table_id for row in thirty._shown().found]
    after = following[following.index(on) + 1]
    thirty.take(service_pb2.WatchLobbyResponse(closed_table_ids=[on]))
    assert under(thirty) == after
    thirty.press("end")
    assert under(thirty) == following[-1]
    thirty.press("home")
    assert under(thirty) == mine


async def test_the_list_is_searched(thirty: LobbyScreen) -> None:
    """/ takes letters, q and ? among them; Esc shows all again."""
    name = thirty._shown().found[20].table.name
    thirty.press("/")
    for letter in name:
        thirty.press(letter)
    assert all(name in row.table.name for row in thirty._shown().found)
    thirty.press("q")
    assert thirty._shown().found == []
    thirty.press("escape")
    assert len(thirty._shown().found) == 30


@pytest.mark.parametrize("number", [0, slow(30)])
async def test_a_lost_connection_is_said_once(thirty: LobbyScreen, number: int) -> None:
    """Below the tables, or in their place; whatever the server refused before."""
    thirty.take(service_pb2.WatchLobbyResponse(snapshot=True, rows=tables.rows(number)))
    session, lost = thirty.user.session, "The connection to S is lost. Trying again."
    session.connected, session.status = False, lost
    thirty._tables._refusal = "Too many people. Trying again every 10 seconds."
    shown = "\n".join("".join(words for _, words in line) for line in thirty.draw(Room(80, 24)))
    assert shown.count(lost) == 1
    assert "Too many people" not in shown


async def test_ways_from_the_list(thirty: LobbyScreen) -> None:
    """Enter returns to the user's seat, W watches, Q quits."""
    thirty.press("enter")
    place = thirty.place.result()
    assert isinstance(place, KeptSeat)
    thirty.place = asyncio.get_running_loop().create_future()
    thirty.press("w")
    assert thirty.place.result() == Spectating(table_id=place.table_id)
    thirty.place = asyncio.get_running_loop().create_future()
    thirty.press("Q")
    assert isinstance(thirty.place.exception(), Quit)
