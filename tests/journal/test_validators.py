"""The validators of streams can fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from koikoi.v1 import service_pb2, table_pb2
from tests.support import validators
from tests.support.validators import Stream, violations


def message(seq: int, *news: int, snapshot: bool = False, head: int | None = None) -> Any:
    """What a watch is told: the entries *news*, the last of which is *seq*."""
    return service_pb2.WatchTableResponse(
        heartbeat=service_pb2.Heartbeat(head_seq=seq if head is None else head),
        update=table_pb2.Update(
            seq=seq, snapshot=snapshot, news=[table_pb2.Entry(seq=each) for each in news]
        ),
    )


def beat(head: int) -> Any:
    return service_pb2.WatchTableResponse(heartbeat=service_pb2.Heartbeat(head_seq=head))


def named(seq: int, name: str) -> Any:
    made = message(seq, seq)
    made.update.table.name = name
    return made


GOOD = [
    Stream(0, [message(4, 3, 4, snapshot=True), beat(4), message(5, 5), message(7, 6, 7)]),
    Stream(4, [message(6, 5, 6), message(7, 7)]),
    Stream(7, [message(7), message(8, 8)]),
    Stream(99, [message(8, 7, 8, snapshot=True)]),
]

BAD: list[tuple[Callable[..., Any], list[Stream]]] = [
    (validators.ordered, [Stream(0, [message(4, 4, 3)])]),
    (validators.ordered, [Stream(0, [message(5, 5), message(4, 4)])]),
    (validators.unique, [Stream(4, [message(5, 5), message(6, 5, 6)])]),
    (validators.reliable, [Stream(4, [message(6, 6)])]),
    (validators.reliable, [Stream(4, [message(5, 5), message(7, 7)])]),
    (validators.reliable, [Stream(4, [message(5)])]),
    (validators.atomic, [Stream(4, [named(5, "a")]), Stream(4, [named(5, "b")])]),
    (validators.resumable, [Stream(4, [message(5, 4, 5, snapshot=True)])]),
    (validators.bookmarkable, [Stream(4, [message(5, 5), beat(6)])]),
    (validators.bookmarkable, [Stream(4, [beat(4)])]),
]


def test_correct_streams_pass() -> None:
    assert violations(GOOD) == []


@pytest.mark.parametrize(("validator", "streams"), BAD)
def test_each_validator_finds_its_fault(
    validator: Callable[..., Any], streams: list[Stream]
) -> None:
    assert list(validator(streams))
