"""The data folder of a running server is deleted, moved or replaced."""

from __future__ import annotations

import asyncio
import io
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from koikoi.v1 import service_pb2
from koikoi_server.commands import host_commands
from koikoi_server.commands.data_folder import serving_folder
from koikoi_server.commands.host_socket import SOCKET
from koikoi_server.journal import schema
from koikoi_server.journal.durable import DurableJournal
from koikoi_server.journal.folder import Folder
from koikoi_server.journal.store import FILE, Gone, Store
from tests.journal.values import entry
from tests.support.server import MINE, Client, refused, serving
from tests.support.timeouts import HANG

if sys.platform == "win32":
    pytest.skip("open files cannot be deleted or moved", allow_module_level=True)

REFUSED = (grpc.StatusCode.UNAVAILABLE, "STORAGE_FAILED")
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


@asynccontextmanager
async def hosted(path: Path) -> AsyncIterator[Client]:
    with Folder(path) as folder:
        journal = DurableJournal(folder.store())
        try:
            async with (
                serving(journal=journal, key=folder.key) as client,
                serving_folder(folder, client.running, interval=0.01),
            ):
                yield client
        finally:
            await journal.close()


async def until_health_is(client: Client, wanted: int) -> None:
    stub = health_pb2_grpc.HealthStub(client.channel)
    async with asyncio.timeout(HANG):
        while (await stub.Check(health_pb2.HealthCheckRequest())).status != wanted:
            await asyncio.sleep(0.01)


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def delete(path: Path) -> None:
    shutil.rmtree(path)


def put_another_there(path: Path) -> None:
    move(path)
    with Folder(path):
        pass


def delete_database(path: Path) -> None:
    (path / FILE).unlink()


def delete_log(path: Path) -> None:
    (path / f"{FILE}-wal").unlink()


def delete_lock(path: Path) -> None:
    """Another server could use the data."""
    (path / "lock").unlink()


@pytest.mark.parametrize(
    "damage", [move, delete, put_another_there, delete_database, delete_log, delete_lock]
)
async def test_moves_are_refused_and_the_host_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: Callable[[Path], None]
) -> None:
    async with hosted(tmp_path / "data") as client:
        aki = await client.create(seats=[MINE, service_pb2.SeatPlan()])
        await until_health_is(client, SERVING)
        damage(tmp_path / "data")
        assert await refused(client.act(aki, chat="hello")) == REFUSED
        await until_health_is(client, NOT_SERVING)
    assert caplog.text.count("was deleted, moved or replaced while the server was running") == 1


async def test_the_server_goes_on_when_the_folder_is_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, away = tmp_path / "data", tmp_path / "elsewhere"
    async with hosted(path) as client:
        aki = await client.create(seats=[MINE, service_pb2.SeatPlan()])
        await until_health_is(client, SERVING)
        move(path)
        await until_health_is(client, NOT_SERVING)
        out = io.StringIO()
        command = ["tables", "--data", str(away)]
        assert await asyncio.to_thread(host_commands.main, command, out) == 0
        assert "Aki" in out.getvalue()
        assert "Nothing can be saved until it is back" in capsys.readouterr().err
        away.rename(path)
        await until_health_is(client, SERVING)
        assert await client.act(aki, chat="hello")


def test_a_refused_entry_was_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the folder was moved after the commit: the next entry has the same number."""
    path = tmp_path / "data"
    path.mkdir()
    schema.prepare(path / FILE)
    first, second = (replace(entry(), table_id="T", seq=1, time=time) for time in (1, 2))
    with closing(Store(path / FILE)) as store:
        check, moves_before = store.check, iter([False, True])

        def check_later() -> None:
            if next(moves_before, False):
                move(path)
            check()

        monkeypatch.setattr(store, "check", check_later)
        with pytest.raises(Gone):
            store.write([first])
        (tmp_path / "elsewhere").rename(path)
        store.write([second])
        assert store.log("T") == (second,)


async def test_a_server_that_stops_saves_what_was_in_a_deleted_log(tmp_path: Path) -> None:
    """It still has the file open."""
    path = tmp_path / "data"
    async with hosted(path) as client:
        aki = await client.create(seats=[MINE, service_pb2.SeatPlan()])
        delete_log(path)
    with Folder(path) as folder, closing(folder.store()) as store:
        assert store.log(aki.table_id)


def delete_all_of_the_database(path: Path) -> None:
    for each in path.glob(f"{FILE}*"):
        each.unlink()


def replace_log(path: Path) -> None:
    delete_log(path)
    (path / f"{FILE}-wal").touch()


def replace_database(path: Path) -> None:
    delete_database(path)
    schema.prepare(path / FILE)


@pytest.mark.parametrize(
    "damage", [delete_database, delete_all_of_the_database, replace_log, replace_database]
)
async def test_a_server_that_stops_saves_what_was_in_deleted_files(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: Callable[[Path], None]
) -> None:
    path, saved = tmp_path / "data", "journal-saved-1.sqlite3"
    async with hosted(path) as client:
        aki = await client.create(seats=[MINE, service_pb2.SeatPlan()])
        damage(path)
    assert f"is saved in {saved}. To go on with it" in caplog.text
    delete_all_of_the_database(path)
    (path / saved).rename(path / FILE)
    with Folder(path) as folder, closing(folder.store()) as store:
        assert store.log(aki.table_id)


async def test_a_server_that_stops_leaves_the_data_that_replaced_its_own(tmp_path: Path) -> None:
    path = tmp_path / "data"
    async with hosted(path) as client:
        await client.create(seats=[MINE, service_pb2.SeatPlan()])
        move(path)
        for name in (f"{FILE}-wal", SOCKET):
            path.mkdir(exist_ok=True)
            (path / name).write_bytes(b"of another server")
    assert sorted(each.name for each in path.iterdir()) == [SOCKET, f"{FILE}-wal"]


async def test_the_hosts_socket_is_made_again(tmp_path: Path) -> None:
    async with hosted(tmp_path):
        (tmp_path / SOCKET).unlink()
        async with asyncio.timeout(HANG):
            while not (tmp_path / SOCKET).exists():
                await asyncio.sleep(0.01)
    assert not (tmp_path / SOCKET).exists()
