"""Events tell what views show: whoever folds a watch's news by the manual finds the same.

`make soak` follows a hundred tables.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from koikoi.v1 import table_pb2
from tests.follow.fold import Fold
from tests.follow.people import followed
from tests.support.tiers import slow

MOST = 60  #: tables
FEW = Counter(views=50, cuts=1, resumed=1, folded=1, before_owner=1)
MANY = Counter(
    {
        "views": 500, "cuts": 10, "resumed": 10, "folded": 10, "repeats": 10, "restarts": 3,
        "before_owner": 10, "koikoi": 1, "coin": 1, "sakura": 1, "EVENT_KIND_KOIKOI_CALLED": 3,
        "EVENT_KIND_BOT_SEATED": 3, "EVENT_KIND_SEAT_OUT": 1,
    }
)  # fmt: skip
"""How often these things must happen, at least, in the slow tests; in the quick ones: `FEW`."""

Told = list[Any]
"""What a watch was told by one server after another."""


@pytest.fixture(scope="module", params=[FEW, slow(MANY)], ids=["few", "many"])
def told(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[list[str], list[Told], Counter[str]]:
    """Play matches; return where events and views differ, what was told, and what happened."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    streams: list[Told] = []
    for seed in range(MOST):
        if counts >= request.param:
            break
        path: Path = tmp_path_factory.mktemp("data")
        for reader in asyncio.run(followed(path, seed, counts)):
            wrong += reader.wrong
            streams += reader.told
    assert counts >= request.param
    return wrong, streams, counts


def test_events_and_views_agree(told: tuple[list[str], list[Told], Counter[str]]) -> None:
    """Through cuts, resumed watches, repeated requests and restarts of the server."""
    wrong, *_ = told
    assert wrong == []


def refolded(told: Told) -> list[str]:
    """Where events and views of a stream differ."""
    fold = Fold(next((each.seat_view.seat for each in told if hasattr(each, "seat_view")), 0))
    return [
        wrong
        for each in told
        for wrong in fold.take(each.update, each.seat_view if fold.me else None)
    ]


Change = Callable[[table_pb2.Match], object]


def swap_field(match: table_pb2.Match) -> None:
    match.field[:] = match.field[::-1]


def swap_captured(match: table_pb2.Match) -> None:
    for side in match.sides:
        side.captured[:] = sorted(side.captured)


def grow_hand(match: table_pb2.Match) -> None:
    match.sides[0].hand_size += 1


def deal_early(match: table_pb2.Match) -> None:
    if match.HasField("result") and match.result.next_dealer:
        match.dealer = match.result.next_dealer


def end_turn_early(match: table_pb2.Match) -> None:
    for turn in match.turns:
        turn.running = False


def drop_turn(match: table_pb2.Match) -> None:
    if len(match.turns) > 1:
        del match.turns[0]


def keep_owner(match: table_pb2.Match) -> None:
    for turn in match.turns:
        turn.before_owner = False


def forget_computers(match: table_pb2.Match) -> None:
    for turn in match.turns:
        for event in turn.events:
            event.by = ""


def call_again(match: table_pb2.Match) -> None:
    for side in match.sides:
        side.koikoi_calls = min(side.koikoi_calls, 0)


def pay_late(match: table_pb2.Match) -> None:
    if match.HasField("result"):
        for side in match.sides:
            del side.round_scores[-1:]


def chain_all(match: table_pb2.Match) -> None:
    match.chain = bytes(32)


def draw_early(match: table_pb2.Match) -> None:
    match.draw_pile -= bool(match.draw_pile)


def place_early(match: table_pb2.Match) -> None:
    match.open_card = 0


def leave_in_hand(match: table_pb2.Match) -> None:
    match.open_card_drawn = not match.open_card_drawn


CHANGES: tuple[Change, ...] = (
    swap_field, swap_captured, grow_hand, deal_early, end_turn_early, drop_turn, keep_owner,
    forget_computers, call_again, pay_late, chain_all, draw_early, place_early, leave_in_hand,
)  # fmt: skip


@pytest.mark.parametrize("told", [slow(MANY)], ids=["many"], indirect=True)
@pytest.mark.parametrize("change", CHANGES)
def test_a_view_that_differs_is_noticed(
    change: Change, told: tuple[list[str], list[Told], Counter[str]]
) -> None:
    assert any(refolded(list(changed(stream, change))) for stream in told[1])


def changed(stream: Told, change: Change) -> Iterator[Any]:
    for each in stream:
        copy = type(each).FromString(each.SerializeToString())
        if copy.update.match.sides:
            change(copy.update.match)
        yield copy


def test_a_hand_that_differs_is_noticed(
    told: tuple[list[str], list[Told], Counter[str]],
) -> None:
    def shrunk(stream: Told) -> Iterator[Any]:
        for number, each in enumerate(stream):
            copy = type(each).FromString(each.SerializeToString())
            if number % 2 and hasattr(copy, "seat_view"):
                del copy.seat_view.hand[:1]
            yield copy

    assert any(refolded(list(shrunk(stream))) for stream in told[1])
