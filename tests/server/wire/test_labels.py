"""The labels of options."""

from __future__ import annotations

import pytest

from hanafuda.cards import card, cards
from hanafuda.coin import play as coin
from hanafuda.events import ScoreLine
from hanafuda.game import Option, Verb
from hanafuda.house_rules import parse, rule_options
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.play import Rules
from hanafuda.sakura import play as sakura
from koikoi_server.table.commands import Answer, Choice
from koikoi_server.wire.option_labels import labels

SANKO = ScoreLine(1, "sanko", cards("1-1 3-1 8-1"), points=5)
HANAMI = ScoreLine(1, "hanami", cards("3-1 9-1"), points=5)
KASU = ScoreLine(1, "kasu", points=1)
DOUBLED = ScoreLine(1, "double_at_7", times=2)
CALLED = ScoreLine(1, "koikoi", times=4)

CURTAIN = card("3-1")


def test_what_a_wild_lightning_takes_is_said_later() -> None:
    lightning = "Play Willow lightning (11)"
    plays = (Option(Verb.PLAY, card("11-4")), Option(Verb.PLAY, card("11-4"), cards("11-1")))
    assert labels(plays, sakura, sakura.Rules()) == [
        f"{lightning}: it may take any card on the field",
        f"{lightning}, take Willow rain man",
    ]
    assert labels((Option(Verb.PLAY, card("11-1")),), sakura, sakura.Rules()) == [
        "Play Willow rain man (11): it stays on the field"
    ]


@pytest.mark.parametrize(
    ("choice", "label"),
    [
        (
            Option(Verb.PLAY, card("3-3"), (CURTAIN,)),
            "Play Cherry plain (3), take Cherry curtain",
        ),
        (
            Option(Verb.PLAY, CURTAIN, cards("3-2 3-3 3-4")),
            "Play Cherry curtain (3), take Cherry poem ribbon, Cherry plain and Cherry plain",
        ),
        (
            Option(Verb.PLAY, card("11-4")),
            "Play Willow lightning (11): it stays on the field",
        ),
        (
            Option(Verb.TAKE, card("3-3"), (CURTAIN,)),
            "Take Cherry curtain with Cherry plain (3)",
        ),
        (Option(Verb.LEAVE, card("11-4")), "Leave Willow lightning (11) on the field"),
        (Option(Verb.HIKI, card("9-1"), cards("9-1 9-2")), "Hiki: take all of Mum (9)"),
        (Option(Verb.STOP, lines=(SANKO,)), "Stop and score 5"),
        (
            Option(Verb.STOP, lines=(SANKO, HANAMI, DOUBLED)),
            "Stop and score 20 (10 points, times 2 for 7 or more)",
        ),
        (
            Option(Verb.STOP, lines=(SANKO, HANAMI, DOUBLED, CALLED)),
            "Stop and score 80 (10 points, times 2 for 7 or more, times 4 for koi-koi calls)",
        ),
        (
            Option(Verb.STOP, lines=(KASU, CALLED)),
            "Stop and score 4 (1 point, times 4 for koi-koi calls)",
        ),
        (
            Option(Verb.STOP, lines=(KASU, ScoreLine(1, "a later rule", times=3))),
            "Stop and score 3 (1 point, times 3)",
        ),
        (Answer.CUT, "Cut the deck"),
        (Answer.GO_ON, "Go on"),
    ],
)
def test_a_choice_has_a_label(choice: Choice, label: str) -> None:
    assert labels((choice,), koikoi, Rules()) == [label]


@pytest.mark.parametrize(
    ("rules", "label"),
    [
        (
            Rules(),
            "Koi-koi: play on for more than 20. If your opponent stops first, they score double "
            "and you score nothing.",
        ),
        (
            Rules(koi_multiplier="off"),
            "Koi-koi: play on for more than 20. If your opponent stops first, you score nothing.",
        ),
        (
            Rules(koi_multiplier="koi_bai", own_koi_doubles=True, drawn="oya_ken"),
            "Koi-koi: play on for more than 20. It doubles your own score when you stop. If your "
            "opponent stops first, they score 2, 4 or 8 times as much (by the number of your "
            "calls) and you score nothing. If the cards run out, the dealer wins.",
        ),
    ],
)
def test_koikoi_says_what_it_means_for_the_score(rules: Rules, label: str) -> None:
    stop = Option(Verb.STOP, lines=(SANKO, HANAMI, DOUBLED))
    assert labels((Option(Verb.KOIKOI), stop), koikoi, rules)[0] == label


def test_the_doubling_is_told_to_who_has_not_reached_it() -> None:
    def told(rules: Rules, *lines: ScoreLine) -> bool:
        stop = Option(Verb.STOP, lines=lines)
        return (
            "7 points or more count double."
            in labels((Option(Verb.KOIKOI), stop), koikoi, rules)[0]
        )

    assert told(Rules(), SANKO)
    assert told(Rules(), SANKO, KASU, CALLED), "its points are 6, whatever the koi-koi made of them"
    assert not told(Rules(), SANKO, HANAMI, DOUBLED)
    assert not told(Rules(double_at_7=False), SANKO)


@pytest.mark.parametrize("name", ["koi_multiplier", "drawn"])
def test_koikoi_has_words_under_every_choice_of_the_rule(name: str) -> None:
    option = next(each for each in rule_options(Rules) if each.option == name)
    for choice, _ in option.choices:
        assert labels((Option(Verb.KOIKOI),), koikoi, parse(Rules, {name: choice}))


def test_with_coins_the_others_pay() -> None:
    calls = ScoreLine(1, "koikoi_calls", times=3)
    stop = Option(Verb.STOP, lines=(SANKO, calls))
    assert labels((Option(Verb.KOIKOI), stop), coin, coin.Rules()) == [
        "Koi-koi: play on for more than 15. Whoever stops is paid more for each koi-koi called.",
        "Stop: every other player pays you 15 (5 points, times 3 for koi-koi calls)",
    ]
