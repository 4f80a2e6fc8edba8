"""A full log grows only by what its match needs, so that no table fills the disk."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from hanafuda.games import GAMES
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.table import commands, derived
from koikoi_server.table.limits import Limits
from koikoi_server.table.log_limit import is_full
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Stage
from tests.support.table import AKI, BEN, CHO, TOKENS, PureTable, refused

REST = 30_000


def full(game: str = "koikoi", **given: str) -> PureTable:
    """A match whose first deal is the last entry that the log has room for."""
    table = PureTable(game=game, rules=given or None, limits=Limits(entries=4, rest=REST))
    table.start()
    assert is_full(table.state)
    return table


def test_a_log_that_is_not_full_refuses_nothing() -> None:
    table = PureTable(limits=Limits(entries=5, rest=REST))
    table.start()
    table.do(commands.Chat(AKI, "hello"))
    assert is_full(table.state)


def test_chat_is_refused_but_no_move() -> None:
    table = full()
    (idle,) = derived.waiting_for(table.state)
    with refused(Reason.LIMIT_REACHED):
        table.do(commands.Chat(AKI, "hello"))
    with refused(Reason.SEAT_OPTION_NOT_OFFERED):
        table.use(3 - idle, Kind.NUDGE, idle)


def test_the_match_is_played_to_the_end_and_no_other_begins() -> None:
    table = full(months="12")
    table.play(Stage.FINISHED)
    for seat in (1, 2):
        with refused(Reason.SEAT_OPTION_NOT_OFFERED):
            table.use(seat, Kind.REMATCH)
    table.do(commands.Leave(AKI))
    table.do(commands.Leave(BEN))
    assert table.is_in(Stage.CLOSED)


def test_a_match_is_ended_when_all_others_are_away() -> None:
    table = full()
    table.lost(2)
    table.now += 120_000
    table.use(1, Kind.END_MATCH)
    assert table.is_in(Stage.FINISHED)


def test_a_return_is_stored_after_the_cool_down() -> None:
    """A lost connection is stored at once. The player can play before the return is stored."""
    table = full()
    table.now += REST
    (turn,) = derived.waiting_for(table.state)
    table.lost(turn)
    with refused(Reason.RATE_LIMITED):
        table.back(turn)
    table.choose(turn)
    table.now += REST - 1
    with refused(Reason.RATE_LIMITED):
        table.back(turn)
    table.now += 1
    table.back(turn)
    assert table.state.at(turn).is_connected
    table.lost(turn)


def test_each_seat_has_a_cool_down_of_its_own() -> None:
    table = full()
    table.now += REST
    table.set_bot(1, 1, "easy")
    with refused(Reason.SEAT_OPTION_TOO_EARLY):
        table.set_bot(1, 1, "")
    table.set_bot(2, 2, "easy")
    table.now += REST
    table.set_bot(1, 1, "")
    table.do(commands.Leave(BEN))
    with refused(Reason.RATE_LIMITED):
        table.do(commands.Join("Cho", 2, CHO))
    table.now += REST
    table.do(commands.Join("Cho", 2, CHO))


@pytest.mark.parametrize(
    ("game", "seats", "rules"),
    [
        ("koikoi", 2, {"months": "24"}),
        ("coin", 7, {"rounds": "24"}),
        ("sakura", 7, {"rounds": "24"}),
    ],
)
def test_the_longest_match_needs_a_small_part_of_the_log(
    game: str, seats: int, rules: dict[str, str]
) -> None:
    """With as much chat between the moves: twenty of the longest are played in a row."""
    assert GAMES[game].ABOUT.max_seats == seats
    table = PureTable(game=game, bots=("",) * seats, rules=rules)
    for seat in range(2, seats + 1):
        table.do(commands.Join(f"Person {seat}", 0, TOKENS.get(seat, bytes([seat]))))
    while table.step():
        pass
    assert table.is_in(Stage.FINISHED)
    assert 20 * 2 * len(table.log) < table.state.limits.entries


@pytest.mark.slow
def test_the_worst_that_people_can_do_all_day_is_bounded() -> None:
    """A client that tries everything every second for an hour adds a few entries a minute."""
    table = full()
    before = len(table.log)
    tries: list[Callable[[], object]] = [
        lambda: table.do(commands.Chat(AKI, "x")),
        lambda: table.set_bot(1, 1, "easy"),
        lambda: table.set_bot(1, 1, ""),
        lambda: table.lost(2),
        lambda: table.back(2),
        lambda: table.do(commands.Join("Cho", 0, CHO)),
        lambda: table.do(commands.Leave(CHO)),
    ]
    for _second in range(3_600):
        table.now += 1_000
        for attempt in tries:
            with suppress(Refusal):
                attempt()
    assert len(table.log) - before <= 2 * 2 * 3_600_000 // REST
