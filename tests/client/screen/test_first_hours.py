"""What first-time players read in results."""

from __future__ import annotations

from koikoi.v1 import table_pb2
from koikoi_client.screen.board import board
from koikoi_client.screen.result import result
from koikoi_client.screen.room import Room
from koikoi_client.screen.view import View
from tests.client.screen import tables
from tests.client.screen.tables import changed


def test_a_drawn_month_says_why_and_whose_yaku_are_lost() -> None:
    view = changed(tables.round_over())
    view.match.result.Clear()
    view.match.result.end = table_pb2.ROUND_END_DRAWN
    view.match.result.lost.add(
        seat=1, yaku=view.side(1).yaku[0], why=table_pb2.LOSS_REASON_NOBODY_STOPPED
    )
    said = " ".join(text(tables.told(view)).split())
    assert "the cards ran out and nobody stopped" in said
    assert "Your Flower Viewing (5 points) scored nothing" in said


def text(view: View) -> str:
    return "\n".join("".join(w for _, w in line) for line in result(view, Room(80, 24)))


def test_a_result_offers_only_what_the_reader_can_do() -> None:
    """There is no chat for spectators or at a shared screen."""
    assert " C  chat" in text(tables.round_over())
    assert " chat" not in text(changed(tables.round_over(), seat_view=None))
    shared = changed(tables.round_over(), shared=True)
    shared.match.waiting_for[:] = [2]
    assert "has seen the result" in text(tables.told(changed(shared, shared=False)))
    assert "has seen the result" not in text(tables.told(shared))
    assert " chat" not in text(shared)
    over = changed(tables.match_over(), seat_view=None)
    lines = board(over, Room(80, 24))
    assert " R " not in "".join(words for line in lines for _, words in line)
