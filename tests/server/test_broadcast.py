"""What watchers are told is made once for all who are at the same place, and is not hoarded."""

from __future__ import annotations

from typing import Any

import pytest

from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.broadcast import KEPT, SHARED, SNAPSHOT_NEWS, Broadcast
from koikoi_server.table import commands as ask
from koikoi_server.table.fold import evolve
from koikoi_server.wire import views
from koikoi_server.wire.events import entry
from tests.server.wire.matches import played
from tests.support.table import AKI, PureTable


@pytest.fixture
def told() -> Broadcast:
    return of_a_table_where("hello", 2 * SHARED)


def of_a_table_where(words: str, times: int) -> Broadcast:
    """A table in which that was said so often."""
    table = PureTable()
    for _ in range(times):
        table.do(ask.Chat(AKI, words))
    told, state = Broadcast(), None
    for each in table.log:
        state = evolve(state, each)
        told.publish(state, each)
    return told


def test_news_are_the_entries_as_they_are_told_to_all() -> None:
    told, steps = Broadcast(), list(played(0))
    for step in steps:
        told.publish(step.state, step.entry)
    assert list(update(told, 1).news) == [entry(step.entry, step.state) for step in steps[1:]]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """An element for each update that is made."""
    made: list[bool] = []
    update = views.update

    def counted(*given: Any, **named: Any) -> Any:
        made.append(True)
        return update(*given, **named)

    monkeypatch.setattr(views, "update", counted)
    return made


def test_an_update_is_made_once_for_all_who_go_on_from_there(
    told: Broadcast, made: list[bool]
) -> None:
    assert len({told.update(3, 0, spectators=0) for _ in range(5)}) == 1
    assert len(made) == 1


def test_whoever_asks_for_every_place_there_is_fills_no_memory(
    told: Broadcast, made: list[bool]
) -> None:
    first = told.update(1, 0, spectators=0)
    for after in range(2, 2 + SHARED):
        told.update(after, 0, spectators=0)
    assert told.update(1, 0, spectators=0) == first
    assert len(made) == SHARED + 2, "the first was let go of and made again"


def update(told: Broadcast, after: int) -> table_pb2.Update:
    return service_pb2.WatchTableResponse.FromString(told.update(after, 0, spectators=0)).update


def test_what_is_kept_for_those_who_return_is_bounded_by_bytes() -> None:
    """Whoever was away for longer gets a snapshot; all others every entry that they missed."""
    told = of_a_table_where("\U0001f338" * 300, 1_000)
    head = told.state.seq
    oldest = min(after for after in range(1, head + 1) if not update(told, after).snapshot)
    assert 1 < oldest < head - 100
    assert len(told.update(oldest, 0, spectators=0)) < KEPT + 2_000
    missed = update(told, oldest).news
    assert [each.seq for each in missed] == list(range(oldest + 1, head + 1))
    snapshot = update(told, oldest - 1)
    assert snapshot.snapshot
    assert [each.seq for each in snapshot.news] == [*range(head - SNAPSHOT_NEWS + 1, head + 1)]


def test_of_a_table_that_is_played_at_some_thousand_entries_are_kept() -> None:
    """More than the longest matches have: a laptop that was shut for an evening goes on."""
    told = of_a_table_where("well played, and good luck for the next round", 3_000)
    assert not update(told, 1).snapshot
