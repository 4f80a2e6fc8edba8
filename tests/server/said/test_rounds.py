"""How rounds end: a sentence for each way to end, for the winner and for others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences.round_end import How
from tests.server.said.made import captured, event, moment, occupants, yaku

ENDED = {
    "stopped": table_pb2.ROUND_END_STOPPED,
    "drawn": table_pb2.ROUND_END_DRAWN,
    "hand": table_pb2.ROUND_END_DEALT_HAND,
    "hands": table_pb2.ROUND_END_DEALT_HANDS,
    "played": table_pb2.ROUND_END_PLAYED_OUT,
    "abandoned": table_pb2.ROUND_END_ABANDONED,
}
THREE = occupants("Aki", "Ben", "Cho")
FOUR = occupants("Aki", "Ben", "Cho", "Dan")


def headline(end: str, winner: int, scores: list[int], seat: int = 0, **fields: Any) -> str:
    """The headline of a round that ended like this, for the reader at *seat*."""
    items = fields.pop("items", ())
    result = table_pb2.RoundResult(
        end=ENDED[end],
        winner=winner,
        scores=scores,
        next_dealer=fields.pop("next_dealer", 0),
        lines=[table_pb2.ScoreLine(item=item) for item in items],
    )
    fields.setdefault("phase", "ROUND_OVER")
    fields.setdefault("occupants", occupants(*("Aki", "Ben", "Cho", "Dan")[: len(scores)]))
    return moment(result=result, **fields).said(seat).headline


NO_CARDS = [{"hand_size": 0}, {"hand_size": 0}]


@pytest.mark.parametrize(
    ("ended", "fields", "mine", "others"),
    [
        (
            ("stopped", 1, [14, 0]),
            {},
            "You stopped and won Month 3 with 14 points.",
            "Aki stopped and won Month 3 with 14 points.",
        ),
        (
            ("stopped", 1, [1, 0]),
            {"sides": NO_CARDS, "next_dealer": 1},
            "You made a yaku with your last card and won Month 3 with 1 point. You deal next.",
            "Aki made a yaku with the last card and won Month 3 with 1 point. Aki deals next.",
        ),
        (
            ("drawn", 1, [6, 0]),
            {"rules": {"drawn": "oya_ken"}},
            "The cards ran out in Month 3 and nobody stopped: you win it as the dealer, 6 points.",
            "The cards ran out in Month 3 and nobody stopped: Aki wins it as the dealer, 6 points.",
        ),
        (
            ("drawn", 1, [1, 0]),
            {"rules": {"drawn": "tsukazu"}},
            "The cards ran out in Month 3 and nobody stopped: the dealer loses it, and you win 1 "
            "point.",
            "The cards ran out in Month 3 and nobody stopped: the dealer loses it, and Aki wins 1 "
            "point.",
        ),
        (
            ("hand", 1, [6, 0]),
            {"items": ["kuttsuki"]},
            "You were dealt Four Pairs and won Month 3 at once with 6 points.",
            "Aki was dealt Four Pairs and won Month 3 at once with 6 points.",
        ),
        (
            ("stopped", 1, [30, -15, -15]),
            {"game": "coin"},
            "You stopped and won 30 coins in Round 3. Every other player paid 15 coins.",
            "Aki stopped and won 30 coins in Round 3. Every other player paid 15 coins.",
        ),
        (
            ("stopped", 1, [1, -1, 0]),
            {"game": "coin", "sides": [{"hand_size": 0}, {"out": True}, {"out": True}]},
            "You made a yaku with your last card and won 1 coin in Round 3. Ben has no coins left "
            "and is out.",
            "Aki made a yaku with the last card and won 1 coin in Round 3. Ben has no coins left "
            "and is out.",
        ),
        (
            ("played", 1, [85, 40, 10]),
            {"game": "sakura"},
            "You won Round 3 with 85 points.",
            "Aki won Round 3 with 85 points.",
        ),
        (
            ("played", 3, [85, 40, 85, 40]),
            {"game": "sakura", "teams": [1, 2, 1, 2], "next_dealer": 3},
            "You and Cho won Round 3 with 85 points. Cho deals next.",
            "Aki and Cho won Round 3 with 85 points. Cho deals next.",
        ),
    ],
)
def test_a_round_that_somebody_won(
    ended: tuple[str, int, list[int]], fields: Mapping[str, Any], mine: str, others: str
) -> None:
    assert headline(*ended, seat=1, **fields) == mine
    assert headline(*ended, **fields) == others
    assert headline(*ended, seat=2, **fields) != mine


@pytest.mark.parametrize(
    ("ended", "fields", "said"),
    [
        (
            ("drawn", 0, [0, 0]),
            {"next_dealer": 1},
            "Month 3 was drawn: the cards ran out and nobody stopped, so nobody scores. Aki deals "
            "next.",
        ),
        (
            ("drawn", 0, [0, 0]),
            {"next_dealer": 2, "rules": {"drawn": "change_dealer"}},
            "Month 3 was drawn: the cards ran out and nobody stopped, so nobody scores. The deal "
            "passes to Ben.",
        ),
        (
            ("hands", 0, [0, 0]),
            {},
            "Month 3 ended at once: more than one player was dealt a yaku, so nobody scores.",
        ),
        (("abandoned", 0, [0, 0]), {}, "The match ended early, so Month 3 does not count."),
        (
            ("played", 0, [40, 10, 40]),
            {"game": "sakura"},
            "Aki and Cho tied in Round 3 with 40 points: nobody won it.",
        ),
        (
            ("played", 0, [40, 40, 40, 40]),
            {"game": "sakura", "teams": [1, 2, 1, 2]},
            "Round 3 was a tie between teams at 40 points: nobody won it.",
        ),
        (
            ("drawn", 0, [0, 0, 0]),
            {"game": "coin"},
            "Round 3 was drawn: the cards ran out and nobody stopped, so nobody scores.",
        ),
    ],
)
def test_a_round_that_nobody_won(
    ended: tuple[str, int, list[int]], fields: Mapping[str, Any], said: str
) -> None:
    assert headline(*ended, **fields) == said


def test_a_tie_of_mine_is_mine() -> None:
    said = headline("played", 0, [40, 10, 40], seat=3, game="sakura")
    assert said == "You and Aki tied in Round 3 with 40 points: nobody won it."


def test_a_tie_of_three_is_a_list() -> None:
    said = headline("played", 0, [40, 40, 40], seat=3, game="sakura")
    assert said == "You, Aki and Ben tied in Round 3 with 40 points: nobody won it."


def test_whoever_is_out_already_is_no_other_player_who_pays() -> None:
    said = headline("stopped", 1, [8, -4, -4, 0], game="coin")
    assert said == "Aki stopped and won 8 coins in Round 3. Ben and Cho paid 4 coins each."


def test_the_deal_may_pass_to_me() -> None:
    rules = {"drawn": "change_dealer"}
    said = headline("hands", 0, [0, 0], seat=2, next_dealer=2, rules=rules)
    assert said.endswith(" The deal passes to you.")


def test_players_who_cannot_pay_all_are_told_by_what_they_paid() -> None:
    sides = [{}, {"out": True}, {"out": True}, {}]
    fields: dict[str, Any] = {"game": "coin", "sides": sides}
    assert headline("stopped", 1, [27, -4, -8, -15], **fields) == (
        "Aki stopped and won 27 coins in Round 3. Dan paid 15 coins. Cho paid 8 coins. Ben paid 4 "
        "coins. Ben and Cho have no coins left and are out."
    )
    assert headline("stopped", 1, [23, -4, -4, -15], seat=2, **fields) == (
        "Aki stopped and won 23 coins in Round 3. Dan paid 15 coins. You and Cho paid 4 coins "
        "each. You and Cho have no coins left and are out."
    )


def test_a_computer_that_stopped_for_me_is_named() -> None:
    turn = table_pb2.Turn(seat=1, events=[event("STOP_CALLED", 1, by="hard")])
    said = headline("stopped", 1, [14, 0], seat=1, turns=[turn])
    assert said == "Hard (for you) stopped and won Month 3 with 14 points."


def test_whoever_takes_the_winners_seat_has_not_won() -> None:
    turn = table_pb2.Turn(seat=1, before_owner=True, events=[event("STOP_CALLED", 1)])
    for seat in (0, 1, 2):
        said = headline("stopped", 1, [14, 0], seat=seat, turns=[turn])
        assert said == "Red stopped and won Month 3 with 14 points."


def test_whoever_takes_a_seat_that_lost_has_not_lost_but_deals_next() -> None:
    stop = table_pb2.Turn(seat=1, events=[event("STOP_CALLED", 1)])
    laid = [event("CARD_PLAYED", 2, "1-1"), event("CARD_LAID", 2, "1-1")]
    before = table_pb2.Turn(seat=2, before_owner=True, events=laid)
    lost = [{"seat": 2, "yaku": {"yaku": "tane", "points": 1}, "why": "LOSS_REASON_OTHER_STOPPED"}]
    ended = table_pb2.RoundResult(
        end=ENDED["stopped"], winner=1, scores=[14, 0], next_dealer=2, lost=lost
    )
    ended.lines.add(seat=1, item="koikoi", times=2, seats=[2])
    said = moment(phase="ROUND_OVER", turns=[before, stop], result=ended).said(2)
    assert said.headline == "Aki stopped and won Month 3 with 14 points. You deal next."
    assert said.result_lines[0].full == "Blue called koi-koi: times 2"
    assert list(said.lost) == ["Blue's Animals (1 point) scored nothing."]


def test_whoever_sat_down_before_their_last_turn_has_won() -> None:
    """With one of three seats out, the turns have the other two twice."""
    before = table_pb2.Turn(seat=1, before_owner=True, events=[event("CARD_LAID", 1, "1-1")])
    stop = table_pb2.Turn(seat=1, events=[event("STOP_CALLED", 1)])
    said = headline("stopped", 1, [14, 0], seat=1, turns=[before, stop])
    assert said == "You stopped and won Month 3 with 14 points."


def test_a_winner_who_has_left_is_still_called_by_name() -> None:
    turn = table_pb2.Turn(seat=1, events=[event("STOP_CALLED", 1)])
    ended = table_pb2.RoundResult(end=ENDED["stopped"], winner=1, scores=[14, 0])
    made = moment(occupants=occupants("", "Ben"), phase="ROUND_OVER", turns=[turn], result=ended)
    made.update.table.seats[0].last_player_name = "Aki"
    assert made.said().headline == "Aki stopped and won Month 3 with 14 points."


def test_every_way_to_end_is_among_these() -> None:
    """A new way to end needs its sentence, and its line above."""
    assert len(How) == 11


# -- rounds that ended before --------------------------------------------------------------------


def older(*entries: list[table_pb2.Event], seat: int = 0, **fields: Any) -> list[str]:
    """The line about a round that is not the last one any more."""
    dealt = event("ROUND_DEALT", 2, number=3, cards=[1])
    return list(moment(*entries, [dealt], **fields).said(seat).news[0].lines)


ROUND = [{"round_scores": [4, 30]}, {"round_scores": [0, -15]}, {"round_scores": [0, -15]}]


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (
            [event("STOP_CALLED", 1), event("ROUND_ENDED", 1, number=14)],
            "Aki stopped and won Month 2 with 14 points. Ben deals next.",
        ),
        (
            [
                event("YAKU_FORMED", 1, yaku=[yaku("kasu", 1)], number=1),
                event("STOP_CALLED", 1),
                event("ROUND_ENDED", 1, number=1),
            ],
            "Aki made a yaku with the last card and won Month 2 with 1 point. Ben deals next.",
        ),
        (
            [
                event("HAND_SHOWN", 1, yaku=[yaku("teshi", 6)], cards=[1, 2, 3, 4]),
                event("ROUND_ENDED", 1, number=6),
            ],
            "Aki was dealt Four of a Month and won Month 2 at once with 6 points. Ben deals next.",
        ),
        (
            [captured(1, "3-3", "3-1"), event("ROUND_ENDED")],
            "Month 2 was drawn: the cards ran out and nobody stopped, so nobody scores. Ben deals "
            "next.",
        ),
    ],
)
def test_a_round_that_ended_before_is_said_as_it_was(
    events: list[table_pb2.Event], said: str
) -> None:
    assert older(events)[-1] == said


def test_what_was_paid_before_is_in_the_scores_of_the_rounds() -> None:
    stopped = [event("STOP_CALLED", 1), event("ROUND_ENDED", 1, number=15)]
    said = older(stopped, game="coin", occupants=THREE, sides=ROUND)
    assert said == [
        "Aki stopped and won 30 coins in Round 2. Every other player paid 15 coins. Ben deals next."
    ]


def test_a_round_of_the_match_before_is_said_without_what_nobody_knows_any_more() -> None:
    stopped = [event("STOP_CALLED", 1), event("ROUND_ENDED", 1, number=15)]
    over = [event("MATCH_ENDED", text="R"), event("MATCH_STARTED", text="M2")]
    dealt = [event("ROUND_DEALT", 2, number=1, cards=[1])]
    made = moment(stopped, over, dealt, round=1)
    said = [line for entry in made.said().news for line in entry.lines]
    assert said[:3] == ["Aki won the round.", "The match is over.", "A match begins."]


def test_the_number_of_a_round_is_that_of_the_deal_before_its_end() -> None:
    """The next round may be dealt in the same entry."""
    dealt = [event("ROUND_DEALT", 1, number=2, cards=[1])]
    stopped = [event("STOP_CALLED", 1), event("ROUND_ENDED", 1, number=15)]
    again = [event("ROUND_DEALT", 1, number=3, cards=[1])]
    over = [event("MATCH_ENDED", text="R"), event("MATCH_STARTED", text="M2")]
    made = moment(dealt, [*stopped, *again], over, round=0)
    assert made.said().news[1].lines[0] == "Aki stopped and won Month 2 with 15 points."
