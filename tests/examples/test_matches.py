"""Whole matches of the example clients with a real server, checked by watchers."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from koikoi.v1 import service_pb2, service_pb2_grpc, table_pb2
from tests.examples.programs import (
    LANGUAGES,
    Program,
    example,
    free_port,
    needed,
    program,
    server,
)
from tests.examples.relay import Relay, relayed
from tests.support.proxy import Proxy
from tests.support.server import soon
from tests.support.validators import violations

QUICK = {
    "koikoi": ("months=2", "bot_delay=0"),
    "coin": ("rounds=1", "bot_delay=0"),
    "sakura": ("rounds=1", "bot_delay=0"),
}
"""The house rules under which each game is played here."""
LONG = {"koikoi": "months=12", "coin": "rounds=12", "sakura": "rounds=12"}
"""How long it is played where there must be time for trouble."""


@dataclass
class House:
    """The server's command, which may be killed and started again on the same port and data."""

    port: int
    folder: Path
    running: Program
    stack: AsyncExitStack

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def restart(self) -> None:
        """kill -9, and start again."""
        await self.running.kill()
        self.running = await server(self.port, self.folder)

    async def client(self, language: str, name: str, *arguments: str) -> Client:
        """An example client, behind a wire of its own."""
        relay, wire = await self.stack.enter_async_context(relayed(self.port))
        address = f"127.0.0.1:{wire.port}"
        started = await example(language, address, name, *arguments, folder=self.folder)
        self.stack.push_async_callback(started.kill)
        return Client(started, relay, wire)

    async def catalog(self) -> service_pb2.GetCatalogResponse:
        async with grpc.aio.insecure_channel(self.address) as channel:
            stub = service_pb2_grpc.KoikoiServiceStub(channel)
            return await stub.GetCatalog(service_pb2.GetCatalogRequest())


@dataclass
class Client:
    """A program that plays or watches, and everything that it received."""

    program: Program
    relay: Relay
    wire: Proxy

    async def table(self) -> str:
        """The id of the table that it has opened."""
        return (await self.program.said("TABLE")).split()[1]

    async def reached(self, seq: int) -> None:
        await soon(lambda: self.relay.seq >= seq)

    async def won(self) -> list[int]:
        """The winners that it names at its end."""
        return [int(seat) for seat in (await self.program.ended())[-1].split()[1:]]

    async def over(self) -> None:
        """Return when it has seen the end of the match."""
        await soon(lambda: self.last.match.phase == table_pb2.PHASE_MATCH_OVER)

    @property
    def last(self) -> table_pb2.Update:
        newest: table_pb2.Update = self.relay.streams[-1].updates[-1]
        return newest


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    port = free_port()
    async with AsyncExitStack() as stack:
        made = House(port, tmp_path, await server(port, tmp_path), stack)
        try:
            yield made
        finally:
            await stack.aclose()
            await made.running.kill()


def check(clients: list[Client]) -> None:
    """All received the same, without a gap, and saw the whole match."""
    assert violations(stream for client in clients for stream in client.relay.streams) == []
    match = max((client.last for client in clients), key=lambda update: update.seq).match
    assert match.phase == table_pb2.PHASE_MATCH_OVER
    assert match.winners
    for side in match.sides:
        assert len(side.round_scores) == match.round


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_plays_every_game_that_has_computers(house: House, language: str) -> None:
    needed(language)
    games = [game for game in (await house.catalog()).games if game.bots]
    assert len(games) > 1
    for game in games:
        seats = [bot.id for bot in game.bots[:1]] * (game.min_seats - 1)
        aki = await house.client(language, "Aki", "create", game.id, *seats, *QUICK[game.id])
        assert await aki.won() == list(aki.last.match.winners)
        check([aki])


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_plays_every_game_with_others_and_lists_the_table(
    house: House, language: str
) -> None:
    needed(language)
    for game in (await house.catalog()).games:
        aki = await house.client(language, "Aki", "create", game.id, "-", *QUICK[game.id])
        table = await aki.table()
        listed = await house.client(language, "Cho", "list")
        assert f"{table} {game.id} Aki's table" in await listed.program.ended()
        ben = await house.client("bot", "Ben", "join", table)
        assert await aki.won() == await ben.won()
        check([aki, ben])


@pytest.mark.examples
@pytest.mark.parametrize(("game", "length"), LONG.items())
async def test_two_languages_play_while_a_person_watches_through_cuts_and_a_restart(
    house: House, game: str, length: str
) -> None:
    """Node against C++, a person's client on the bench; one wire after another is cut."""
    needed("node")
    needed("cpp")
    node = await house.client("node", "Node", "create", game, "-", length)
    watcher = await watching(house)
    cpp = await house.client("cpp", "Cpp", "join", await node.table())
    for seq, broken in ((12, watcher), (20, node), (40, cpp)):
        await broken.reached(seq)
        broken.wire.cut()
    await asyncio.gather(node.reached(60), cpp.reached(60))
    await house.restart()
    await asyncio.gather(node.reached(80), cpp.reached(80))
    node.wire.cut()
    cpp.wire.cut()
    assert await node.won() == await cpp.won()
    await watcher.over()
    check([node, cpp, watcher])
    for client, watches in ((node, 4), (cpp, 4), (watcher, 3)):
        assert len(client.relay.streams) >= watches, "one more after each cut and the restart"
        assert any(stream.after for stream in client.relay.streams), "and it resumed"


async def watching(house: House) -> Client:
    """A person's client that looks on at the only table."""
    relay, wire = await house.stack.enter_async_context(relayed(house.port))
    command = (sys.executable, "-m", "koikoi_client", f"127.0.0.1:{wire.port}", "--insecure")
    typed = await program(*command, "--plain", "--name", "Eye", folder=house.folder, stdin=True)
    house.stack.push_async_callback(typed.kill)
    await typed.said("to sit down")
    typed.type("watch 1")
    return Client(typed, relay, wire)


@pytest.mark.slow
async def test_two_bots_play_while_a_person_watches(house: House) -> None:
    aki = await house.client("bot", "Aki", "create", "koikoi", "-", *QUICK["koikoi"])
    watcher = await watching(house)
    await watcher.reached(1)
    ben = await house.client("bot", "Ben", "join", await aki.table())
    assert await aki.won() == await ben.won()
    await watcher.over()
    check([aki, ben, watcher])


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_goes_on_with_its_seat_when_it_starts_again(house: House, language: str) -> None:
    needed(language)
    arguments = ("create", "koikoi", "-", *QUICK["koikoi"])
    aki = await house.client(language, "Aki", *arguments)
    ben = await house.client("bot", "Ben", "join", await aki.table())
    await aki.reached(12)
    await aki.program.kill()
    again = await house.client(language, "Aki", *arguments)
    assert await again.won() == await ben.won()
    check([aki, again, ben])


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_seat_that_is_lost_is_forgotten(house: House, language: str) -> None:
    """The host puts the player out: it says why, ends, and does not ask for the seat again."""
    needed(language)
    async with grpc.aio.insecure_channel(house.address) as channel:
        stub = service_pb2_grpc.KoikoiServiceStub(channel)
        opened = await stub.CreateTable(
            service_pb2.CreateTableRequest(
                request_id="x" * 16, player_name="Aki", game="coin", seats=[{"yours": True}, {}, {}]
            )
        )
        ben = await house.client(language, "Ben", "join", opened.grant.table_id)
        await ben.reached(2)
        assert list(house.folder.glob("Ben.*.seat"))
        kick = service_pb2.ActRequest(seat_token=opened.grant.seat_token, request_id="y" * 16)
        kick.use_seat_option.id = f"kick.2.{ben.last.table.seats[1].version}"
        await stub.Act(kick)
        await ben.program.ended(well=False)
    assert not list(house.folder.glob("Ben.*.seat"))
    assert "seat" in ben.program.lines[-1]
    assert not any("Traceback" in line for line in ben.program.lines)
