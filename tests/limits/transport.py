"""The limits of calls, connections and bytes, below those of our own service."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from koikoi.v1 import service_pb2
from koikoi_server.service.calls import ARRIVAL, MAX_OTHER_BYTES
from koikoi_server.service.connections import MAX_WITHOUT_CALLS
from koikoi_server.service.serve import MAX_METADATA, MAX_PENDING
from tests.attacks.frames import HEALTH_WATCH
from tests.attacks.peer import Peer, Target
from tests.limits.limit import Limit, refusal
from tests.server.service.test_connections import PREFACE, SETTINGS, System, closed, peers, raw
from tests.support.server import HOST, Client
from tests.support.timeouts import HANG

CHECK = health_pb2.HealthCheckRequest()
MORE_THAN_PENDING = MAX_PENDING + 10  # gRPC has asked for the first ones already


def health(client: Client) -> Any:
    return health_pb2_grpc.HealthStub(client.channel)


async def calls(client: Client) -> str:
    await health(client).Check(CHECK)
    return await refusal(client.stub.GetServerInfo(service_pb2.GetServerInfoRequest()))


async def pending_calls(client: Client) -> str:
    """Calls that arrive while the server has no time: its loop, which is ours, is blocked."""

    async def flood() -> int:
        async with await Peer.connect(Target(HOST, client.running.port, HOST)) as peer:
            ends = [(await peer.start(HEALTH_WATCH)).ended for _ in range(MORE_THAN_PENDING)]
            ended, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            return ended.pop().result().code

    with ThreadPoolExecutor() as threads:
        code = threads.submit(asyncio.run, flood()).result(HANG)
    assert code == grpc.StatusCode.CANCELLED.value[0]
    return ""


async def open_calls(client: Client) -> str:
    watch = health(client).Watch(CHECK)
    await watch.read()
    return await refusal(health(client).Check(CHECK))


async def calls_of_a_connection(client: Client) -> str:
    """The next call begins when another one has ended."""
    watch = health(client).Watch(CHECK)
    await watch.read()
    waiting = asyncio.ensure_future(health(client).Check(CHECK))
    await health(client).Check(CHECK, timeout=0.05, wait_for_ready=True).code()
    assert not waiting.done()
    watch.cancel()
    await waiting
    return ""


async def connections_of_an_address(client: Client) -> str:
    """The calls on the newest connection are refused while the others are in use."""
    watch = health(client).Watch(CHECK)
    await watch.read()
    own = [("grpc.use_local_subchannel_pool", 1)]
    async with grpc.aio.insecure_channel(f"{HOST}:{client.running.port}", own) as channel:
        found = await refusal(health_pb2_grpc.HealthStub(channel).Check(CHECK))
    await health(client).Check(CHECK)
    return found


async def connections(client: Client) -> str:
    async with raw(client, 3, PREFACE + SETTINGS) as idle:
        ended = [asyncio.create_task(closed(each)) for each in idle]
        await asyncio.wait(ended, return_when=asyncio.FIRST_COMPLETED, timeout=HANG)
        assert any(each.done() for each in ended)
        for each in ended:
            each.cancel()
    return ""


async def misuse(client: Client) -> str:
    """A connection is closed because of its calls: the last one gets no status of ours."""
    channel: Any = client.channel
    code = grpc.StatusCode.UNIMPLEMENTED
    while code is grpc.StatusCode.UNIMPLEMENTED:
        code = await channel.unary_unary("/unknown/Method")(b"", timeout=HANG).code()
    assert code is grpc.StatusCode.UNAVAILABLE
    return ""


async def received(client: Client) -> str:
    async with raw(client, 1, PREFACE + SETTINGS * 3_000) as loud:
        await closed(loud[0])
    return ""


async def received_without_calls(client: Client) -> str:
    system = System()
    quiet, loud = peers("1", 2)
    system.connect(quiet, loud)
    for _ in range(3):
        system.look()
    system.receive(quiet, MAX_WITHOUT_CALLS)
    system.receive(loud, MAX_WITHOUT_CALLS + 1)
    assert system.look() == {quiet}
    return ""


async def request_of_another_service(client: Client) -> str:
    asked = health_pb2.HealthCheckRequest(service="x" * MAX_OTHER_BYTES)
    return await refusal(health(client).Check(asked))


async def metadata(client: Client) -> str:
    """gRPC itself refuses it, so the status has none of our reasons."""
    long = (("x-long", "x" * 2 * MAX_METADATA),)
    code = await health(client).Check(CHECK, metadata=long).code()
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    return ""


async def handshake(client: Client) -> str:
    async with raw(client, 1, b"") as silent:
        await closed(silent[0])
    return ""


async def arrival(client: Client) -> str:
    """Reached in tests/server/service/test_calls.py, with a clock of its own."""
    return ""


REFUSED = "refused, unknown or reset calls"
LIMITS = (
    Limit(
        "calls that nobody has looked at yet",
        "method",
        pending_calls,
        {"connection_calls": MORE_THAN_PENDING},
        default=MAX_PENDING,
    ),
    Limit("calls", "address", calls, {"calls": (1, 1)}, "calls"),
    Limit("open calls", "address", open_calls, {"address_calls": 1}, "address_calls"),
    Limit("open calls", "server", open_calls, {"max_calls": 1}, "max_calls"),
    Limit(
        "open calls",
        "connection",
        calls_of_a_connection,
        {"connection_calls": 1},
        "connection_calls",
    ),
    Limit(
        "connections",
        "address",
        connections_of_an_address,
        {"address_connections": 1},
        "address_connections",
    ),
    Limit("connections", "server", connections, {"max_connections": 2}, "max_connections"),
    Limit(REFUSED, "connection", misuse, {"connection_misuse": (2, 1)}, "connection_misuse"),
    Limit(REFUSED, "address", misuse, {"address_misuse": (2, 1)}, "address_misuse"),
    Limit("bytes received", "address", received, {"address_bytes": (9, 9)}, "address_bytes"),
    Limit(
        "bytes between two checks, without a call",
        "connection",
        received_without_calls,
        default=MAX_WITHOUT_CALLS,
        of="bytes",
    ),
    Limit(
        "size of a request to health and reflection",
        "request",
        request_of_another_service,
        default=MAX_OTHER_BYTES,
        of="bytes",
    ),
    Limit("metadata", "request", metadata, default=MAX_METADATA, of="bytes"),
    Limit(
        "time until the first byte",
        "connection",
        handshake,
        {"handshake_timeout": 100},
        "handshake_timeout",
        of="seconds",
    ),
    Limit(
        "time to send a request or read its answer",
        "request",
        arrival,
        default=ARRIVAL,
        of="seconds",
    ),
)
