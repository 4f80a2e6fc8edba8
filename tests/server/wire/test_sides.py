"""Sides, parties and results of rounds, in random matches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hanafuda.analysis.progress import progress
from hanafuda.analysis.result import lost
from hanafuda.game import View
from hanafuda.seats import parties
from koikoi.v1 import table_pb2 as t
from koikoi_server.table import commands
from koikoi_server.table.state import Pause, TableState
from koikoi_server.wire.views import seat_view, update
from tests.server.wire.matches import Step, played
from tests.support.table import PureTable

TABLES: list[tuple[str, int, dict[str, str]]] = [
    ("koikoi", 2, {"months": "4", "viewing": "with_other", "drawn": "oya_ken"}),
    ("coin", 4, {"rounds": "4", "coins": "30"}),
    ("sakura", 3, {"rounds": "3"}),
    ("sakura", 6, {"rounds": "3", "teams": "3"}),
]
LIGHTNING = 44


@pytest.fixture(scope="module", params=TABLES, ids=lambda each: f"{each[0]}-{each[1]}")
def views(request: pytest.FixtureRequest) -> list[tuple[TableState, View, t.Match]]:
    """Each state of a few matches, with the rules' view of it and with its message."""
    game, seats, rules = request.param
    found = []
    for seed in range(3):
        steps: Iterator[Step] = played(seed, rules, game=game, seats=seats)
        for state in (step.state for step in steps):
            if state.match is not None:
                told = update(state, b"", snapshot=False).match
                found.append((state, state.module.view(state.match.state), told))
    return found


Views = list[tuple[TableState, View, t.Match]]


def test_progress_is_told_as_the_rules_count_it(views: Views) -> None:
    seen = set()
    for state, view, match in views:
        rows = progress(state.module, state.rules, view)
        for side, expected in zip(match.sides, rows, strict=True):
            assert [
                (row.yaku, row.have, t.ProgressState.Name(row.state), row.one_card)
                for row in side.progress
            ] == [
                (row.yaku, row.have, f"PROGRESS_STATE_{row.state.name}", row.one_card)
                for row in expected
            ]
            held = [row.yaku for row in side.progress if row.state == t.PROGRESS_STATE_HELD]
            assert held == ([each.yaku for each in side.yaku] if side.progress else [])
            seen |= {row.state for row in side.progress}
    assert {t.PROGRESS_STATE_OPEN, t.PROGRESS_STATE_HELD, t.PROGRESS_STATE_OUT} <= seen


def test_parties_count_together_clockwise_from_seat_1(views: Views) -> None:
    for state, _, match in views:
        assert [tuple(party.seats) for party in match.parties] == list(
            parties([seat.team for seat in state.seats])
        )
        for party in match.parties:
            assert {match.sides[seat - 1].score for seat in party.seats} == {party.score}
        firsts = [party.seats[0] for party in match.parties]
        assert firsts == sorted(firsts)
        assert firsts[0] == 1


def test_cards_are_worth_something_in_sakura_alone(views: Views) -> None:
    worthless = 0
    for state, _, match in views:
        points = state.module.ABOUT.card_points
        gaji = [side.gaji_took for side in match.sides if side.gaji_took]
        for side in match.sides:
            if not points:
                assert (side.card_points, list(side.worthless)) == (0, [])
                continue
            assert side.card_points == sum(points[card - 1] for card in side.captured)
            nothing = [card for card in side.captured if points[card - 1] == 0]
            lying = {*gaji, LIGHTNING} if gaji else set()
            assert list(side.worthless) == [card for card in nothing if card not in lying]
            worthless += len(side.worthless)
    assert bool(worthless) == (views[0][0].game == "sakura")


def test_an_open_card_says_where_it_comes_from(views: Views) -> None:
    seen = set()
    for _, _, match in views:
        assert bool(match.open_card) == (match.phase == t.PHASE_PLACE)
        if not match.open_card:
            assert not match.open_card_drawn
            continue
        last = [event for event in match.turns[-1].events if event.card == match.open_card][-1]
        assert match.open_card_drawn == (last.kind == t.EVENT_KIND_CARD_DRAWN)
        seen.add(match.open_card_drawn)
        assert match.turns[-1].running
    assert True in seen
    if views[0][0].game == "sakura":
        assert False in seen, "a lightning from a hand lies open too"


def test_the_dealer_dealt_the_round_and_the_result_names_the_next(views: Views) -> None:
    before: t.Match | None = None
    for _, _, match in views:
        if before is not None and before.match_id == match.match_id and before.round:
            if match.round == before.round:
                assert match.dealer == before.dealer
            else:
                assert match.dealer == before.result.next_dealer
        if match.HasField("result"):
            assert bool(match.result.next_dealer) == (match.phase != t.PHASE_MATCH_OVER)
        before = match


def test_nobody_deals_next_when_the_match_is_ended_between_two_rounds() -> None:
    table = PureTable()
    table.start()
    table.play(Pause.ROUND_OVER)
    assert update(table.state, b"", snapshot=False).match.result.next_dealer
    table.do(commands.Close())
    match = update(table.state, b"", snapshot=False).match
    assert (match.phase, match.result.next_dealer) == (t.PHASE_MATCH_OVER, 0)


def test_a_result_tells_lost_yaku_payments_and_callers(views: Views) -> None:
    items = set()
    for state, view, match in views:
        if view.result is None:
            continue
        result = match.result
        sides = parties([seat.team for seat in state.seats])
        expected = lost(view, sides)
        assert [(each.seat, each.yaku.yaku, each.yaku.points) for each in result.lost] == [
            (each.seat, each.yaku.yaku, each.yaku.points) for each in expected
        ]
        for told, each in zip(result.lost, expected, strict=True):
            assert t.LossReason.Name(told.why) == f"LOSS_REASON_{each.why.name}"
            assert list(told.yaku.cards) == list(each.yaku.cards)
        items |= {line.item for line in result.lines}
        calls = [side.seat for side in match.sides if side.koikoi_calls]
        for line in result.lines:
            if line.item == "koikoi_calls":
                assert list(line.seats) == calls
            elif line.item == "koikoi":
                assert list(line.seats) == [seat for seat in calls if seat != line.seat]
            else:
                assert list(line.seats) == [line.seat]
        paid = {line.seat: line.points for line in result.lines if line.item == "payment"}
        if state.game == "coin":
            losers = {seat: score for seat, score in enumerate(result.scores, 1) if score < 0}
            assert paid == losers
        else:
            assert paid == {}
    assert items


def test_what_is_no_house_rule_leaves_the_rules_usual() -> None:
    for rules, usual in (
        ({}, True),
        ({"months": "3", "bot_delay": "0", "turn_limit": "60"}, True),
        ({"months": "3", "viewing": "off"}, False),
    ):
        state = next(played(0, rules)).state
        assert update(state, b"", snapshot=False).table.usual_rules == usual
    state = next(played(0, {"teams": "2", "rounds": "6"}, game="sakura", seats=4)).state
    assert update(state, b"", snapshot=False).table.usual_rules


def test_options_bring_something_where_they_name_cards_that_they_take(views: Views) -> None:
    brought = notes = 0
    for state, _, match in views[::3]:
        for seat in range(1, len(state.seats) + 1):
            for option in seat_view(state, seat).options:
                takes = bool(option.taken) and not option.same_as
                assert option.HasField("brings") == takes
                assert len(option.note) <= 80
                assert not option.note or takes
                if not takes:
                    continue
                brought += 1
                notes += bool(option.note)
                side = min(party.seats[0] for party in match.parties if seat in party.seats)
                before = {row.yaku: row for row in match.sides[side - 1].progress}
                assert all(before.get(row.yaku) != row for row in option.brings.progress)
                gained = sum(each.points for each in option.brings.yaku)
                assert bool(gained) == (option.brings.points != match.sides[side - 1].points)
    assert brought
    assert notes
