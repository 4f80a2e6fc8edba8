"""Teams, ties, yaku that cost the others and the lightning, in words. Functions of one update."""

from __future__ import annotations

import pytest

from koikoi.v1 import catalog_pb2 as c
from koikoi.v1 import table_pb2 as t
from koikoi_client import reports, results
from koikoi_client.faces import Theme
from koikoi_client.screen.arithmetic import arithmetic
from koikoi_client.screen.result import result, round_words
from koikoi_client.screen.view import View
from koikoi_client.words import Words
from tests.client.fake import catalogue

CATALOG = catalogue()
CATALOG.games.append(
    c.Game(id="sakura", name="Sakura", round_name="Round", score_name="points", yaku=[
        c.Yaku(id="deer", name="Deer", explanation="Two.", points=-50, any_of=[2, 6], any_count=2)
    ])
)  # fmt: skip
CATALOG.phrases.update(
    {
        "event.12": "{seat} made {yaku}: {number} in all.",
        "event.12.sakura": "{seat} made {yaku}.",
        "event.12.sakura.you": "You made {yaku}.",
        "event.15": "{seat} won with {number}.",
        "event.15.you": "You won with {number}.",
        "event.15.no_seat": "Nobody won.",
        "event.15.sakura.no_seat": "A tie.",
        "score.cards": "Cards",
    }
)
DEER = t.YakuScore(yaku="deer", points=-50)


def words(*teams: int, seat: int = 1, game: str = "sakura") -> Words:
    names = ("Aki", "Ben", "Cho", "Dan")
    seats = [
        t.Seat(number=number, player_name=name, team=team)
        for number, (name, team) in enumerate(zip(names, teams, strict=False), 1)
    ]
    return Words(CATALOG, t.Table(game=game, seats=seats), seat)


def ended(
    words: Words, winner: int, *scores: int, end: t.RoundEnd = t.ROUND_END_PLAYED_OUT
) -> t.Match:
    rows = [t.ScoreLine(seat=seat, item="cards", points=60) for seat in range(1, len(scores) + 1)]
    return t.Match(
        round=2,
        rounds=6,
        sides=[
            t.Side(seat=seat, score=score, round_scores=[0, score])
            for seat, score in enumerate(scores, 1)
        ],
        result=t.RoundResult(end=end, winner=winner, lines=rows, scores=scores),
    )


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("koikoi", "Ben called koi-koi"),
        ("own_koi", "You called koi-koi"),
        ("koikoi_calls", "You and Ben called koi-koi"),
        ("cards", "Cards"),
    ],
)
def test_a_row_for_koi_koi_says_who_called_it(item: str, said: str) -> None:
    """Of "Koi-koi x2" the reader does not know whose; the screen says the same as the lines."""
    sides = [t.Side(seat=seat, koikoi_calls=1 if seat < 3 else 0) for seat in (1, 2, 3)]
    row = t.ScoreLine(seat=1, item=item, times=2)
    match = t.Match(sides=sides, result=t.RoundResult(winner=1, lines=[row], scores=[2, 0, 0]))
    there = words(0, 0, 0)
    assert results.round_lines(there, match)[1] == f"  {said}: times 2"
    update = t.Update(table=there.table, match=match)
    view = View(update, t.SeatView(seat=1), CATALOG)
    drawn = arithmetic(view, 80, Theme())
    assert "".join(part for _, part in drawn[0]).strip().startswith(said)


def test_a_round_is_won_by_the_team() -> None:
    there = words(1, 2, 1, 2)
    lines = results.result_lines(there, ended(there, 3, 120, 60, 120, 60))
    assert lines[0] == "Round 2: You and Cho win 120 points."
    assert lines[1:5] == [
        "  You: Cards: 60 points",
        "  Ben: Cards: 60 points",
        "  Cho: Cards: 60 points",
        "  Dan: Cards: 60 points",
    ]
    assert lines[5] == "You and Cho +120, Ben and Dan +60."
    assert lines[-1] == "Total after 2 of 6: you and Cho 120, Ben and Dan 60."
    others = results.result_lines(there, ended(there, 2, 60, 120, 60, 120))
    assert others[0] == "Round 2: Ben and Dan win 120 points."


def test_scores_of_a_team_are_said_once() -> None:
    there = words(1, 2, 1, 2)
    match = ended(there, 3, 120, 60, 120, 60)
    assert reports.standing(there, match) == "Round 2 of 6. Score: you and Cho 120, Ben and Dan 60."


@pytest.mark.parametrize(
    ("winner", "scores", "said"),
    [
        (0, (60, 60), "Round 2: a tie at 60 points."),
        (1, (60, 50), "Round 2: You win 60 points."),
        (2, (60, 70), "Round 2: Ben wins 70 points."),
    ],
)
def test_a_round_that_is_played_out_has_a_winner_or_is_a_tie(
    winner: int, scores: tuple[int, int], said: str
) -> None:
    there = words(0, 0)
    lines = results.result_lines(there, ended(there, winner, *scores))
    assert lines[0] == said
    assert f"You {scores[0]:+d}, Ben {scores[1]:+d}." in lines, "everybody's score, equal ones too"


def test_a_drawn_month_is_no_tie() -> None:
    there = words(0, 0, game="koikoi")
    match = ended(there, 0, 0, 0, end=t.ROUND_END_DRAWN)
    assert "Nobody scores." in results.result_lines(there, match)[0]


def test_a_yaku_of_a_team_is_said_once_and_what_it_costs() -> None:
    there = words(1, 2, 1, 2)
    sides = [
        t.Side(seat=seat, yaku=[DEER] if seat % 2 else [], points=-50 if seat % 2 else 0)
        for seat in range(1, 5)
    ]
    lines = reports.captured_lines(there, t.Match(sides=sides))
    assert [line for line in lines if "Deer" in line] == [
        "You and Cho so far: Deer (-50 for each opponent)."
    ]


def test_a_team_collects_together_in_the_chart() -> None:
    there = words(1, 2, 1, 2)
    sides = [t.Side(seat=seat, captured=[[2], [], [6], []][seat - 1]) for seat in range(1, 5)]
    assert reports.chart_lines(there, t.Match(sides=sides)) == [
        "Deer, -50 points for each opponent: Two. (you and Cho 2 of 2; Ben and Dan 0 of 2)"
    ]


def test_a_game_may_have_its_own_sentences() -> None:
    formed = t.Event(kind=t.EVENT_KIND_YAKU_FORMED, seat=2, yaku=[DEER], number=-50)
    tie = t.Event(kind=t.EVENT_KIND_ROUND_ENDED)
    assert words(0, 0).event(formed) == "Ben made Deer (-50 for each opponent)."
    assert words(0, 0, seat=2).event(formed) == "You made Deer (-50 for each opponent)."
    assert words(0, 0).event(tie) == "A tie."
    assert words(0, 0, game="koikoi").event(tie) == "Nobody won."
    assert "in all" in words(0, 0, game="koikoi").event(formed)


def test_a_round_won_is_an_event_of_the_team() -> None:
    won = t.Event(kind=t.EVENT_KIND_ROUND_ENDED, seat=3, number=120)
    assert words(1, 2, 1, 2).event(won) == "You and Cho won with 120."
    assert words(1, 2, 1, 2, seat=2).event(won) == "Aki and Cho won with 120."
    assert words(0, 0, 0, seat=3).event(won) == "You won with 120."


def test_what_the_lightning_took_is_said() -> None:
    match = t.Match(sides=[t.Side(seat=1), t.Side(seat=2, gaji_took=9)])
    assert reports.gaji_lines(words(0, 0), match) == [
        "The lightning of Ben took Plant3 crane (bright): what the field has left of that month "
        "at the end of the round goes to Ben."
    ]
    assert reports.gaji_lines(words(0, 0, seat=2), match)[0].startswith(
        "Your lightning took Plant3 "
    )
    assert reports.captured_lines(words(0, 0), match)[-1].startswith("The lightning of Ben")


def test_the_screen_counts_each_seat_and_says_a_tie() -> None:
    """Rows of every seat have a score each; the winner's alone would be half of the truth."""
    there = words(1, 2, 1, 2)
    view = View(
        t.Update(table=there.table, match=ended(there, 3, 120, 60, 120, 60)),
        t.SeatView(seat=1),
        CATALOG,
    )
    assert round_words(view) == "You and Cho win round 2 with 120 points."
    shown = "\n".join("".join(part for _, part in line) for line in result(view, 80, 40, Theme()))
    counted = [line.split() for line in shown.split("\n") if line.strip()[:1] in tuple("1234")]
    assert counted[:4] == [
        ["1", "Aki", "60", "120", "120"],
        ["2", "Ben", "60", "60", "60"],
        ["3", "Cho", "60", "120", "120"],
        ["4", "Dan", "60", "60", "60"],
    ], "cards, score of the round, total"
    view.match.result.winner = 0
    assert round_words(view).startswith("A tie")


def test_a_computer_that_sits_alone_does_not_play_for_itself() -> None:
    """It sits at its seat; where it plays for a person, the person is named."""
    there = words(0, 0)
    there.table.seats.add(seat=3, bot="medium")
    there.catalog.phrases[f"event.{t.EVENT_KIND_BOT_SEATED}"] = "A computer plays for {seat}."
    assert there.event(t.Event(kind=t.EVENT_KIND_BOT_SEATED, seat=3, text="medium")) == (
        "A computer (medium) sits at Seat 3."
    )
    assert there.event(t.Event(kind=t.EVENT_KIND_BOT_SEATED, seat=2)) == (
        "A computer plays for Ben."
    )
