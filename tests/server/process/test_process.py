"""koikoi-server as a process: how it starts, what it prints, how it stops."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from asyncio.subprocess import Process
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from koikoi.v1 import service_pb2, service_pb2_grpc
from tests.support.command import command, ended
from tests.support.tiers import slow
from tests.support.timeouts import HANG


async def ready(process: Process) -> str:
    """The address in the ready line of a server that does not encrypt."""
    assert process.stdout is not None
    line = (await asyncio.wait_for(process.stdout.readline(), HANG)).decode()
    *words, address = line.split()
    assert words == ["koikoi-client", "--insecure"]
    return address


async def test_a_private_server_lives_until_its_input_closes() -> None:
    async with command("--private") as process:
        address = await ready(process)
        assert address.startswith("127.0.0.1:")
        async with grpc.aio.insecure_channel(address) as channel:
            stub = service_pb2_grpc.KoikoiServiceStub(channel)
            info = await stub.GetServerInfo(service_pb2.GetServerInfoRequest())
            assert info.server_name
        assert process.stdin is not None
        process.stdin.close()
        assert await ended(process) == (0, "", "")


async def test_health_and_reflection_are_on() -> None:
    async with (
        command("--private") as process,
        grpc.aio.insecure_channel(await ready(process)) as channel,
    ):
        health = health_pb2_grpc.HealthStub(channel)
        asked = health_pb2.HealthCheckRequest(service="koikoi.v1.KoikoiService")
        answer = await health.Check(asked)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        reflection = reflection_pb2_grpc.ServerReflectionStub(channel)
        listed = reflection.ServerReflectionInfo()
        await listed.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        services = {each.name for each in (await listed.read()).list_services_response.service}
        assert "koikoi.v1.KoikoiService" in services
        listed.cancel()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", slow("SIGHUP"), slow("SIGINT")])
async def test_a_signal_stops_it_cleanly_and_streams_are_told(name: str) -> None:
    async with command("--host", "127.0.0.1", "--port", "0", "--insecure") as process:
        async with grpc.aio.insecure_channel(await ready(process)) as channel:
            stub = service_pb2_grpc.KoikoiServiceStub(channel)
            lobby = stub.WatchLobby(service_pb2.WatchLobbyRequest())
            await lobby.read()
            process.send_signal(getattr(signal, name))
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await lobby.read()
            assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
            assert "is stopping" in (caught.value.details() or "")
        assert await ended(process) == (0, "", "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
async def test_nohup_lets_it_outlive_its_terminal() -> None:
    nohup = ("/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "-")
    async with command("--private", around=nohup) as process:
        async with grpc.aio.insecure_channel(await ready(process)) as channel:
            process.send_signal(signal.SIGHUP)
            stub = service_pb2_grpc.KoikoiServiceStub(channel)
            assert await stub.GetServerInfo(service_pb2.GetServerInfoRequest())
        process.send_signal(signal.SIGTERM)
        assert await ended(process) == (0, "", "")


async def test_a_port_in_use_is_refused_with_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        options = ("--host", "127.0.0.1", "--port", str(port))
        async with command(*options) as process:
            code, out, err = await ended(process)
    assert (code, out) == (1, "")
    assert f"play there with koikoi-client 127.0.0.1:{port}." in err
    assert "koikoi-server --port" in err
    assert err.count("\n") == 1


@pytest.mark.slow
async def test_a_second_server_on_the_port_is_refused() -> None:
    async with command("--host", "127.0.0.1", "--port", "0", "--insecure") as first:
        port = (await ready(first)).rpartition(":")[2]
        async with command("--host", "127.0.0.1", "--port", port) as second:
            code, _, err = await ended(second)
    assert code == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--version",), 0, "koikoi-server"),
        (("--help",), 0, "--seed"),
        (("--host", "127.0.0.1", "--port", "x"), 2, "0 to 65535"),
        (("--host", "127.0.0.1", "--port", "70000"), 2, "0 to 65535"),
        (("--host", "127.0.0.1", "--password-file", "/none"), 2, "cannot read the password"),
        (("--private", "--password-file", "/none"), 2, "--private serves only"),
    ],
)
async def test_options(options: tuple[str, ...], code: int, said: str) -> None:
    async with command(*options) as process:
        ended_with, out, err = await ended(process)
    assert ended_with == code
    assert said in out + err
    assert "Traceback" not in err


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are Unix")
@pytest.mark.parametrize(
    ("options", "join", "told"),
    [
        (("--data=kept",), "To play, type the first line above", "go on when it runs again"),
        slow(("--memory",), "The server is running.", "are lost"),
    ],
)
def test_the_server_tells_its_host_how_to_play_and_what_ctrl_c_does(
    tmp_path: Path, options: tuple[str, ...], join: str, told: str
) -> None:
    from tests.client.process import SERVER, terminal

    listen = ("--host", "127.0.0.1", "--port", "0")
    with terminal(tmp_path, *listen, *options, command=SERVER, cwd=tmp_path) as window:
        window.until(join)
        window.until("Ctrl-C stops the server.")
        window.until(told)
        window.type("\x03")
        assert window.end() == 0
