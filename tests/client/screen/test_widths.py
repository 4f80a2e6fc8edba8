"""Characters about whose width terminals disagree never reach the screen."""

from __future__ import annotations

import pytest

from koikoi.v1 import record_pb2, service_pb2
from koikoi_client.cards import Line
from koikoi_client.screen import handoff, lobby, log, records, result, seats, yaku_chart
from koikoi_client.screen.board import board
from koikoi_client.screen.room import Room
from koikoi_client.text import printable

from . import tables
from .finished import finished
from .screens import text

CURIOUS = "🇯🇵👩‍👩‍👧👍🏽❤️1️⃣\u202e"
DISAGREED = set(CURIOUS) - set(printable(CURIOUS)) - set("1")
SIZE = Room(120, 40)


def everywhere() -> dict[str, list[Line]]:
    """All screens that show text of players."""
    over = tables.match_over()
    for view in (over, playing := tables.changed(tables.ordinary(), notice=printable(CURIOUS))):
        view.table.name = CURIOUS
        for seat in view.table.seats:
            seat.player_name = CURIOUS[seat.number - 1 :]
    over, playing = tables.told(over), tables.told(playing)
    assert CURIOUS[:2] in playing.said.seat_names[0]  # as a server sends them
    said = printable(f"Ben: {CURIOUS}")  # as it is kept in the log
    record = record_pb2.Record()
    record.CopyFrom(finished(2))
    record.players[0].name = CURIOUS
    listed = lobby.Lobby(
        rows=[service_pb2.TableRow(table=playing.table)], catalog=tables.CATALOG,
        name=printable(CURIOUS),
    )  # fmt: skip
    watched = tables.told(tables.changed(playing, seat_view=None, chosen=0))
    return {
        "board": board(tables.changed(playing, log=[said]), SIZE),
        "gathering": board(tables.changed(tables.gathering(), log=[said]), SIZE),
        "lobby": lobby.lobby(listed, SIZE),
        "seats": seats.seats(playing, SIZE),
        "result": result.result(over, SIZE),
        "records": records.records(records.Records([record], tables.CATALOG), SIZE),
        "log": log.log([said], SIZE),
        "chart": yaku_chart.yaku_chart(playing, SIZE),
        "handoff": handoff.handoff(watched, 1, SIZE),
    }


@pytest.mark.parametrize("name", everywhere())
def test_no_character_of_doubtful_width_is_shown(name: str) -> None:
    """A flag becomes two letters, a family its members; joiners and selectors are removed."""
    assert not DISAGREED & set(text(everywhere()[name]))


def test_characters_are_shown_in_their_parts() -> None:
    assert "JP👩👩👧👍❤1" in text(everywhere()["lobby"])
