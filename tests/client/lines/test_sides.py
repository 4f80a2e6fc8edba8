"""How a table stands, in lines of headings, names and numbers: of teams, cards, yaku, seats."""

from __future__ import annotations

from koikoi.v1 import catalog_pb2, table_pb2
from koikoi_client.text import reports
from koikoi_client.text.names import Names
from tests.client.fake import catalogue

CATALOG = catalogue()
CATALOG.games.append(
    catalog_pb2.Game(id="sakura", name="Sakura", round_name="Round", score_name="points", yaku=[
        catalog_pb2.Yaku(id="deer", name="Deer", explanation="Two.", need=2,
               worth="50 points from each opponent"),
        catalog_pb2.Yaku(id="cup", name="Cup", explanation="One.", need=1, worth="5 points"),
        catalog_pb2.Yaku(id="dealt", name="Four of a kind", explanation="Dealt.", worth="6 points"),
    ])
)  # fmt: skip
NOW = 1_000.0


def words(seat: int = 1, **said: object) -> Names:
    """At a table of two teams, Aki and Cho, Ben and Dan."""
    seats = [
        table_pb2.Seat(number=number, player_name=name, team=2 - number % 2)
        for number, name in enumerate(("Aki", "Ben", "Cho", "Dan"), 1)
    ]
    told = table_pb2.Said(
        seat_names=["Aki", "Ben", "Cho", "Dan"], party_names=["you and Cho", "Ben and Dan"],
        **said,  # type: ignore[arg-type]  # fields of Said
    )  # fmt: skip
    return Names(CATALOG, table_pb2.Table(game="sakura", seats=seats, host=2), seat, said=told)


def match(*sides: table_pb2.Side, scores: tuple[int, int] = (120, 60)) -> table_pb2.Match:
    return table_pb2.Match(
        round=2,
        rounds=6,
        dealer=1,
        sides=sides or [table_pb2.Side(seat=n) for n in range(1, 5)],
        parties=[
            table_pb2.Party(seats=[1, 3], score=scores[0]),
            table_pb2.Party(seats=[2, 4], score=scores[1]),
        ],
    )


def test_scores_of_a_team_are_said_once() -> None:
    assert reports.standing(words(), match()) == (
        "Round 2 of 6. Score: you and Cho 120, Ben and Dan 60. Dealer: you."
    )
    assert reports.standing(words(seat=0), match()).endswith("Dealer: Aki.")


def test_a_score_is_not_taken_for_the_number_of_a_name() -> None:
    there = words()
    there.said.party_names[1] = "Ben and Medium 4"
    assert "you and Cho 120, Ben and Medium 4: 60." in reports.standing(there, match())


def test_who_is_out_is_told_with_the_score() -> None:
    sides = [table_pb2.Side(seat=n, out=n % 2 == 0) for n in range(1, 5)]
    assert "Ben and Dan 0 (out)." in reports.standing(words(), match(*sides, scores=(100, 0)))


def test_rounds_are_told_by_side_and_what_they_come_to() -> None:
    sides = [
        table_pb2.Side(seat=n, round_scores=[40, 0] if n % 2 else [0, 60]) for n in range(1, 5)
    ]
    assert list(reports.rounds_lines(words(), match(*sides, scores=(40, 60)))) == [
        "  Round 1: you and Cho 40, Ben and Dan 0",
        "  Round 2: you and Cho 0, Ben and Dan 60",
        "Score after 2 of 6: you and Cho 40, Ben and Dan 60.",
    ]
    assert list(reports.rounds_lines(words(), match())) == []


def test_captured_cards_are_told_under_their_kinds_and_yaku_of_a_team_once() -> None:
    sides = [table_pb2.Side(seat=n) for n in range(1, 5)]
    sides[0].captured[:], sides[0].card_points = [2, 1, 6, 4], 25
    for side in (sides[1], sides[3]):
        side.yaku.extend(
            [
                table_pb2.YakuScore(yaku="cup", points=5),
                table_pb2.YakuScore(yaku="deer", points=-50),
            ]
        )
        side.points = 5
    assert [line for line in reports.captured_lines(words(), match(*sides)) if line] == [
        "Captured by you: Brights (1): Plant1 crane; Animals (2): Plant1 boar, Plant2 boar; "
        "Plains (1): Plant1 plain; points: 25.",
        "Captured by Ben: nothing yet.",
        "Captured by Cho: nothing yet.",
        "Captured by Dan: nothing yet.",
        "Yaku so far for Ben and Dan: Cup (5), Deer (50 points from each opponent); points: 5.",
    ]


def test_the_chart_tells_how_far_each_side_is_as_the_server_says() -> None:
    """Of a team its lowest seat; rows that the server leaves out are left out."""
    sides = [table_pb2.Side(seat=n) for n in range(1, 5)]
    sides[0].progress.add(yaku="deer", have=1, state=table_pb2.PROGRESS_STATE_OPEN, one_card=True)
    sides[1].progress.add(yaku="deer", have=0, state=table_pb2.PROGRESS_STATE_OUT)
    sides[1].progress.add(yaku="cup", have=2, state=table_pb2.PROGRESS_STATE_ALONE)
    assert list(reports.chart_lines(words(), match(*sides))) == [
        "Deer, 50 points from each opponent: Two. (you and Cho 1 of 2, one card away; "
        "Ben and Dan 0 of 2, out of reach)",
        "Cup, 5 points: One. (Ben and Dan 2 of 1, counts only beside another)",
        "Four of a kind, 6 points: Dealt.",
    ]
    for state, told in (
        (table_pb2.PROGRESS_STATE_HELD, "held"),
        (table_pb2.PROGRESS_STATE_REPLACED, "replaced by a better one"),
        (99, ""),
    ):
        sides[1].progress[1].state = state  # type: ignore[assignment]  # one of a later kind too
        cup = [*reports.chart_lines(words(), match(*sides))][1]
        assert cup.endswith(f"(Ben and Dan 2 of 1{', ' if told else ''}{told})")


def test_who_of_the_others_is_near_is_the_servers_word() -> None:
    there = words(near=["You and Cho are one card from Deer.", "Ben and Dan are near too."])
    assert reports.near(there, match()) == {2: "Ben and Dan are near too."}
    there = words(seat=0, near=["Aki and Cho are one card from Deer.", ""])
    assert list(reports.near(there, match())) == [1]


def test_a_seat_is_told_with_its_state_and_how_long_it_has_lasted() -> None:
    there = words(seat_states=["", "host, away", "Hard plays for Cho", ""])
    there.table.seats[1].absent_since.FromSeconds(int(NOW))
    assert reports.seat_lines(there, NOW + 120) == [
        "  1: Seat 1, Aki, you, team 1",
        "  2: Seat 2, Ben, team 2, host, away, connection lost 2 min ago",
        "  3: Seat 3, Cho, team 1, Hard plays for Cho",
        "  4: Seat 4, Dan, team 2",
    ]


def test_an_open_seat_has_one_name() -> None:
    there = Names(CATALOG, table_pb2.Table(game="koikoi", seats=[table_pb2.Seat(number=1)]),
                  said=table_pb2.Said(seat_names=["Red"], seat_states=["open"]))  # fmt: skip
    assert reports.seat_lines(there, NOW) == ["  1: Red, open"]


def test_what_is_waited_for_has_the_time_that_is_left() -> None:
    there, of = words(waiting="Ben chooses."), match()
    assert reports.waiting_line(there, of, NOW) == "Ben chooses."
    of.deadline.FromSeconds(int(NOW) + 20)
    assert reports.waiting_line(there, of, NOW) == "Ben chooses. Time left: 20 s."
    assert reports.waiting_line(words(), of, NOW) == ""


def test_cards_say_what_they_count() -> None:
    """In a game that counts cards."""
    catalog = catalogue()
    catalog.games[0].card_points.extend([0, 20, *[0] * 46])
    there = Names(catalog, table_pb2.Table(game="koikoi"))
    assert there.full_card(2) == "Plant1 boar (animal, 20)"
    assert there.full_card(1) == "Plant1 crane (bright)"
    assert there.full_card(4) == "Plant1 plain"


def test_ids_that_the_catalogue_does_not_know_are_shown_as_they_are() -> None:
    there = Names(CATALOG, table_pb2.Table(game="later", seats=[table_pb2.Seat(number=5)]), 1)
    assert there.card(60) == "card 60"
    assert there.yaku_name("new_yaku") == "new_yaku"
    assert there.player(5) == "Seat 5"


def test_names_cannot_move_the_cursor() -> None:
    there = Names(CATALOG, said=table_pb2.Said(seat_names=["B\x1b[2Jen"]))
    assert there.player(1) == "B[2Jen"
