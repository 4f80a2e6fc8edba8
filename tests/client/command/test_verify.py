"""The verifier's verdict on records that no server would write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from google.protobuf import json_format

from koikoi.v1 import record_pb2, table_pb2
from koikoi_client.command.verify import verify
from koikoi_client.records.file import digest
from koikoi_client.records.proof import codes, deck
from tests.records.matches import random_match
from tests.support.tiers import slow_after


def nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to everything in a JSON value: leaves, lists and messages."""
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in list(inner):
            yield (*path, key)
            yield from nodes(each, (*path, key))


def changed(value: Any, path: tuple[Any, ...], change: Any) -> record_pb2.Record | None:
    """The record with what is at *path* "gone", "empty" or *change*; None: there is none such."""
    made = json.loads(json.dumps(value))
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    if change == "gone":
        del inner[path[-1]]
    elif change == "empty":
        inner[path[-1]] = type(inner[path[-1]])()
    else:
        inner[path[-1]] = change
    try:
        return json_format.ParseDict(made, record_pb2.Record())
    except json_format.ParseError:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("change", slow_after(1, ["gone", [{}], "empty", 0, 255, 2**31 - 1]))
def test_whatever_is_missing_there_is_a_verdict(change: Any) -> None:
    """An answer in sentences, never an error: also of entries without a single event."""
    record = random_match(5).record
    chain = verify(record).chain
    whole = json_format.MessageToDict(record)
    paths = list(nodes(whole))
    random = Random(0)
    big = [path for path in paths if len(path) <= 3 or path[-1] == "events"]
    for path in [*big, *random.sample(paths, 100)]:
        made = changed(whole, path, change)
        if made is not None:
            verdict = verify(made, chain)
            assert verdict.wrong or verdict.checked


@pytest.mark.parametrize("seed", range(6))
def test_rounds_that_were_never_dealt_do_not_fit(seed: int) -> None:
    """Made up after the match, their decks follow from the secret as those of the others do."""
    record = random_match(seed, abandoned=seed % 2 == 1).record
    assert not verify(record).wrong
    number = len(record.rounds) + 1
    record.rounds.add(decks=[" ".join(codes(deck(record.proof, number, 1)))])
    record.digest = digest(record)
    assert verify(record).wrong == ["These events do not match the decks: the number of rounds."]


def test_a_match_of_which_no_deal_is_told_is_not_called_fair() -> None:
    """Its start alone shows nothing of its cards."""
    record = random_match(5).record
    del record.proof.news[1:], record.rounds[:]
    started = table_pb2.EVENT_KIND_MATCH_STARTED
    events = [each for each in record.proof.news[0].events if each.kind == started]
    del record.proof.news[0].events[:]
    record.proof.news[0].events.extend(events)
    record.proof.nonces[:] = [b""] * len(record.players)
    record.digest = digest(record)
    verdict = verify(record, verify(record).chain)
    assert not verdict.wrong
    assert "this record cannot prove that the match was fair" in verdict.sentences[0]


def test_news_without_events_are_wrong() -> None:
    record = record_pb2.Record()
    record.proof.news.add(seq=1)
    assert verify(record).wrong == ["The moves are out of order, or belong to another match."]
    assert verify(record).chain == b""


@pytest.mark.parametrize(
    ("chain", "change", "verdict"),
    [
        (True, {}, "This match was fair: "),
        (False, {}, "According to this record, the match was fair: "),
        (True, {"scores": [99, 0]}, "Something is wrong with this record: do not trust it."),
        (False, {"digest": "", "proof": {}}, "Nothing is wrong, but this record cannot prove"),
    ],
)
def test_the_first_line_is_a_verdict_in_plain_words(
    chain: bool, change: dict[str, Any], verdict: str
) -> None:
    """For who knows nothing of digests and chains, and never more than the record can show."""
    record = random_match(5).record
    shown = verify(record).chain if chain else b""
    whole = json_format.MessageToDict(record) | change
    made = json_format.ParseDict(whole, record_pb2.Record())
    first, *_ = verify(made, shown).sentences
    assert first.startswith(verdict)
