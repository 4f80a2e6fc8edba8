"""Makes the gRPC status of a refused call: a code, a sentence for people, details for programs."""

from __future__ import annotations

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from koikoi_server.refusal import Refusal
from koikoi_server.text import DEFAULT

DOMAIN = "koikoi.v1"


def status(refusal: Refusal, language: str = DEFAULT) -> grpc.Status:
    """The status of the refused call, for ``context.abort_with_status``.

    The details always contain a google.rpc.ErrorInfo. If a field of the request is wrong, there is
    also a google.rpc.BadRequest, and if a retry can succeed, a google.rpc.RetryInfo.
    """
    reason, message = refusal.reason, refusal.sentence(language)
    row = reason.value
    details: list[Message] = [
        error_details_pb2.ErrorInfo(domain=DOMAIN, reason=reason.name, metadata=refusal.details)
    ]
    if row.field:
        path = row.field.format(**{"field": "", "option": "", **refusal.details})
        violation = error_details_pb2.BadRequest.FieldViolation(field=path, description=message)
        details.append(error_details_pb2.BadRequest(field_violations=[violation]))
    if refusal.retry_ms:
        seconds, rest = divmod(refusal.retry_ms, 1000)
        details.append(
            error_details_pb2.RetryInfo(
                retry_delay=Duration(seconds=seconds, nanos=rest * 1_000_000)
            )
        )
    grpc_status: grpc.Status = rpc_status.to_status(
        status_pb2.Status(
            code=grpc.StatusCode[row.code].value[0],
            message=message,
            details=[_packed(detail) for detail in details],
        )
    )
    return grpc_status


def _packed(detail: Message) -> Any:
    packed = Any()
    packed.Pack(detail)
    return packed
