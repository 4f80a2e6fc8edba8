"""A damaged table is set aside: the others go on, and its players are told."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Any

import grpc
import pytest

from hanafuda.games import GAMES
from koikoi.v1 import service_pb2
from koikoi_server.commands import host_commands
from koikoi_server.commands.host_socket import HostSocket
from koikoi_server.journal.folder import open_store
from tests.support.durable import serving_from
from tests.support.server import MINE, new_id, refused

OPEN = service_pb2.SeatPlan()
REFUSED = (grpc.StatusCode.UNAVAILABLE, "STORAGE_FAILED")


def execute(path: Path, *statements: str) -> list[Any]:
    """Change the database of a server that is stopped; return the rows of the last statement."""
    store = open_store(path)
    try:
        for statement in statements:
            rows = store._database.execute(statement).fetchall()
        return rows
    finally:
        store.close()


async def test_a_table_that_does_not_fit_the_rules_is_set_aside_until_it_does(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example, the server is older than its data and does not know a game."""
    async with serving_from(tmp_path) as client:
        aki = await client.create("Aki", seats=[MINE, OPEN])
        eve = await client.create("Eve", game="sakura", rules={}, seats=[MINE, OPEN])
    with monkeypatch.context() as older:
        older.delitem(GAMES, "sakura")
        async with serving_from(tmp_path) as client:
            assert await client.act(aki, chat="still here")
            assert await refused(client.watch(eve).read()) == REFUSED
            rows = (await client.stub.ListTables(service_pb2.ListTablesRequest())).rows
            assert [row.table.table_id for row in rows] == [aki.table_id]
    assert "entry 1 does not fit the rules of this version" in caplog.text
    async with serving_from(tmp_path) as client:
        assert await client.act(eve, chat="here again")


FIRST = "WHERE seq = 1 AND body GLOB '*Eve*'"
THIRD = "WHERE seq = 3 AND table_id IN (SELECT table_id FROM entries WHERE body GLOB '*Eve*')"


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (f"UPDATE entries SET body = replace(body, '2', '3') {THIRD}", "entry 3 was changed"),
        (f"UPDATE entries SET crc = crc + 1 {THIRD}", "entry 3 was changed"),
        (
            f"UPDATE entries SET body = CAST(CAST(body AS BLOB) || x'ff' AS TEXT) {THIRD}",
            "entry 3 was changed",
        ),
        (f"DELETE FROM entries {THIRD}", "entry 3 is missing"),
        (f"DELETE FROM entries {FIRST}", "entry 1 is missing"),
        (f"UPDATE entries SET seq = 9 {THIRD}", "entry 3 is missing"),
        (f"UPDATE entries SET body = '', crc = 0 {THIRD}", "not an entry"),
        (f"UPDATE entries SET body = '\"', crc = 3323829674 {THIRD}", "entry 3 was changed"),
    ],
)
async def test_a_damaged_table_is_set_aside_and_the_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str, why: str
) -> None:
    joining = service_pb2.JoinTableRequest(request_id=new_id(), player_name="Ben")
    async with serving_from(tmp_path) as client:
        aki = await client.create("Aki", seats=[MINE, OPEN])
        eve = await client.create("Eve", seats=[MINE, OPEN])
        joining.table_id = eve.table_id
        await client.stub.JoinTable(joining)
        for _ in range(3):
            await client.act(eve, chat="hello")
            await client.act(aki, chat="hello")
    execute(tmp_path, damage)
    kept = "SELECT at, table_id, seq, CAST(body AS BLOB), crc FROM entries WHERE table_id <> "
    kept += f"'{aki.table_id}'"
    before = execute(tmp_path, kept)
    async with serving_from(tmp_path) as client:
        assert await client.act(aki, chat="still here")
        for call in (
            client.watch(eve).read(),
            client.act(eve, chat="hello?"),
            client.spectate(eve.table_id).read(),
            client.join(eve.table_id, "Cho"),
            client.stub.JoinTable(joining),
        ):
            assert await refused(call) == REFUSED
        asked = service_pb2.ListSeatsRequest(seat_tokens=[aki.seat_token, eve.seat_token])
        found = (await client.stub.ListSeats(asked)).seats
        assert [(place.seat, bool(place.problem)) for place in found] == [(1, False), (0, True)]
        socket = HostSocket(tmp_path, client.running.lobby, client.running.clock)
        out = io.StringIO()
        await socket.listen()
        await asyncio.to_thread(host_commands.main, ["tables", "--data", str(tmp_path)], out)
        socket.close()
        assert f"{eve.table_id}  set aside, because its data is damaged: {why}" in out.getvalue()
        assert f"table {eve.table_id} is damaged and set aside: {why}" in caplog.text
    assert execute(tmp_path, kept) == before
