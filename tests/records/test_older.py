"""Records of protocol 1 can be read, and the fields that newer records add are checked."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from google.protobuf import json_format

from hanafuda.events import MatchEnded
from koikoi.v1 import record_pb2
from koikoi.v1 import table_pb2 as t
from koikoi_client.command.verify import verify
from koikoi_server.wire.record.document import RecordError, as_json, digest, from_json
from koikoi_server.wire.record.replay import Difference
from koikoi_server.wire.record.verify import verified_outcomes
from tests.records.matches import random_match
from tests.records.test_replay import BARE, changed, found, places
from tests.support.tiers import slow_after

OLDER = sorted((Path(__file__).parent / "older").glob("*.json"))  # as such servers kept them


def as_older(record: record_pb2.Record) -> record_pb2.Record:
    """*record* as an older server would have stored it."""
    older = record_pb2.Record()
    older.CopyFrom(record)
    for round in older.rounds:
        del round.result.lost[:]
        lines = [line for line in round.result.lines if line.item != "payment"]
        del round.result.lines[:]
        round.result.lines.extend(lines)
        for line in round.result.lines:
            del line.seats[:]
    for entry in older.proof.news:
        for event in entry.events:
            event.by = ""
    return fitting(older)


def fitting(record: record_pb2.Record) -> record_pb2.Record:
    """*record* with the digest of its present contents."""
    record.digest = digest(record)
    return record


@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
def test_a_record_of_an_older_server_is_read_and_agrees_with_the_rules(path: Path) -> None:
    record = from_json(path.read_text(encoding="utf-8"))
    steps = verified_outcomes(record)
    assert isinstance(steps[-1].events[-1], MatchEnded)
    assert verify(record).wrong == []
    assert as_older(record) == record, "it has nothing of what came later"
    assert record.rounds[0].result.lines


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.05, pytest.param(0.7, marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
def test_every_change_of_an_older_record_is_found(path: Path, share: float) -> None:
    """Also when the digest is made to fit, unless the digest alone covers it; a share is tried."""
    original = from_json(path.read_text(encoding="utf-8"))
    chain = verify(original).chain
    fields = json_format.MessageToDict(original)
    random = Random(1)
    for at in places(fields):
        if BARE & set(at) or at[-1] in ("digest", "time", "cause") or random.random() > share:
            continue
        try:
            record = from_json(json.dumps(changed(fields, at, random)))
        except RecordError:
            continue
        assert found(as_json(fitting(record)), original, chain), at


@pytest.mark.parametrize("seed", slow_after(4, range(12)))
def test_a_record_may_lack_all_that_came_later(seed: int) -> None:
    record = as_older(random_match(seed).record)
    assert verified_outcomes(record)
    assert verify(record).wrong == []


def with_result(wanted: str) -> record_pb2.Record:
    """A record whose first result has a field."""
    for seed in range(200):
        record = random_match(seed).record
        result = record.rounds[0].result
        if wanted == "payment" and any(line.item == "payment" for line in result.lines):
            return record
        if wanted == "lost" and result.lost:
            return record
    raise AssertionError(f"no {wanted} in 200 matches")


def difference(record: record_pb2.Record) -> str:
    """Where the record disagrees with the rules, though its digest fits; empty: nowhere."""
    try:
        verified_outcomes(fitting(record))
    except Difference as found:
        return str(found)
    return ""


def test_lost_yaku_payments_and_seats_are_checked_where_they_are_told() -> None:
    record = with_result("lost")
    assert difference(record) == ""
    record.rounds[0].result.lost[0].why = t.LOSS_REASON_ABANDONED
    assert "result" in difference(record)

    record = with_result("lost")
    del record.rounds[0].result.lost[0]
    assert "result" in difference(record), "some of the newer fields, but not all"

    record = with_result("payment")
    record.rounds[0].result.lines[-1].points -= 1
    assert "result" in difference(record)

    record = with_result("payment")
    del record.rounds[0].result.lines[-1]
    assert "result" in difference(record)

    record = with_result("payment")
    record.rounds[0].result.lines[0].seats.append(2)
    assert "result" in difference(record)


def computers_record() -> record_pb2.Record:
    """A record of a person and computers, whose news name the computers."""
    for seed in range(200):
        record = random_match(seed).record
        causes = {action.cause for action in record.rounds[0].actions}
        if {t.CAUSE_BOT, t.CAUSE_PERSON} <= causes:
            return record
    raise AssertionError("no match of both in 200")


@pytest.mark.parametrize(("before", "after"), [("easy", ""), ("", "easy")])
def test_a_computer_is_told_exactly_where_one_chose(before: str, after: str) -> None:
    record = computers_record()
    assert difference(record) == ""
    played = t.EVENT_KIND_CARD_PLAYED
    events = [event for entry in record.proof.news for event in entry.events]
    next(each for each in events if each.kind == played and each.by == before).by = after
    assert "computer" in difference(record)


def test_no_computer_is_named_in_an_event_that_nobody_caused() -> None:
    record = computers_record()
    events = [event for entry in record.proof.news for event in entry.events]
    next(event for event in events if event.kind == t.EVENT_KIND_ROUND_ENDED).by = "easy"
    assert "that no player caused" in difference(record)


def test_who_did_it_is_in_no_chain() -> None:
    record = computers_record()
    assert any(event.by for entry in record.proof.news for event in entry.events)
    assert verify(record).chain == verify(as_older(record)).chain
