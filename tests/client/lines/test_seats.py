"""Seats in line mode: who goes, who comes back, who sits down in mid-match, and what is asked."""

from __future__ import annotations

from pathlib import Path

from koikoi_server.table.limits import Limits
from tests.client.playing import Person, people, real_server
from tests.support.timeouts import HANG


async def opened(aki: Person) -> None:
    """Aki's table, open for one more."""
    await aki.start()
    await aki.console.until("No table is open")
    aki.console.type("new", "1", "")
    await aki.console.until("  bot 2: Put a computer in the Blue seat")


async def begun(aki: Person, ben: Person) -> None:
    """Aki and Ben play."""
    await opened(aki)
    await ben.start()
    await ben.console.until("Tables")
    ben.console.type("1")
    for person in (aki, ben):
        await person.console.until("Month 1 of 12")


async def test_leaving_is_asked_for_frees_the_seat_and_the_host_passes_on(tmp_path: Path) -> None:
    async with real_server() as server, people(server.port, tmp_path, "Aki", "Ben") as (aki, ben):
        await begun(aki, ben)
        aki.console.type("leave")
        await aki.console.until("Give up your seat for good?")
        aki.console.type("no")
        aki.console.type("say still here")
        await ben.console.until("Aki: still here")
        (room,) = server.lobby.open_tables()
        assert (room.state.host, room.state.at(1).name) == (1, "Aki")
        aki.console.type("leave", "yes")
        place = await ben.console.until("Aki left the table.")
        await ben.console.until("  bot 1: Put a computer in the Red seat")
        assert (room.state.host, room.state.at(1).is_open) == (2, True)
        await aki.console.until("You left the table.")
        assert aki.store.seats(aki.session.info.server_id) == []
        ben.console.type("bot 1 easy")
        await ben.console.until("Easy", place)


async def test_quitting_is_an_absence_and_the_seat_stays(tmp_path: Path) -> None:
    async with real_server() as server, people(server.port, tmp_path, "Aki", "Ben") as (aki, ben):
        await begun(aki, ben)
        ben.console.type("quit")
        await ben.console.until("quit and keep your seat")
        ben.console.type("q")
        assert await ben.end() == 0
        await aki.console.until("possible in 2 min")
        (room,) = server.lobby.open_tables()
        assert room.state.at(2).name == "Ben"
        assert len(ben.store.seats(aki.session.info.server_id)) == 1


async def test_a_match_is_gone_on_with_against_the_computer_or_ended_and_begun_anew(
    tmp_path: Path,
) -> None:
    """By what is offered once the other has been away for long; who was absent may come back."""
    async with (
        real_server(limits=Limits(absence=0)) as server,
        people(server.port, tmp_path, "Aki", "Ben") as (aki, ben),
    ):
        await begun(aki, ben)
        (room,) = server.lobby.open_tables()
        assert room.state.match is not None
        first = room.state.match.match_id
        aki.console.type("end")
        await aki.console.until("That is not possible now.")
        await ben.stop()
        await aki.console.until("  end: End the match")
        aki.console.type("bot 2 medium")
        await aki.console.until("Medium plays for Ben.")
        aki.console.type("end", "y")
        await aki.console.until("  rematch: ")
        place = len(aki.console.said)
        aki.console.type("rematch")
        await aki.console.until("Month 1 of 12", place)
        assert room.state.match is not None
        assert room.state.match.match_id != first
        assert (room.state.at(2).name, room.state.at(2).bot) == ("Ben", "medium")
        async with people(server.port, tmp_path, "Ben") as (again,):
            await again.start()
            await again.console.until("You have a seat at Aki's table")
            again.console.type("y")
            await again.console.until("  back: ")
            again.console.type("b")
            await again.console.until("You play again.")
            assert not room.state.at(2).bot


async def test_a_spectator_sits_down_in_mid_match(tmp_path: Path) -> None:
    async with real_server() as server, people(server.port, tmp_path, "Aki", "Ben") as (aki, ben):
        await opened(aki)
        aki.console.type("bot easy")
        await aki.console.until("Month 1 of 12")
        await ben.start()
        await ben.console.until("Tables")
        ben.console.type("watch 1")
        await ben.console.until("You are watching Aki's table.")
        ben.console.type("sit", "n")
        await ben.console.until("No seat is open there. Take a computer's place")
        ben.console.type("sit 1")
        await ben.console.until("That seat is taken")
        ben.console.type("sit 2")
        await ben.console.until("Opponent: Red, Aki, host.")
        (room,) = server.lobby.open_tables()
        assert (room.state.at(2).name, room.state.at(2).bot) == ("Ben", "")
        assert len(ben.store.seats(ben.session.info.server_id)) == 1


async def test_a_nudge_rings_the_bell(tmp_path: Path) -> None:
    async with (
        real_server(limits=Limits(nudge=round(1000 * HANG))) as server,
        people(server.port, tmp_path, "Aki", "Ben") as (aki, ben),
    ):
        await begun(aki, ben)
        (room,) = server.lobby.open_tables()
        assert room.state.match is not None
        turn = room.state.match.state.turn
        idle, other = (aki, ben) if turn == 1 else (ben, aki)
        rung = idle.console.bells
        other.console.type("nudge")
        await idle.console.until("The others are waiting for you.")
        assert idle.console.bells == rung + 1
        await other.console.until("was reminded that the others are waiting.")
        other.console.type("nudge")
        await other.console.until("possible in ")
        assert idle.console.bells == rung + 1


async def test_a_private_table_is_joined_by_its_code(tmp_path: Path) -> None:
    async with real_server() as server, people(server.port, tmp_path, "Aki", "Ben") as (aki, ben):
        await aki.start()
        await aki.console.until("No table is open")
        aki.console.type("new", "1")
        place = await aki.console.until("A new table")
        place = await aki.console.until("Listed in the lobby: Yes", place)
        number = aki.console.said[place - 1].split()[0].rstrip(":")
        aki.console.type(number, "2", "")
        place = await aki.console.until("To invite: koikoi-client --insecure 127.0.0.1:", place)
        invitation = aki.console.said[place - 1].split()
        assert invitation[-2] == "--join"
        await ben.start(join_code=invitation[-1].lower())
        await ben.console.until("Opponent: Red, Aki, host.")
        ben.console.type("say hello {card}")
        await aki.console.until("Ben: hello {card}")
        await ben.console.until("You: hello {card}")


async def test_the_computer_takes_an_open_seat_and_ones_own_and_gives_it_back(
    tmp_path: Path,
) -> None:
    async with real_server() as server, people(server.port, tmp_path, "Aki") as (aki,):
        await aki.start()
        await aki.console.until("No table is open")
        aki.console.type("new", "1", "")
        await aki.console.until("  bot 2: Put a computer in the Blue seat")
        aki.console.type("bot nonsense")
        await aki.console.until("There is no such computer player: choose Medium, Easy or Hard.")
        aki.console.type("bot easy")
        await aki.console.until("Month 1 of 12")
        aki.console.type("bot me medium")
        await aki.console.until("Medium plays for you.")
        await aki.console.until("  back: ")
        aki.console.type("back")
        await aki.console.until("You play again.")


async def test_a_match_that_nobody_plays_because_the_input_is_empty_is_not_kept(
    tmp_path: Path,
) -> None:
    """The seat is kept once a line was read."""
    async with real_server() as server, people(server.port, tmp_path, "Aki", "Ben") as both:
        for person, typed in zip(both, ((), ("again",)), strict=True):
            person.user.practice, person.console.interactive = True, False
            person.console.type(*typed, None)
            await person.start()
            assert await person.end() == 0
        aki, ben = both
        assert not aki.store.seats(aki.session.info.server_id)
        assert len(ben.store.seats(ben.session.info.server_id)) == 1
