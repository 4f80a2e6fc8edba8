"""The lobby in line mode, at a scripted server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import cast

import pytest

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.errors import Refused
from koikoi_client.follow.start import first_place
from koikoi_client.follow.user import Place, Spectating
from koikoi_client.lines.console import Lines
from koikoi_client.lines.lobby import lobby
from koikoi_client.lines.user import LineUser
from koikoi_client.system.store import KeptSeat, Store
from koikoi_client.wire.session import Session
from tests.client.fake import catalogue
from tests.client.lines.typed import TypedConsole
from tests.support.timeouts import HANG

PRIVATE = KeptSeat("S", "p", 1, "token", "Aki", private=True)


def row(name: str, rank: int = 1, **fields: object) -> service_pb2.TableRow:
    """The row of a table that waits for a second player."""
    table = table_pb2.Table(
        table_id=name, name=name, game="koikoi", stage=table_pb2.STAGE_GATHERING, open_to_join=[2],
        seats=[table_pb2.Seat(number=1, player_name="Ben"), table_pb2.Seat(number=2)],
        **fields,  # type: ignore[arg-type]  # handed on
    )  # fmt: skip
    return service_pb2.TableRow(table=table, rank=rank)


class Scripted:
    """A server that lists *rows*, and lists each new table before it grants the seat."""

    connected, lost = True, ""

    def __init__(self, *rows: service_pb2.TableRow) -> None:
        self.info = service_pb2.GetServerInfoResponse(server_id="S", max_name_columns=16)
        self.catalog = catalogue()
        self.rows = rows
        self.own: service_pb2.TableRow | None = None  #: the table of all kept seats, if it answers
        self.refusal: Refused | None = None  #: the answer to all requests for a seat
        self._creating, self._listed = asyncio.Event(), asyncio.Event()

    async def watch_lobby(self) -> AsyncGenerator[service_pb2.WatchLobbyResponse, None]:
        yield service_pb2.WatchLobbyResponse(snapshot=True, rows=self.rows)
        await self._creating.wait()
        yield service_pb2.WatchLobbyResponse(rows=[row("Aki's table")])
        self._listed.set()
        await asyncio.Event().wait()

    async def create(self, request: service_pb2.CreateTableRequest) -> service_pb2.SeatGrant:
        self._creating.set()
        await self._listed.wait()
        return service_pb2.SeatGrant(
            table_id="Aki's table", seat=1, seat_token="new", player_name="Aki", server_id="S"
        )

    async def join(self, request: service_pb2.JoinTableRequest) -> service_pb2.SeatGrant:
        assert self.refusal is not None
        raise self.refusal

    async def seats(self, tokens: list[str]) -> list[service_pb2.SeatRow]:
        if self.own is None:
            raise Refused("RATE_LIMITED", "Too many requests.")
        return [service_pb2.SeatRow(seat=1, row=self.own) for _ in tokens]


async def visited(store: Store, server: Scripted, *typed: str) -> tuple[list[str], Place]:
    """What a user reads who types these lines in the lobby, and where they lead."""
    console = TypedConsole()
    console.type(*typed)
    user = LineUser(Lines(console), cast(Session, server), store, "Aki")
    async with asyncio.timeout(HANG):
        place = await lobby(user)
    await user.lines.close()
    return console.said, place


async def test_ones_own_new_table_is_not_announced(store: Store) -> None:
    said, place = await visited(store, Scripted(), "new", "")
    assert isinstance(place, KeptSeat)
    assert not [line for line in said if line.startswith("New table")]


@pytest.mark.parametrize("typed", ["7", "watch 7", "join 7"])
async def test_a_number_that_no_table_has_is_no_join_code(store: Store, typed: str) -> None:
    said, _ = await visited(store, Scripted(row("one")), typed, "watch 1")
    assert "There is no table 7. Type list to list the tables." in said


async def test_a_game_can_be_named_for_a_new_table(store: Store) -> None:
    server = Scripted()
    server.catalog.games.add(id="coin", name="Coin game", min_seats=2, max_seats=7)
    said, _ = await visited(store, server, "new coin game", "")
    assert not [line for line in said if line.startswith("Which game?")]
    assert "  1: Game: Coin game" in said
    said, _ = await visited(store, Scripted(), "new poker", "")
    assert 'There is no game "poker".' in said


async def test_no_answer_to_the_first_question_opens_no_table_and_says_so(store: Store) -> None:
    server = Scripted(row("one"))
    server.catalog.games.add(id="coin", name="Coin game", min_seats=2, max_seats=7)
    said, _ = await visited(store, server, "new", "", "watch 1")
    assert said[-1] == "No table was opened."


async def test_a_question_in_a_pipe_says_what_to_type(store: Store) -> None:
    """It shows no prompt."""
    console = TypedConsole()
    user = LineUser(Lines(console), cast(Session, Scripted()), store, "Aki")
    console.type("n")
    assert not await user.ask_yes("Sure?")
    assert (console.said, console.prompt) == (["Sure?"], "y or n> ")
    console.interactive = False
    console.type("y")
    assert await user.ask_yes("Sure?")
    assert console.said[1:] == ["Sure?", "Type y or n."]


async def test_a_private_table_whose_seats_are_all_taken_can_be_watched(store: Store) -> None:
    """With --join too."""
    server = Scripted()
    server.refusal = Refused("NO_OPEN_SEAT", "No seat is open: you can watch the game.")
    said, place = await visited(store, server, "join PLUM-1", "y")
    assert place == Spectating(join_code="PLUM-1")
    assert "Every seat there is taken. Watch the game?" in said
    console = TypedConsole()
    console.type("y", "n")
    user = LineUser(Lines(console), cast(Session, server), store, "Aki")
    assert await first_place(user, "PLUM-1") == Spectating(join_code="PLUM-1")
    assert await first_place(user, "PLUM-1") is None


async def test_tables_without_a_present_player_come_last(store: Store) -> None:
    """By the server's rank. The numbers follow the first list."""
    said, place = await visited(store, Scripted(row("old", rank=4), row("new")), "watch 1")
    assert said[1].startswith("  1: new:")
    assert said[2].startswith("  2: old:")
    assert getattr(place, "table_id", "") == "new"


@pytest.mark.parametrize("known", [True, False])
async def test_ones_own_private_table_is_returned_to_and_not_watched(
    store: Store, known: bool
) -> None:
    """Also before the server has said anything about it."""
    store.keep(PRIVATE)
    server = Scripted(row("public"))
    if known:
        server.own = row("Ben's table", needs_code=True)
        server.own.table.table_id = "p"
    said, place = await visited(store, server, "watch 1", "1")
    named = "Ben's table (private): Koi-Koi, you have a seat, Ben"
    assert f"  1: {named if known else 'a private table: you have a seat'}" in said
    assert "You have a seat there. Type 1 to return to it." in said
    assert place == PRIVATE
