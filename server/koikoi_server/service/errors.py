"""Turns the exception of a failed call into a status: a refusal's own, or INTERNAL with a number.

gRPC would send the text of an unexpected exception to the caller; here only its stack is logged.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn, TypeVar

import grpc

from koikoi_server.refusal import Reason, Refusal, invalid
from koikoi_server.system.stack_trace import stack_trace
from koikoi_server.text import supported_language
from koikoi_server.wire.status import status

LANGUAGE = "koikoi-language"  #: the metadata that names the language of refusals

log = logging.getLogger(__name__)

Context = grpc.aio.ServicerContext[Any, Any]
A = TypeVar("A")


def guarded(name: str, call: Callable[[bytes, Context], Awaitable[A]], most: int) -> Any:
    """*call* as a gRPC method that ends with a result or a status; *name* is for the log.

    A request of more than *most* bytes is refused before it is parsed.
    """

    async def method(request: bytes, context: Context) -> A:
        try:
            if len(request) > most:
                raise invalid("", "That request is too large: at most {n} bytes.", n=most)
            return await call(request, context)
        except Refusal as refusal:
            answer = refusal
        except grpc.aio.AbortError:
            raise
        except grpc.aio.InternalError:  # nothing can be sent: the caller has gone
            raise asyncio.CancelledError from None
        except Exception as error:
            answer = fault(name, error)
        # Outside of `except`, so that the raised AbortError has no other exception as its context.
        return await refuse(context, answer)

    return method


async def refuse(context: Context, answer: Refusal) -> NoReturn:
    """End a call with the status of a refusal, in the caller's language."""
    await context.abort_with_status(status(answer, language_of(context)))
    raise AssertionError("abort_with_status raises")


def language_of(context: Context) -> str:
    """The language in which the caller wants refusals."""
    metadata = dict(context.invocation_metadata() or ())
    return supported_language(str(metadata.get(LANGUAGE, "")))


def fault(name: str, error: Exception) -> Refusal:
    """Log the stack of *error* under a number, and return the refusal that names the number."""
    number = secrets.token_hex(4)
    log.error("fault %s in %s: %s", number, name, stack_trace(error))
    return Refusal(
        Reason.FAULT,
        "Something went wrong in the server (fault {number} in its log): try again.",
        fault=number,
        number=number,
    )
