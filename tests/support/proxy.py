"""A TCP proxy between client and server that a test can cut or freeze.

It parses just enough of HTTP/2 to see where a request or a reply begins.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEAD = 9  # bytes of a frame header: length 3, type 1, flags 1, stream 4
HEADERS = 1  # the frame type with which requests and replies begin


class Proxy:
    """A TCP proxy that can cut all connections, at once or at the next request or reply.

    While it is frozen it forwards nothing and closes nothing, like a pulled cable.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._connections: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.cut_at_request = False  #: cut once, before the first byte of a request is forwarded
        self.cut_at_reply = False  #: likewise for a reply
        self.cuts = 0
        self.given_up = 0  #: connections that the server has closed
        self._flowing = asyncio.Event()
        self._flowing.set()

    def freeze(self) -> None:
        """Stop forwarding, on new connections too."""
        self._flowing.clear()

    def thaw(self) -> None:
        """Forward what was held back, and go on."""
        self._flowing.set()

    def cut(self) -> None:
        """Abort all connections now."""
        self.cuts += 1
        for writer in self._connections:
            writer.transport.abort()
        self._connections.clear()

    async def serve(
        self, client_reader: asyncio.StreamReader, client_writer: asyncio.StreamWriter
    ) -> None:
        """Forward one connection."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            client_writer.transport.abort()
            return
        pair = {client_writer, writer}
        self._connections |= pair
        there = asyncio.create_task(self._pump(client_reader, writer, "request", len(PREFACE)))
        back = asyncio.create_task(self._pump(reader, client_writer, "reply", 0))
        self._tasks |= {there, back}
        try:
            await asyncio.wait({there, back}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (there, back):
                task.cancel()
            for each in pair:
                each.transport.abort()
            self._connections -= pair
            self._tasks -= {there, back}

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, what: str, preface: int
    ) -> None:
        held = b""  # while frozen
        with suppress(OSError, asyncio.IncompleteReadError):
            writer.write(await reader.readexactly(preface))
            while True:
                head = await reader.readexactly(HEAD)
                frame = head + await reader.readexactly(int.from_bytes(head[:3], "big"))
                if head[3] == HEADERS and getattr(self, f"cut_at_{what}"):
                    setattr(self, f"cut_at_{what}", False)
                    self.cut()
                    return
                held += frame
                if self._flowing.is_set():
                    writer.write(held)
                    held = b""
                    await writer.drain()
        self.given_up += what == "reply"
        await self._flowing.wait()
        writer.write(held)


@asynccontextmanager
async def proxied(target: int) -> AsyncIterator[Proxy]:
    """Run a proxy to a local port until the block ends."""
    proxy = Proxy(target)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.cut()
