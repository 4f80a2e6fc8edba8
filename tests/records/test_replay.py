"""A record replays to the same events, and verification finds every change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from google.protobuf import json_format

from hanafuda.events import MatchEnded, RoundEnd, RoundEnded
from koikoi.v1 import record_pb2
from koikoi_client.command.verify import verify
from koikoi_server.wire.record.document import (
    RecordError,
    as_json,
    digest,
    from_json,
    without_long_fields,
)
from koikoi_server.wire.record.replay import Difference
from koikoi_server.wire.record.verify import verified_outcomes, with_news
from tests.records.matches import Played, random_match
from tests.support.tiers import slow_after

MATCHES = 60  # a thousand in `make soak`


def check(played: Played) -> None:
    """The record replays to the match that was played, and is verified."""
    record = played.record
    steps = verified_outcomes(from_json(as_json(record)))
    replayed_events = [event for step in steps for event in step.events]
    lots = [event for event in played.events if not isinstance(event, MatchEnded)]
    assert [each for each in replayed_events if not isinstance(each, MatchEnded)] == lots
    assert replayed_events[-1] == played.events[-1]
    assert verify(record).wrong == []


@pytest.mark.parametrize("seed", slow_after(6, range(MATCHES)))
def test_a_replay_is_the_match(seed: int) -> None:
    check(random_match(seed))


@pytest.mark.parametrize("seed", slow_after(4, range(100, 112)))
def test_a_match_that_was_abandoned_has_its_record_too(seed: int) -> None:
    check(random_match(seed, abandoned=True))


def test_what_a_record_says_of_a_match() -> None:
    played = next(
        each
        for each in map(random_match, range(50))
        if each.record.game == "koikoi" and each.record.winners
    )
    record = played.record
    assert record.players[0].name == "Aki"
    assert len(record.rounds) == 1
    assert len(record.scores) == 2
    assert record.winners
    assert 0 < record.start_time.seconds <= record.end_time.seconds
    assert {action.seat for action in record.rounds[0].actions} == {1, 2}
    row = without_long_fields(record)
    assert (row.record_id, row.scores) == (record.record_id, record.scores)
    assert not row.rounds
    assert not row.HasField("proof")


def test_a_records_chain_is_the_one_that_was_shown() -> None:
    """As CHAIN says: the last chain that was shown is in the record."""
    from koikoi_server.service.broadcast import Broadcast
    from koikoi_server.table.fold import evolve

    played = random_match(3)
    teller = Broadcast()
    table = played.before
    shown = []
    for entry in played.entries:
        table = evolve(table, entry)
        teller.on_entry(table, entry)
        shown.append(teller._chain)
    assert verify(played.record).chain == shown[-1]
    for chain in shown:
        assert verify(played.record, chain).wrong == []
    assert verify(played.record, bytes(32)).wrong


def test_nothing_is_said_of_who_was_not_at_the_table_or_of_what_was_said() -> None:
    text = as_json(random_match(4).record)
    assert "héllo" not in text
    assert "token" not in text
    assert "127.0.0.1" not in text


# -- changes -------------------------------------------------------------------------------------


def found(document: str, original: record_pb2.Record, chain: bytes = b"") -> bool:
    """Whether verification finds a fault in *document*, or does not find *chain* in it."""
    try:
        record = from_json(document)
    except RecordError:
        return True
    if record == original:
        return True  # only the way it is written has changed
    try:
        verified_outcomes(record)
    except Difference:
        return True
    return bool(verify(record, chain).wrong)


@pytest.mark.parametrize("seed", slow_after(2, range(6)))
def test_a_changed_byte_anywhere_is_found(seed: int) -> None:
    random = Random(seed)
    record = random_match(seed).record
    document = as_json(record)
    for _ in range(120):
        at = random.randrange(len(document))
        new = chr(random.choice([ord(document[at]) ^ 1, random.randrange(32, 127)]))
        assert found(document[:at] + new + document[at + 1 :], record), (at, new)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to each leaf of a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in inner:
        if isinstance(each, dict | list):
            yield from places(each, (*path, key))
        else:
            yield (*path, key)


def changed(value: Any, path: tuple[Any, ...], random: Random) -> Any:
    """A copy in which the leaf at *path* has another value of the same type."""
    made = json.loads(json.dumps(value))
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    old = inner[path[-1]]
    if isinstance(old, int):
        inner[path[-1]] = old + random.choice([-1, 1])
    else:
        inner[path[-1]] = old[:-1] + ("1" if old.endswith("2") else "2")
    return made


# What stands in a record and in nothing else: only the digest knows it.
BARE = {"rules", "name", "bot", "format", "by"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", slow_after(1, range(4)))
def test_a_change_is_found_also_when_the_digest_is_made_to_fit(seed: int) -> None:
    """Rules and proof find a changed move, card, score or nonce; the chain finds the rest."""
    random = Random(seed)
    original = random_match(seed).record
    chain = verify(original).chain
    fields = json_format.MessageToDict(original)
    for path in places(fields):
        if random.random() < 0.8 or BARE & set(path) or path[-1] in ("digest", "time", "cause"):
            continue
        try:
            record = from_json(json.dumps(changed(fields, path, random)))
        except RecordError:
            continue
        record.digest = digest(record)
        assert found(as_json(record), original, chain), path


# -- by hand -------------------------------------------------------------------------------------


def by_hand(record: record_pb2.Record) -> dict[str, Any]:
    """The record as somebody would write it who knows only decks and actions."""
    whole = json_format.MessageToDict(record)
    bare = {key: whole[key] for key in ("game", "players", "firstDealer", "rounds")}
    bare["rules"] = whole.get("rules", {})
    for each in bare["rounds"]:
        each.pop("result", None)
        for action in each.get("actions", []):
            action.pop("time", None)
            action.pop("cause", None)
    return bare


@pytest.mark.parametrize("seed", range(8))
def test_decks_and_actions_are_enough(seed: int) -> None:
    played = random_match(seed)
    record = from_json(json.dumps(by_hand(played.record)))
    events = [event for step in verified_outcomes(record) for event in step.events]
    assert events[1:] == [each for each in played.events if each][1:], "all but the lots"


def test_what_a_move_takes_may_be_left_out_where_there_was_no_choice() -> None:
    written = by_hand(random_match(5).record)
    takes = [action for action in written["rounds"][0]["actions"] if "taken" in action]
    left_out = 0
    for action in takes:
        taken = action.pop("taken")
        said = difference(written)
        if said:
            assert "several" in said
            action["taken"] = taken
        else:
            left_out += 1
    assert left_out > len(takes) / 2


def difference(written: dict[str, Any]) -> str:
    """Where the record disagrees with the rules; empty: nowhere."""
    try:
        verified_outcomes(from_json(json.dumps(written)))
    except Difference as found:
        return str(found)
    return ""


@pytest.mark.parametrize("seed", range(8))
def test_news_can_be_added_and_are_those_that_were_sent(seed: int) -> None:
    """A viewer without rules needs news."""
    sent = random_match(seed).record
    whole = with_news(from_json(json.dumps(by_hand(sent))))
    lot = 3
    added = [event for entry in whole.proof.news for event in entry.events]
    original = [event for entry in sent.proof.news for event in entry.events]
    for event in original:
        event.by = ""  # where computers sat is in no deck and no action
    assert added[1:-1] == [event for event in original[1:-1] if event.kind not in (2, lot)]
    assert verified_outcomes(whole)
    assert verify(whole).wrong == []
    played = random_match(seed).record
    assert with_news(played) == played


def test_a_record_that_ends_early_is_told_as_far_as_it_goes() -> None:
    written = by_hand(random_match(0).record)
    written["rounds"] = written["rounds"][:1]
    written["rounds"][0]["actions"] = written["rounds"][0]["actions"][:3]
    events = [
        event for step in verified_outcomes(from_json(json.dumps(written))) for event in step.events
    ]
    assert not any(isinstance(event, RoundEnded | MatchEnded) for event in events)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"format": 2}, "format is 2"),
        ({"game": "poker"}, '"poker"'),
        ({"players": [{}]}, "seats"),
        ({"rules": {"months": "0"}}, "Months"),
        ({"rules": {"mouths": "3"}}, "mouths"),
        ({"firstDealer": 3}, "no seat 3"),
        ({"rounds": [{}]}, "round 1: it has no deck"),
        ({"rounds": [{"decks": ["1-1 1-2"]}]}, "round 1, deck 1"),
        ({"rounds": [{"decks": ["1-1 1-9"]}]}, "1-9"),
    ],
)
def test_a_record_that_cannot_be_is_refused_in_a_sentence(
    change: dict[str, Any], where: str
) -> None:
    bare = {"game": "koikoi", "players": [{}, {}], "firstDealer": 1}
    with pytest.raises(Difference, match=where) as refused:
        verified_outcomes(from_json(json.dumps({**bare, **change})))
    assert "\n" not in str(refused.value)


def test_the_first_difference_is_named() -> None:
    written = by_hand(random_match(0).record)
    written["rounds"][0]["actions"][2]["card"] = "1-1"
    written["rounds"][0]["actions"][2]["verb"] = "koikoi"
    with pytest.raises(Difference, match="round 1, action 3"):
        verified_outcomes(from_json(json.dumps(written)))


def test_an_abandoned_round_says_so() -> None:
    played = next(
        each
        for each in (random_match(seed, abandoned=True) for seed in range(100, 130))
        if any(isinstance(event, RoundEnded) for event in each.entries[-1].events)
        and each.events[-1] == MatchEnded(())
    )
    ended = next(event for event in reversed(played.events) if isinstance(event, RoundEnded))
    assert ended.end is RoundEnd.ABANDONED
    assert list(played.record.winners) == []
