"""The two functions by which cards move, and the cards themselves (rules: section 1)."""

from __future__ import annotations

import pytest

from hanafuda.cards import DECK, card, cards
from hanafuda.spread import Spread, settle, turn_up

SPREAD = Spread(
    hands=(cards("1-1 2-1"), cards("1-2 3-1")),
    field=cards("1-3 1-4 5-1"),
    draw_pile=cards("6-1 6-2"),
    captured=((), cards("12-1")),
)


def test_the_top_of_the_pile_is_turned_up() -> None:
    turned = turn_up(SPREAD, 1, card("6-1"))
    assert (turned.open_card, turned.draw_pile) == (card("6-1"), cards("6-2"))
    assert turned.is_drawn
    assert turned.hands == SPREAD.hands


def test_a_hand_card_is_turned_up() -> None:
    turned = turn_up(SPREAD, 2, card("3-1"))
    assert (turned.open_card, turned.hands[1]) == (card("3-1"), cards("1-2"))
    assert not turned.is_drawn
    assert turned.draw_pile == SPREAD.draw_pile


@pytest.mark.parametrize("code", ["6-2", "3-1", "12-1"])
def test_no_other_card_can_be_turned_up(code: str) -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        turn_up(SPREAD, 1, card(code))


def test_the_open_card_stays_on_the_field() -> None:
    laid = settle(turn_up(SPREAD, 1, card("6-1")), 1, card("6-1"), ())
    assert (laid.open_card, laid.field) == (None, cards("1-3 1-4 5-1 6-1"))
    assert not laid.is_drawn


def test_the_open_card_goes_with_what_it_takes() -> None:
    taken = settle(turn_up(SPREAD, 2, card("1-2")), 2, card("1-2"), cards("1-4"))
    assert (taken.open_card, taken.field) == (None, cards("1-3 5-1"))
    assert not taken.is_drawn
    assert taken.captured == ((), cards("12-1 1-2 1-4"))


def test_cards_are_taken_from_hand_and_field_while_another_card_lies_open() -> None:
    opened = turn_up(SPREAD, 2, card("6-1"))
    taken = settle(opened, 1, None, cards("1-1 1-3 1-4"))
    assert (taken.open_card, taken.is_drawn) == (card("6-1"), True)
    assert (taken.hands[0], taken.field) == (cards("2-1"), cards("5-1"))
    assert taken.captured[0] == cards("1-1 1-3 1-4")


def test_a_card_knows_its_face() -> None:
    curtain = card("3-1")
    assert (curtain, curtain.month, curtain.place) == (9, 3, 1)
    assert (curtain.code, curtain.name) == ("3-1", "Cherry curtain")
    assert repr(curtain) == "<3-1 Cherry curtain>"
    assert [card(each.code) for each in DECK] == list(DECK)


@pytest.mark.parametrize("code", ["13-1", "1-5", "", "crane"])
def test_a_card_that_does_not_exist_is_refused_with_what_to_say(code: str) -> None:
    with pytest.raises(ValueError, match='"1-1" to "12-4"'):
        card(code)
