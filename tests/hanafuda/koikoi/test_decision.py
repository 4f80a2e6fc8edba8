"""Koi-koi or stop (rules: sections 4.4c and 4.5; D-09 to D-11, D-15, D-35)."""

from __future__ import annotations

import pytest

from hanafuda.events import KoikoiCalled, RoundEnd, RoundEnded, StopCalled, TurnPassed, YakuFormed
from hanafuda.game import IllegalMove, Option, Phase, Verb
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.play import Rules
from tests.hanafuda.positions import after, choices, choose, position, the

THEIRS = "6-3 7-3"
CUP_READY = {"field": "9-1 5-1", "captured": ("3-1 3-3", "")}


def test_a_new_yaku_brings_the_choice_to_its_player_alone() -> None:
    state = position("9-3 2-1", THEIRS, pile="12-4", **CUP_READY)  # type: ignore[arg-type]
    events = choose(state, "play 9-3 takes 9-1")
    formed = the(YakuFormed, events)
    assert (formed.seat, formed.total) == (1, 5)
    assert [(each.yaku, each.points) for each in formed.yaku] == [("hanami", 5)]
    state = after(state, "play 9-3 takes 9-1")
    assert (state.phase, state.turn) == (Phase.DECIDE, 1)
    assert choices(state) == ["koikoi", "stop"]
    assert choices(state, seat=2) == []


def test_one_point_is_enough() -> None:
    captured = ("1-2 2-2 4-2 5-2", "")
    state = position("7-3 12-1", "6-3 8-3", field="7-2", pile="12-4", captured=captured)
    assert the(YakuFormed, choose(state, "play 7-3 takes 7-2")).total == 1


def test_it_waits_until_the_drawn_card_is_settled() -> None:
    state = position("9-3 2-1", THEIRS, field="9-1 5-1 5-2", pile="5-3", captured=("3-1 3-3", ""))
    state = after(state, "play 9-3 takes 9-1")
    assert state.phase is Phase.PLACE
    assert the(YakuFormed, choose(state, "take 5-3 takes 5-1")).total == 5


def test_without_a_rise_the_turn_passes() -> None:
    state = position("9-3 2-1", THEIRS, field="9-1", pile="12-4", captured=("3-3 3-1", ""))
    state = after(state, "play 9-3 takes 9-1", "koikoi", "play 6-3")
    assert (state.phase, state.turn) == (Phase.PLAY, 1)


@pytest.mark.parametrize(
    ("captured", "total", "new"),
    [
        ("2-1 4-1 5-1 6-1 8-2", 2, ("tane", 2)),  # a sixth animal
        ("1-3 1-4 2-3 2-4 3-3 3-4 4-3 4-4 5-3 5-4", 3, ("kasu", 3)),  # cup and plain: 12 plains
        ("4-1 5-1 6-1 7-1 8-2", 2, ("tane", 2)),
        ("1-1 3-1 8-1", 15, ("hanami", 5)),
    ],
)
def test_a_yaku_that_grew_or_joined_brings_it_again(
    captured: str, total: int, new: tuple[str, int]
) -> None:
    state = position("9-3 12-3", THEIRS, field="9-1", pile="12-4", captured=(captured, ""))
    formed = the(YakuFormed, choose(state, "play 9-3 takes 9-1"))
    assert formed.total == total
    assert new in [(each.yaku, each.points) for each in formed.yaku]


def test_what_did_not_change_is_not_told_as_formed() -> None:
    captured = ("1-2 2-2 3-2 3-1", "")
    state = position("9-3 12-3", THEIRS, field="9-1", pile="12-4", captured=captured)
    formed = the(YakuFormed, choose(state, "play 9-3 takes 9-1"))
    assert [each.yaku for each in formed.yaku] == ["hanami"]
    assert formed.total == 10


def test_a_yaku_replaced_by_a_better_one_brings_it() -> None:
    captured = ("6-1 10-1 2-1 4-1 5-1", "")
    state = position("7-4 12-3", "6-3 8-3", field="7-1", pile="12-4", captured=captured)
    formed = the(YakuFormed, choose(state, "play 7-4 takes 7-1"))
    assert [(each.yaku, each.points) for each in formed.yaku] == [("inoshikacho", 8)]
    assert formed.total == 8


def test_koi_koi_is_counted_and_the_turn_passes_as_often_as_one_likes() -> None:
    state = position("9-3 2-1", THEIRS, pile="12-4", calls=(3, 0), **CUP_READY)  # type: ignore[arg-type]
    state = after(state, "play 9-3 takes 9-1")
    assert choose(state, "koikoi") == (KoikoiCalled(1, 4), TurnPassed(2))
    state = after(state, "koikoi")
    assert koikoi.view(state).sides[0].koikoi_calls == 4
    assert (state.phase, state.turn) == (Phase.PLAY, 2)


def test_stop_shows_its_arithmetic_and_ends_the_round() -> None:
    state = position("9-3 2-1", THEIRS, pile="12-4", calls=(0, 1), **CUP_READY)  # type: ignore[arg-type]
    state = after(state, "play 9-3 takes 9-1")
    stop = koikoi.options(state, 1)[1]
    said = [(line.seat, line.item, line.points, line.times) for line in stop.lines]
    assert said == [(1, "hanami", 5, 0), (1, "koikoi", 0, 2)]
    called, ended = koikoi.decide(state, 1, stop)
    assert called == StopCalled(1)
    assert ended == RoundEnded(RoundEnd.STOPPED, 1, 10, stop.lines, (10, 0), 1)
    with pytest.raises(IllegalMove):
        koikoi.decide(state, 1, Option(Verb.STOP))


def test_the_opponent_scores_nothing_whatever_it_holds() -> None:
    captured = ("3-1 3-3", "1-1 8-1 11-1 12-1")
    state = position("9-3 2-1", THEIRS, field="9-1 5-1", pile="12-4", captured=captured)
    ended = the(RoundEnded, choose(after(state, "play 9-3 takes 9-1"), "stop"))
    assert ended.scores == (5, 0)


def test_on_the_last_card_a_rise_stops_without_a_choice() -> None:
    """The dealer too, though the opponent has a card left."""
    state = position("9-3", THEIRS, pile="12-4", **CUP_READY)  # type: ignore[arg-type]
    events = choose(state, "play 9-3 takes 9-1")
    assert [type(event) for event in events[-3:]] == [YakuFormed, StopCalled, RoundEnded]
    assert the(RoundEnded, events).scores == (5, 0)


def test_on_the_last_card_without_a_rise_there_is_no_stop() -> None:
    captured = ("3-1 9-1", "")
    state = position("9-3", "6-3", field="5-1", pile="12-4", captured=captured)
    assert choose(state, "play 9-3")[-1] == TurnPassed(2)
    state = position("9-3", "", field="5-1", pile="12-4", captured=captured, calls=(1, 0))
    ended = the(RoundEnded, choose(state, "play 9-3"))
    assert (ended.end, ended.scores) == (RoundEnd.DRAWN, (0, 0))


class TestViewingWithOther:
    RULES = Rules(viewing="with_other")

    def test_viewing_alone_is_no_decision(self) -> None:
        state = position(
            "9-3 2-1", THEIRS, field="9-1", pile="12-4", captured=("3-1 8-1", ""), rules=self.RULES
        )
        assert choose(state, "play 9-3 takes 9-1")[-1] == TurnPassed(2)

    def test_when_another_yaku_comes_both_count_at_once(self) -> None:
        captured = ("3-1 8-1 9-1", "")
        state = position(
            "1-3 2-1", THEIRS, field="1-1", pile="12-4", captured=captured, rules=self.RULES
        )
        formed = the(YakuFormed, choose(state, "play 1-3 takes 1-1"))
        assert [each.yaku for each in formed.yaku] == ["sanko", "hanami", "tsukimi"]
        assert formed.total == 15


def test_a_pile_that_is_worth_the_same_either_way_is_no_rise() -> None:
    """Sake cup either: ten plains with the cup or five animals, one point both ways (D-16)."""
    plains = "1-3 1-4 2-3 2-4 3-3 3-4 4-3"
    captured = (f"2-1 4-1 5-1 8-2 9-1 {plains}", "")
    state = position(
        "5-3 12-1", THEIRS, field="5-4", pile="12-4", captured=captured,
        rules=Rules(sake_cup="either"),
    )  # fmt: skip
    assert choose(state, "play 5-3 takes 5-4")[-1] == TurnPassed(2)
