"""Sakura: deal, turn and end of a round (rules: section 8; D-26, D-29, D-31)."""

from __future__ import annotations

import pytest

from hanafuda.cards import DECK, card, cards
from hanafuda.dealing import SIZES
from hanafuda.events import (
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardsCaptured,
    LotsDrawn,
    RoundDealt,
    RoundEnd,
    RoundEnded,
    TurnPassed,
    YakuFormed,
)
from hanafuda.game import IllegalMove, Option, Phase, Verb, same_as
from hanafuda.house_rules import RuleError
from hanafuda.sakura import play as sakura
from hanafuda.sakura.play import Rules
from tests.hanafuda.positions import deck_of, fold, the
from tests.hanafuda.sakura_positions import after, choices, choose, position, waiting


class TestDeal:
    @pytest.mark.parametrize("seats", SIZES)
    def test_cards_by_the_number_of_players(self, seats: int) -> None:
        hand, field = SIZES[seats]
        dealt = the(RoundDealt, sakura.deal(waiting(seats), DECK))
        assert {len(each) for each in dealt.hands} == {hand}
        assert len(dealt.field) == field
        assert len(dealt.draw_pile) == 48 - seats * hand - field

    def test_the_dealer_plays_first_and_then_the_next_seat(self) -> None:
        state = fold(sakura, waiting(3, dealer=2), sakura.deal(waiting(3, dealer=2), DECK))
        assert (state.turn, state.match.dealer, state.phase) == (2, 2, Phase.PLAY)
        state = position("1-1 2-1", "3-1", "4-1", field="5-1", pile="6-1", turn=3)
        assert the(TurnPassed, choose(state, "play 4-1", 3)).seat == 1

    def test_a_month_dealt_to_the_field_is_the_dealers(self) -> None:
        hands = "3-1 3-2 3-3 4-1 4-2 4-3 5-1 5-2"
        deck = deck_of(hands, "9-2 1-1 9-1 1-3 9-4 1-2 9-3 1-4", "6-1 6-2")
        events = sakura.deal(waiting(2, dealer=2), deck)
        month_1, month_9 = cards("1-1 1-2 1-3 1-4"), cards("9-1 9-2 9-3 9-4")
        assert events[1:] == (CardsCaptured(2, month_1), CardsCaptured(2, month_9))
        view = sakura.view(fold(sakura, waiting(2, dealer=2), events))
        assert view.field == ()
        assert view.sides[1].captured == (*month_1, *month_9)
        assert view.draw_pile == 24

    def test_no_deal_is_void(self) -> None:
        pairs = "1-1 1-2 2-1 2-2 3-1 3-2 4-1 4-2"
        whole = "5-1 5-2 5-3 5-4 6-1 6-2 6-3 6-4"
        events = sakura.deal(waiting(2), deck_of(pairs, "7-1 8-1 9-1 10-1 7-2 8-2 9-2 10-2", whole))
        assert [type(event) for event in events] == [RoundDealt]


class TestLots:
    def test_the_earliest_month_deals(self) -> None:
        [lots] = sakura.deal(sakura.begin(Rules(), 3), deck_of("4-1 2-3 9-1"))
        assert lots == LotsDrawn(2, tuple(zip((1, 2, 3), cards("4-1 2-3 9-1"), strict=True)))

    def test_those_who_tie_draw_again_whatever_their_cards(self) -> None:
        [lots] = sakura.deal(sakura.begin(Rules(), 3), deck_of("1-1 9-3 1-4 5-1 3-2"))
        assert isinstance(lots, LotsDrawn)
        assert [seat for seat, _ in lots.lots] == [1, 2, 3, 1, 3]
        assert lots.dealer == 3

    def test_a_deck_of_ties_comes_to_an_end(self) -> None:
        [lots] = sakura.deal(sakura.begin(Rules(), 2), DECK)
        assert isinstance(lots, LotsDrawn)
        assert (lots.dealer, len(lots.lots)) == (1, 48)


class TestTurn:
    def test_play_and_flip_by_the_same_rule(self) -> None:
        state = position("1-1 2-1", "3-1 3-2", field="1-3 5-1", pile="5-4 12-2")
        assert choose(state, "play 1-1 takes 1-3") == (
            CardPlayed(1, card("1-1")),
            CardsCaptured(1, cards("1-3"), card("1-1")),
            CardDrawn(1, card("5-4")),
            CardsCaptured(1, cards("5-1"), card("5-4")),
            TurnPassed(2),
        )
        assert CardLaid(1, card("2-1")) in choose(state, "play 2-1")

    def test_a_card_that_can_take_must(self) -> None:
        state = position("1-1 2-1", "3-1 3-2", field="1-3 5-1", pile="5-4 12-2")
        with pytest.raises(IllegalMove):
            sakura.decide(state, 1, Option(Verb.PLAY, card("1-1")))

    def test_of_two_the_player_names_one_and_three_are_all_taken(self) -> None:
        state = position("1-1 4-1 12-1", "3-1 3-2", field="1-3 1-2 4-4 4-2 4-3", pile="5-4 12-2")
        assert choices(state) == [
            "play 1-1 takes 1-2",
            "play 1-1 takes 1-3",
            "play 4-1 takes 4-2 4-3 4-4",
            "play 12-1",
            "hiki 4",
        ]

    def test_a_flipped_card_with_two_matches_waits_for_its_player(self) -> None:
        state = position("1-1 2-1", "3-1 3-2", field="5-1 5-2", pile="5-4 12-2")
        state = after(state, "play 1-1")
        assert (state.phase, state.turn) == (Phase.PLACE, 1)
        assert choices(state) == ["take 5-4 takes 5-1", "take 5-4 takes 5-2"]
        assert choices(state, 2) == []
        assert after(state, "take 5-4 takes 5-2").turn == 2

    def test_the_yellow_paulownia_is_no_plain_card_like_the_others(self) -> None:
        state = position("12-1 2-1", "3-1", field="12-3 12-4")
        assert same_as(sakura, Rules(), sakura.options(state, 1)) == (-1, -1, 1)
        state = position("12-1 2-1", "3-1", field="12-2 12-4")
        assert same_as(sakura, Rules(), sakura.options(state, 1)) == (-1, -1, -1)

    def test_an_empty_hand_flips_of_itself(self) -> None:
        state = position("1-1", "", "3-1 4-1", field="12-1", pile="6-1 7-1 8-1", turn=1)
        events = choose(state, "play 1-1")
        assert events[2:] == (
            CardDrawn(1, card("6-1")),
            CardLaid(1, card("6-1")),
            TurnPassed(2),
            CardDrawn(2, card("7-1")),
            CardLaid(2, card("7-1")),
            TurnPassed(3),
        )

    def test_a_choice_of_a_turn_without_hand_cards_is_still_asked(self) -> None:
        state = position("1-1", "", "3-1 4-1", field="7-2 7-3", pile="6-1 7-1 8-1", turn=1)
        state = after(state, "play 1-1")
        assert (state.phase, state.turn) == (Phase.PLACE, 2)
        assert choices(state, 2) == ["take 7-1 takes 7-2", "take 7-1 takes 7-3"]
        assert after(state, "take 7-1 takes 7-3", 2).turn == 3

    def test_without_a_pile_one_only_plays(self) -> None:
        state = position("1-1", "2-1", field="12-1", rest=False)
        assert choose(state, "play 1-1")[1:] == (CardLaid(1, card("1-1")), TurnPassed(2))

    def test_a_yaku_is_told_as_a_capture_makes_it(self) -> None:
        state = position(
            "3-1 2-2", "4-1", field="3-3", pile="12-1 12-2", captured=("8-1 9-1 1-1 2-1", "")
        )
        formed = the(YakuFormed, choose(state, "play 3-1 takes 3-3"))
        assert [each.yaku for each in formed.yaku] == ["curtain_moon_cup", "crane_warbler_curtain"]
        assert (formed.seat, formed.total) == (1, -100)


class TestEnd:
    def test_the_turn_that_empties_all_hands_is_the_last_its_flip_included(self) -> None:
        state = position("1-1", "", field="12-1", pile="7-1 8-1")
        events = choose(state, "play 1-1")
        assert CardDrawn(1, card("7-1")) in events
        ended = the(RoundEnded, events)
        assert ended.end is RoundEnd.PLAYED_OUT
        assert CardDrawn(2, card("8-1")) not in events

    def test_a_house_rule_plays_until_the_pile_is_empty(self) -> None:
        state = position(
            "1-1", "", field="12-1", pile="7-1 8-1 9-1", rest=False, rules=Rules(end="pile_empty")
        )
        events = choose(state, "play 1-1")
        drawn = [(event.seat, event.card.code) for event in events if isinstance(event, CardDrawn)]
        assert drawn == [(1, "7-1"), (2, "8-1"), (1, "9-1")]
        assert isinstance(events[-1], RoundEnded)


class TestTeams:
    @pytest.mark.parametrize(
        ("teams", "seats", "expected"),
        [
            ("none", 5, (0, 0, 0, 0, 0)),
            ("2", 4, (1, 2, 1, 2)),
            ("2", 6, (1, 2, 1, 2, 1, 2)),
            ("3", 6, (1, 2, 3, 1, 2, 3)),
        ],
    )
    def test_seats_alternate(self, teams: str, seats: int, expected: tuple[int, ...]) -> None:
        rules = Rules(teams=teams)
        assert sakura.teams(rules, seats) == sakura.begin(rules, seats).extra.teams == expected

    @pytest.mark.parametrize(("teams", "seats"), [("2", 2), ("2", 5), ("3", 3), ("3", 4), ("3", 7)])
    def test_other_numbers_of_players_form_no_teams(self, teams: str, seats: int) -> None:
        with pytest.raises(RuleError, match=f"not {seats}: change the seats or the teams") as no:
            sakura.begin(Rules(teams=teams), seats)
        assert no.value.option == "teams"
