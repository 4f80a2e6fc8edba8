"""Sakura's bots choose legal options, use only what they see, and play for points and the team."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from hanafuda.cards import DECK, Card, Cards, card, cards
from hanafuda.events import CardDrawn, CardsCaptured, LotsDrawn, RoundDealt, TurnPassed
from hanafuda.game import Option, SeatView, Verb, seat_view
from hanafuda.sakura import play as sakura
from koikoi_server.bots import BOTS
from koikoi_server.bots.sakura import easy, medium
from koikoi_server.bots.sakura import hard as sakura_hard
from koikoi_server.bots.sakura.playout import is_drawn
from koikoi_server.bots.sakura.policy import situation, worths
from koikoi_server.commands import contests
from tests.bots.sakura.test_playout import TABLES, positions
from tests.support.tiers import slow

STANDARD = sakura.Rules()
FEW = 6  #: playouts


def position(
    hand: str,
    field: str,
    captured: Sequence[str] = ("", ""),
    rules: sakura.Rules = STANDARD,
    drawn: str = "",
    hidden: int = 0,
    turn: int = 1,
    round: int = 1,
) -> SeatView:
    """What seat 1 sees in a round with these cards; all others have as many cards in hand.

    Args:
        captured: of each seat, seat 1 first.
        drawn: the open card.
        hidden: the seed for the cards that seat 1 cannot see.
    """
    seats, taken = len(captured), [cards(codes) for codes in captured]
    mine, laid, opened = cards(hand), cards(field), cards(drawn)
    shown = {*mine, *laid, *opened, *(each for some in taken for each in some)}
    rest: list[Card] = [each for each in DECK if each not in shown]
    Random(hidden).shuffle(rest)
    hands: list[Cards] = [tuple(sorted(mine))]
    for _ in range(seats - 1):
        hands.append(tuple(sorted(rest[: len(mine)])))
        del rest[: len(mine)]
    field_cards = (*laid, *(each for some in taken for each in some))
    events: list[Any] = [
        LotsDrawn(1),
        RoundDealt(round, 1, tuple(hands), field_cards, (*opened, *rest)),
        *[CardsCaptured(seat, some) for seat, some in enumerate(taken, 1) if some],
        TurnPassed(turn),
        *[CardDrawn(1, each) for each in opened],
    ]
    state = sakura.begin(rules, seats)
    for event in events:
        state = sakura.evolve(state, event)
    return seat_view(sakura, rules, state, 1)


def chosen(view: SeatView) -> Option:
    return medium.choose(view, Random(0))


def play(played: str, *taken: str) -> Option:
    return Option(Verb.PLAY, card(played), cards(taken))


@pytest.mark.parametrize(("rules", "seats"), [*TABLES[::3], *(slow(*table) for table in TABLES)])
def test_every_bot_chooses_an_option(rules: sakura.Rules, seats: int) -> None:
    """In all positions of a match, even out of turn; and the same again for the same seed."""
    players: list[contests.Player] = [
        easy.choose,
        medium.choose,
        partial(sakura_hard.choose_with, FEW),
    ]
    for at, (_, view) in enumerate(positions(rules, seats, seed=seats)):
        for player in players:
            chosen = player(view, Random(at))
            assert chosen in view.options
            assert player(view, Random(at)) == chosen


@pytest.mark.slow
def test_a_choice_is_the_same_whatever_is_hidden() -> None:
    """Other hands and another order of the pile change nothing."""
    for bot in BOTS["sakura"]:
        chosen = set()
        for hidden in range(3):
            view = position("1-3 2-3 4-1 5-4 11-4", "1-1 4-2 9-1 3-3", ("", "", ""), hidden=hidden)
            chosen.add(bot.choose(view, Random(1)))
        assert len(chosen) == 1


def test_the_most_points_are_captured() -> None:
    """The phoenix and the yellow Paulownia are worth more than a ribbon."""
    assert chosen(position("12-2 4-3", "12-1 4-2")) == play("12-2", "12-1")


def test_a_yaku_is_made_and_broken() -> None:
    """The third poem ribbon makes a yaku of 50, or breaks one; another ribbon is worth only 10."""
    hand, field = "3-3 4-3", "3-2 4-2"
    assert chosen(position(hand, field, ("1-2 2-2", ""))) == play("3-3", "3-2")
    assert chosen(position(hand, field, ("", "1-2 2-2"))) == play("3-3", "3-2")


def test_a_yaku_that_cannot_be_made_counts_no_more() -> None:
    """If each side has one poem ribbon, only points count, as if yaku were off."""
    broken = position("3-3", "3-2", ("1-2", "2-2"))
    off = position("3-3", "3-2", ("1-2 2-2", ""), rules=sakura.Rules(yaku="off"))
    for view in (broken, off):
        assert worths(situation(view))[card("3-2")] == 10
    assert worths(situation(position("3-3", "3-2", ("1-2 2-2", ""))))[card("3-2")] == 60


def test_a_team_makes_its_yaku_together() -> None:
    """A partner's cards count as own cards; only the other team can break the yaku."""
    two = sakura.Rules(teams="2")
    assert worths(situation(position("3-3", "3-2", ("1-2", "", "2-2", ""), two)))[card("3-2")] == 60
    broken = position("3-3", "3-2", ("1-2", "2-2", "", ""), two)
    assert worths(situation(broken))[card("3-2")] == 10


def test_no_valuable_card_is_laid() -> None:
    """Without a capture it lays a plain card and keeps the crane."""
    assert chosen(position("1-1 6-3", "4-2 9-3")).card == card("6-3")


def test_what_nobody_else_can_take_may_wait() -> None:
    """The other cards of Wisteria are captured, so its ribbon is safe; that of Iris is not."""
    view = position("4-3 5-3", "4-2 5-2", ("4-1 4-4", ""), rules=sakura.Rules(yaku="off"))
    assert chosen(view) == play("5-3", "5-2")


def test_the_lightning_takes_the_best_and_waits_for_it() -> None:
    """It takes the moon, but with only plains on the field it stays in hand."""
    named = chosen(position("1-3", "8-1 4-3 2-1", drawn="11-4"))
    assert named == Option(Verb.TAKE, card("11-4"), (card("8-1"),))
    assert chosen(position("11-4 5-3", "8-1 4-3")).card == card("11-4")
    assert chosen(position("11-4 5-3", "5-4 4-3")).card == card("5-3")


@pytest.mark.parametrize("bot", BOTS["sakura"][1:])
def test_hiki_is_called_at_once(bot: Any) -> None:
    """In turn before everything else, and out of turn, when nothing else is offered."""
    for turn in (1, 2):
        view = position("1-3 5-3 5-4", "1-1 5-1 5-2", turn=turn)
        assert bot.choose(view, Random(1)).verb is Verb.HIKI


def test_hiki_instead_of_a_play_waits_for_what_others_could_take() -> None:
    """The hiki can wait and the moon cannot. With nothing else to win, hiki is called."""
    own_turn = sakura.Rules(hiki="own_turn")
    assert chosen(position("8-3 5-3 5-4", "8-1 5-1 5-2", rules=own_turn)) == play("8-3", "8-1")
    assert chosen(position("9-3 5-3 5-4", "8-1 5-1 5-2", rules=own_turn)).verb is Verb.HIKI


def test_the_open_lightning_is_known_to_be_drawn_or_played() -> None:
    """It follows from the number of cards drawn so far, whatever hiki has done to the hands."""
    met = set()
    for seats in (2, 3, 5, 7):
        for seed in range(6):
            for state, view in positions(sakura.Rules(rounds=3), seats, seed):
                if state.spread.open_card is not None:
                    met.add(state.extra.drawn)
                    assert is_drawn(view.table) == state.extra.drawn
    assert met == {True, False}


def test_hard_plays_for_points_and_in_the_last_round_to_win() -> None:
    """With rounds left every point counts; in the last one only being ahead, alone or shared."""
    early = position("1-3", "1-1", ("", "", ""))
    gains = [sakura_hard.worth(early, (won, 0, 0)) for won in (-20, 0, 20)]
    assert gains == sorted(set(gains))
    last = position("1-3", "1-1", ("", "", ""), round=12)
    chances = [sakura_hard.worth(last, won) for won in ((1, 0, 0), (5, 5, 0), (4, 5, 0))]
    assert chances == [sakura_hard.SURE, sakura_hard.SURE // 2, 0]
    assert sakura_hard.slope(early) > 0


def test_hard_counts_the_teams_score() -> None:
    """Partners have the same total: with two teams there is one rival, not three."""
    view = position("1-3", "1-1", ("", "", "", ""), sakura.Rules(teams="2"), round=12)
    assert sakura_hard.worth(view, (80, 70, 80, 70)) == sakura_hard.SURE
    assert sakura_hard.worth(view, (80, 80, 80, 80)) == sakura_hard.SURE // 2


def test_hard_tries_different_options_best_first() -> None:
    """Two plains of a month are one candidate, and Medium's choice comes first."""
    view = position("1-3 2-4 6-1 7-1 8-2 12-4", "1-2 2-3 12-3 12-1", ("", ""))
    found = sakura_hard.candidates(view)
    assert found[0][0] == chosen(view)
    assert len(found) <= sakura_hard.CANDIDATES
    plains = position("4-1", "4-3 4-4")
    assert len(sakura_hard.candidates(plains)) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "share", "part"),
    [
        (3, 1.5 / 3, 4),
        slow(2, 0.65, 1),
        slow(3, 1.5 / 3, 1),
        slow(5, 1.5 / 5, 1),
        slow(7, 1.5 / 7, 1),
    ],
)
def test_all_bots_win_much_more_than_their_share(seats: int, share: float, part: int) -> None:
    """These are few matches; docs/bots.md has longer runs."""
    hard = partial(sakura_hard.choose_with, FEW)
    players: list[tuple[contests.Player, int]] = [
        (easy.choose, 60),
        (medium.choose, 42),
        (hard, 14),
    ]
    for player, matches in players:
        half = sakura.Rules(rounds=6)
        tally = contests.contest(
            sakura, half, player, contests.any_option, matches=matches // part, seed=1, seats=seats
        )
        assert tally.rate > share


def test_the_arena_lets_bots_act_out_of_turn() -> None:
    """Nobody has to wait for the turn to call hiki."""
    out_of_turn = []

    def watching(view: SeatView, rng: Random) -> Option:
        if view.seat != view.table.turn:
            out_of_turn.append(view.options)
        return medium.choose(view, rng)

    contests.contest(sakura, STANDARD, watching, watching, matches=4, seed=1, seats=2)
    assert out_of_turn
    assert {option.verb for options in out_of_turn for option in options} == {Verb.HIKI}
