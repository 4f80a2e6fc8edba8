"""Gaji: the lightning takes any card (rules: D-28)."""

from __future__ import annotations

import pytest

from hanafuda.cards import DECK, card, cards
from hanafuda.events import CardDrawn, CardLaid, CardPlayed, CardsCaptured, HikiCalled, RoundEnded
from hanafuda.game import Phase
from hanafuda.sakura import play as sakura
from hanafuda.sakura.play import Rules
from hanafuda.sakura.state import Gaji
from tests.hanafuda.positions import fold, the
from tests.hanafuda.sakura_positions import after, choices, choose, position

GAJI = card("11-4")


def test_played_it_lies_open_until_its_player_says_what_it_takes() -> None:
    state = position("11-4 2-1", "3-1", field="1-1 9-3", pile="12-1")
    assert choices(state)[1:] == ["play 11-4"]
    assert choose(state, "play 11-4") == (CardPlayed(1, GAJI),)
    state = after(state, "play 11-4")
    assert (state.phase, sakura.view(state).open_card) == (Phase.PLACE, GAJI)
    assert choices(state) == ["take 11-4 takes 1-1", "take 11-4 takes 9-3", "leave 11-4"]
    assert choices(state, 2) == []
    events = choose(state, "take 11-4 takes 9-3")
    assert events[:2] == (CardsCaptured(1, cards("9-3"), GAJI), CardDrawn(1, card("12-1")))


def test_flipped_it_does_the_same_and_the_turn_is_over() -> None:
    state = after(position("1-1 2-1", "3-1", field="9-3", pile="11-4 12-1"), "play 1-1")
    assert choices(state) == ["take 11-4 takes 1-1", "take 11-4 takes 9-3", "leave 11-4"]
    assert after(state, "take 11-4 takes 1-1").turn == 2


def test_left_it_stays_as_a_plain_willow() -> None:
    state = after(position("11-4 2-1", "11-1", field="9-3", pile="12-1"), "play 11-4")
    assert choose(state, "leave 11-4")[0] == CardLaid(1, GAJI)
    state = after(state, "leave 11-4")
    assert choices(state, 2) == ["play 11-1 takes 11-4"]
    state = after(state, "play 11-1 takes 11-4", 2)
    assert [side.gaji_took for side in sakura.view(state).sides] == [None, None]


@pytest.mark.parametrize("willows", ["11-1", "11-1 11-3"])
def test_with_a_willow_on_the_field_it_must_take_some_card(willows: str) -> None:
    state = after(position("11-4 2-1", "3-1", field=f"9-3 {willows}", pile="12-1"), "play 11-4")
    takes = [f"take 11-4 takes {code}" for code in f"9-3 {willows}".split()]
    assert choices(state) == takes


@pytest.mark.parametrize(
    ("field", "taken"), [("11-1", "11-1"), ("11-2 9-3 11-1 11-3", "11-1 11-2 11-3")]
)
def test_a_willow_alone_and_three_willows_are_taken_unasked(field: str, taken: str) -> None:
    state = position("11-4 2-1", "3-1", field=field, pile="12-1")
    assert choices(state)[1] == f"play 11-4 takes {taken}"
    events = choose(state, f"play 11-4 takes {taken}")
    assert events[1] == CardsCaptured(1, cards(taken), GAJI)
    flipped = position("1-1 2-1", "3-1", field=f"1-2 {field}", pile="11-4 12-1")
    if taken != field:
        assert CardsCaptured(1, cards(taken), GAJI) in choose(flipped, "play 1-1 takes 1-2")


def test_on_an_empty_field_it_stays() -> None:
    events = choose(position("11-4 2-1", "3-1", pile="12-1"), "play 11-4")
    assert events[:2] == (CardPlayed(1, GAJI), CardLaid(1, GAJI))


def test_what_it_took_is_seen_by_all_until_the_round_is_over() -> None:
    state = after(position("11-4 2-1", "3-1", field="1-1 9-3", pile="12-1"), "play 11-4")
    state = after(state, "take 11-4 takes 9-3")
    assert [side.gaji_took for side in sakura.view(state).sides] == [card("9-3"), None]


class TestGivesWay:
    """The named card belongs to another's hiki: that seat gets it."""

    STATE = position("11-4 2-1", "3-1", "9-1 9-2 12-3", field="1-1 9-3 9-4", pile="12-1")

    def test_the_holder_receives_the_month_at_once(self) -> None:
        state = after(self.STATE, "play 11-4")
        assert choose(state, "take 11-4 takes 9-3") == (
            HikiCalled(3, 9, cards("9-1 9-2")),
            CardsCaptured(3, cards("9-1 9-2 9-3 9-4")),
        )

    def test_its_player_chooses_again(self) -> None:
        state = after(after(self.STATE, "play 11-4"), "take 11-4 takes 9-3")
        assert (state.phase, state.turn, state.spread.open_card) == (Phase.PLACE, 1, GAJI)
        assert choices(state) == ["take 11-4 takes 1-1", "leave 11-4"]
        assert state.extra.gaji is None

    def test_if_the_field_is_empty_then_it_stays(self) -> None:
        state = position("11-4 2-1", "3-1", "9-1 9-2", field="9-3 9-4", pile="12-1")
        events = choose(after(state, "play 11-4"), "take 11-4 takes 9-3")
        assert events[2:4] == (CardLaid(1, GAJI), CardDrawn(1, card("12-1")))

    def test_if_a_willow_is_left_alone_it_takes_that(self) -> None:
        state = position("11-4 2-1", "3-1", "9-1 9-2", field="9-3 9-4 11-2", pile="12-1")
        events = choose(after(state, "play 11-4"), "take 11-4 takes 9-3")
        assert events[2] == CardsCaptured(1, cards("11-2"), GAJI)

    def test_a_teammate_is_no_exception(self) -> None:
        state = position(
            "11-4 2-1", "3-1", "9-1 9-2 12-3", "4-1", field="1-1 9-3 9-4", pile="12-1",
            rules=Rules(teams="2"),
        )  # fmt: skip
        events = choose(after(state, "play 11-4"), "take 11-4 takes 9-3")
        assert events[0] == HikiCalled(3, 9, cards("9-1 9-2"))

    def test_whatever_the_rule_of_hiki(self) -> None:
        """Else it would take the one thing that a player may wait with."""
        state = position(
            "11-4 2-1", "3-1", "9-1 9-2 12-3", field="1-1 9-3 9-4", pile="12-1",
            rules=Rules(hiki="own_turn"),
        )  # fmt: skip
        state = after(after(state, "play 11-4"), "take 11-4 takes 9-4")
        assert (state.phase, state.turn, state.spread.open_card) == (Phase.PLACE, 1, GAJI)

    def test_its_players_own_hand_is_no_hindrance(self) -> None:
        state = position("11-4 9-1 9-2", "3-1", "12-3", field="1-1 9-3 9-4", pile="12-1")
        events = choose(after(state, "play 11-4"), "take 11-4 takes 9-3")
        assert events[0] == CardsCaptured(1, cards("9-3"), GAJI)

    def test_while_it_lies_open_there_is_no_hiki_of_willows(self) -> None:
        state = position("1-1 2-1", "11-1 11-2", field="9-3 11-3", pile="11-4 12-1")
        state = after(state, "play 1-1")
        events = choose(state, "take 11-4 takes 11-3")
        assert events[0] == CardsCaptured(1, cards("11-3"), GAJI)


class TestAtTheEnd:
    """The field's cards of the month that it took follow."""

    def test_they_go_to_its_player_before_the_count(self) -> None:
        state = position(
            "1-1", "", field="9-1 9-4 5-1", pile="12-1",
            captured=("", "11-4 9-2"), gaji=Gaji(2, card("9-2")),
        )  # fmt: skip
        events = choose(state, "play 1-1")
        assert events[-2] == CardsCaptured(2, cards("9-1 9-4"))
        assert the(RoundEnded, events).scores == (0, 15)

    def test_the_next_round_begins_without(self) -> None:
        state = position("1-1", "", pile="12-1", captured=("11-4 9-2", ""))
        state = state._replace(extra=state.extra._replace(gaji=Gaji(1, card("9-2"))))
        state = after(state, "play 1-1")
        state = fold(sakura, state, sakura.deal(state, DECK))
        assert [side.gaji_took for side in sakura.view(state).sides] == [None, None]

    def test_whoever_takes_the_lightning_from_the_field_gets_none(self) -> None:
        state = position("11-1", "", field="9-1 9-4 11-4 11-3", pile="12-1")
        state = after(state, "play 11-1 takes 11-4")
        assert sakura.view(state).field == cards("9-1 9-4 11-3 12-1")

    def test_hiki_and_dealt_fours_do_not_count_for_it(self) -> None:
        state = position("11-4 11-3", "2-1", field="11-1 11-2", pile="12-1")
        assert after(state, "hiki 11").extra.gaji is None

    def test_after_willows_taken_as_a_gaji_the_last_willow_follows(self) -> None:
        state = position("11-4", "", field="11-1 11-2 3-3", pile="12-1")
        state = after(state, "play 11-4")
        events = choose(state, "take 11-4 takes 11-2")
        assert CardsCaptured(1, cards("11-1")) in events
