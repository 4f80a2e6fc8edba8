"""Every figure in the help: counted exactly, taken from the rules, or measured and recorded."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from hanafuda.cards import DECK, card_set, cards
from hanafuda.coin import play as coin
from hanafuda.events import ScoreLine
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.rules import DOUBLE_AT, Rules
from hanafuda.koikoi.scoring import multipliers, tables
from hanafuda.yaku import score_of, total, yaku_held
from tests.server.help import counting
from tests.server.help.dealer import RECORDED, Counts, measure
from tests.server.help.test_pages import everything

PAGES = {page: found.text for page, found in everything().items()}


def percent(chance: Fraction, places: int) -> str:
    return f"{float(100 * chance):.{places}f}%"


def one_in(chance: Fraction) -> str:
    return f"1 in {round(1 / chance)}"


def score(base: int, opponent_calls: int) -> int:
    """The score of yaku with *base* points when their owner stops, under the usual rules."""
    lines = multipliers(Rules(), 1, base, 0, opponent_calls)
    return score_of((ScoreLine(1, "yaku", points=base), *lines))


def test_a_bright_on_the_field() -> None:
    assert percent(counting.bright_on_field(), 1) in PAGES["strategy"]


def test_three_of_a_month_on_the_field() -> None:
    chance = counting.fields_with(3)
    assert f"{percent(chance, 1)} of all months, about {one_in(chance)}," in PAGES["strategy"]


def test_a_hidden_card_that_never_appears() -> None:
    """Of 48 cards 8 are one's own and 8 on the field; of 24 in the pile each turn shows one."""
    hidden, pile, turned = 48 - 8 - 8, 48 - 3 * 8, 2 * 8
    never = pile - turned
    assert f"Of the {hidden} cards" in PAGES["strategy"]
    assert f"{never} stay at the bottom" in PAGES["strategy"]
    assert Fraction(never, hidden) == Fraction(1, 4)
    assert "in 1 of 4 months" in PAGES["strategy"]
    assert f"So {turned} of the {pile} cards" in PAGES["turn"]
    assert f"the other {never} stay hidden" in PAGES["turn"]


def test_the_sake_cup_is_of_use_in_four_yaku() -> None:
    [cup] = cards("9-1")
    uses = [row.name for row in koikoi.chart(Rules()) if cup in (*row.all_of, *row.any_of)]
    assert set(uses) == {"Flower Viewing", "Moon Viewing", "Animals", "Plains"}
    assert all(name in PAGES["strategy"] for name in uses)


@pytest.mark.slow
def test_dealt_hands_and_void_fields() -> None:
    text, four, pairs = PAGES["questions"], counting.four_of_a_month(), counting.four_pairs()
    assert f"{one_in(four)} ({percent(four, 2)}) is Four of a Month" in text
    assert f"{one_in(pairs)} ({percent(pairs, 2)}) is Four Pairs" in text
    assert f"In 1 deal of {round(1 / four)} ({percent(four, 2)})" in text
    either = counting.a_dealt_hand()
    some = 1 - (1 - either) ** Rules().months
    assert f"1 month in {round(1 / either)} ({percent(either, 1)})" in text
    assert f"at least one is {percent(some, 0)}." in text


def test_the_scoring_examples_come_out_as_the_rules_count() -> None:
    text = PAGES["scoring"]
    pile = card_set(cards("8-1 9-1 2-1 4-1 5-1 7-1 10-1"))  # moon, cup and five animals more
    held = {each.yaku: each.points for each in yaku_held(tables(Rules()), pile)}
    assert held == {"tsukimi": 5, "tane": 2}
    base = total(tables(Rules()), pile)
    assert base == DOUBLE_AT == 7
    assert f"That is {base}, so you score {score(base, 0)}." in text
    assert f"you would score {score(base, 1)}." in text
    assert f"scored {score(base - 1, 0)}, or {score(base - 1, 1)} after a call" in text
    assert f"to {DOUBLE_AT} points or more" in text


def test_points_named_in_the_prose_are_those_of_the_chart() -> None:
    points = {row.yaku: row.points for row in koikoi.chart(Rules())}
    assert f"worth {points['teshi']} points" in PAGES["deals"]
    assert points["teshi"] == points["kuttsuki"]
    assert f"one yaku of {points['akatan_aotan']} points" in PAGES["scoring"]
    assert points["hanami"] == points["tsukimi"] == points["sanko"] == 5
    assert "each is worth 5 points, as much as Three Brights" in PAGES["questions"]
    assert points["ame_shiko"] < points["shiko"]  # "worth less with him"


def test_single_points_after_a_call_become_two() -> None:
    assert score(1, 1) == 2
    assert "A single point becomes two" in PAGES["strategy"]


def test_the_measured_advantage_of_the_dealer_is_told_as_recorded() -> None:
    r, text = RECORDED, PAGES["questions"]
    assert f"played {r.matches:,} matches of twelve months" in text
    dealer, other, drawn = (r.share(n, r.months) for n in (r.dealer_won, r.other_won, r.drawn))
    assert f"won {dealer}% of the months, the other player {other}%, and {drawn}% were" in text
    assert f"the dealer {r.dealer_points / r.months:.2f} points" in text
    assert f"other player {r.other_points / r.months:.2f} on average" in text
    first = r.share(r.first_won, r.matches - r.match_draws)
    assert f"the first dealer won {first}% of" in text
    assert (
        f"one of the two counted in {r.share(r.with_viewing, r.stopped)}% of the months that"
        in text
    )
    assert r.months == r.matches * Rules().months == r.dealer_won + r.other_won + r.drawn


def shares(counts: Counts) -> dict[str, float]:
    """The shares of months that the questions page tells, 0-1."""
    return {
        "dealer": counts.dealer_won / counts.months,
        "other": counts.other_won / counts.months,
        "drawn": counts.drawn / counts.months,
        "viewing": counts.with_viewing / counts.stopped,
    }


@pytest.mark.parametrize("matches", [10, pytest.param(200, marks=pytest.mark.slow)])
def test_the_recorded_figures_are_those_of_the_computers_as_they_play(matches: int) -> None:
    """A smaller run agrees within four standard errors; if Medium changes, measure again."""
    sample = measure(matches=matches, seed=2)
    found = shares(sample)
    for name, recorded in shares(RECORDED).items():
        error = sqrt(recorded * (1 - recorded) * (1 / sample.months + 1 / RECORDED.months))
        assert abs(found[name] - recorded) < 4 * error, name


@pytest.mark.parametrize("seats", range(2, 8))
def test_hands_and_fields_of_the_coin_game_are_as_dealt(seats: int) -> None:
    rules = coin.Rules()
    state = coin.begin(rules, seats)
    apart = tuple(sorted(DECK, key=lambda card: card.place))  # no month lies together
    for deck in (DECK, apart):
        for event in coin.deal(state, deck):
            state = coin.evolve(state, event)
    view = coin.view(state)
    [hand] = {side.hand_size for side in view.sides}
    assert f"- {seats} players: {hand} in each hand, {len(view.field)} on the" in PAGES["coins"]
    assert f"starts with {rules.coins} coins and a match has {view.rounds} rounds" in PAGES["coins"]


def test_the_coin_games_example_comes_out_as_the_rules_count() -> None:
    lines = (ScoreLine(1, "sanko", points=5), ScoreLine(1, "koikoi_calls", times=2 + 1))
    assert (
        f"worth 5, and koi-koi was called twice. Then everybody pays you {score_of(lines)}."
        in (PAGES["coins"])
    )
