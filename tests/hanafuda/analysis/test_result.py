"""What the end of a round says besides its arithmetic."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hanafuda.analysis.result import Loss, LostYaku, lost, named_seats, payments
from hanafuda.cards import cards
from hanafuda.coin import play as coin
from hanafuda.events import RoundEnd, RoundEnded, ScoreLine, Seat
from hanafuda.game import Game, View
from hanafuda.games import GAMES
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.play import Rules
from hanafuda.sakura import play as sakura
from hanafuda.seats import parties
from tests.hanafuda.coin.test_coin import deciding, stop
from tests.hanafuda.koikoi.test_deal import FIELD, MIXED, PAIRS, TESHI, TWO_PAIRS_OF_ONE, waiting
from tests.hanafuda.positions import after, deck_of, fold, played, position
from tests.hanafuda.sakura_positions import position as sakura_position

BOTH = ("1-1 1-2 1-3 1-4 2-1 3-1 4-1 5-1", TWO_PAIRS_OF_ONE, PAIRS)  # hands that both show
RIBBONS, BOARS = "1-2 2-2 3-2", "6-1 7-1 10-1"


def losses(game: Game, rules: Any, view: View) -> list[tuple[Seat, str, int, Loss]]:
    """Who lost which yaku, of how many points, and why."""
    found = lost(view, parties(game.teams(rules, len(view.sides))))
    return [(each.seat, each.yaku.yaku, each.yaku.points, each.why) for each in found]


def in_koikoi(state: koikoi.State) -> list[tuple[Seat, str, int, Loss]]:
    return losses(koikoi, state.rules, koikoi.view(state))


def test_who_stops_takes_it_all() -> None:
    state = position(
        "9-3 2-1", "12-1", field="9-1", pile="12-4", captured=("3-1", f"{RIBBONS} {BOARS}")
    )
    state = after(state, "play 9-3 takes 9-1", "stop")
    why = Loss.OTHER_STOPPED
    assert in_koikoi(state) == [(2, "inoshikacho", 5, why), (2, "akatan", 5, why)]
    found = lost(koikoi.view(state), [(1,), (2,)])
    assert found[0] == LostYaku(2, koikoi.view(state).sides[1].yaku[0], why)


@pytest.mark.parametrize("drawn", ["same_dealer", "change_dealer", "oya_ken", "tsukazu"])
def test_when_the_cards_run_out_nobody_is_paid_for_yaku(drawn: str) -> None:
    """Also who wins the month for the deal gets nothing for them."""
    state = position(
        "4-1", "", field="5-1", pile="12-4", captured=(RIBBONS, BOARS), rules=Rules(drawn=drawn)
    )
    state = after(state, "play 4-1")
    assert in_koikoi(state) == [
        (1, "akatan", 5, Loss.NOBODY_STOPPED),
        (2, "inoshikacho", 5, Loss.NOBODY_STOPPED),
    ]


@pytest.mark.parametrize("deck", [deck_of(TESHI, FIELD, MIXED), deck_of(*BOTH)])
def test_a_dealt_hand_leaves_nothing_unpaid(deck: Any) -> None:
    state = waiting()
    state = fold(koikoi, state, koikoi.deal(state, deck))
    result = koikoi.view(state).result
    assert result is not None
    assert result.end in (RoundEnd.DEALT_HAND, RoundEnd.DEALT_HANDS)
    assert in_koikoi(state) == []


ABANDONED = RoundEnded(RoundEnd.ABANDONED, 0, 0, (), (0, 0), 0)


def test_an_abandoned_round_pays_nothing() -> None:
    state = position("9-3 2-1", "6-3", field="9-1", captured=(RIBBONS, BOARS))
    state = koikoi.evolve(state, ABANDONED)
    assert [each[3] for each in in_koikoi(state)] == [Loss.ABANDONED] * 2


def test_in_the_coin_game_all_others_lose_theirs() -> None:
    state = deciding((100, 100, 100, 100))
    captured = (state.spread.captured[0], cards(RIBBONS), (), cards(BOARS))
    state = state._replace(spread=state.spread._replace(captured=captured))
    state = fold(coin, state, stop(state))  # type: ignore[arg-type]  # a tuple of them
    why = Loss.OTHER_STOPPED
    found = losses(coin, state.rules, coin.view(state))
    assert found == [(2, "akatan", 5, why), (4, "inoshikacho", 5, why)]


def test_a_round_of_sakura_that_is_played_out_counts_every_yaku() -> None:
    state = sakura_position("4-1", "", captured=(RIBBONS, ""), pile="12-3", rest=False)
    [play] = sakura.options(state, 1)
    state = fold(sakura, state, sakura.decide(state, 1, play))
    assert sakura.view(state).result is not None
    assert losses(sakura, state.rules, sakura.view(state)) == []


def test_a_team_loses_its_yaku_once() -> None:
    rules = sakura.Rules(teams="2")
    captured = ("3-1", "1-2", "8-1 9-1", "2-2 3-2")
    state = sakura_position("5-1", "5-2", "5-3", "5-4", captured=captured, rules=rules)
    ended = RoundEnded(RoundEnd.ABANDONED, 0, 0, (), (0,) * 4, 0)
    state = sakura.evolve(state, ended)
    assert losses(sakura, rules, sakura.view(state)) == [
        (1, "curtain_moon_cup", -50, Loss.ABANDONED),
        (2, "akatan", -50, Loss.ABANDONED),
    ]


def test_each_who_pays_has_a_row_of_what_was_paid() -> None:
    state = deciding((100, 100, 4, 100), out=())
    state = fold(coin, state, stop(state))  # type: ignore[arg-type]  # a tuple of them
    ended = coin.view(state).result
    assert ended is not None
    paid = ended.points
    assert payments(ended) == (
        ScoreLine(2, "payment", points=-paid),
        ScoreLine(3, "payment", points=-4),
        ScoreLine(4, "payment", points=-paid),
    )
    assert sum(row.points for row in payments(ended)) == -ended.scores[0]


def test_who_is_out_pays_nothing() -> None:
    state = deciding((100, 100, 0, 100), out=(3,))
    state = fold(coin, state, stop(state))  # type: ignore[arg-type]  # a tuple of them
    ended = coin.view(state).result
    assert ended is not None
    assert [row.seat for row in payments(ended)] == [2, 4]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        (ScoreLine(1, "koikoi", times=2), (3, 4)),
        (ScoreLine(3, "koikoi", times=2), (1, 4)),
        (ScoreLine(1, "own_koi", times=2), (1,)),
        (ScoreLine(2, "koikoi_calls", times=5), (1, 3, 4)),
        (ScoreLine(2, "akatan", points=5), (2,)),
        (ScoreLine(2, "payment", points=-5), (2,)),
        (ScoreLine(0, "cards", points=5), ()),
    ],
)
def test_a_row_of_koi_koi_names_those_who_called(line: ScoreLine, named: tuple[Seat, ...]) -> None:
    assert named_seats(line, calls=(1, 0, 2, 1)) == named


@pytest.mark.parametrize("game", GAMES.values())
def test_the_dealer_is_that_of_the_round_until_the_next_is_dealt(game: Game) -> None:
    rng = random.Random(3)
    for seats in (game.ABOUT.min_seats, game.ABOUT.max_seats):
        dealer = 0
        for event, state in played(game, game.Rules(), seats, rng):
            match type(event).__name__:
                case "LotsDrawn" | "RoundDealt":
                    dealer = event.dealer  # type: ignore[union-attr]  # both have one
            assert game.view(state).dealer == dealer
