"""Sakura: values, yaku, teams, who deals next, and the match (rules: D-30, D-32 to D-34)."""

from __future__ import annotations

import pytest

from hanafuda.cards import DECK, Cards, Kind, card, cards
from hanafuda.events import MatchEnded, RoundDealt, RoundEnded, ScoreLine
from hanafuda.game import DeckDue, Phase
from hanafuda.sakura import play as sakura
from hanafuda.sakura.play import Rules
from hanafuda.sakura.rules import ABOUT, POINTS
from hanafuda.sakura.scoring import count_round, lines, side_yaku, value
from tests.hanafuda.positions import fold, the
from tests.hanafuda.sakura_positions import choose, position

ALONE = (0, 0, 0)


def piles(*captured: str) -> tuple[Cards, ...]:
    return tuple(map(cards, captured))


def test_the_deck_is_worth_240() -> None:
    assert value(DECK) == sum(ABOUT.card_points) == 240


@pytest.mark.parametrize(
    ("points", "codes"),
    [
        (20, "1-1 3-1 8-1 12-1"),
        (10, "1-2 2-2 3-2 4-2 5-2 6-2 7-2 9-2 10-2 11-3 12-2"),
        (5, "2-1 4-1 5-1 6-1 7-1 8-2 9-1 10-1 11-1 11-2"),
    ],
)
def test_every_card_has_its_points(points: int, codes: str) -> None:
    assert tuple(each for each in DECK if POINTS[each - 1] == points) == cards(codes)


def test_all_others_are_worth_nothing() -> None:
    nothing = [each for each in DECK if not POINTS[each - 1]]
    assert all(each.kind is Kind.PLAIN and each != card("12-2") for each in nothing)
    assert len(nothing) == 23


def test_a_yaku_costs_every_opponent_50() -> None:
    """One yaku of seat 1 and two of seat 2: seat 3 loses 150."""
    captured = piles("1-2 2-2 3-2", "4-2 5-2 7-2 6-2 9-2 10-2", "12-1")
    ended = count_round(Rules(), ALONE, captured, dealer=3)
    assert ended.scores == (30 - 100, 60 - 50, 20 - 150)
    assert ended.lines == (
        ScoreLine(1, "cards", points=30),
        ScoreLine(1, "others_yaku", points=-100),
        ScoreLine(2, "cards", points=60),
        ScoreLine(2, "others_yaku", points=-50),
        ScoreLine(3, "cards", points=20),
        ScoreLine(3, "others_yaku", points=-150),
    )
    assert (ended.winner, ended.points, ended.next_dealer) == (2, 10, 2)


def test_a_card_may_serve_several_yaku() -> None:
    held = side_yaku(Rules(), piles("7-1 8-2 10-1 4-1 5-1 6-1 9-1", "", ""), (1,))
    names = [each.yaku for each in held]
    assert names == ["butterflies_cup_deer", "cuckoo_bridge_boar", "boar_geese_deer"]


def test_without_yaku_cards_alone_count() -> None:
    captured = piles("1-2 2-2 3-2", "12-1", "")
    assert count_round(Rules(yaku="off"), ALONE, captured, 1).scores == (30, 20, 0)
    assert sakura.chart(Rules(yaku="off")) == ()
    assert len(sakura.chart(Rules())) == 8


class TestTeams:
    TEAMS = (1, 2, 1, 2)
    CAPTURED = piles("1-2 2-2", "12-1", "3-2", "8-1")

    def test_they_make_yaku_and_count_together(self) -> None:
        ended = count_round(Rules(teams="2"), self.TEAMS, self.CAPTURED, dealer=2)
        assert ended.scores == (30, -10, 30, -10)
        assert ended.lines[:2] == (
            ScoreLine(1, "cards", points=20),
            ScoreLine(1, "team_cards", points=10),
        )
        assert ended.lines[2:5] == (
            ScoreLine(2, "cards", points=20),
            ScoreLine(2, "team_cards", points=20),
            ScoreLine(2, "others_yaku", points=-50),
        )

    @pytest.mark.parametrize(("dealer", "next_dealer"), [(1, 3), (2, 3), (3, 1), (4, 1)])
    def test_of_a_team_that_wins_the_first_after_the_old_dealer_deals(
        self, dealer: int, next_dealer: int
    ) -> None:
        ended = count_round(Rules(teams="2"), self.TEAMS, self.CAPTURED, dealer)
        assert (ended.next_dealer, ended.winner) == (next_dealer, next_dealer)

    def test_each_seat_shows_the_yaku_of_its_team(self) -> None:
        state = position(
            "4-1", "5-1", "6-1", "7-1",
            captured=("1-2 2-2", "12-1", "3-2", "8-1"), rules=Rules(teams="2"),
        )  # fmt: skip
        held = [[each.yaku for each in side.yaku] for side in sakura.view(state).sides]
        assert held == [["akatan"], [], ["akatan"], []]

    def test_a_team_wins_the_match_together(self) -> None:
        state = position(
            "4-1", "", "", "", captured=("1-2 2-2", "12-1", "3-2", "8-1"), pile="12-3",
            rules=Rules(teams="2", rounds=1),
        )  # fmt: skip
        assert the(MatchEnded, choose(state, "play 4-1")).winners == (1, 3)


class TestTie:
    CAPTURED = piles("1-1", "12-1", "8-1")

    def test_the_old_dealer_deals_again(self) -> None:
        ended = count_round(Rules(), ALONE, self.CAPTURED, dealer=2)
        assert (ended.winner, ended.points, ended.next_dealer) == (0, 0, 2)

    def test_also_when_he_is_not_among_those_who_tie(self) -> None:
        assert count_round(Rules(), ALONE, piles("1-1", "", "8-1"), dealer=2).next_dealer == 2

    @pytest.mark.parametrize(("dealer", "next_dealer"), [(1, 1), (2, 3), (3, 3)])
    def test_or_the_first_of_them_in_turn_order(self, dealer: int, next_dealer: int) -> None:
        rules = Rules(tie="turn_order")
        ended = count_round(rules, ALONE, piles("1-1", "", "8-1"), dealer)
        assert (ended.winner, ended.next_dealer) == (0, next_dealer)

    def test_of_two_teams_too(self) -> None:
        rules = Rules(teams="3", tie="turn_order")
        captured = piles("", "1-1", "", "", "", "8-1")
        ended = count_round(rules, (1, 2, 3, 1, 2, 3), captured, dealer=4)
        assert (ended.winner, ended.next_dealer) == (0, 5)


class TestMatch:
    def test_totals_add_up_and_may_be_negative(self) -> None:
        state = position("4-1", "", captured=("", "1-2 2-2 3-2"), pile="12-3")
        events = choose(state, "play 4-1")
        assert the(RoundEnded, events).scores == (-50, 30)
        state = fold(sakura, state, events)
        assert (state.phase, state.deck_due) == (Phase.DECK, DeckDue(2, 1))
        assert the(RoundDealt, sakura.deal(state, DECK)).dealer == 2
        assert sakura.view(state).dealer == 1, "until the next round is dealt"
        assert [side.score for side in sakura.view(state).sides] == [-50, 30]

    def test_after_the_last_round_the_highest_total_wins_and_equal_ones_share(self) -> None:
        state = position(
            "4-1", "", "", captured=("", "1-1", ""), pile="12-3", round=2, rules=Rules(rounds=2)
        )
        state = state._replace(match=state.match._replace(scores=(10, -10, 3)))
        events = choose(state, "play 4-1")
        assert the(RoundEnded, events).next_dealer == 0
        assert the(MatchEnded, events).winners == (1, 2)

    def test_the_rows_of_a_seat_add_up_to_its_score(self) -> None:
        captured = piles("3-1 8-1", "9-1", "1-2", "2-2 6-2", "3-2 9-2", "10-2")
        teams = (1, 2, 3, 1, 2, 3)
        ended = count_round(Rules(teams="3"), teams, captured, 1)
        for seat, score in enumerate(ended.scores, 1):
            assert sum(line.points for line in ended.lines if line.seat == seat) == score
        assert lines(Rules(teams="3"), teams, captured) == ended.lines
