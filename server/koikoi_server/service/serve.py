"""Assembles, starts and stops a server: journal, lobby, service and gRPC."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from koikoi_server import tokens
from koikoi_server.identity import Identity
from koikoi_server.journal import Journal
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.lobby.lobby import Lobby
from koikoi_server.lobby.records import Records
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.service.accepting import accepting_server
from koikoi_server.service.broadcast import Broadcast
from koikoi_server.service.calls import Calls
from koikoi_server.service.connections import Connections
from koikoi_server.service.directory import Directory
from koikoi_server.service.listening import Listening, listen
from koikoi_server.service.rpcs import SERVICE, Service
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Clock, Millis, SystemClock
from koikoi_server.table.computers import Think
from koikoi_server.wire.record import recording

MAX_METADATA = 8192  #: bytes of a request's metadata
MAX_PENDING = 2_000  #: calls of one method that have arrived and not been accepted yet
STOP_SECONDS = 1.0  #: grace period for calls when the server stops


@dataclass
class Running:
    """A running server."""

    listening: Listening
    lobby: Lobby
    directory: Directory
    clock: Clock
    journal: Journal
    calls: Calls
    _server: grpc.aio.Server
    _watching: asyncio.Task[None]
    _health: health.aio.HealthServicer

    @property
    def port(self) -> int:
        return self.listening.port

    async def set_healthy(self, healthy: bool) -> None:
        """Answer health checks with SERVING or NOT_SERVING."""
        status = health_pb2.HealthCheckResponse
        for name in ("", SERVICE.full_name):
            await self._health.set(name, status.SERVING if healthy else status.NOT_SERVING)

    async def stop(self) -> None:
        """End all streams and calls, and stop all tables."""
        await self._health.enter_graceful_shutdown()
        self.directory.stop(Refusal(Reason.SERVER_STOPPING))
        await self.lobby.stop()
        self._watching.cancel()
        await self._server.stop(STOP_SECONDS)


async def start(
    settings: Settings,
    hosts: Sequence[str],
    port: int,
    *,
    journal: Journal | None = None,
    clock: Clock | None = None,
    key: bytes | None = None,
    server_id: str = "",
    ran_until: Millis = 0,
    think: Think | None = None,
    identity: Identity | None = None,
) -> Running:
    """Listen on *port* (0: a free one) of each of *hosts* (empty: all addresses), and serve.

    Seat tokens are derived from *key*, and *server_id* identifies the server's data. Both are
    stored with the journal; if omitted, they are new at each start. *ran_until*: when a server last
    used the journal; 0: unknown. Connections are encrypted with *identity*; None: they are not.

    Raises:
        CannotListen: when the server cannot listen on one of *hosts*, or must not.
        JournalError: when the journal cannot be read.
    """
    clock = clock or SystemClock()
    directory = Directory(
        clock,
        heartbeat=settings.heartbeat,
        keepalive_timeout=settings.keepalive_timeout,
    )
    journal = journal or MemoryJournal(keep_logs=False)
    records = Records(journal, clock, recording.stored_record, keep_days=settings.keep_records)
    lobby = Lobby(
        journal,
        clock,
        settings,
        records=records,
        table_list=directory,
        updates=Broadcast,
        think=think,
    )
    service = Service(
        lobby,
        directory,
        records,
        clock,
        settings,
        key=key or tokens.fresh_key(),
        server_id=server_id or tokens.fresh_id(),
    )
    connections = Connections(clock, settings)
    calls = Calls(clock, settings, connections)
    healthy = health.aio.HealthServicer()
    server = accepting_server(
        _handlers(service, healthy, calls), calls.unknown(), _options(settings)
    )
    listening = listen(server, hosts, port, identity, has_password=bool(settings.password))
    await lobby.restore(ran_until)
    await server.start()
    watching = asyncio.create_task(connections.watch(listening.port, calls.by_peer))
    running = Running(listening, lobby, directory, clock, journal, calls, server, watching, healthy)
    await running.set_healthy(True)
    return running


class _Collected:
    """Takes the handlers that a service would register with a gRPC server."""

    def __init__(self) -> None:
        self.handlers: dict[str, Any] = {}  #: by path

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Any]) -> None:
        self.handlers.update((f"/{service}/{name}", each) for name, each in handlers.items())

    def add_generic_rpc_handlers(self, handlers: object) -> None:
        """Do nothing: they are the same."""


def _handlers(service: Service, healthy: health.aio.HealthServicer, calls: Calls) -> dict[str, Any]:
    """The handlers of our service, the health service and reflection, by path."""
    found = _Collected()
    found.add_registered_method_handlers(SERVICE.full_name, service.handlers())
    health_pb2_grpc.add_HealthServicer_to_server(healthy, found)
    reflected = (SERVICE.full_name, health.SERVICE_NAME, reflection.SERVICE_NAME)
    reflection_pb2_grpc.add_ServerReflectionServicer_to_server(
        reflection.aio.ReflectionServicer(reflected), found
    )
    del found.handlers[f"/{health.SERVICE_NAME}/List"]  # the package does not implement it
    return {path: calls.counted(path, each) for path, each in found.handlers.items()}


def _options(settings: Settings) -> list[tuple[str, int]]:
    return [
        # A dead or frozen peer is noticed after the sum of both.
        ("grpc.keepalive_time_ms", settings.keepalive_time),
        ("grpc.keepalive_timeout_ms", settings.keepalive_ping_timeout),
        ("grpc.http2.ping_timeout_ms", settings.keepalive_ping_timeout),  # instead of a minute
        ("grpc.tcp_receive_buffer_size", 65_536),  # read even after the end
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.keepalive_permit_without_calls", 1),
        # While pings flood in, gRPC's answer to too many of them (GOAWAY, then the end) costs 20
        # times as much as answering them, and the end never comes. Connections are closed by bytes.
        ("grpc.http2.max_ping_strikes", 0),
        ("grpc.so_reuseport", 0),  # a second server cannot share the port
        ("grpc.server_handshake_timeout_ms", settings.handshake_timeout),
        ("grpc.http2.settings_timeout", settings.handshake_timeout),
        ("grpc.max_allowed_incoming_connections", settings.accepted_connections),
        ("grpc.max_concurrent_streams", settings.connection_calls),
        ("grpc.max_receive_message_length", settings.max_request_bytes),
        ("grpc.max_metadata_size", MAX_METADATA),
        # gRPC keeps a pending call and its request, about 40 kB, even when its connection has
        # ended. Above the first number it would cancel new ones at random.
        ("grpc.server.max_pending_requests", MAX_PENDING),
        ("grpc.server.max_pending_requests_hard_limit", MAX_PENDING),
    ]
