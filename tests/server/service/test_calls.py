"""The calls of every service are counted by address, and limited in number, rate and size."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from koikoi.v1 import service_pb2
from koikoi_server.service import accepting
from koikoi_server.service.calls import ARRIVAL, Calls
from koikoi_server.service.connections import Connections
from koikoi_server.settings import Settings
from tests.secrecy.noise import PREFACE, SETTINGS, frame, headers
from tests.secrecy.test_bad_input import retry_after
from tests.support.clock import FakeClock
from tests.support.server import HOST, Client, reason, refused, serving, soon
from tests.support.timeouts import HANG

LIMIT_REACHED = (grpc.StatusCode.RESOURCE_EXHAUSTED, "LIMIT_REACHED")
RATE_LIMITED = (grpc.StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED")
INVALID = (grpc.StatusCode.INVALID_ARGUMENT, "FIELD_INVALID")
CUT_OFF = b"\x0a\x7fabc"


def health(client: Client) -> Any:
    return health_pb2_grpc.HealthStub(client.channel)


def reflection(client: Client) -> Any:
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(client.channel)
    return stub.ServerReflectionInfo()


LIST = reflection_pb2.ServerReflectionRequest(list_services="*")


def test_the_installed_grpc_is_known() -> None:
    assert accepting.is_known()


@pytest.fixture(params=["1.85", "newer"])
def each_grpc(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the private parts that we know, and with others."""
    if request.param == "newer":
        changed = accepting._PRIVATE | {"AioServer._request_call": "self token"}
        monkeypatch.setattr(accepting, "_PRIVATE", changed)


both = pytest.mark.usefixtures("each_grpc")


@pytest.mark.parametrize("missing", ["_schedule_rpc_coro", "AioServer", ""])
def test_a_grpc_with_other_private_parts_is_not_known(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing:
        monkeypatch.delattr(accepting._core, missing)
    else:
        monkeypatch.setattr(accepting, "_core", None)
    assert not accepting.is_known()


async def test_a_grpc_that_is_not_known_is_used_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(accepting, "is_known", lambda: False)
    async with serving() as client:
        await client.create()
    (warning,) = (each for each in caplog.records if each.name == accepting.log.name)
    assert warning.levelname == "WARNING"


async def test_a_path_that_is_not_utf8_does_not_stop_the_server() -> None:
    """gRPC's own loop ends when it decodes the path, and the server with it."""
    async with serving() as client:
        block = headers("/a/b?").replace(b"/a/b?", b"/a/b\xff")
        reader, writer = await asyncio.open_connection(HOST, client.running.port)
        writer.write(PREFACE + SETTINGS + frame(1, 5, 1, block))
        said = b""
        async with asyncio.timeout(HANG):
            while b"no such method" not in said:
                said += await reader.read(4096)
        writer.close()
        await client.create()


@both
async def test_open_calls_of_all_services_count_together() -> None:
    async with serving(Settings(address_calls=3)) as client:
        watch = health(client).Watch(health_pb2.HealthCheckRequest())
        await watch.read()
        reflecting = reflection(client)
        await reflecting.write(LIST)
        await reflecting.read()
        waiting: Any = client.channel
        silent = waiting.stream_unary("/koikoi.v1.KoikoiService/Act")()  # it sends no request
        asked = service_pb2.GetServerInfoRequest()
        await soon(lambda: [each.number for each in client.running.calls.by_peer().values()] == [3])
        with pytest.raises(grpc.aio.AioRpcError) as full:
            await client.stub.GetServerInfo(asked)
        assert (full.value.code(), reason(full.value)) == LIMIT_REACHED
        assert retry_after(full.value) > 0
        assert "wait 10 seconds" in str(full.value.details())
        again = health(client).Watch(health_pb2.HealthCheckRequest())
        assert await refused(again.read()) == LIMIT_REACHED
        for each in (watch, reflecting, silent):
            each.cancel()
        await soon(lambda: not client.running.calls.by_peer())
        await client.stub.GetServerInfo(asked)


@both
async def test_the_rate_of_all_calls_and_messages_is_limited() -> None:
    async with serving(Settings(calls=(3, 1))) as client:
        await health(client).Check(health_pb2.HealthCheckRequest())
        reflecting = reflection(client)
        await reflecting.write(LIST)
        await reflecting.read()
        await reflecting.write(LIST)
        assert await refused(reflecting.read()) == RATE_LIMITED
        assert await refused(health(client).Check(health_pb2.HealthCheckRequest())) == RATE_LIMITED
        info = service_pb2.GetServerInfoRequest()
        assert await refused(client.stub.GetServerInfo(info)) == RATE_LIMITED


async def send(client: Client, path: str, body: bytes) -> bytes:
    channel: Any = client.channel
    call = channel.stream_stream(path)()
    await call.write(body)
    answer = await call.read()
    call.cancel()
    return answer  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "path",
    [
        "/grpc.health.v1.Health/Check",
        "/grpc.health.v1.Health/Watch",
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
    ],
)
@both
async def test_other_services_take_only_small_and_valid_requests(path: str) -> None:
    async with serving() as client:
        assert await send(client, path, b"")
        for body in (b"x" * 1_001, CUT_OFF):
            assert await refused(send(client, path, body)) == INVALID


class Context:
    """A call from *peer* that answers nothing and stays open until it is told to end."""

    def __init__(self, peer: str) -> None:
        self._peer = peer
        self.request = asyncio.Event()
        self.ended: list[Callable[[object], None]] = []
        self.refused = ""

    def peer(self) -> str:
        return self._peer

    def add_done_callback(self, call: Callable[[object], None]) -> None:
        self.ended.append(call)

    def invocation_metadata(self) -> tuple[()]:
        return ()

    async def read(self) -> bytes:
        await self.request.wait()
        return b""

    async def abort_with_status(self, status: grpc.Status) -> None:
        self.refused = status.details
        raise grpc.aio.AbortError


async def forever(body: bytes, context: object) -> None:
    await asyncio.Event().wait()


async def test_a_server_that_is_full_lets_each_address_have_its_share() -> None:
    clock = FakeClock()
    settings = Settings(max_calls=6)
    calls = Calls(clock, settings, Connections(clock, settings, lambda _: []))
    watch = calls.counted("/WatchSeat", grpc.unary_stream_rpc_method_handler(forever))

    async def opened(host: int) -> Context:
        context = Context(f"ipv4:10.0.0.{host}:50000")
        tasks.append(asyncio.create_task(watch.stream_stream(None, context)))
        await asyncio.sleep(0)
        return context

    tasks: list[asyncio.Task[None]] = []
    many = [await opened(1) for _ in range(8)]
    assert [bool(each.refused) for each in many] == [False] * 6 + [True] * 2
    others = [await opened(2) for _ in range(4)]
    assert [bool(each.refused) for each in others] == [False] * 3 + [True]

    many[0].request.set()
    await asyncio.sleep(0.01)
    found = calls.by_peer()
    assert found["ipv4:10.0.0.1:50000"].watch_seat
    assert not found["ipv4:10.0.0.2:50000"].watch_seat, "the request has not arrived"
    assert not found["ipv4:10.0.0.2:50000"].late
    clock.advance(ARRIVAL + 1)
    assert calls.by_peer()["ipv4:10.0.0.2:50000"].late
    for each in (*many, *others):
        for end in each.ended:
            end(None)
    assert not calls.by_peer()
    assert not calls._of_address, "no key is kept that nobody uses"
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@both
async def test_a_connection_whose_calls_are_all_refused_is_closed() -> None:
    """Also one that calls unknown methods, or resets its calls."""
    async with serving(Settings(connection_misuse=(5, 1))) as client:
        channel: Any = client.channel
        codes = set()
        for _ in range(100):
            try:
                await channel.unary_unary("/koikoi.v1.KoikoiService/Peek")(b"", timeout=HANG)
            except grpc.aio.AioRpcError as error:
                codes.add(error.code())
        assert codes == {grpc.StatusCode.UNIMPLEMENTED, grpc.StatusCode.UNAVAILABLE}
