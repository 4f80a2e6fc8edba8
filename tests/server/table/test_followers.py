"""Followers of a table get each entry once it is on disk, whatever happens to the others."""

from __future__ import annotations

from contextlib import suppress

import pytest

from koikoi_server.journal.states import states
from koikoi_server.lobby.table_index import TableIndex
from koikoi_server.service.broadcast import Broadcast
from koikoi_server.service.directory import Directory
from koikoi_server.table import commands
from koikoi_server.table.events import Entry
from koikoi_server.table.runner import Table
from koikoi_server.table.state import TableState
from koikoi_server.table.watches import Watches
from koikoi_server.wire import events
from tests.support.clock import FakeClock
from tests.support.server import serving
from tests.support.table import AKI, PureTable


class Disk:
    """The stored entries of one table."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    async def append(self, entry: Entry) -> None:
        self.entries.append(entry)


def fail(*_: object) -> None:
    raise ZeroDivisionError


class Failing:
    def on_entry(self, state: TableState, entry: Entry) -> None:
        raise ZeroDivisionError


class Seen:
    """What a follower got, and whether it was stored by then."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.seqs: list[tuple[int, bool]] = []

    def on_entry(self, state: TableState, entry: Entry) -> None:
        assert state.seq == entry.seq
        self.seqs.append((entry.seq, entry in self.disk.entries))


async def test_one_that_fails_stops_neither_the_table_nor_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    disk, clock = Disk(), FakeClock()
    opened = PureTable()

    async def think(*_: object) -> None:
        raise AssertionError("no computer plays here")

    table = Table("T", disk, clock, draw=lambda _: opened.chance(), think=think)  # type: ignore[arg-type]
    first, last = Seen(disk), Seen(disk)
    table.followers = (first, Failing(), last)
    await table._handle(opened.log[0].command, None, None)
    for word in ("hello", "hello again"):
        await table._handle(commands.Chat(AKI, word), None, None)
    assert table.state is not None
    assert table.state.seq == 3
    assert first.seqs == last.seqs == [(1, True), (2, True), (3, True)]
    assert caplog.text.count("Failing: ZeroDivisionError") == 3


def test_the_hash_chain_has_an_entry_whose_update_failed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = PureTable(bots=("", "easy"), cut=False)
    for _ in range(3):
        table.step()
    failing, whole = Broadcast(), Broadcast()
    for number, (state, entry) in enumerate(states(table.log)):
        whole.on_entry(state, entry)
        with monkeypatch.context() as planted, suppress(ZeroDivisionError):
            if number == 1:
                planted.setattr(events, "entry", fail)
            failing.on_entry(state, entry)
    assert failing.update(0, 0, 0) == whole.update(0, 0, 0)


@pytest.mark.parametrize("kind", [TableIndex, Broadcast, Watches, Directory])
async def test_a_table_goes_on_when_one_of_its_followers_fails_once(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving() as client:
        aki = await client.create()
        watch = client.watch(aki)
        await watch.read()
        with monkeypatch.context() as planted:
            planted.setattr(kind, "on_entry", Failing.on_entry)
            seq = await client.act(aki, chat="hello")
        live = client.running.lobby.get(aki.table_id)
        assert live is not None
        assert live.state.seq == seq
        assert await client.act(aki, chat="hello again") == seq + 1
        while (message := await watch.read()).update.seq <= seq:
            pass
        said = message.update.news[-1].events
        assert [each.text for each in said] == ["hello again"]
