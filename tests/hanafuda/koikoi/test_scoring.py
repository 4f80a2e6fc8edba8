"""Multipliers, drawn months, dealers and matches (rules: sections 3 and 5; D-12 to D-14, D-17,
D-22)."""

from __future__ import annotations

import pytest

from hanafuda.events import (
    DealVoided,
    LotsDrawn,
    MatchEnded,
    RoundDealt,
    RoundEnd,
    RoundEnded,
    ScoreLine,
)
from hanafuda.game import DeckDue, Phase
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.play import Rules
from hanafuda.koikoi.scoring import multipliers
from hanafuda.yaku import score_of
from tests.hanafuda.positions import after, choose, deck_of, fold, position, the


def final(base: int, own: int = 0, opponent: int = 0, **rules: object) -> int:
    """What *base* points score with some koi-koi calls."""
    times = multipliers(Rules(**rules), 1, base, own, opponent)  # type: ignore[arg-type]
    return score_of((ScoreLine(1, "base", points=base), *times))


def test_seven_points_or_more_double() -> None:
    assert (final(6), final(7), final(12)) == (6, 14, 24)
    assert final(12, double_at_7=False) == 12


def test_the_opponents_koi_koi_doubles_once_however_often_it_was_called() -> None:
    assert (final(5, opponent=1), final(5, opponent=3)) == (10, 10)
    assert final(10, opponent=1) == 40


def test_six_points_doubled_by_koi_koi_do_not_double_again() -> None:
    assert final(6, opponent=1) == 12


def test_koi_bai_is_2_4_8_and_stays_at_8() -> None:
    assert [final(5, opponent=n, koi_multiplier="koi_bai") for n in range(5)] == [5, 10, 20, 40, 40]
    assert final(5, own=3, opponent=1, koi_multiplier="koi_bai") == 10


def test_koi_koi_may_multiply_nothing() -> None:
    assert final(5, own=1, opponent=2, koi_multiplier="off") == 5


def test_own_koi_koi_doubles_once_by_that_house_rule() -> None:
    assert final(5, own=2) == 5
    assert final(5, own=2, own_koi_doubles=True) == 10
    assert final(7, own=1, opponent=2, own_koi_doubles=True, koi_multiplier="koi_bai") == 112


def test_the_arithmetic_names_each_multiplier() -> None:
    rules = Rules(own_koi_doubles=True)
    items = [line.item for line in multipliers(rules, 1, 7, 1, 1)]
    assert items == ["double_at_7", "koikoi", "own_koi"]


@pytest.mark.parametrize("dealer", [1, 2])
@pytest.mark.parametrize(
    ("drawn", "winner", "next_dealer"),
    [
        ("same_dealer", None, "dealer"),
        ("change_dealer", None, "other"),
        ("oya_ken", "dealer", "dealer"),
        ("tsukazu", "other", "other"),
    ],
)
def test_a_drawn_month(drawn: str, winner: str | None, next_dealer: str, dealer: int) -> None:
    seats = {"dealer": dealer, "other": 3 - dealer, None: 0}
    rules = Rules(drawn=drawn, drawn_points=1)
    state = position("1-1", "", field="5-1", pile="12-4", rules=rules, dealer=dealer)
    ended = the(RoundEnded, choose(state, "play 1-1"))
    won = seats[winner]
    assert (ended.end, ended.winner, ended.next_dealer) == (
        RoundEnd.DRAWN,
        won,
        seats[next_dealer],
    )
    assert ended.scores == tuple(int(seat == won) for seat in (1, 2))
    assert [line.item for line in ended.lines] == ([drawn] if won else [])


def test_the_winner_of_a_month_deals_the_next() -> None:
    state = position("9-3 2-1", "6-3", field="9-1", pile="12-4", captured=("3-1", ""), dealer=2)
    state = after(state, "play 9-3 takes 9-1", "stop")
    assert (state.phase, state.deck_due) == (Phase.DECK, DeckDue(2, 1))
    view = koikoi.view(state)
    assert (view.dealer, view.turn, view.round) == (2, 0, 1), "until the next month is dealt"
    dealt = the(RoundDealt, koikoi.deal(state, deck_of("1-1 2-1 3-1 4-1 5-1 6-1 7-1 8-1")))
    assert koikoi.view(koikoi.evolve(state, dealt)).dealer == dealt.dealer == 1


def test_between_months_the_table_and_the_result_stay_until_the_deal() -> None:
    state = position(
        "9-3 2-1", "6-3", field="9-1", pile="12-4", captured=("3-1", ""), scores=(3, 4)
    )
    state = after(state, "play 9-3 takes 9-1", "stop")
    view = koikoi.view(state)
    assert view.result is not None
    assert [side.score for side in view.sides] == [8, 4]
    assert [side.hand_size for side in view.sides] == [1, 1]
    assert view.sides[0].yaku
    state = koikoi.evolve(state, DealVoided(view.field))
    assert koikoi.view(state).result == view.result
    assert state.deck_due == DeckDue(2, 2)
    state = fold(koikoi, state, koikoi.deal(state, deck_of("1-1 2-1 3-1 4-1 5-1 6-1 7-1 8-1")))
    assert koikoi.view(state).result is None
    assert koikoi.view(state).sides[0].captured == ()


@pytest.mark.parametrize(("scores", "winners"), [((0, 4), (1,)), ((0, 5), (1, 2)), ((0, 9), (2,))])
def test_after_the_last_month_the_higher_total_wins_and_equal_totals_share(
    scores: tuple[int, int], winners: tuple[int, ...]
) -> None:
    state = position(
        "9-3 2-1", "6-3", field="9-1", pile="12-4", captured=("3-1", ""), month=12, scores=scores
    )
    state = after(state, "play 9-3 takes 9-1")
    events = choose(state, "stop")
    assert the(RoundEnded, events).next_dealer == 0
    assert events[-1] == MatchEnded(winners)
    state = fold(koikoi, state, events)
    assert (state.phase, state.deck_due, state.turn) == (Phase.OVER, None, 0)
    assert koikoi.view(state).winners == winners
    assert koikoi.options(state, 1) == ()


def test_a_match_that_is_ended_in_mid_round_has_no_result() -> None:
    """The table ends it; any log of the game folds."""
    state = position("9-3 2-1", "6-3", field="9-1")
    ended = RoundEnded(RoundEnd.ABANDONED, 0, 0, (), (0, 0), 0)
    state = fold(koikoi, state, (ended, MatchEnded(())))
    assert (state.phase, koikoi.view(state).winners) == (Phase.OVER, ())


def test_the_lots_settle_who_deals_first() -> None:
    state = koikoi.evolve(koikoi.begin(Rules(), 2), LotsDrawn(2, shown=False))
    assert (koikoi.view(state).dealer, state.deck_due) == (2, DeckDue(1, 1))
