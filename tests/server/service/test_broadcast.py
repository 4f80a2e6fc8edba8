"""Updates are made once for all watches at the same position, in bounded memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.service.broadcast import (
    CACHED_SENTENCES,
    CACHED_UPDATES,
    MAX_BYTES,
    SNAPSHOT_NEWS,
    Broadcast,
)
from koikoi_server.table import commands
from koikoi_server.table.events import TableOpened
from koikoi_server.table.fold import evolve
from koikoi_server.wire import views
from koikoi_server.wire.events import entry
from koikoi_server.wire.update_sentences import update_sentences
from tests.server.wire.matches import played
from tests.support.table import AKI, BEN, CHO, PureTable


@pytest.fixture
def told() -> Broadcast:
    return of_a_table_where("hello", 2 * CACHED_UPDATES)


def of_a_table_where(words: str, times: int) -> Broadcast:
    """A table in which that was said so often."""
    table = PureTable()
    for _ in range(times):
        table.do(commands.Chat(AKI, words))
    told, state = Broadcast(), None
    for each in table.log:
        state = evolve(state, each)
        told.on_entry(state, each)
    return told


def test_news_are_the_public_entries() -> None:
    told, steps = Broadcast(), list(played(0))
    for step in steps:
        told.on_entry(step.state, step.entry)
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


def test_an_update_is_made_once_for_all_watches_at_the_same_position(
    told: Broadcast, made: list[bool]
) -> None:
    assert len({told.update(3, 0, spectators=0) for _ in range(5)}) == 1
    assert len(made) == 1


def test_the_cache_of_updates_is_bounded(told: Broadcast, made: list[bool]) -> None:
    first = told.update(1, 0, spectators=0)
    for after in range(2, 2 + CACHED_UPDATES):
        told.update(after, 0, spectators=0)
    assert told.update(1, 0, spectators=0) == first
    assert len(made) == CACHED_UPDATES + 2, "the first was let go of and made again"


def update(told: Broadcast, after: int) -> table_pb2.Update:
    return service_pb2.WatchTableResponse.FromString(told.update(after, 0, spectators=0)).update


def test_the_kept_entries_are_bounded_by_bytes() -> None:
    """A watch that missed more gets a snapshot, any other every entry that it missed."""
    told = of_a_table_where("\U0001f338" * 300, 1_000)
    head = told.state.seq
    oldest = min(after for after in range(1, head + 1) if not update(told, after).snapshot)
    assert 1 < oldest < head - 100
    assert len(told.update(oldest, 0, spectators=0)) < MAX_BYTES + 2_000
    missed = update(told, oldest).news
    assert [each.seq for each in missed] == list(range(oldest + 1, head + 1))
    snapshot = update(told, oldest - 1)
    assert snapshot.snapshot
    assert [each.seq for each in snapshot.news] == [*range(head - SNAPSHOT_NEWS + 1, head + 1)]


def test_some_thousand_entries_of_play_are_kept() -> None:
    """More than the longest match has: a laptop that was closed for an evening resumes."""
    told = of_a_table_where("well played, and good luck for the next round", 3_000)
    assert not update(told, 1).snapshot


# -- words ---------------------------------------------------------------------------------------


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """A seat and a language for each time that words are made."""
    made: list[tuple[int, str]] = []

    def counted(update: Any, people: Any, game: Any, seat: int, language: str) -> Any:
        made.append((seat, language))
        return update_sentences(update, people, game, seat, language)

    monkeypatch.setattr("koikoi_server.service.broadcast.update_sentences", counted)
    return made


def test_sentences_are_made_once_for_each_seat_and_language(
    told: Broadcast, spoken: list[tuple[int, str]]
) -> None:
    for _ in range(3):
        for seat in (0, 1, 2):
            told.update(3, 0, 0, seat, "en")
    assert sorted(spoken) == [(0, "en"), (1, "en"), (2, "en")]


def test_sentences_follow_the_last_entry() -> None:
    table = PureTable()
    told = of_the_log(table)
    before = told.update(0, 0, 0, language="en")
    assert said_of(before).waiting == "One more player is needed."
    table.ben_joins()
    told.on_entry(table.state, table.log[-1])
    assert said_of(told.update(0, 0, 0, language="en")).waiting != said_of(before).waiting


def said_of(message: bytes) -> table_pb2.Said:
    return service_pb2.WatchTableResponse.FromString(message).said


def test_no_sentences_are_made_for_a_watch_without_a_language(
    told: Broadcast, spoken: list[tuple[int, str]]
) -> None:
    plain = told.update(3, 0, spectators=0)
    assert spoken == []
    assert not service_pb2.WatchTableResponse.FromString(plain).HasField("said")
    with_words = told.update(3, 0, 0, language="en")
    assert with_words.startswith(plain), "the same bytes, and words after them"


def test_the_cache_of_sentences_is_bounded(told: Broadcast, spoken: list[tuple[int, str]]) -> None:
    for after in range(1, 2 + CACHED_SENTENCES):
        told.update(after, 0, 0, language="en")
    assert len(told._sentences) == CACHED_SENTENCES
    told.update(1, 0, 0, language="en")
    assert len(spoken) == CACHED_SENTENCES + 2, "the first were let go of and made again"


def test_sentences_have_the_names_of_their_time_even_after_a_restart() -> None:
    """The names are not stored; they are computed from the log."""
    table = PureTable()
    table.ben_joins()
    table.do(commands.Chat(BEN, "so long"))
    table.do(commands.Leave(BEN))
    table.do(commands.Join("Cho", 2, CHO))
    before, again = of_the_log(table), of_the_log(table)
    words = before.update(0, 0, 0, 2, "en")
    assert words == again.update(0, 0, 0, 2, "en")
    news = service_pb2.WatchSeatResponse.FromString(words).said.news
    lines = [line for each in news for line in each.lines]
    assert lines[-3:] == ["Ben: so long", "Ben left the table.", "You sat down."]


# -- cursors -------------------------------------------------------------------------------------


def of_the_log(table: PureTable, entries: int | None = None) -> Broadcast:
    """What tells the first so many entries of a table, all of them without a number."""
    told, state = Broadcast(), None
    for each in table.log[:entries]:
        state = evolve(state, each)
        told.on_entry(state, each)
    return told


def cursor(told: Broadcast) -> str:
    message = service_pb2.WatchTableResponse.FromString(told.update(0, 0, spectators=0))
    return message.update.cursor


def chatty(*words: str) -> PureTable:
    table = PureTable()
    for word in words:
        table.do(commands.Chat(AKI, word))
    return table


def test_a_cursor_survives_a_restart() -> None:
    table = chatty("one", "two", "three")
    seen = cursor(of_the_log(table, 2))
    assert len(seen) <= 64
    assert of_the_log(table, 2).position(seen) == 2
    assert of_the_log(table).position(seen) == 2, "and what came after it goes on from there"


def test_a_cursor_into_entries_that_a_backup_lacks_gets_a_snapshot() -> None:
    """After the restore, the log continues differently."""
    before, restored = chatty("one", "two", "three"), chatty("one", "due", "tre")
    assert of_the_log(restored).position(cursor(of_the_log(before, 2))) == 2, "before the backup"
    assert of_the_log(restored).position(cursor(of_the_log(before, 3))) == 0
    assert of_the_log(restored).position(cursor(of_the_log(before))) == 0


def test_a_cursor_of_another_table_gets_a_snapshot() -> None:
    one, other = chatty("one"), chatty("one")
    other.log = [replace(each, table_id="U") for each in other.log]
    opened = other.log[0].events[0]
    assert isinstance(opened, TableOpened)
    other.log[0] = replace(
        other.log[0], events=(replace(opened, table_id="U"), *other.log[0].events[1:])
    )
    assert of_the_log(other).position(cursor(of_the_log(one))) == 0


@given(st.text(max_size=70))
def test_an_invalid_cursor_gets_a_snapshot(garbage: str) -> None:
    assert GARBAGE.position(garbage) == 0


@pytest.mark.parametrize("changed", ["0{0}", "{0}0", " {0}", "{0} ", "+{0}", "{1}", "{2}", "-{0}"])
def test_a_cursor_with_a_changed_letter_gets_a_snapshot(changed: str) -> None:
    known = cursor(GARBAGE)
    seq, _, mark = known.partition(".")
    assert GARBAGE.position(known) == int(seq)
    for each in (changed.format(known, f"{seq}.{mark.upper()}x", f"{seq}."), mark, f".{mark}"):
        assert GARBAGE.position(each) == 0, each


def test_an_old_cursor_gets_a_snapshot() -> None:
    told = of_a_table_where("\U0001f338" * 300, 1_000)
    first = told._sent[0]
    oldest = told.state.seq - len(told._sent) + 1
    assert told.position(f"{oldest}.{first.hash.hex()}") == oldest
    assert told.position(f"{oldest - 1}.{first.hash.hex()}") == 0


GARBAGE = of_the_log(chatty("one", "two"))
