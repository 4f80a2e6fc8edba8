"""What a call ends with when it fails: a refusal's status, or INTERNAL with an id.

gRPC would send the text of an unforeseen exception to the caller; it stays in the server's log.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import grpc

from koikoi_server.refusal import Reason, Refusal, invalid
from koikoi_server.system.stack_trace import stack_trace
from koikoi_server.text import spoken_language
from koikoi_server.wire.status import status

LANGUAGE = "koikoi-language"  #: the metadata of a call in which its refusal's language is named

log = logging.getLogger(__name__)

Context = grpc.aio.ServicerContext[Any, Any]
A = TypeVar("A")


def guarded(name: str, call: Callable[[bytes, Context], Awaitable[A]], most: int) -> Any:
    """*call*, a gRPC method of that name, such that nothing but a status leaves it.

    A request of more than *most* bytes is refused unread.
    """

    async def method(request: bytes, context: Context) -> A:
        try:
            if len(request) > most:
                raise invalid("", "That request is too long: it may have {n} bytes.", n=most)
            return await call(request, context)
        except Refusal as refusal:
            answer = refusal
        except grpc.aio.AbortError:
            raise
        except Exception as error:
            answer = fault(name, error)
        # abort_with_status raises; it is called outside of `except`, so that no context is kept.
        await context.abort_with_status(status(answer, _language(context)))
        raise AssertionError("abort_with_status raises")

    return method


def _language(context: Context) -> str:
    """The language in which the caller wants refusals."""
    metadata = dict(context.invocation_metadata() or ())
    return spoken_language(str(metadata.get(LANGUAGE, "")))


def fault(name: str, error: Exception) -> Refusal:
    """Log where *error* happened; the refusal names the place in the log."""
    number = secrets.token_hex(4)
    log.error("fault %s in %s: %s", number, name, stack_trace(error))
    return Refusal(
        Reason.FAULT,
        "The server made a mistake (fault {number} in its log): try again.",
        fault=number,
        number=number,
    )
