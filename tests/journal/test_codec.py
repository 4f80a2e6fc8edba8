"""Entries as lines of JSON: each is read back as it was, old ones too."""

from __future__ import annotations

import json
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi_server.journal.codec import Unreadable, decoded, encoded
from koikoi_server.journal.migrations import with_seat_options
from koikoi_server.journal.schema import SCHEMA
from koikoi_server.table.commands import Command
from koikoi_server.table.events import AnyEvent, Cause, Entry, RequestKey
from tests.journal.values import any_of, entry, example

EVENTS = typing.get_args(AnyEvent)
COMMANDS = typing.get_args(Command)
FOLDER = Path(__file__).parent
SCHEMAS: dict[int, Callable[[str], str]] = {1: with_seat_options, 2: str}
"""What reads the lines of each schema's file of entries as those of the present one."""


@settings(max_examples=300)
@given(any_of(Entry))
def test_an_entry_comes_back_as_it_was(any_entry: Entry) -> None:
    line = encoded(any_entry)
    assert "\n" not in line
    assert decoded(line) == any_entry


@pytest.mark.parametrize("kind", EVENTS)
@settings(max_examples=20)
@given(data=st.data())
def test_every_kind_of_event_comes_back(kind: Any, data: st.DataObject) -> None:
    made = entry(data.draw(any_of(kind)))
    back = decoded(encoded(made))
    assert back == made
    assert type(back.events[0]) is kind


@pytest.mark.parametrize("kind", COMMANDS)
@settings(max_examples=20)
@given(data=st.data())
def test_every_kind_of_command_comes_back(kind: Any, data: st.DataObject) -> None:
    made = entry(command=data.draw(any_of(kind)))
    back = decoded(encoded(made))
    assert back == made
    assert type(back.command) is kind


def written() -> list[str]:
    """An entry of each kind of event and command, as they are written now."""
    entries = [entry(example(kind)) for kind in EVENTS]
    entries += [entry(command=example(kind)) for kind in COMMANDS]
    command, request = example(COMMANDS[0]), example(RequestKey)
    entries.append(Entry("T", 2, 7, Cause.CLOCK, command, (), request))
    return [encoded(each) for each in entries]


def is_within(old: Any, new: Any) -> bool:
    """Whether all of a JSON value is in another one, which may have more fields."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and is_within(value, new[key]) for key, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(is_within, old, new))
    return bool(old == new)


def lines(schema: int) -> list[str]:
    return (FOLDER / f"entries-{schema}.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("schema", "line"), [(schema, line) for schema in SCHEMAS for line in lines(schema)]
)
def test_everything_that_was_once_written_can_be_read(schema: int, line: str) -> None:
    """entries-N.jsonl holds what schema N wrote. If this fails, a name or a type has changed: add
    a step to the schema's migrations and a file of its own, and leave the others as they are."""
    migrated = SCHEMAS[schema](line)
    assert is_within(json.loads(migrated), json.loads(encoded(decoded(migrated))))


def test_every_present_kind_is_in_the_newest_file() -> None:
    """If this fails, append the missing lines to the newest file of entries."""
    old = {kinds(line) for line in lines(SCHEMA)}
    missing = [line for line in written() if kinds(line) not in old]
    assert missing == []


def kinds(line: str) -> tuple[str, ...]:
    """The command and the events of an entry."""
    found = json.loads(line)
    return (found["command"]["is"], *(event["is"] for event in found["events"]))


def test_a_field_that_an_old_entry_lacks_has_its_default() -> None:
    old = json.loads(encoded(entry(example(EVENTS[0]))))
    del old["request"]
    assert decoded(json.dumps(old)).request is None


@pytest.mark.parametrize(
    "change",
    [
        {"seq": "1"},
        {"seq": True},
        {"seq": None},
        {"cause": "nobody"},
        {"events": {}},
        {"events": [{"is": "NoSuchEvent"}]},
        {"events": [{"seat": 1}]},
        {"events": [{"is": "CardPlayed", "seat": 1, "card": 49}]},
        {"events": [{"is": "CardPlayed", "seat": 1}]},
        {"events": [{"is": "CardPlayed", "seat": 1, "card": 1, "more": 1}]},
        {"command": {"is": "Leave", "by": "xy"}},
        {"command": []},
        {"unknown": 1},
    ],
)
def test_json_that_is_not_an_entry_is_refused(change: dict[str, Any]) -> None:
    good = json.loads(encoded(entry()))
    with pytest.raises(Unreadable):
        decoded(json.dumps({**good, **change}))


@pytest.mark.parametrize("text", ["", "x", "[]", "3", "null", "{}", '{"table_id": '])
def test_text_that_is_not_an_object_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        decoded(text)


def test_secrets_are_stored_but_not_in_a_repr() -> None:
    """The journal must hold them; a log of the program must not."""
    made = entry(command=example(COMMANDS[0]))
    assert "00ff" in encoded(made)
    assert "\\xff" not in repr(made.command)
