"""The host's commands for a running server: tables, close and kick."""

from __future__ import annotations

import asyncio
import io
import json
import os
import socket
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2, service_pb2_grpc, table_pb2
from koikoi_server.commands import host_commands, host_socket
from koikoi_server.commands.host_socket import HostSocket
from tests.support.programs import SERVER, Program
from tests.support.server import HOST, MINE, Client, reason, refused, serving


async def ending(stream: Any) -> str:
    """Why a stream ends."""
    try:
        while await stream.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError as error:
        return reason(error)
    return ""


SYSTEMS = pytest.mark.parametrize(
    "has_sockets",
    [
        pytest.param(
            True, marks=pytest.mark.skipif(sys.platform == "win32", reason="it has no such sockets")
        ),
        False,
    ],
)


@asynccontextmanager
async def hosted(folder: Path, has_sockets: bool = True) -> AsyncIterator[Client]:
    async with serving() as client:
        lobby, clock = client.running.lobby, client.running.clock
        socket = HostSocket(folder, lobby, clock, has_sockets=has_sockets)
        await socket.listen()
        try:
            yield client
        finally:
            socket.close()


async def command(folder: Path, *words: str) -> tuple[int, str]:
    """Exit code and what is said on standard output."""
    out = io.StringIO()
    given = [*words, "--data", str(folder)]
    code = await asyncio.to_thread(host_commands.main, given, out)
    return code, out.getvalue()


@SYSTEMS
async def test_tables_lists_private_tables_too_and_no_secret(
    tmp_path: Path, has_sockets: bool
) -> None:
    async with hosted(tmp_path, has_sockets) as client:
        assert await command(tmp_path, "tables") == (0, "No open tables.\n")
        grant = await client.create("Aki", needs_code=True)
        live = client.running.lobby.get(grant.table_id)
        assert live is not None
        code, said = await command(tmp_path, "tables")
    assert code == 0
    assert grant.table_id in said
    assert "Aki's table: koikoi, gathering, 0 min, private" in said
    assert "  1  Aki\n  2  open\n" in said
    assert live.state.join_code not in said
    assert grant.seat_token not in said


@SYSTEMS
async def test_close_ends_a_table_for_all(tmp_path: Path, has_sockets: bool) -> None:
    async with hosted(tmp_path, has_sockets) as client:
        grant = await client.create()
        stream = client.watch(grant)
        await stream.read()
        assert await command(tmp_path, "close", grant.table_id) == (0, "Closed Aki's table.\n")
        last = await stream.read()
        assert last.update.table.stage == table_pb2.STAGE_CLOSED
        assert (await command(tmp_path, "close", grant.table_id))[0] == 1


@SYSTEMS
async def test_kick_invalidates_the_token_and_changes_the_code(
    tmp_path: Path, has_sockets: bool
) -> None:
    async with hosted(tmp_path, has_sockets) as client:
        aki = await client.create(needs_code=True)
        own = client.watch(aki)
        join_code = (await own.read()).seat_view.join_code
        ben = await client.join("", join_code=join_code)
        theirs = client.watch(ben)
        await theirs.read()
        begins = aki.table_id[:6]
        assert await command(tmp_path, "kick", begins, "2") == (
            0,
            "Seat 2 of Aki's table is open now.\n",
        )
        assert await ending(theirs) == "SEAT_TOKEN_INVALID"
        assert (await refused(client.act(ben, chat="hello?")))[1] == "SEAT_TOKEN_INVALID"
        while True:
            message = await own.read()
            if message.seat_view.join_code not in ("", join_code):
                break
        assert message.update.table.seats[1].player_name == ""
        assert message.update.news[-1].cause == table_pb2.CAUSE_SERVER
        for seat in ("2", "7"):
            assert (await command(tmp_path, "kick", begins, seat))[0] == 1


async def test_an_ambiguous_id_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with hosted(tmp_path) as client:
        await client.create()
        for wrong in ("", "zz", "*"):
            assert (await command(tmp_path, "close", wrong))[0] == 1
        assert len(client.running.lobby.open_tables()) == 1
    assert '"koikoi-server tables" lists them' in capsys.readouterr().err


async def test_without_a_server_the_commands_fail_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (await command(tmp_path, "tables"))[0] == 2
    assert "--data" in capsys.readouterr().err
    async with hosted(tmp_path):
        pass
    assert (await command(tmp_path, "tables"))[0] == 2
    assert list(tmp_path.iterdir()) == []


@SYSTEMS
async def test_a_server_that_does_not_answer_is_not_said_to_be_gone(
    tmp_path: Path,
    has_sockets: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is suspended: the system accepts connections for it."""
    monkeypatch.setattr(host_socket, "TIMEOUT", 0.01)
    with socket.socket(socket.AF_UNIX if has_sockets else socket.AF_INET) as suspended:
        if has_sockets:
            suspended.bind(str(tmp_path / host_socket.SOCKET))
        else:
            suspended.bind((HOST, 0))
            port = suspended.getsockname()[1]
            (tmp_path / host_socket.PORT).write_text(f"{port} key")
        suspended.listen()
        assert await command(tmp_path, "tables") == (2, "")
    assert "does not answer" in capsys.readouterr().err


@SYSTEMS
async def test_only_the_hosts_user_may_connect(tmp_path: Path, has_sockets: bool) -> None:
    async with hosted(tmp_path, has_sockets):
        kept = tmp_path / (host_socket.SOCKET if has_sockets else host_socket.PORT)
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        if not has_sockets:
            port = int(kept.read_text().split()[0])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b'{"command": "tables", "key": ""}\n')
            assert await reader.read() == b""
            writer.close()


@SYSTEMS
async def test_a_strangers_socket_is_not_used(
    tmp_path: Path, has_sockets: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a folder to which others may write they can put one in place of the server's."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can give files away")
    async with hosted(tmp_path, has_sockets):
        assert (await command(tmp_path, "tables"))[0] == 0
        kept = tmp_path / (host_socket.SOCKET if has_sockets else host_socket.PORT)
        os.chown(kept, 54_321, 54_321)
        assert await command(tmp_path, "tables") == (2, "")
    assert "No running server" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such sockets")
@pytest.mark.parametrize(
    "asked", [b"\xff\n", b"[]\n", b"{}\n", b"\n", b'{"command": 1}\n', b"[" * 60_000 + b"\n"]
)
async def test_invalid_commands_harm_nobody(
    tmp_path: Path, asked: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with hosted(tmp_path):
        path = str(tmp_path / host_socket.SOCKET)
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(asked)
        answer: Any = await reader.read()
        assert not answer or "error" in json.loads(answer)
        writer.close()
        assert (await command(tmp_path, "tables"))[0] == 0
    assert not caplog.records


@pytest.mark.skipif(sys.platform != "linux", reason="only there may a path be shortened")
async def test_a_folder_may_have_a_long_path_and_the_leftovers_of_a_crash(tmp_path: Path) -> None:
    deep = tmp_path / ("a" * 90) / ("b" * 90)
    deep.mkdir(parents=True)
    (deep / host_socket.SOCKET).write_bytes(b"")
    async with hosted(deep) as client:
        await client.create(seats=[MINE, MINE.__class__()])
        assert "Aki" in (await command(deep, "tables"))[1]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
@pytest.mark.parametrize("name", [host_socket.SOCKET, host_socket.PORT])
def test_commands_follow_no_link_to_another_server(tmp_path: Path, name: str) -> None:
    (tmp_path / "other").write_text("1 key")
    (tmp_path / name).symlink_to("other")
    with pytest.raises(host_socket.NoServer, match=f"{name} is a link"):
        host_socket.call(tmp_path, {"command": "tables"})


@pytest.mark.slow
def test_the_commands_find_a_server_by_its_data(tmp_path: Path) -> None:
    """Its tables have the limits of its options."""
    options = ("--host", HOST, "--port", "0", "--data", str(tmp_path), "--absence", "7")
    server = Program(*SERVER, *options, "--auto-bot", "easy", "--insecure")
    try:
        server.until("koikoi-client ")
        done = subprocess.run(
            [*SERVER, "tables", "--data", str(tmp_path)], capture_output=True, text=True
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "No open tables.\n", "")
        with grpc.insecure_channel(server.lines[0].split()[-1]) as channel:
            stub: Any = service_pb2_grpc.KoikoiServiceStub(channel)
            info = stub.GetServerInfo(service_pb2.GetServerInfoRequest())
            assert info.absence_limit.seconds == 7
    finally:
        server.end()
    done = subprocess.run(
        [*SERVER, "kick", "abc", "2", "--data", str(tmp_path)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
