"""A refusal as a gRPC status: a code, a sentence, and what a program can read in it."""

from __future__ import annotations

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from koikoi_server.refusal import Reason, Refusal
from koikoi_server.text import DEFAULT

DOMAIN = "koikoi.v1"

CODES = {
    Reason.TABLE_NOT_FOUND: grpc.StatusCode.NOT_FOUND,
    Reason.RECORD_NOT_FOUND: grpc.StatusCode.NOT_FOUND,
    Reason.NO_OPEN_SEAT: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.CODE_NEEDED: grpc.StatusCode.PERMISSION_DENIED,
    Reason.SEAT_TOKEN_INVALID: grpc.StatusCode.UNAUTHENTICATED,
    Reason.PASSWORD_WRONG: grpc.StatusCode.UNAUTHENTICATED,
    Reason.STATE_STALE: grpc.StatusCode.ABORTED,
    Reason.OPTION_NOT_OFFERED: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.SEAT_STALE: grpc.StatusCode.ABORTED,
    Reason.SEAT_OPTION_TOO_EARLY: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.SEAT_OPTION_NOT_OFFERED: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.MATCH_STALE: grpc.StatusCode.ABORTED,
    Reason.REQUEST_ID_REUSED: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.FIELD_INVALID: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.RULES_INVALID: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.RATE_LIMITED: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Reason.LIMIT_REACHED: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Reason.STORAGE_FAILED: grpc.StatusCode.UNAVAILABLE,
    Reason.SERVER_STOPPING: grpc.StatusCode.UNAVAILABLE,
    Reason.WATCH_REPLACED: grpc.StatusCode.ABORTED,
    Reason.CLIENT_TOO_OLD: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.FAULT: grpc.StatusCode.INTERNAL,
}
"""The canonical code of each reason, as its comment in service.proto says."""

RETRY_MS = {
    Reason.SEAT_OPTION_TOO_EARLY: 1_000,
    Reason.RATE_LIMITED: 1_000,
    Reason.STORAGE_FAILED: 2_000,
    Reason.SERVER_STOPPING: 2_000,
}
"""Reasons that always say when to ask again, and when if the refusal does not know better."""


_PATHS = {Reason.FIELD_INVALID: "{field}", Reason.RULES_INVALID: "rules.{option}"}
"""Which field of the request is to blame."""


def status(refusal: Refusal, language: str = DEFAULT) -> grpc.Status:
    """What ends the call that is refused: for ``context.abort_with_status``.

    Its details are google.rpc.ErrorInfo; google.rpc.BadRequest where a field of the request is to
    blame, and google.rpc.RetryInfo where waiting helps.
    """
    reason, message = refusal.reason, refusal.said(language)
    details: list[Message] = [
        error_details_pb2.ErrorInfo(domain=DOMAIN, reason=reason.name, metadata=refusal.details)
    ]
    if reason in _PATHS:
        path = _PATHS[reason].format(**{"field": "", "option": "", **refusal.details})
        violation = error_details_pb2.BadRequest.FieldViolation(field=path, description=message)
        details.append(error_details_pb2.BadRequest(field_violations=[violation]))
    wait = refusal.retry_ms or RETRY_MS.get(reason, 0)
    if wait:
        seconds, rest = divmod(wait, 1000)
        details.append(
            error_details_pb2.RetryInfo(
                retry_delay=Duration(seconds=seconds, nanos=rest * 1_000_000)
            )
        )
    ended: grpc.Status = rpc_status.to_status(
        status_pb2.Status(
            code=CODES[reason].value[0],
            message=message,
            details=[_packed(detail) for detail in details],
        )
    )
    return ended


def _packed(detail: Message) -> Any:
    packed = Any()
    packed.Pack(detail)
    return packed
