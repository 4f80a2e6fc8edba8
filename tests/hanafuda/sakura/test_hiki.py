"""Hiki: a whole month from hand and field at once (rules: D-27)."""

from __future__ import annotations

import pytest

from hanafuda.cards import card, cards
from hanafuda.events import CardDrawn, CardsCaptured, HikiCalled, RoundEnded, TurnPassed
from hanafuda.game import IllegalMove, Option, Phase, Verb
from hanafuda.sakura import play as sakura
from hanafuda.sakura.play import Rules
from tests.hanafuda.sakura_positions import after, choices, choose, position

MONTH_4 = cards("4-1 4-2 4-3 4-4")
OUT_OF_TURN = Option(Verb.HIKI, MONTH_4[0], MONTH_4)


@pytest.mark.parametrize(
    ("hand", "field"),
    [
        ("4-1 4-2 4-3 4-4", ""),
        ("4-1 4-2 4-4", "4-3"),
        ("4-2 4-4", "4-1 4-3"),
        ("4-2", "4-1 4-3 4-4"),
    ],
)
def test_hand_and_field_together_make_it(hand: str, field: str) -> None:
    state = position(f"{hand} 9-1", "2-1", field=f"5-1 {field}")
    assert choices(state)[-1] == "hiki 4"
    called, captured = choose(state, "hiki 4")
    assert called == HikiCalled(1, 4, cards(hand))
    assert captured == CardsCaptured(1, MONTH_4)


def test_a_month_of_which_a_card_is_elsewhere_makes_none() -> None:
    state = position("4-1 4-2 9-1", "2-1 4-4", field="5-1 4-3")
    assert not any("hiki" in choice for choice in choices(state))


def test_a_month_on_the_field_alone_is_nobodys_hiki() -> None:
    state = position("9-1 10-1", "2-1", field="5-1 4-1 4-2 4-3 4-4")
    assert choices(state) == ["play 9-1", "play 10-1"]


def test_it_costs_no_turn() -> None:
    state = after(position("4-1 4-2 9-1", "2-1", field="4-3 4-4"), "hiki 4")
    assert (state.turn, state.phase) == (1, Phase.PLAY)
    assert choices(state) == ["play 9-1"]
    assert sakura.view(state).sides[0].captured == MONTH_4


def test_it_is_called_out_of_turn_and_the_turn_stays() -> None:
    state = position("9-1 10-1", "4-1 4-2 2-1", "3-1 3-2", field="4-3 4-4")
    assert choices(state, 2) == ["hiki 4"]
    assert choices(state, 3) == []
    assert choose(state, "hiki 4", 2)[-1] == CardsCaptured(2, MONTH_4)
    state = after(state, "hiki 4", 2)
    assert (state.turn, state.phase) == (1, Phase.PLAY)
    assert [len(hand) for hand in state.spread.hands] == [2, 1, 2]
    assert choices(state, 2) == []


def test_it_stands_until_it_is_used() -> None:
    state = position("9-1 10-1", "4-1 4-2 2-1", "3-1 3-2", field="4-3 4-4", pile="12-1 12-2 12-3")
    state = after(state, "play 9-1")
    assert "hiki 4" in choices(state, 2)
    state = after(state, "play 2-1", 2)
    assert choices(state, 2) == ["hiki 4"]


def test_whoever_empties_its_hand_by_it_in_its_turn_flips() -> None:
    state = position("4-1 4-2", "2-1", field="4-3 4-4", pile="12-1 12-2")
    events = choose(state, "hiki 4")
    assert events[2:4] == (CardDrawn(1, card("12-1")), events[3])
    assert events[-1] == TurnPassed(2)


def test_whoever_empties_its_hand_by_it_out_of_turn_flips_when_its_turn_comes() -> None:
    state = position("9-1 10-1", "4-1 4-2", field="4-3 4-4", pile="12-1 1-1 2-1")
    state = after(state, "hiki 4", 2)
    events = choose(state, "play 9-1")
    assert [event.card.code for event in events if isinstance(event, CardDrawn)] == ["12-1", "1-1"]
    assert events[-1] == TurnPassed(1)


def test_the_last_cards_may_go_by_hiki() -> None:
    state = position("4-1 4-2", "", field="4-3 4-4", pile="12-1 12-2")
    events = choose(state, "hiki 4")
    assert isinstance(events[2], CardDrawn)
    assert isinstance(events[-1], RoundEnded)


def test_a_pending_choice_offers_none() -> None:
    state = position("9-1 10-1", "4-1 4-2 2-1", field="4-3 4-4 12-1 12-2", pile="12-4")
    state = after(state, "play 9-1")
    assert (state.phase, choices(state, 2)) == (Phase.PLACE, [])
    with pytest.raises(IllegalMove):
        sakura.decide(state, 2, OUT_OF_TURN)


def test_a_turn_without_hand_cards_offers_none() -> None:
    state = position("1-1", "", "4-1 4-2 2-1", field="4-3 4-4 7-2 7-3", pile="6-1 7-1 8-1")
    state = after(state, "play 1-1")
    assert (state.phase, state.turn, choices(state, 3)) == (Phase.PLACE, 2, [])


def test_only_the_one_who_has_it_may_call_it() -> None:
    state = position("9-1 10-1", "4-1 4-2 2-1", "3-1 3-2", field="4-3 4-4")
    for seat in (1, 3):
        with pytest.raises(IllegalMove):
            sakura.decide(state, seat, OUT_OF_TURN)


def test_the_lightning_in_a_hand_is_a_willow() -> None:
    state = position("9-1 10-1", "11-4 11-1", field="11-2 11-3")
    assert choices(state, 2) == ["hiki 11"]


def test_nobody_sees_who_may_call_it() -> None:
    """Two worlds with the same field: in one seat 2 could call hiki, in the other nobody."""
    able = position("9-1 10-1", "4-1 4-2", "3-1 3-2", field="4-3 4-4", pile="12-1")
    unable = position("9-1 10-1", "4-1 5-2", "3-1 4-2", field="4-3 4-4", pile="12-1")
    assert choices(able, 2) != choices(unable, 2)
    assert sakura.view(able) == sakura.view(unable)


class TestInsteadOfPlaying:
    RULES = Rules(hiki="own_turn")

    def test_it_takes_the_place_of_the_hand_card(self) -> None:
        state = position("4-1 4-2 9-1", "2-1", field="4-3 4-4", pile="12-1 1-1", rules=self.RULES)
        events = choose(state, "hiki 4")
        assert [type(event) for event in events[:3]] == [HikiCalled, CardsCaptured, CardDrawn]
        assert events[-1] == TurnPassed(2)

    def test_only_in_ones_own_turn(self) -> None:
        state = position("9-1 10-1", "4-1 4-2 2-1", field="4-3 4-4", rules=self.RULES, pile="12-1")
        assert choices(state, 2) == []
        state = after(state, "play 9-1")
        assert choices(state, 2)[-1] == "hiki 4"
