"""Streams a finished match step by step: one of this server's, or one that the caller sends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator

from koikoi.v1 import record_pb2, service_pb2
from koikoi_server.lobby.records import Records
from koikoi_server.refusal import Reason, Refusal, invalid
from koikoi_server.service.turns import Turn
from koikoi_server.system.clock import Clock, Millis, timeout
from koikoi_server.text import supported_language
from koikoi_server.user_text import clean
from koikoi_server.wire.record.document import RecordError, digest, from_bytes
from koikoi_server.wire.record.replay import Difference
from koikoi_server.wire.record.steps import RecordSteps

log = logging.getLogger(__name__)

Write = Callable[[bytes], Awaitable[None]]

MAX_REASON = 300  #: characters; a status holds a few thousand bytes


async def record_of(records: Records, record_id: str, turn: Turn) -> bytes:
    """The whole record with that id. A thread checks it, in the caller's *turn*.

    Raises:
        Refusal: RECORD_NOT_FOUND, also while its match is being played, or if the record is
            damaged; STORAGE_FAILED.
    """
    whole = await records.get(record_id)
    if whole is None:
        raise Refusal(Reason.RECORD_NOT_FOUND)
    async with turn():
        is_whole = await asyncio.to_thread(_is_whole, whole)
    if not is_whole:
        log.error("the record %s is damaged", record_id)
        raise Refusal(
            Reason.RECORD_NOT_FOUND,
            "This record is damaged on the server's disk: it cannot be read.",
        )
    return whole


def readable(listed: Iterable[bytes]) -> Iterator[record_pb2.Record]:
    """The records in a list, without damaged ones."""
    for each in listed:
        try:
            yield from_bytes(each)
        except RecordError:
            log.error("a listed record is damaged")


def _is_whole(stored: bytes) -> bool:
    try:
        record = from_bytes(stored)
    except RecordError:
        return False
    return record.digest in (b"", digest(record))


async def stream_record(
    request: service_pb2.TellRecordRequest,
    records: Records,
    write: Write,
    clock: Clock,
    keepalive_timeout: Millis,
    turn: Turn,
) -> None:
    """Write the steps that *request* asks for.

    A thread checks the record. That, and each step, is done in the caller's *turn*. The stream ends
    when a step cannot be written within *keepalive_timeout*.

    Raises:
        Refusal: FIELD_INVALID, RECORD_NOT_FOUND or STORAGE_FAILED.
    """
    steps = await _steps(request, records, turn)
    language = supported_language(request.language) if request.language else ""
    responses = steps.responses(language, request.after_step)
    while True:
        async with turn():
            step = next(responses, None)
            message = step.SerializeToString() if step is not None else b""
        if not message:
            return
        try:
            async with timeout(clock, keepalive_timeout):
                await write(message)
        except TimeoutError:  # no status: writing it would wait for the reader too
            raise asyncio.CancelledError from None


async def _steps(
    request: service_pb2.TellRecordRequest, records: Records, turn: Turn
) -> RecordSteps:
    match request.WhichOneof("source"):
        case "record_id":
            whole = await record_of(records, request.record_id, turn)
        case "record":
            whole = request.record.SerializeToString()
        case _:
            raise invalid("source", "Say which match: set record_id or record.")
    try:
        async with turn():
            return await asyncio.to_thread(_checked, whole)
    except (Difference, RecordError) as error:
        why = clean(str(error)[:MAX_REASON]).rstrip(".")  # it quotes what the caller wrote
        raise invalid("record", "This record is not valid: {why}.", why=why) from None


def _checked(whole: bytes) -> RecordSteps:
    record: record_pb2.Record = from_bytes(whole)
    return RecordSteps(record)
