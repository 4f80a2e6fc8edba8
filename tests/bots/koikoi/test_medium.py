"""Medium plays toward its own yaku, guards against the other's, and is careful with koi-koi."""

from __future__ import annotations

from random import Random

import pytest

from hanafuda.cards import card
from hanafuda.game import Option, Phase, SeatView, Verb
from hanafuda.koikoi import play as koikoi
from koikoi_server.bots.koikoi import medium, policy
from koikoi_server.commands import contests
from tests.bots.koikoi.positions import position


def choice(view: SeatView) -> Option:
    return medium.choose(view, Random(0))


def test_it_completes_its_own_yaku() -> None:
    """Boar and deer captured: the butterflies come before a Bright."""
    view = position(
        hand="6-3 1-3 12-4 4-4",
        field="6-1 1-1 9-3",
        captured=("7-1 7-3 10-1 10-3", "5-3 5-4"),
    )
    assert choice(view).taken == (card("6-1"),)


def test_it_takes_what_would_complete_the_others_yaku() -> None:
    """The other holds boar and deer: the butterflies come before a Bright of little use."""
    view = position(
        hand="6-3 1-3 12-4 4-4",
        field="6-1 1-4 9-3",
        captured=("5-3 5-4", "7-1 7-3 10-1 10-3"),
    )
    assert choice(view).taken == (card("6-1"),)


def test_it_does_not_lay_what_completes_the_others_yaku() -> None:
    """No card matches: it lays a plain one, not the ribbon that the other waits for."""
    view = position(hand="3-2 4-4", field="9-3 8-3", captured=("5-3 5-4", "1-2 1-3 2-2 2-3"))
    assert choice(view).card == card("4-4")


def test_it_takes_the_better_of_two_cards_with_a_drawn_card() -> None:
    """A drawn cherry plain takes the curtain, not the plain."""
    view = position(hand="4-4", field="3-1 3-3", open_card="3-4", phase=Phase.PLACE)
    assert choice(view).taken == (card("3-1"),)


WITH_YAKU = "1-1 1-3 3-1 3-3 8-1 8-3"
HANDS = {4: "2-3 4-3 5-3 6-3", 3: "2-3 4-3 5-3"}


def deciding(hand: str, other: str, calls: tuple[int, int] = (0, 0)) -> SeatView:
    return position(hand=hand, captured=(WITH_YAKU, other), phase=Phase.DECIDE, calls=calls)


@pytest.mark.parametrize(
    ("cards_in_hand", "verb"),
    [(medium.MIN_HAND, Verb.KOIKOI), (medium.MIN_HAND - 1, Verb.STOP)],
)
def test_it_calls_koikoi_only_with_many_cards(cards_in_hand: int, verb: Verb) -> None:
    """MIN_HAND is the least number."""
    assert choice(deciding(HANDS[cards_in_hand], "5-4 5-2")).verb is verb


TRIO = ["6-1", "7-1", "10-1"]
ANIMALS = ["2-1", "4-1", "5-1", "11-2"]
RIBBONS = ["2-2", "4-2", "6-2", "7-2"]
PLAINS = ["2-4", "4-4", "5-4", "6-4", "7-3", "7-4", "9-3", "9-4"]
DRY = ["12-1", "1-1"]


@pytest.mark.parametrize(
    ("yaku", "most"),
    [
        (TRIO, policy.FAR_SET_CARDS),
        (ANIMALS, policy.FAR_ANIMALS),
        (RIBBONS, policy.FAR_RIBBONS),
        (PLAINS, policy.FAR_PLAINS),
    ],
)
def test_it_calls_koikoi_only_while_the_other_is_far(yaku: list[str], most: int) -> None:
    """This many cards are far from a yaku; one more is near."""
    hand = "1-4 3-4 8-4 12-4"
    assert choice(deciding(hand, " ".join(yaku[:most]))).verb is Verb.KOIKOI
    assert choice(deciding(hand, " ".join(yaku[: most + 1]))).verb is Verb.STOP


def test_two_dry_brights_are_near_unless_the_other_two_are_taken() -> None:
    """FAR_DRY_BRIGHTS counts only while the side can still get three."""
    mine = "2-2 2-3 4-2 4-3 5-2 5-3 6-2 6-3 7-2 7-3"  # five ribbons
    for blocked, verb in ((mine, Verb.STOP), (f"{mine} 3-1 8-1", Verb.KOIKOI)):
        view = position(hand="1-4 3-4 8-4 12-4", captured=(blocked, "1-1 12-1"), phase=Phase.DECIDE)
        assert choice(view).verb is verb


def test_a_viewing_pair_of_the_other_is_near_only_where_viewing_counts() -> None:
    """The sake cup threatens Flower and Moon Viewing; without them it is one Animal."""
    mine = "2-2 2-3 4-2 4-3 5-2 5-3 6-2 6-3 7-2 7-3"
    for viewing, verb in (("count", Verb.STOP), ("off", Verb.KOIKOI)):
        view = position(
            hand="1-4 3-4 8-4 12-4",
            captured=(mine, "9-1 9-3"),
            phase=Phase.DECIDE,
            rules=koikoi.Rules(viewing=viewing),
        )
        assert choice(view).verb is verb


def test_it_stops_after_the_others_koikoi() -> None:
    """It does not risk the points that the opponent's koi-koi doubles."""
    assert choice(deciding(HANDS[4], "5-4 5-2", calls=(0, 1))).verb is Verb.STOP


@pytest.mark.slow
def test_it_beats_random() -> None:
    """It won 97 % of 1,000 matches. In the 40 here it must win 36."""
    tally = contests.contest(
        koikoi, koikoi.Rules(), medium.choose, contests.any_option, matches=40, seed=5
    )
    assert tally.rate >= 0.9


@pytest.mark.parametrize(
    "rules",
    [
        koikoi.Rules(months=2, lightning_wild=True),
        koikoi.Rules(months=2, counting="older", sake_cup="either", viewing="with_other"),
        koikoi.Rules(months=2, nomi=5, bukku=12, koi_multiplier="koi_bai", dealt_hands="off"),
        koikoi.Rules(months=2, drawn="tsukazu", field_redeal="four_or_pairs", sake_cup="double"),
    ],
)
def test_it_plays_under_house_rules(rules: koikoi.Rules) -> None:
    """It always chooses one of its options, and still beats random."""
    tally = contests.contest(koikoi, rules, medium.choose, contests.any_option, matches=60, seed=5)
    assert tally.rate > 0.6
