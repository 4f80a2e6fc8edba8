"""What watchers are told is made once for all who are at the same place, and is not hoarded."""

from __future__ import annotations

from typing import Any

import pytest

from koikoi_server.broadcast import SHARED, Broadcast
from koikoi_server.table import commands as ask
from koikoi_server.table.fold import evolve
from koikoi_server.wire import views
from tests.support.table import AKI, PureTable


@pytest.fixture
def told() -> Broadcast:
    """A table in which much was said."""
    table = PureTable()
    for _ in range(2 * SHARED):
        table.do(ask.Chat(AKI, "hello"))
    told, state = Broadcast(), None
    for entry in table.log:
        state = evolve(state, entry)
        told.publish(state, entry)
    return told


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
