"""A refusal as a gRPC status: the code that the manual says, and details for programs."""

from __future__ import annotations

import re

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from koikoi.v1 import service_pb2
from koikoi_server.refusal import Reason, Refusal, invalid
from koikoi_server.wire.status import status
from tests.proto.descriptors import PROTO

KINDS = (error_details_pb2.ErrorInfo, error_details_pb2.BadRequest, error_details_pb2.RetryInfo)


def details(refusal: Refusal) -> tuple[status_pb2.Status, list[Message]]:
    ended = status(refusal)
    metadata = dict(ended.trailing_metadata or ())
    raw = metadata["grpc-status-details-bin"]
    assert isinstance(raw, bytes)
    sent = status_pb2.Status.FromString(raw)
    found: list[Message] = []
    for packed in sent.details:
        for kind in KINDS:
            if packed.Is(kind.DESCRIPTOR):
                unpacked = kind()
                packed.Unpack(unpacked)
                found.append(unpacked)
    return sent, found


def test_every_reason_has_the_code_that_its_comment_says() -> None:
    text = (PROTO / "koikoi/v1/service.proto").read_text(encoding="utf-8")
    said = dict(re.findall(r"ERROR_REASON_(\w+) = [1-9]\d*; // ([A-Z_]+)", text))
    assert said == {reason.name: reason.value.code for reason in Reason}
    assert len(said) == len(service_pb2.ErrorReason.values()) - 1


def test_every_reason_that_the_manual_gives_a_wait_has_one() -> None:
    text = (PROTO / "koikoi/v1/service.proto").read_text(encoding="utf-8")
    said = set(re.findall(r"ERROR_REASON_(\w+) = \d+; // [A-Z_]+, RetryInfo", text))
    assert said == {reason.name for reason in Reason if reason.value.retry_ms}


def test_every_reason_that_the_manual_gives_a_bad_request_has_one() -> None:
    text = (PROTO / "koikoi/v1/service.proto").read_text(encoding="utf-8")
    said = set(re.findall(r"ERROR_REASON_(\w+) = \d+; // [A-Z_]+, BadRequest", text))
    for reason in Reason:
        sent = details(Refusal(reason, "It cannot be done: do something else."))[1]
        has = any(isinstance(each, error_details_pb2.BadRequest) for each in sent)
        assert has == (reason.name in said)


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name)
def test_a_refusal_names_its_reason_for_programs(reason: Reason) -> None:
    refusal = Refusal(reason, "It cannot be done: do something else.")
    ended = status(refusal)
    assert ended.code is grpc.StatusCode[reason.value.code]
    assert ended.details == refusal.message
    sent, found = details(refusal)
    assert (sent.code, sent.message) == (ended.code.value[0], refusal.message)
    info = found[0]
    assert isinstance(info, error_details_pb2.ErrorInfo)
    assert (info.domain, info.reason) == ("koikoi.v1", reason.name)
    assert not info.metadata
    waits = [each for each in found if isinstance(each, error_details_pb2.RetryInfo)]
    assert bool(waits) == bool(reason.value.retry_ms)


def test_it_says_which_field_option_fault_or_seat_it_is() -> None:
    for name in ("field", "option", "fault", "seat"):
        refusal = Refusal(Reason.FIELD_INVALID, "No.", **{name: "what"})  # type: ignore[arg-type]
        info = details(refusal)[1][0]
        assert isinstance(info, error_details_pb2.ErrorInfo)
        assert dict(info.metadata) == {name: "what"}


@pytest.mark.parametrize(
    ("refusal", "path"),
    [
        (invalid("chat.text", "Say something."), "chat.text"),
        (invalid("", "Say something."), ""),
        (Refusal(Reason.RULES_INVALID, "Say something.", option="months"), "rules.months"),
    ],
)
def test_it_says_which_part_of_the_request_is_to_blame(refusal: Refusal, path: str) -> None:
    bad = details(refusal)[1][1]
    assert isinstance(bad, error_details_pb2.BadRequest)
    (violation,) = bad.field_violations
    assert (violation.field, violation.description) == (path, "Say something.")


def test_it_says_when_to_ask_again() -> None:
    _, found = details(Refusal(Reason.RATE_LIMITED, "Slowly.", retry_ms=1250))
    assert isinstance(found[1], error_details_pb2.RetryInfo)
    assert found[1].retry_delay.ToMilliseconds() == 1250
