"""Frees the memory of gRPC's reads and writes that fail or are cancelled.

gRPC's asyncio server frees what a read or a write has allocated, the message included, only when
the coroutine that waits for it goes on after its success. If the caller goes away meanwhile, that
memory is lost: 80 bytes for each operation, and what was to be sent
(https://github.com/grpc/grpc/issues/43360). So here each read and write is waited for until gRPC
has done with it, and a failed one ends as a successful one does: a read without a message, a write
without effect. gRPC cancels the call then.
"""

from __future__ import annotations

import asyncio
from typing import Any

from koikoi_server.service.errors import Context


class BatchLoop:
    """An event loop for the calls of a gRPC server."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loop, name)

    def create_future(self) -> asyncio.Future[None]:
        return _Batch(loop=self._loop)


class _Batch(asyncio.Future[None]):
    """What gRPC waits for: that some operations of a call have ended."""

    def set_exception(self, exception: type | BaseException, /) -> None:
        self.set_result(None)


class WholeContext:
    """The context of a call whose reads and writes go on when their caller is cancelled."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    # What is shielded begins before its caller sees a cancellation, so while the call still exists.

    async def read(self) -> Any:
        read: list[Any] = []  # a task's own result would be in asyncio's debug log

        async def reading() -> None:
            read.append(await self._context.read())

        await asyncio.shield(reading())
        return read.pop()

    async def write(self, message: Any) -> None:
        await asyncio.shield(self._context.write(message))
