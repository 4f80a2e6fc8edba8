"""koikoi-server and its data folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2, service_pb2_grpc
from koikoi_server.__main__ import main
from tests.support.command import command, ended
from tests.support.server import MINE, new_id
from tests.support.tiers import slow_after
from tests.support.timeouts import HANG

HERE = ("--host", "127.0.0.1", "--port", "0")


async def fails(*options: str) -> str:
    """The sentence with which the command ends, with exit code 1."""
    async with command(*options) as process:
        code, out, said = await ended(process)
    assert (code, out) == (1, "")
    assert said.count("\n") == 1
    assert "Traceback" not in said
    return said


@asynccontextmanager
async def served(*options: str) -> AsyncIterator[Any]:
    """A stub for the command's server, which is stopped cleanly at the end."""
    async with command(*options, "--insecure", "--exit-with-stdin") as process:
        assert process.stdout is not None
        assert process.stdin is not None
        line = await asyncio.wait_for(process.stdout.readline(), HANG)
        assert line, await ended(process)
        address = line.decode().split()[-1]
        async with grpc.aio.insecure_channel(address) as channel:
            yield service_pb2_grpc.KoikoiServiceStub(channel)
        process.stdin.close()
        await asyncio.wait_for(process.wait(), HANG)
        assert process.returncode == 0


def opening() -> service_pb2.CreateTableRequest:
    return service_pb2.CreateTableRequest(
        request_id=new_id(), player_name="Aki", game="koikoi", seats=[MINE, service_pb2.SeatPlan()]
    )


async def server_id(stub: Any) -> str:
    return str((await stub.GetServerInfo(service_pb2.GetServerInfoRequest())).server_id)


async def test_tables_and_server_id_survive_a_restart(tmp_path: Path) -> None:
    data, request = (*HERE, "--data", str(tmp_path / "d")), opening()
    async with served(*data) as stub:
        first = await server_id(stub)
        grant = (await stub.CreateTable(request)).grant
    async with served(*data) as stub:
        assert await server_id(stub) == first
        rows = (await stub.ListTables(service_pb2.ListTablesRequest())).rows
        assert [row.table.table_id for row in rows] == [grant.table_id]
        assert (await stub.CreateTable(request)).grant == grant
    assert not list((tmp_path / "d").glob("*-wal")), "all of it is in the one file"


@pytest.mark.slow
async def test_with_memory_nothing_is_written(tmp_path: Path) -> None:
    async with served(*HERE, "--memory") as stub:
        first = await server_id(stub)
        await stub.CreateTable(opening())
    async with served(*HERE, "--memory") as stub:
        assert await server_id(stub) != first
        assert not (await stub.ListTables(service_pb2.ListTablesRequest())).rows
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
async def test_practice_has_its_own_data_and_resumes_later() -> None:
    async with served("--private") as stub:
        first = await server_id(stub)
        grant = (await stub.CreateTable(opening())).grant
        async with served(*HERE) as other:
            assert await server_id(other) != first
        # Another window: it may practise too, and keeps nothing.
        async with served("--private") as window:
            assert await server_id(window) != first
    async with served("--private") as stub:
        watch = stub.WatchSeat(service_pb2.WatchSeatRequest(seat_token=grant.seat_token))
        update = (await watch.read()).update
        assert update.table.table_id == grant.table_id
        days = (update.table.close_time.seconds - update.news[0].time.seconds) / 86_400
        assert days > 29, "it waits until it is gone on with"
        watch.cancel()


@pytest.mark.slow
async def test_a_second_server_on_the_data_is_refused_with_a_sentence(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    async with served(*HERE, *data):
        assert "Another koikoi-server" in await fails(*HERE, *data)
        assert "Another koikoi-server" in await fails("--private", *data)


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_after(1, ["journal.sqlite3", "key", "server-id"]))
async def test_damaged_data_is_refused_with_a_sentence(tmp_path: Path, name: str) -> None:
    data = ("--data", str(tmp_path))
    async with served(*HERE, *data) as stub:
        await stub.CreateTable(opening())
    (tmp_path / name).write_bytes(b"?" * 5000)
    said = await fails(*HERE, *data)
    assert "damaged" in said
    assert str(tmp_path) in said
    assert (tmp_path / name).read_bytes() == b"?" * 5000


async def test_no_network_address_is_stored(tmp_path: Path) -> None:
    async with served(*HERE, "--data", str(tmp_path)) as stub:
        grant = (await stub.CreateTable(opening())).grant
        await stub.JoinTable(
            service_pb2.JoinTableRequest(
                request_id=new_id(), player_name="Ben", table_id=grant.table_id
            )
        )
    stored = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert b"Ben" in stored
    assert b"127.0.0.1" not in stored
    assert grant.seat_token.encode() not in stored


@pytest.mark.parametrize("days", ["0", "x", "-1", "99999"])
def test_days_to_keep_records_are_a_number(days: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--keep-records", days])
    assert ended.value.code == 2
    assert "from 1 to 36500" in " ".join(capsys.readouterr().err.split())
