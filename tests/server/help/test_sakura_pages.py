"""The figures on the pages about Sakura agree with its rules."""

from __future__ import annotations

from collections import Counter

from hanafuda.cards import DECK, Kind
from hanafuda.dealing import SIZES
from hanafuda.sakura import play as sakura
from hanafuda.sakura.rules import POINTS
from hanafuda.sakura.scoring import COST
from tests.server.help.test_pages import everything

PAGES = {page: found.text for page, found in everything().items()}
CHART = sakura.chart(sakura.Rules())


def test_how_many_cards_are_dealt() -> None:
    for players, (hand, field) in SIZES.items():
        line = f"- {players} players: {hand} in each hand, {field} on the field."
        assert line in PAGES["sakura_turn"]


def test_what_the_cards_are_worth() -> None:
    page = PAGES["sakura_scoring"]
    assert f"All cards together are worth {sum(POINTS)}." in page
    named = {
        20: ("crane", "curtain", "moon", "phoenix"),
        10: ("ten of them", "yellow Paulownia"),
        5: ("nine of them", "rain man"),
    }
    for points, words in named.items():
        [line] = [line for line in page.split("\n") if line.startswith(f"- {points} points: ")]
        assert all(word in line for word in words)
        held = [each for each in DECK if POINTS[each - 1] == points]
        kinds = Counter(each.kind for each in held)
        assert kinds[Kind.RIBBON] == (10 if points == 10 else 0)
        assert kinds[Kind.ANIMAL] == (9 if points == 5 else 0)
        assert kinds[Kind.BRIGHT] == {20: 4, 10: 0, 5: 1}[points]
    assert "20 points, 10, 5 or nothing" in PAGES["sakura"]
    assert "it is worth 10 points, and they are worth nothing" in PAGES["card_questions"]


def test_what_a_yaku_is_and_costs() -> None:
    assert {len(row.all_of) for row in CHART} == {3}
    assert len(CHART) == 8
    assert "eight yaku, groups of three cards each" in PAGES["sakura"]
    assert f"takes {-COST} points from every opponent" in PAGES["sakura"]
    assert {row.points for row in CHART} == {COST}
    example = [COST * others for others in (3, 2, 1)]
    assert example == [-150, -100, -50]
    assert "You lose 150 points, the first loses 100 and the second 50." in PAGES["sakura_scoring"]
    assert -COST / max(POINTS) == 2.5
    assert "two and a half of the best cards" in PAGES["sakura_tips"]


def test_which_cards_are_of_use_in_two_yaku() -> None:
    uses = Counter(each for row in CHART for each in row.all_of)
    twice = {each.object for each, count in uses.items() if count == 2}
    assert max(uses.values()) == 2
    assert twice == {"curtain", "sake cup", "boar", "deer"}
    assert "two yaku: the curtain, the sake cup, the boar and the deer." in PAGES["sakura_tips"]


def test_how_many_rounds() -> None:
    assert sakura.Rules().rounds == 12
    assert "Twelve rounds make a match." in PAGES["sakura"]
