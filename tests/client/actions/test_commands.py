"""The tables of commands: each key and word means one thing, and each action has a function."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from types import SimpleNamespace
from typing import Any, cast

import pytest

from koikoi_client.actions import keys, lobby, pages, replay, table
from koikoi_client.actions.command import Command, Need
from koikoi_client.app import table_commands
from koikoi_client.lines.commands import Commands
from koikoi_client.lines.table import LineTable

PLACES: dict[str, Sequence[Command[Any]]] = {
    "table": table.COMMANDS,
    "lobby": lobby.LOBBY.commands,
    "records": lobby.RECORDS,
    "form": lobby.FORM,
    "replay": replay.REPLAY.commands,
    "page": pages.PAGE,
    "entry": pages.ENTRY,
    "seats": pages.SEATS,
    "everywhere": pages.EVERYWHERE.commands,
}
EXCLUDE_EACH_OTHER = (
    {Need.SEAT, Need.WATCHING},
    {Need.BOARD, Need.OVER},
)
FIRST_COMES_FIRST = {
    (table.TableAction.SHOW_RESULT, table.TableAction.CONFIRM): "Enter opens a closed result",
    (table.TableAction.TO_LOBBY, table.TableAction.COMPUTER): "B leaves a result that is over",
}


@pytest.mark.parametrize("place", PLACES)
def test_a_key_or_a_word_means_one_thing_at_a_time(place: str) -> None:
    """Two rows share one only when they cannot both mean something, or the first one is meant."""
    for first, second in combinations(PLACES[place], 2):
        shared = first.pressed & second.pressed or set(first.words) & set(second.words)
        needs = first.needs | second.needs
        apart = any(pair <= needs for pair in EXCLUDE_EACH_OTHER)
        if shared and not apart:
            assert (first.action, second.action) in FIRST_COMES_FIRST, shared


@pytest.mark.parametrize("place", PLACES)
def test_every_key_of_a_row_has_a_name(place: str) -> None:
    for command in PLACES[place]:
        assert "" not in command.pressed, command
        assert command.pressed <= {*map(chr, range(128)), *keys.SHOWN.values(), keys.BACKSPACE}


def test_every_action_with_a_key_has_a_function_on_the_screen() -> None:
    with_keys = {each.action for each in table.COMMANDS if each.keys}
    assert set(table_commands.RUN) == with_keys


def test_every_action_with_a_word_has_a_function_in_line_mode() -> None:
    with_words = {each.action for each in table.COMMANDS if each.words}
    place = cast(LineTable, SimpleNamespace(user=None, following=None))
    assert set(Commands(place).run_word) == with_words
