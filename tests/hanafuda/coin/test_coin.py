"""The coin game (rules: section 7; D-23 to D-25)."""

from __future__ import annotations

import random

import pytest

from hanafuda.cards import card, card_set, cards
from hanafuda.coin import play as coin
from hanafuda.coin.play import Rules, State
from hanafuda.events import (
    DealVoided,
    KoikoiCalled,
    LotsDrawn,
    MatchEnded,
    RoundDealt,
    RoundEnd,
    RoundEnded,
    SeatOut,
    StopCalled,
    TurnPassed,
    YakuFormed,
)
from hanafuda.game import DeckDue, Phase, Verb
from tests.hanafuda.positions import deck_of, fold, played, short, the

VIEWING = cards("3-1 9-1")  # 5 points


def waiting(seats: int, rules: Rules | None = None, dealer: int = 1) -> State:
    """A match whose oya is settled."""
    return coin.evolve(coin.begin(rules or Rules(), seats), LotsDrawn(dealer))


def deciding(
    coins: tuple[int, ...],
    calls: tuple[int, ...] | None = None,
    out: tuple[int, ...] = (),
    rounds: int = 12,
) -> State:
    """Seat 1 holds 5 points and may stop; the others have a card each."""
    seats = len(coins)
    state = waiting(seats, Rules(rounds=rounds))
    hands = tuple(
        () if seat in out else cards(f"{seat}-3 {seat}-4") for seat in range(1, seats + 1)
    )
    state = coin.evolve(state, RoundDealt(1, 1, hands, cards("12-1"), cards("11-1 11-2")))
    captured = (VIEWING, *[()] * (seats - 1))
    state = state._replace(
        match=state.match._replace(scores=coins, out=frozenset(out), calls=calls or (0,) * seats),
        spread=state.spread._replace(captured=captured),
    )
    return coin.evolve(state, YakuFormed(1, (), 5))


def stop(state: State) -> tuple[object, ...]:
    """What it brings that seat 1 stops."""
    option = coin.options(state, 1)[1]
    assert option.verb is Verb.STOP
    return coin.decide(state, 1, option)


class TestDeal:
    @pytest.mark.parametrize(
        ("seats", "hand", "field"),
        [(2, 8, 8), (3, 7, 6), (4, 5, 8), (5, 4, 8), (6, 3, 12), (7, 3, 6)],
    )
    def test_sizes_follow_the_number_of_players(self, seats: int, hand: int, field: int) -> None:
        deck = deck_of(" ".join(f"{n % 12 + 1}-{n // 12 + 1}" for n in range(48)))
        dealt = the(RoundDealt, coin.deal(waiting(seats), deck))
        assert [len(each) for each in dealt.hands] == [hand] * seats
        assert len(dealt.field) == field
        assert len(dealt.draw_pile) == 48 - seats * hand - field

    def test_the_seats_after_the_oya_are_dealt_first_and_the_oya_after_the_field(self) -> None:
        deck = deck_of(" ".join(f"{n % 12 + 1}-{n // 12 + 1}" for n in range(48)))
        dealt = the(RoundDealt, coin.deal(waiting(3, dealer=2), deck))
        assert dealt.hands == (
            tuple(sorted(deck[7:14])),
            tuple(sorted(deck[20:27])),
            tuple(sorted(deck[:7])),
        )
        assert dealt.field == deck[14:20]

    def test_the_oya_is_drawn_for_openly(self) -> None:
        [lots] = coin.deal(coin.begin(Rules(), 3), deck_of("5-1 2-3 4-1"))
        assert lots == LotsDrawn(2, ((1, card("5-1")), (2, card("2-3")), (3, card("4-1"))))

    def test_sizes_follow_the_players_still_in(self) -> None:
        state = coin.evolve(waiting(4), SeatOut(2))
        deck = deck_of(" ".join(f"{n % 12 + 1}-{n // 12 + 1}" for n in range(48)))
        dealt = the(RoundDealt, coin.deal(state, deck))
        assert [len(each) for each in dealt.hands] == [7, 0, 7, 7]
        assert len(dealt.field) == 6

    def test_a_whole_month_on_the_field_is_dealt_again(self) -> None:
        deck = deck_of("1-1 2-1 3-1 4-1 5-1 6-1 7-1 8-1", "9-1 9-2 9-3 9-4 1-2 2-2 3-2 4-2")
        state = waiting(2)
        events = coin.deal(state, deck)
        assert events == (DealVoided(cards("9-1 9-2 9-3 9-4 1-2 2-2 3-2 4-2")),)
        assert fold(coin, state, events).deck_due == DeckDue(1, 2)

    @pytest.mark.parametrize(
        ("hand", "makes"),
        [
            ("9-1 9-2 9-3 9-4 1-1 2-1 3-1 4-1", "9-1 9-2 9-3 9-4"),
            ("9-1 9-2 1-1 1-2 2-1 2-2 3-1 3-2", "1-1 1-2 2-1 2-2 3-1 3-2 9-1 9-2"),
        ],
    )
    def test_a_hand_with_a_whole_month_or_four_pairs_is_dealt_again(
        self, hand: str, makes: str
    ) -> None:
        deck = deck_of(
            hand, "5-1 6-1 7-1 8-1 10-1 11-1 12-1 5-2", "5-3 6-3 7-3 8-3 10-3 11-3 12-3 4-3"
        )
        assert coin.deal(waiting(2), deck) == (DealVoided(cards(makes), seat=2),)

    def test_four_pairs_on_the_field_are_played(self) -> None:
        hand, field = "9-1 9-3 5-1 6-1 7-1 8-1 10-1 11-1", "1-1 1-2 2-1 2-2 3-1 3-2 4-1 4-2"
        deck = deck_of(hand, field, "9-2 9-4 5-2 6-2 7-2 8-2 10-2 11-2")
        assert isinstance(coin.deal(waiting(2), deck)[0], RoundDealt)

    def test_a_round_begins_with_nothing_called_or_held(self) -> None:
        state = waiting(2)
        state = state._replace(match=state.match._replace(calls=(2, 1), totals=(5, 6)))
        deck = deck_of(" ".join(f"{n % 12 + 1}-{n // 12 + 1}" for n in range(48)))
        state = fold(coin, state, coin.deal(state, deck))
        assert (state.match.calls, state.match.totals) == ((0, 0), (0, 0))

    def test_a_whole_month_in_a_smaller_hand_too(self) -> None:
        others = " ".join(
            f"{month}-{place}" for place in (1, 2) for month in (1, 2, 3, 4, 5, 6, 7, 8)
        )
        deck = deck_of("9-1 9-2 9-3 9-4", others)
        assert coin.deal(waiting(5), deck) == (DealVoided(cards("9-1 9-2 9-3 9-4"), seat=2),)


class TestPayments:
    def test_every_opponent_pays_the_points(self) -> None:
        called, ended = stop(deciding((100, 100, 100)))
        assert called == StopCalled(1)
        assert isinstance(ended, RoundEnded)
        assert (ended.winner, ended.points, ended.scores) == (1, 5, (10, -5, -5))
        assert [line.item for line in ended.lines] == ["hanami"]

    def test_times_one_more_than_all_koi_koi_calls_of_the_round(self) -> None:
        ended = the(RoundEnded, stop(deciding((100, 100, 100), calls=(1, 2, 0))))  # type: ignore[arg-type]
        assert (ended.points, ended.scores) == (20, (40, -20, -20))
        last = ended.lines[-1]
        assert (last.item, last.times) == ("koikoi_calls", 4)

    def test_nothing_doubles_at_seven(self) -> None:
        state = deciding((100, 100))
        captured = (cards("1-1 3-1 8-1 12-1"), ())
        state = state._replace(spread=state.spread._replace(captured=captured))
        assert the(RoundEnded, stop(state)).points == 8  # type: ignore[arg-type]

    def test_one_pays_at_most_what_one_has_and_is_out(self) -> None:
        events = stop(deciding((1, 3, 5, 100)))
        ended = events[1]
        assert isinstance(ended, RoundEnded)
        assert (ended.points, ended.scores) == (5, (13, -3, -5, -5))
        assert events[2:] == (SeatOut(2), SeatOut(3))
        state = fold(coin, deciding((1, 3, 5, 100)), events)  # type: ignore[arg-type]
        view = coin.view(state)
        assert [side.score for side in view.sides] == [14, 0, 0, 95]
        assert [side.out for side in view.sides] == [False, True, True, False]

    def test_who_is_out_pays_nothing_more(self) -> None:
        events = stop(deciding((10, 0, 90), out=(2,)))
        assert isinstance(events[1], RoundEnded)
        assert events[1].scores == (5, 0, -5)
        assert not [event for event in events if isinstance(event, SeatOut)]

    def test_sets_of_three_may_be_worth_six(self) -> None:
        assert [row.points for row in coin.chart(Rules(set_points=6)) if row.yaku == "akatan"] == [
            6
        ]
        assert "teshi" not in [row.yaku for row in coin.chart(Rules())]


class TestTurns:
    def test_koi_koi_passes_the_turn_to_the_next_seat_still_in(self) -> None:
        state = deciding((10, 0, 90, 9), out=(2,))
        option = coin.options(state, 1)[0]
        assert coin.decide(state, 1, option) == (KoikoiCalled(1, 1), TurnPassed(3))

    def test_turns_go_in_seat_order_from_the_oya(self) -> None:
        for event, state in played(coin, Rules(rounds=3), 5, random.Random(3), stop=0):
            if isinstance(event, RoundDealt):
                assert state.turn == event.dealer
                order = [event.dealer]
            elif isinstance(event, TurnPassed):
                order.append(event.seat)
            elif isinstance(event, RoundEnded):
                first = order[0]
                assert order == [(first - 1 + turn) % 5 + 1 for turn in range(len(order))]

    def test_the_same_plays_and_choices_as_in_koi_koi(self) -> None:
        state = waiting(2)
        hands = (cards("1-1 2-1"), cards("6-3 7-3"))
        dealt = RoundDealt(1, 1, hands, cards("1-3 1-4 4-1 4-2"), cards("4-3 12-4"))
        state = coin.evolve(state, dealt)
        said = [short(each) for each in coin.options(state, 1)]
        assert said == ["play 1-1 takes 1-3", "play 1-1 takes 1-4", "play 2-1"]
        state = fold(coin, state, coin.decide(state, 1, coin.options(state, 1)[2]))
        assert (state.phase, coin.view(state).open_card) == (Phase.PLACE, *cards("4-3"))
        said = [short(each) for each in coin.options(state, 1)]
        assert said == ["take 4-3 takes 4-1", "take 4-3 takes 4-2"]
        events = coin.decide(state, 1, coin.options(state, 1)[0])
        assert events[-1] == TurnPassed(2)

    def test_on_the_last_card_a_rise_stops_without_a_choice(self) -> None:
        state = waiting(2)
        hands = (cards("9-3"), cards("6-3"))
        state = coin.evolve(state, RoundDealt(1, 1, hands, cards("9-1"), cards("12-4 12-3")))
        state = state._replace(spread=state.spread._replace(captured=(cards("3-1"), ())))
        events = coin.decide(state, 1, coin.options(state, 1)[0])
        assert [type(each) for each in events[-3:]] == [YakuFormed, StopCalled, RoundEnded]
        assert the(RoundEnded, events).scores == (5, -5)

    def test_when_all_cards_are_played_nothing_is_paid_and_the_oya_stays(self) -> None:
        state = waiting(2, dealer=2)
        hands = ((), cards("6-3"))
        state = coin.evolve(state, RoundDealt(1, 2, hands, cards("9-1"), cards("12-4 12-3")))
        ended = the(RoundEnded, coin.decide(state, 2, coin.options(state, 2)[0]))
        assert ended == RoundEnded(RoundEnd.DRAWN, 0, 0, (), (0, 0), 2)


class TestMatch:
    def test_the_stopper_is_the_next_oya(self) -> None:
        state = deciding((100, 100, 100))
        state = state._replace(match=state.match._replace(dealer=3))
        state = fold(coin, state, stop(state))  # type: ignore[arg-type]
        assert (coin.view(state).dealer, state.deck_due) == (3, DeckDue(2, 1))
        deck = deck_of(" ".join(f"{n % 12 + 1}-{n // 12 + 1}" for n in range(48)))
        assert the(RoundDealt, coin.deal(state, deck)).dealer == 1

    def test_one_player_left_ends_the_match(self) -> None:
        events = stop(deciding((100, 5, 4)))
        assert events[-3:] == (SeatOut(2), SeatOut(3), MatchEnded((1,)))
        assert isinstance(events[1], RoundEnded)
        assert events[1].next_dealer == 0

    def test_most_coins_after_the_last_round_win(self) -> None:
        assert stop(deciding((80, 100, 60), rounds=1))[-1] == MatchEnded((2,))

    def test_equal_coins_share_the_win(self) -> None:
        assert stop(deciding((90, 110, 105), rounds=1))[-1] == MatchEnded((2,))
        assert stop(deciding((90, 105, 105), rounds=1))[-1] == MatchEnded((1, 2, 3))

    @pytest.mark.parametrize("seats", [2, 3, 5, 7])
    def test_coins_are_paid_and_never_made(self, seats: int) -> None:
        """They stay as many, nobody owes any, and who has none is out and plays no more."""
        rng = random.Random(seats)
        outs = 0
        for _ in range(15):
            for event, state in played(coin, Rules(rounds=6, coins=12), seats, rng):
                assert sum(state.match.scores) == 12 * seats
                assert min(state.match.scores) >= 0
                if isinstance(event, RoundDealt):
                    empty = {seat for seat, hand in enumerate(event.hands, 1) if not hand}
                    assert state.match.out == empty
                    assert state.turn not in state.match.out
                outs += isinstance(event, SeatOut)
            view = coin.view(state)
            assert [side.score for side in view.sides] == [
                12 + sum(side.round_scores) for side in view.sides
            ]
            assert max(side.score for side in view.sides) == view.sides[view.winners[0] - 1].score
        assert outs > 0

    def test_plains_of_a_month_are_alike(self) -> None:
        one, other = cards("1-3 1-4")
        assert coin.likeness(Rules(), one) == coin.likeness(Rules(), other)
        assert coin.likeness(Rules(), one) != coin.likeness(Rules(), *cards("1-1"))
        assert card_set(VIEWING) == 1 << 8 | 1 << 32
