"""One turn: play, draw, settle (rules: section 4.4; D-07, D-08, D-21)."""

from __future__ import annotations

import pytest

from hanafuda.cards import card, cards
from hanafuda.events import CardDrawn, CardLaid, CardPlayed, CardsCaptured, TurnPassed
from hanafuda.game import IllegalMove, Option, Phase, Verb, same_as
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.play import Rules
from hanafuda.spread import empty_spread, turn_up
from tests.hanafuda.positions import after, choices, choose, position

THEIRS = "6-3 7-3"


def test_a_card_without_a_match_stays_on_the_field() -> None:
    state = position("1-1 2-1", THEIRS, field="4-1", pile="5-1")
    assert "play 1-1" in choices(state)
    assert choose(state, "play 1-1")[:2] == (
        CardPlayed(1, card("1-1")),
        CardLaid(1, card("1-1")),
    )
    assert koikoi.view(after(state, "play 1-1")).field == cards("4-1 1-1 5-1")


def test_a_card_with_one_match_must_take_it() -> None:
    state = position("1-1 2-1", THEIRS, field="4-1 1-3", pile="5-1")
    assert choices(state) == ["play 1-1 takes 1-3", "play 2-1"]
    captured = CardsCaptured(1, cards("1-3"), card("1-1"))
    assert choose(state, "play 1-1 takes 1-3")[1] == captured
    with pytest.raises(IllegalMove):
        koikoi.decide(state, 1, Option(Verb.PLAY, card("1-1")))


def test_of_two_matches_the_player_names_one() -> None:
    state = position("1-1 2-1", THEIRS, field="1-4 4-1 1-3", pile="5-1")
    assert choices(state) == ["play 1-1 takes 1-3", "play 1-1 takes 1-4", "play 2-1"]
    assert same_as(koikoi, Rules(), koikoi.options(state, 1)) == (-1, 0, -1)
    for illegal in ("1-3 1-4", ""):
        with pytest.raises(IllegalMove):
            koikoi.decide(state, 1, Option(Verb.PLAY, card("1-1"), cards(illegal)))


def test_of_three_matches_all_are_taken() -> None:
    state = position("1-1 2-1", THEIRS, field="1-4 1-2 1-3", pile="5-1")
    assert choices(state) == ["play 1-1 takes 1-2 1-3 1-4", "play 2-1"]
    state = after(state, "play 1-1 takes 1-2 1-3 1-4")
    assert koikoi.view(state).sides[0].captured == cards("1-1 1-2 1-3 1-4")


def test_nobody_has_to_play_a_card_that_matches() -> None:
    state = position("1-1 2-1", THEIRS, field="1-3", pile="5-1")
    assert "play 2-1" in choices(state)


def test_the_drawn_card_follows_the_same_rule() -> None:
    laid = choose(position("1-1 2-1", THEIRS, field="4-1", pile="5-1"), "play 1-1")
    assert laid[2:] == (CardDrawn(1, card("5-1")), CardLaid(1, card("5-1")), TurnPassed(2))
    took = choose(position("1-1 2-1", THEIRS, field="4-1", pile="4-3"), "play 1-1")
    assert took[3] == CardsCaptured(1, cards("4-1"), card("4-3"))
    three = choose(position("1-1 2-1", THEIRS, field="4-1 4-4 4-2", pile="4-3"), "play 1-1")
    assert three[3] == CardsCaptured(1, cards("4-1 4-2 4-4"), card("4-3"))


def test_the_drawn_card_may_take_the_card_just_played() -> None:
    took = choose(position("1-1 2-1", THEIRS, field="4-1", pile="1-3"), "play 1-1")
    assert took[3] == CardsCaptured(1, cards("1-1"), card("1-3"))


def test_a_drawn_card_with_two_matches_lies_open_until_its_player_chooses() -> None:
    state = after(position("1-1 2-1", THEIRS, field="4-2 4-1", pile="4-3"), "play 1-1")
    view = koikoi.view(state)
    assert (view.phase, view.turn, view.open_card) == (Phase.PLACE, 1, card("4-3"))
    assert choices(state) == ["take 4-3 takes 4-1", "take 4-3 takes 4-2"]
    assert choices(state, seat=2) == []
    assert choose(state, "take 4-3 takes 4-2") == (
        CardsCaptured(1, cards("4-2"), card("4-3")),
        TurnPassed(2),
    )


def test_the_others_play_after_that() -> None:
    state = after(position("1-1 2-1", THEIRS, field="4-1", pile="5-1"), "play 1-1")
    assert (state.phase, state.turn) == (Phase.PLAY, 2)
    assert choices(state, seat=1) == []
    assert choices(state, seat=2) == ["play 6-3", "play 7-3"]


def test_no_card_moves_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        turn_up(empty_spread(2), 1, card("1-1"))


class TestWildLightning:
    WILD = Rules(lightning_wild=True)

    def test_it_takes_any_one_card_of_the_field_and_must_take_one(self) -> None:
        state = position("11-4 2-1", THEIRS, field="4-1 1-3", pile="5-1", rules=self.WILD)
        assert choices(state)[1:] == ["play 11-4 takes 1-3", "play 11-4 takes 4-1"]

    def test_it_may_take_another_month_where_a_willow_lies(self) -> None:
        state = position("11-4 2-1", THEIRS, field="11-2 1-3", pile="5-1", rules=self.WILD)
        assert choices(state)[1:] == ["play 11-4 takes 1-3", "play 11-4 takes 11-2"]

    def test_three_willows_are_all_taken(self) -> None:
        field = "11-2 1-3 11-1 11-3"
        state = position("11-4 2-1", THEIRS, field=field, pile="5-1", rules=self.WILD)
        assert choices(state)[1:] == ["play 11-4 takes 11-1 11-2 11-3"]

    def test_on_an_empty_field_it_stays(self) -> None:
        state = position("11-4 2-1", THEIRS, pile="5-1", rules=self.WILD)
        assert choices(state)[1:] == ["play 11-4"]

    def test_drawn_its_player_chooses(self) -> None:
        state = position("1-1 2-1", THEIRS, field="4-1", pile="11-4", rules=self.WILD)
        state = after(state, "play 1-1")
        assert choices(state) == ["take 11-4 takes 1-1", "take 11-4 takes 4-1"]

    def test_lying_on_the_field_it_is_a_willow(self) -> None:
        state = position("11-1 2-1", THEIRS, field="11-4 4-1", pile="5-1", rules=self.WILD)
        assert choices(state) == ["play 2-1", "play 11-1 takes 11-4"]

    def test_without_the_house_rule_it_takes_willows_only(self) -> None:
        state = position("11-4 2-1", THEIRS, field="4-1 1-3", pile="5-1")
        assert choices(state)[1:] == ["play 11-4"]
        state = position("1-1 2-1", THEIRS, field="4-1 5-1", pile="11-4")
        assert choose(state, "play 1-1")[3] == CardLaid(1, card("11-4"))
