"""Calls of the service's methods without gRPC, with all that the caller would notice."""

from __future__ import annotations

from typing import Any

import grpc

from koikoi_server.service.errors import LANGUAGE

Outcome = tuple[Any, ...]
"""An answer's bytes; or a status: code, sentence, details' bytes."""


class Aborted(Exception):
    """What ends a call that is refused, as in gRPC."""


class Context:
    """The other side of a call (see grpc.aio.ServicerContext), as far as the service uses it."""

    def __init__(self, language: str = "") -> None:
        self.seen: list[Outcome] = []
        self._language = language

    def peer(self) -> str:
        return "ipv4:192.0.2.7:40000"

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return ((LANGUAGE, self._language),) if self._language else ()

    async def write(self, message: bytes) -> None:
        self.seen.append((message,))

    async def send_initial_metadata(self, metadata: Any) -> None:
        self.seen.append(("initial metadata", tuple(metadata)))

    def set_trailing_metadata(self, metadata: Any) -> None:
        self.seen.append(("trailing metadata", tuple(metadata)))

    def set_code(self, code: object) -> None:
        self.seen.append(("code", code))

    def set_details(self, details: object) -> None:
        self.seen.append(("details", details))

    def set_compression(self, compression: object) -> None:
        self.seen.append(("compression", compression))

    async def abort_with_status(self, status: grpc.Status) -> None:
        self.seen.append((status.code, status.details, tuple(status.trailing_metadata or ())))
        raise Aborted


async def answered(handler: Any, body: bytes, context: Context) -> Outcome:
    try:
        if handler.unary_unary is None:
            await handler.unary_stream(body, context)
            return (tuple(context.seen),)
        return (await handler.unary_unary(body, context), *context.seen)
    except Aborted:
        return context.seen[-1] if len(context.seen) == 1 else tuple(context.seen)
