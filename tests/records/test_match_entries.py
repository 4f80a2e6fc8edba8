"""While a match runs, its record needs little memory, whatever happens between two moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from koikoi_server.lobby.match_entries import MatchEntries
from koikoi_server.table import commands
from koikoi_server.table.events import Entry
from koikoi_server.table.state import Stage
from koikoi_server.wire.record.recording import record
from tests.records.matches import random_match, the_match
from tests.support.table import AKI, PureTable


def held(entries: Sequence[Entry]) -> MatchEntries:
    found = MatchEntries()
    for entry in entries:
        found.add(entry)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_the_record_is_the_same_as_that_of_all_entries(seed: int) -> None:
    played = random_match(seed)
    assert record(played.before, held(played.entries).entries) == played.record


@pytest.mark.parametrize("seed", range(2))
def test_changes_of_seats_do_not_fill_the_memory_and_the_record_is_the_same(seed: int) -> None:
    """Ben's seat changes hands, and people let computers play, again and again."""
    table, random = PureTable(seed=seed), Random(seed)
    table.start()
    while not table.is_in(Stage.FINISHED):
        for number in range(random.choice((0, 0, 1, 5, 40))):
            ben = table.state.at(2)
            if random.random() < 0.5:
                aki = table.state.at(1)
                table.set_bot(1, 1, "" if aki.bot else random.choice(("easy", "hard")))
            elif ben.name and random.random() < 0.5:
                table.set_bot(2, 2, "" if ben.bot else "easy")
            elif ben.name:
                table.do(commands.Leave(ben.token))
            else:
                name = f"Ben {number}"
                table.do(commands.Join(name, 2, random.randbytes(32)))
        if not table.state.at(2).name and not table.state.at(2).bot:
            table.do(commands.Join("Ben", 2, random.randbytes(32)))
        if not table.step():
            table.wait(5_000)
    played = the_match(table.log)
    found = held(played.entries)
    assert record(played.before, found.entries) == played.record
    moves = sum(isinstance(each.command, commands.Choose) for each in played.entries)
    assert len(found.entries) < 3 * moves + 20 < len(played.entries)


def test_neither_commands_nor_requests_are_held() -> None:
    table = PureTable()
    table.start()
    table.do(commands.Chat(AKI, "hello"))
    entries = held(table.log[1:]).entries
    assert all(entry.command == commands.Tick() for entry in entries)
    assert len(entries) == len(table.log) - 2
