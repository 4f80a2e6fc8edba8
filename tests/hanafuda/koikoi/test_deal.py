"""Lots, void fields and dealt hands (rules: sections 3.1, 4.1 to 4.3; D-01 to D-06)."""

from __future__ import annotations

import pytest

from hanafuda.cards import Kind, cards
from hanafuda.dealing import dealt_hand, draw_lots
from hanafuda.events import DealVoided, HandShown, LotsDrawn, RoundDealt, RoundEnd, RoundEnded
from hanafuda.game import DeckDue, Phase
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.play import Rules, State
from tests.hanafuda.positions import deck_of, fold, the

MIXED = "1-1 2-1 3-1 4-1 5-1 6-1 7-1 8-1"
FIELD = "1-2 2-2 3-2 4-2 5-2 6-2 7-2 8-2"
OTHER = "1-3 2-3 3-3 4-3 5-3 6-3 7-3 8-3"
TESHI = "9-1 9-2 9-3 9-4 10-1 10-2 11-1 12-1"
PAIRS = "9-1 9-2 10-1 10-2 11-1 11-2 12-1 12-2"
TWO_PAIRS_OF_ONE = "10-3 10-4 11-3 11-4 12-3 12-4 8-3 8-4"


def waiting(rules: Rules | None = None, dealer: int = 1) -> State:
    """A match whose first dealer is settled."""
    state = koikoi.begin(rules or Rules(), 2)
    return koikoi.evolve(state, LotsDrawn(dealer, shown=False))


class TestLots:
    def test_a_match_waits_for_the_deck_of_the_lots_first(self) -> None:
        state = koikoi.begin(Rules(), 2)
        assert (state.phase, state.deck_due) == (Phase.DECK, DeckDue(0, 1))
        view = koikoi.view(state)
        assert (view.round, view.dealer, view.turn) == (0, 0, 0)

    @pytest.mark.parametrize(
        ("deck", "dealer"),
        [
            ("1-3 12-1", 1),
            ("4-4 3-4", 2),
            ("1-2 1-1", 2),
            ("8-1 8-2", 1),
            ("11-4 11-3", 2),
        ],
    )
    def test_the_earlier_month_deals_then_the_higher_value(self, deck: str, dealer: int) -> None:
        state = koikoi.begin(Rules(first_dealer="draw"), 2)
        one, two = cards(deck)
        drawn = koikoi.deal(state, deck_of(deck))
        assert drawn == (LotsDrawn(dealer, ((1, one), (2, two)), shown=True),)
        state = fold(koikoi, state, drawn)
        assert state.deck_due == DeckDue(1, 1)
        assert koikoi.view(state).dealer == dealer

    def test_two_plains_of_a_month_draw_on_from_the_next_place(self) -> None:
        state = koikoi.begin(Rules(first_dealer="draw"), 2)
        [lots] = koikoi.deal(state, deck_of("5-3 5-4 12-2 12-4 7-1 2-3"))
        assert isinstance(lots, LotsDrawn)
        assert lots.dealer == 2
        codes = "5-3 5-4 12-2 12-4 7-1 2-3"
        assert [(seat, each.code) for seat, each in lots.lots] == [
            *zip([1, 2, 1, 2, 1, 2], codes.split(), strict=True)
        ]

    def test_only_those_who_tie_for_the_best_draw_again(self) -> None:
        lots = draw_lots(deck_of("9-3 2-3 10-1 2-4 5-1 4-1"), 4, shown=True)
        assert [seat for seat, _ in lots.lots] == [1, 2, 3, 4, 2, 4]
        assert lots.dealer == 4

    def test_at_random_nobody_sees_the_lots(self) -> None:
        drawn = koikoi.deal(koikoi.begin(Rules(), 2), deck_of("4-4 3-4"))
        assert drawn == (LotsDrawn(2, (), shown=False),)


class TestDeal:
    def test_the_others_the_field_the_dealer_the_pile_in_the_order_of_the_deck(self) -> None:
        deck = deck_of(OTHER, FIELD, MIXED)
        for dealer, hands in ((1, (MIXED, OTHER)), (2, (OTHER, MIXED))):
            dealt = the(RoundDealt, koikoi.deal(waiting(dealer=dealer), deck))
            assert dealt == RoundDealt(
                1, dealer, (cards(hands[0]), cards(hands[1])), cards(FIELD), deck[24:]
            )

    def test_the_dealer_plays_first(self) -> None:
        state = waiting(dealer=2)
        state = fold(koikoi, state, koikoi.deal(state, deck_of(OTHER, FIELD, MIXED)))
        assert (state.phase, state.turn, state.deck_due) == (Phase.PLAY, 2, None)
        assert koikoi.options(state, 1) == ()

    def test_a_round_begins_with_nothing_called_or_held(self) -> None:
        state = waiting(dealer=1)
        state = state._replace(match=state.match._replace(calls=(2, 1), totals=(5, 6)))
        state = fold(koikoi, state, koikoi.deal(state, deck_of(OTHER, FIELD, MIXED)))
        assert (state.match.calls, state.match.totals) == ((0, 0), (0, 0))


class TestVoidField:
    VOID = "1-1 1-2 1-3 1-4 2-1 3-1 4-1 5-1"
    FOUR_PAIRS = "1-1 1-2 2-1 2-2 3-1 3-2 4-1 4-2"
    HANDS = ("6-1 7-1 8-1 10-3 11-1 12-1 5-3 4-3", "6-2 7-2 8-2 9-2 10-2 11-2 12-2 5-4")

    def test_a_whole_month_on_the_field_is_dealt_again_for_the_same_round(self) -> None:
        state = waiting(dealer=2)
        void = koikoi.deal(state, deck_of(self.HANDS[0], self.VOID, self.HANDS[1]))
        assert void == (DealVoided(cards(self.VOID)),)
        state = fold(koikoi, state, void)
        assert (state.phase, state.deck_due) == (Phase.DECK, DeckDue(1, 2))
        assert koikoi.view(state).dealer == 2

    def test_two_whole_months_are_void_as_well(self) -> None:
        field = "1-1 1-2 1-3 1-4 2-1 2-2 2-3 2-4"
        deck = deck_of(self.HANDS[0], field, self.HANDS[1])
        assert koikoi.deal(waiting(), deck) == (DealVoided(cards(field)),)

    def test_three_of_a_month_are_played(self) -> None:
        deck = deck_of(self.HANDS[0], "1-1 1-2 1-3 2-1 2-2 3-1 3-2 4-1", self.HANDS[1])
        assert isinstance(koikoi.deal(waiting(), deck)[0], RoundDealt)

    def test_four_pairs_are_void_only_by_that_house_rule(self) -> None:
        deck = deck_of(self.HANDS[0], self.FOUR_PAIRS, self.HANDS[1])
        assert isinstance(koikoi.deal(waiting(), deck)[0], RoundDealt)
        rules = Rules(field_redeal="four_or_pairs")
        assert koikoi.deal(waiting(rules), deck) == (DealVoided(cards(self.FOUR_PAIRS)),)

    def test_four_months_that_are_not_four_pairs_are_played(self) -> None:
        deck = deck_of(self.HANDS[0], "1-1 1-2 1-3 2-1 2-2 3-1 3-2 4-1", self.HANDS[1])
        events = koikoi.deal(waiting(Rules(field_redeal="four_or_pairs")), deck)
        assert isinstance(events[0], RoundDealt)

    def test_a_void_field_comes_before_a_dealt_hand(self) -> None:
        deck = deck_of(TESHI, self.VOID, "6-1 7-1 8-1 10-3 11-2 12-2 5-3 4-3")
        assert koikoi.deal(waiting(), deck) == (DealVoided(cards(self.VOID)),)


class TestDealtHands:
    @pytest.mark.parametrize(
        ("hand", "yaku"),
        [
            (TESHI, "teshi"),
            (PAIRS, "kuttsuki"),
            ("1-1 1-2 1-3 1-4 5-1 5-2 10-3 10-4", "teshi"),
            ("1-1 1-2 1-3 1-4 2-1 2-2 2-3 2-4", "teshi"),
            ("1-1 1-2 1-3 2-1 2-2 2-3 4-1 5-1", None),
            ("1-1 1-2 1-3 2-1 2-2 3-1 3-2 4-1", None),
            ("1-1 1-2 2-1 2-2 3-1 3-2 4-1 5-1", None),
            (MIXED, None),
            ("1-1 1-2 1-3 1-4 2-1", "teshi"),
        ],
    )
    def test_four_of_a_month_or_pairs_of_four_months(self, hand: str, yaku: str | None) -> None:
        assert dealt_hand(cards(hand)) == yaku

    @pytest.mark.parametrize(("hand", "yaku"), [(TESHI, "teshi"), (PAIRS, "kuttsuki")])
    def test_one_dealt_hand_scores_six_flat_and_deals_next(self, hand: str, yaku: str) -> None:
        events = koikoi.deal(waiting(dealer=1), deck_of(hand, FIELD, MIXED))
        shown, ended = the(HandShown, events), the(RoundEnded, events)
        assert (shown.seat, shown.cards, shown.yaku.yaku) == (2, cards(hand), yaku)
        assert (ended.end, ended.winner, ended.points) == (RoundEnd.DEALT_HAND, 2, 6)
        assert (ended.scores, ended.next_dealer) == ((0, 6), 2)
        assert [(line.item, line.points) for line in ended.lines] == [(yaku, 6)]

    def test_what_makes_teshi_is_the_month_alone(self) -> None:
        events = koikoi.deal(waiting(), deck_of(TESHI, FIELD, MIXED))
        assert the(HandShown, events).yaku.cards == cards("9-1 9-2 9-3 9-4")

    def test_the_round_of_a_dealt_hand_uses_up_a_month(self) -> None:
        state = waiting(Rules(months=2))
        state = fold(koikoi, state, koikoi.deal(state, deck_of(TESHI, FIELD, MIXED)))
        assert (state.phase, state.deck_due) == (Phase.DECK, DeckDue(2, 1))
        assert koikoi.view(state).result is not None

    def test_its_points_are_a_house_rule(self) -> None:
        rules = Rules(dealt_hand_points=10)
        events = koikoi.deal(waiting(rules), deck_of(TESHI, FIELD, MIXED))
        assert the(RoundEnded, events).scores == (0, 10)

    @pytest.mark.parametrize(
        ("drawn", "dealer_next"),
        [("same_dealer", 1), ("oya_ken", 1), ("tsukazu", 1), ("change_dealer", 2)],
    )
    def test_of_two_dealt_hands_neither_scores(self, drawn: str, dealer_next: int) -> None:
        deck = deck_of("1-1 1-2 1-3 1-4 2-1 3-1 4-1 5-1", TWO_PAIRS_OF_ONE, PAIRS)
        events = koikoi.deal(waiting(Rules(drawn=drawn)), deck)
        assert [type(event) for event in events] == [RoundDealt, HandShown, HandShown, RoundEnded]
        ended = the(RoundEnded, events)
        assert (ended.end, ended.winner, ended.points) == (RoundEnd.DEALT_HANDS, 0, 0)
        assert (ended.scores, ended.next_dealer) == ((0, 0), dealer_next)

    def test_dealt_hands_may_be_dealt_again(self) -> None:
        rules = Rules(dealt_hands="redeal")
        events = koikoi.deal(waiting(rules), deck_of(TESHI, FIELD, MIXED))
        assert events == (DealVoided(cards("9-1 9-2 9-3 9-4"), seat=2),)

    def test_dealt_hands_may_be_played(self) -> None:
        rules = Rules(dealt_hands="off")
        events = koikoi.deal(waiting(rules), deck_of(TESHI, FIELD, MIXED))
        assert [type(event) for event in events] == [RoundDealt]


def test_the_plains_of_a_month_are_alike_and_nothing_else_is() -> None:
    alike = {each: koikoi.likeness(Rules(), each) for each in cards("1-1 1-2 1-3 1-4 12-2 12-4")}
    assert len(set(alike.values())) == 4
    assert all(each.kind is Kind.PLAIN for each in cards("1-3 1-4 12-2 12-4"))
