"""Everything has a limit, far above what a club needs, that the host may change."""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
from contextlib import (
    AbstractContextManager,
    AsyncExitStack,
    ExitStack,
)
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2, service_pb2_grpc
from koikoi_server.command_line import add_options, given
from koikoi_server.refusal import Refusal
from koikoi_server.service.limiters import ConcurrencyLimit, TokenBucket
from koikoi_server.settings import GROUPS, Settings
from koikoi_server.table.limits import Limits
from tests.server.service.test_connections import closed, raw
from tests.support.server import HOST, MINE, Client, new_id, refused, serving, soon

OWN = [("grpc.use_local_subchannel_pool", 1)]  # a connection of its own
LIMITED = (grpc.StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED")


def chosen(*options: str) -> Settings:
    parser = argparse.ArgumentParser(exit_on_error=False)
    for rows in (Limits, Settings):
        add_options(parser, rows, GROUPS)
    found = parser.parse_args(options)
    return Settings(limits=Limits(**given(Limits, found)), **given(Settings, found))


@pytest.mark.parametrize(
    ("options", "field", "value"),
    [
        (("--absence", "90"), "absence", 90_000),
        (("--absence", "0.5"), "absence", 500),
        (("--auto-bot", "hard"), "auto_bot", "hard"),
    ],
)
def test_options_set_the_limits_of_tables(
    options: tuple[str, ...], field: str, value: object
) -> None:
    assert getattr(chosen().limits, field) != value
    assert getattr(chosen(*options).limits, field) == value


@pytest.mark.parametrize(
    ("options", "field", "value"),
    [
        (("--dead-peer-timeout", "1.5"), "dead_peer_timeout", 1_500),
        (("--tables", "7"), "max_tables", 7),
        (("--watches", "7"), "max_watches", 7),
        (("--address-watches", "7"), "address_watches", 7),
        (("--server-watches", "7"), "server_watches", 7),
        (("--address-tables", "7"), "address_tables", 7),
        (("--connections", "7"), "max_connections", 7),
        (("--address-connections", "7"), "address_connections", 7),
        (("--calls", "10"), "calls", (50, 10)),
        (("--address-calls", "70"), "address_calls", 70),
        (("--handshake", "3"), "handshake_timeout", 3_000),
        (("--acts", "4"), "acts", (40, 4)),
        (("--chats", "2"), "chats", (16, 2)),
        (("--join-attempts", "10"), "join_attempts", (600, 10)),
        (("--name-length", "20"), "max_name_columns", 20),
        (("--chat-length", "100"), "max_chat_length", 100),
        (("--message-size", "5000"), "max_message_bytes", 5_000),
    ],
)
def test_options_set_the_servers_settings(
    options: tuple[str, ...], field: str, value: object
) -> None:
    assert getattr(chosen(), field) == getattr(Settings(), field)
    assert getattr(chosen(*options), field) == value


@pytest.mark.parametrize(
    "options",
    [
        ("--absence", "-1"),
        ("--absence", "soon"),
        ("--absence", "1e3"),
        ("--absence", "9999"),
        ("--dead-peer-timeout", "0"),
        ("--auto-bot", "deep-thought"),
        ("--tables", "0"),
        ("--tables", "1.5"),
        ("--acts", "٣"),
        ("--name-length", "400"),
    ],
)
def test_an_invalid_option_is_refused(options: tuple[str, ...]) -> None:
    with pytest.raises(argparse.ArgumentError):
        chosen(*options)


def test_both_sides_notice_a_dead_peer_in_time() -> None:
    for timeout in (1_000, 12_000, 60_000):
        settings = Settings(dead_peer_timeout=timeout)
        assert settings.keepalive_time + settings.keepalive_ping_timeout == timeout
        assert settings.keepalive_timeout == timeout
        assert 2 * settings.heartbeat < settings.keepalive_timeout, "one that is late is no loss"
    assert Settings().dead_peer_timeout < 15_000


@pytest.mark.slow
async def test_thirty_tables_behind_one_address_reach_no_limit() -> None:
    """Ninety players with second windows and thirty spectators do everything at once."""
    async with serving() as client, AsyncExitStack() as stack:

        async def connected() -> Client:
            target = f"{HOST}:{client.running.port}"
            channel = await stack.enter_async_context(grpc.aio.insecure_channel(target, OWN))
            return Client(client.running, channel, service_pb2_grpc.KoikoiServiceStub(channel))

        async def arrive(one: Client) -> None:
            """Request what a client requests when it starts, and keep the list open."""
            asked = service_pb2.GetCatalogRequest(game="coin", rules={"turn_limit": "30"})
            await one.stub.GetServerInfo(service_pb2.GetServerInfoRequest())
            await one.stub.GetCatalog(asked)
            await one.stub.ListSeats(service_pb2.ListSeatsRequest())
            await one.stub.WatchLobby(service_pb2.WatchLobbyRequest()).read()

        async def play(number: int) -> None:
            host, *others, spectator = [await connected() for _ in range(4)]
            second_windows = [await connected() for _ in range(3)]
            await asyncio.gather(*map(arrive, (host, *others, spectator, *second_windows)))
            seats = [MINE, service_pb2.SeatPlan(), service_pb2.SeatPlan()]
            first = await host.create(f"Aki {number}", game="coin", rules={}, seats=seats)
            grants = [first, *[await each.join(first.table_id, "Ben") for each in others]]
            for one, grant in zip((host, *others), grants, strict=True):
                stack.callback((stream := one.watch(grant)).cancel)
                await stream.read()
                for word in ("hello", "shall we?", "yes"):
                    await one.act(grant, chat=word)
            await spectator.spectate(first.table_id).read()

        await asyncio.gather(*map(play, range(30)))
        assert len(client.running.lobby.open_tables()) == 30


@pytest.mark.slow
async def test_a_burst_of_watchers_is_accepted() -> None:
    """By default gRPC cancels some calls when more than a thousand are waiting."""
    settings = Settings(
        max_watches=2_000,
        address_watches=2_000,
        server_watches=2_000,
        address_calls=2_000,
        reads=(10_000, 1_000),
    )
    async with serving(settings) as client, AsyncExitStack() as stack:
        grant = await client.create()
        target = f"{HOST}:{client.running.port}"
        stubs: list[Any] = []
        for _ in range(15):
            channel = grpc.aio.insecure_channel(target, options=OWN)
            stubs.append(
                service_pb2_grpc.KoikoiServiceStub(await stack.enter_async_context(channel))
            )
            await channel.channel_ready()
        asked = service_pb2.WatchTableRequest(table_id=grant.table_id)
        streams = [stub.WatchTable(asked) for _ in range(100) for stub in stubs]
        firsts = await asyncio.gather(*(stream.read() for stream in streams))
        assert all(message.HasField("update") for message in firsts)
        live = client.running.lobby.get(grant.table_id)
        assert live is not None
        assert live.watches.spectators == 1_500
        for stream in streams:
            stream.cancel()
        await soon(lambda: live.watches.spectators == 0)


async def test_a_silent_socket_is_closed() -> None:
    async with serving(Settings(handshake_timeout=200)) as client:
        await client.channel.channel_ready()
        async with raw(client, 2, b"") as silent:
            assert all([await closed(each) for each in silent])
        await client.create()


async def test_names_and_chat_are_as_long_as_the_host_says() -> None:
    async with serving(Settings(max_name_columns=30, max_chat_length=20)) as client:
        info = await client.stub.GetServerInfo(service_pb2.GetServerInfoRequest())
        assert (info.max_name_columns, info.max_chat_characters) == (30, 20)
        grant = await client.create("x" * 30)
        await client.act(grant, chat="x" * 20)
        assert (await refused(client.act(grant, chat="x" * 21)))[1] == "FIELD_INVALID"
        request = service_pb2.CreateTableRequest(
            request_id=new_id(), player_name="x" * 31, game="koikoi"
        )
        assert (await refused(client.stub.CreateTable(request)))[1] == "FIELD_INVALID"


FULL = (grpc.StatusCode.RESOURCE_EXHAUSTED, "LIMIT_REACHED")


async def test_one_address_cannot_use_up_the_watches_of_a_table_or_the_lobby() -> None:
    """Its spectators are counted together; its players can always watch their seats."""
    async with serving(Settings(address_watches=3)) as client:
        aki, other = await client.create(), await client.create()
        lobby = client.stub.WatchLobby(service_pb2.WatchLobbyRequest())
        streams = [lobby, client.spectate(aki.table_id), client.spectate(other.table_id)]
        for stream in streams:
            await stream.read()
        assert await refused(client.spectate(aki.table_id).read()) == FULL
        again = client.stub.WatchLobby(service_pb2.WatchLobbyRequest())
        assert await refused(again.read()) == FULL
        assert (await client.watch(aki).read()).seat_view.seat == 1
        streams[1].cancel()
        await soon(lambda: client.running.lobby.open_tables()[1].watches.spectators == 0)
        assert (await client.spectate(aki.table_id).read()).HasField("update")
        assert await refused(client.spectate(aki.table_id).read()) == FULL


async def test_free_loopback_lifts_the_limits_for_programs_on_this_machine() -> None:
    async with serving(Settings(address_watches=1, free_loopback=True)) as client:
        grant = await client.create()
        streams = [client.spectate(grant.table_id) for _ in range(3)]
        assert all([(await stream.read()).HasField("update") for stream in streams])


def test_a_concurrency_limit_counts_each_key_and_forgets_it_whatever_happens() -> None:
    limit = ConcurrencyLimit(1, 2)
    full = ("A is full.", "All is full.")
    with (
        limit.running("A", *full),
        pytest.raises(Refusal, match="A is full") as refused,
        limit.running("A", *full),
    ):
        pass
    assert refused.value.retry_ms > 0, "another block may have ended then"
    with limit.running("A", *full), pytest.raises(ZeroDivisionError), limit.running("B", *full):
        raise ZeroDivisionError
    with limit.running("A", *full):
        assert set(limit._running) == {"A"}, "no key is kept that nobody uses"


def test_a_key_with_less_than_its_share_can_go_on_when_all_is_taken() -> None:
    limit = ConcurrencyLimit(10, 4)

    def run(key: str) -> AbstractContextManager[None]:
        return limit.running(key, "A is full.", "All is full.")

    with run("A"), run("A"), run("A"), run("A"):
        for running in (["A"], ["B", "B", "B"]):
            with ExitStack() as stack:
                for key in running[1:]:
                    stack.enter_context(run(key))
                with pytest.raises(Refusal, match="All is full"), run(running[0]):
                    pass


def test_a_token_bucket_forgets_unused_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its memory is bounded."""
    from koikoi_server.service import limiters
    from tests.support.clock import FakeClock

    monkeypatch.setattr(limiters, "MAX_KEYS", 10)
    clock = FakeClock()
    bucket = TokenBucket(clock, 1, 1)
    for key in range(100):
        bucket.check(key, "Too much.")
    assert len(bucket._full_at) == 10
    clock.advance(1_000)
    for _ in range(10):
        bucket.check("busy", "Too much.")
        clock.advance(1_000)
    assert set(bucket._full_at) == {"busy"}, "a key whose bucket is full again is not kept"


def test_a_call_takes_as_many_tokens_as_it_costs() -> None:
    from tests.support.clock import FakeClock

    clock = FakeClock()
    bucket = TokenBucket(clock, 10, 5)
    bucket.check("A", "Too much.", cost=8)
    with pytest.raises(Refusal) as refused:
        bucket.check("A", "Too much.", cost=3)
    assert refused.value.retry_ms == 200, "the third token is there then"
    bucket.check("A", "Too much.", cost=2)
    clock.advance(2_000)
    bucket.check("A", "Too much.", cost=1_000)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_open_files_are_raised_to_what_the_connections_need() -> None:
    program = """
import resource
from koikoi_server.system.open_files import SPARE, raise_open_files
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
assert raise_open_files(600) == 600
assert resource.getrlimit(resource.RLIMIT_NOFILE) == (600 + SPARE, hard)
assert raise_open_files(100) == 100
assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 600 + SPARE, "never lowered"
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 512))
assert raise_open_files(600) == 512 - SPARE, "as many as there can be"
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
