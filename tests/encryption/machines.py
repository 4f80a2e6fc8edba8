"""Machines on the network: a server that notes who calls, and relays between it and its clients."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import grpc

from koikoi.v1 import service_pb2_grpc
from koikoi_client.wire.address import Address
from koikoi_server.identity import NAME, Identity
from tests.attacks.peer import tls_context
from tests.client.fake import Fake
from tests.support.server import HOST

INFO = "GetServerInfo"


class Seen(grpc.aio.ServerInterceptor):
    """What arrives at a server."""

    def __init__(self) -> None:
        self.calls: list[str] = []  #: the names of their methods
        self.metadata: list[str] = []  #: the names in all of them

    async def intercept_service(
        self, continuation: Callable[[Any], Awaitable[Any]], details: Any
    ) -> Any:
        self.calls.append(details.method.rpartition("/")[2])
        self.metadata += [name for name, _ in details.invocation_metadata]
        return await continuation(details)


class Noting:
    """A scripted server that notes what arrives; *identity* None: it does not encrypt."""

    def __init__(self, identity: Identity | None, server_id: str = "S1", port: int = 0) -> None:
        self.fake = Fake()
        self.fake.info.server_id = server_id
        self.identity = identity
        self.port = port
        self.seen = Seen()

    @property
    def address(self) -> Address:
        return Address(HOST, self.port)

    async def __aenter__(self) -> Noting:
        self._server = grpc.aio.server(interceptors=[self.seen], options=[("grpc.so_reuseport", 0)])
        service_pb2_grpc.add_KoikoiServiceServicer_to_server(self.fake, self._server)
        where = f"{HOST}:{self.port}"
        if self.identity is None:
            self.port = self._server.add_insecure_port(where)
        else:
            pair = (self.identity.key, self.identity.certificate)
            self.port = self._server.add_secure_port(where, grpc.ssl_server_credentials([pair]))
        await self._server.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._server.stop(None)


class Relay:
    """A machine between clients and a server, which records all bytes that it can read.

    It forwards each connection to one of several ports in turn, and all others to the last one.
    With *context* it is itself the server of its clients' TLS, and a TLS client of the server's.
    """

    def __init__(self, *targets: int, context: ssl.SSLContext | None = None) -> None:
        self.targets = list(targets)
        self.seen = bytearray()
        self.port = 0
        self._context = context
        self.connections = set[asyncio.StreamWriter]()  #: both ends of each

    def cut(self) -> None:
        """Abort all connections."""
        for each in self.connections:
            each.transport.abort()

    async def __aenter__(self) -> Relay:
        self._server = await asyncio.start_server(self._serve, HOST, 0, ssl=self._context)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        target = self.targets.pop(0) if len(self.targets) > 1 else self.targets[0]
        inside = tls_context() if self._context else None
        name = NAME if inside else None
        try:
            there, back = await asyncio.open_connection(
                HOST, target, ssl=inside, server_hostname=name
            )
        except OSError:
            writer.transport.abort()
            return
        self.connections |= {writer, back}
        pumps = [
            asyncio.create_task(self._pump(*pair)) for pair in ((reader, back), (there, writer))
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            for each in (writer, back):
                each.transport.abort()
            self.connections -= {writer, back}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while some := await reader.read(65_536):
                self.seen += some
                writer.write(some)
                await writer.drain()


@asynccontextmanager
async def terminating(
    target: int, identity: Identity, folder: Path, also: bytes = b""
) -> AsyncIterator[Relay]:
    """A relay that shows clients its own certificate, and *also* others (PEM) in its chain."""
    file = folder / "relay.pem"
    file.write_bytes(identity.key + identity.certificate + also)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    context.set_alpn_protocols(["h2"])
    async with Relay(target, context=context) as relay:
        yield relay
