"""The rows of a result in words, and the yaku that scored nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import hanafuda
from hanafuda.games import GAMES
from koikoi.v1 import table_pb2
from tests.server.said.made import cards, moment, occupants, yaku
from tests.server.wire.matches import played
from tests.server.wire.test_views import public

STOPPED = table_pb2.ROUND_END_STOPPED


def row(item: str, seat: int = 1, **fields: object) -> table_pb2.ScoreLine:
    return table_pb2.ScoreLine(item=item, seat=seat, **fields)  # type: ignore[arg-type]


def said(line: table_pb2.ScoreLine, seat: int = 0, game: str = "koikoi") -> tuple[str, str]:
    """The row in full, and its name for a column."""
    made = moment(
        game=game,
        occupants=occupants("Aki", "Ben") if game == "koikoi" else occupants("Aki", "Ben", "Cho"),
        phase="ROUND_OVER",
        result=table_pb2.RoundResult(end=STOPPED, winner=1, lines=[line]),
    )
    [words] = made.said(seat).result_lines
    return words.full, words.name


@pytest.mark.parametrize(
    ("line", "game", "full", "name"),
    [
        (
            row("hanami", points=5, cards=cards("3-1 9-1")),
            "koikoi",
            "Flower Viewing (Cherry curtain and Mum sake cup): 5 points",
            "Flower Viewing",
        ),
        (row("kasu", points=1), "koikoi", "Plains: 1 point", "Plains"),
        (row("double_at_7", times=2), "koikoi", "7 points or more: times 2", "7 points or more"),
        (
            row("koikoi", times=4, seats=[2]),
            "koikoi",
            "Ben called koi-koi: times 4",
            "Ben called koi-koi",
        ),
        (
            row("own_koi", times=2, seats=[1]),
            "koikoi",
            "Aki called koi-koi: times 2",
            "Aki called koi-koi",
        ),
        (row("koikoi", times=2), "koikoi", "Koi-koi: times 2", "Koi-koi"),
        (
            row("koikoi_calls", times=3, seats=[2, 3]),
            "coin",
            "Ben and Cho called koi-koi: times 3",
            "Ben and Cho called koi-koi",
        ),
        (row("payment", seat=2, points=-15), "coin", "Ben pays 15 coins", "Ben pays"),
        (
            row("oya_ken", points=6),
            "koikoi",
            "Drawn: the dealer wins: 6 points",
            "Drawn: the dealer wins",
        ),
        (row("cards", points=45), "sakura", "Aki's cards: 45 points", "Own cards"),
        (
            row("others_yaku", points=-50),
            "sakura",
            "Aki's opponents' yaku: -50 points",
            "Opponents' yaku",
        ),
    ],
)
def test_a_row_is_said_in_full_and_for_a_column(
    line: table_pb2.ScoreLine, game: str, full: str, name: str
) -> None:
    assert said(line, game=game) == (full, name)


@pytest.mark.parametrize(
    ("line", "winner", "number"),
    [
        (row("hanami", points=5), 1, "5"),
        (row("koikoi", times=2, seats=[1]), 1, "x2"),
        (row("oya_ken", seat=0, points=6), 2, "6"),
        (row("payment", seat=2, points=-15), 1, "15"),
        (row("cards", seat=2, points=45), 1, ""),
    ],
)
def test_a_row_has_a_number_if_it_is_part_of_the_winners_score(
    line: table_pb2.ScoreLine, winner: int, number: str
) -> None:
    result = table_pb2.RoundResult(end=STOPPED, winner=winner, lines=[line])
    made = moment(game="coin", phase="ROUND_OVER", result=result)
    assert [words.number for words in made.said(0).result_lines] == [number]


@pytest.mark.parametrize(
    ("line", "game", "full"),
    [
        (row("koikoi", times=4, seats=[1]), "koikoi", "You called koi-koi: times 4"),
        (
            row("koikoi_calls", times=3, seats=[1, 3]),
            "coin",
            "You and Cho called koi-koi: times 3",
        ),
        (row("payment", points=-1), "coin", "You pay 1 coin"),
        (row("cards", points=45), "sakura", "Your own cards: 45 points"),
    ],
)
def test_a_row_of_mine_is_mine(line: table_pb2.ScoreLine, game: str, full: str) -> None:
    assert said(line, 1, game)[0] == full


def named_items() -> set[str]:
    """The items of all rows that the source code of the rules makes."""
    found = set()
    for path in Path(hanafuda.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ScoreLine":
                item = node.args[1]
                if isinstance(item, ast.Constant):
                    found.add(str(item.value))
    return found


def test_every_row_that_the_rules_know_has_a_name() -> None:
    items = named_items()
    assert {"double_at_7", "koikoi", "payment"} <= items
    items |= {"oya_ken", "tsukazu"}  # named by the house rule itself
    for item in items:
        assert said(row(item, points=1))[1] != item
        assert said(row(item, times=2))[1] != item


@pytest.mark.parametrize("drawn", ["same_dealer", "oya_ken", "tsukazu"])
def test_no_match_shows_a_row_that_has_no_name(drawn: str) -> None:
    rules = {"months": "24", "drawn": drawn, "koi_multiplier": "koi_bai", "own_koi_doubles": "true"}
    for step in played(5, rules):
        for line in public(step.state).match.result.lines:
            assert said(line)[1] != line.item


WHY = {
    "other": table_pb2.LOSS_REASON_OTHER_STOPPED,
    "nobody": table_pb2.LOSS_REASON_NOBODY_STOPPED,
    "abandoned": table_pb2.LOSS_REASON_ABANDONED,
}


@pytest.mark.parametrize(
    ("why", "winner", "told", "owner", "others"),
    [
        (
            "other",
            2,
            "Aki's Plains (1 point) scored nothing.",
            "Your Plains (1 point) scored nothing.",
            "Aki's Plains (1 point) scored nothing.",
        ),
        (
            "nobody",
            0,
            "Aki's Plains (1 point) scored nothing.",
            "Your Plains (1 point) scored nothing.",
            "Aki's Plains (1 point) scored nothing.",
        ),
        (
            "abandoned",
            0,
            "Aki's Plains (1 point) scored nothing.",
            "Your Plains (1 point) scored nothing.",
            "Aki's Plains (1 point) scored nothing.",
        ),
    ],
)
def test_a_yaku_that_brought_nothing_says_why(
    why: str, winner: int, told: str, owner: str, others: str
) -> None:
    lost = table_pb2.LostYaku(seat=1, yaku=yaku("kasu", 1), why=WHY[why])
    end = STOPPED if winner else table_pb2.ROUND_END_DRAWN
    result = table_pb2.RoundResult(end=end, winner=winner, lost=[lost], scores=[0, 0])
    made = moment(phase="ROUND_OVER", result=result)
    assert [made.said(seat).lost[0] for seat in (2, 1, 0)] == [told, owner, others]


def test_a_team_loses_its_yaku_together() -> None:
    lost = table_pb2.LostYaku(seat=1, yaku=yaku("akatan", -50), why=WHY["abandoned"])
    made = moment(
        game="sakura",
        occupants=occupants("Aki", "Ben", "Cho", "Dan"),
        teams=[1, 2, 1, 2],
        phase="MATCH_OVER",
        result=table_pb2.RoundResult(lost=[lost], scores=[0, 0, 0, 0]),
    )
    ended = "Poetry Ribbons scored nothing for"
    assert made.said(3).lost[0] == f"{ended} you and Aki."
    assert made.said().lost[0] == f"{ended} Aki and Cho."


def test_all_games_count_in_points_or_coins() -> None:
    """The units for which the sentences have patterns."""
    assert {game.ABOUT.score_name for game in GAMES.values()} == {"points", "coins"}
