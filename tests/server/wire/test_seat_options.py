"""Seat options as messages, which a client can use without knowing their kinds."""

from __future__ import annotations

from random import Random

import pytest

from koikoi.v1 import table_pb2
from koikoi_server.refusal import Refusal
from koikoi_server.table import commands, derived
from koikoi_server.table import seat_options as table_options
from koikoi_server.table.decide import decide
from koikoi_server.table.state import Stage, TableState
from koikoi_server.wire.seat_options import seat_options
from koikoi_server.wire.views import seat_view, table
from tests.server.table.test_fold import begun, lives
from tests.server.table.test_seat_options import CHANCE
from tests.support.clock import START
from tests.support.table import BEN, CHO, PureTable


def labels(at: PureTable, seat: int) -> list[str]:
    return [option.label for option in seat_options(at.state, seat)]


def of_three(**given: str) -> PureTable:
    """Aki, Ben and an open seat."""
    made = PureTable(game="coin", bots=("", "", ""), rules={"rounds": "1", **given}, cut=False)
    made.ben_joins()
    return made


def test_options_are_whole_sentences_without_a_time() -> None:
    at = of_three()
    assert labels(at, 1) == [
        "Put a computer in seat 3",
        "Let a computer play for you",
        "Remove Ben from the table",
        "Leave the table",
    ]
    at.set_bot(1, 3, "hard")
    at.set_bot(1, 1, "easy")
    while derived.waiting_for(at.state) != (2,):
        at.step()
    at.lost(2)
    assert labels(at, 1) == [
        "Take your seat back from Easy",
        "Let a computer play for Ben",
        "Remind Ben",
        "End the match without a result",
        "Let another computer play for you",
        "Replace Hard in seat 3 with another computer",
        "Remove Hard from seat 3",
        "Remove Ben from the table",
        "Leave the table",
    ]


def test_after_a_match_another_one_is_offered() -> None:
    at = of_three()
    at.set_bot(1, 3, "easy")
    at.lost(2)
    at.now += 120_000
    at.use(1, table_options.Kind.END_MATCH)
    assert labels(at, 1)[0] == "Play again"
    at.lost(1)  # else another match begins at once
    at.use(1, table_options.Kind.REMATCH)
    assert labels(at, 1)[0] == "Do not play again"


def test_several_open_seats_are_filled_at_once() -> None:
    at = PureTable(game="sakura", bots=("",) * 5, rules={"rounds": "1"})
    first, *rest = seat_options(at.state, 1)
    assert (first.label, first.seat) == ("Put computers in all 4 open seats", 0)
    assert [option.label for option in rest[:4]] == [
        f"Put a computer in seat {seat}" for seat in range(2, 6)
    ]


def test_what_is_possible_later_says_when() -> None:
    at = of_three()
    at.set_bot(1, 3, "easy")
    at.lost(2)
    (for_ben,) = (each for each in seat_options(at.state, 1) if "play for Ben" in each.label)
    assert for_ben.possible_time.ToMilliseconds() == START + at.now + 120_000
    (leave,) = (each for each in seat_options(at.state, 1) if each.label.startswith("Leave"))
    assert not leave.HasField("possible_time")


@pytest.mark.slow
def test_a_client_needs_the_id_and_the_computers_alone() -> None:
    """Also of kinds that it does not know."""
    for seed in range(6):
        random = Random(seed)
        at = begun(seed, random)
        for state in lives(at, random, 60):
            for seat in state.seats:
                view = seat_view(state, seat.seat)
                said = [option.label for option in view.seat_options]
                assert len(set(said)) == len(said), "no two are alike"
                assert all(said)
                for option in view.seat_options:
                    now = max(START + at.now, option.possible_time.ToMilliseconds())
                    bot = option.bots[0] if option.bots else ""
                    found = table_options.chosen(state, seat.seat, option.id, bot, now)
                    name = table_pb2.SeatOptionKind.Name(option.kind)
                    assert name == f"SEAT_OPTION_KIND_{found.kind.name}"


def test_a_seat_says_who_left_it_last_and_how_as_long_as_it_is_open() -> None:
    at = of_three()
    assert [seat.last_player_name for seat in table(at.state).seats] == ["", "", ""]
    at.do(commands.Leave(BEN))
    assert [seat.last_player_name for seat in table(at.state).seats] == ["", "Ben", ""]
    at.set_bot(1, 2, "easy")
    assert not table(at.state).seats[1].last_player_name
    at.set_bot(1, 2, "")
    assert table(at.state).seats[1].last_player_name == "Ben"
    at.do(commands.Join("Cho", 2, CHO))
    assert not table(at.state).seats[1].last_player_name
    assert not table(at.state).seats[1].last_player_removed
    at.use(1, table_options.Kind.KICK, 2)
    assert table(at.state).seats[1].last_player_name == "Cho"
    assert table(at.state).seats[1].last_player_removed
    at.set_bot(1, 2, "easy")
    assert not table(at.state).seats[1].last_player_removed


def test_a_seat_says_when_its_person_is_here_and_waits_too_long() -> None:
    at = PureTable(rules={"turn_limit": "30"})
    at.start()
    (idle,) = derived.waiting_for(at.state)
    assert [seat.waits_too_long for seat in table(at.state).seats] == [idle == 1, idle == 2]
    at.lost(idle)
    assert not any(seat.waits_too_long for seat in table(at.state).seats)


def test_open_to_join_are_the_seats_that_nobody_owns() -> None:
    at = PureTable(game="coin", bots=("", "easy", ""), rules={"rounds": "1"})
    assert list(table(at.state).open_to_join) == [2, 3]
    at.do(commands.Join("Ben", 2, BEN))
    assert list(table(at.state).open_to_join) == [3]
    at.do(commands.Close())
    assert at.is_in(Stage.CLOSED)
    assert list(table(at.state).open_to_join) == []


def test_whoever_joins_an_open_seat_is_let_in() -> None:
    for seed in range(6):
        random = Random(seed)
        for state in lives(begun(seed, random), random, 80):
            for seat in state.seats:
                is_open = seat.seat in table(state).open_to_join
                assert is_open == joins(state, seat.seat)


def joins(state: TableState, seat: int) -> bool:
    try:
        decide(state, commands.Join("Eve", seat, b"token of Eve"), START, CHANCE)
    except Refusal:
        return False
    return True
