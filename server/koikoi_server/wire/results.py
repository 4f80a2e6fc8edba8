"""Makes the message of a round's result."""

from __future__ import annotations

from typing import Any

from hanafuda.analysis.result import Loss, LostYaku, lost, named_seats, payments
from hanafuda.events import RoundEnd
from hanafuda.game import Game, View
from hanafuda.seats import parties
from koikoi.v1 import table_pb2
from koikoi_server.wire.events import yaku

_ENDS = {
    RoundEnd.STOPPED: table_pb2.ROUND_END_STOPPED,
    RoundEnd.DRAWN: table_pb2.ROUND_END_DRAWN,
    RoundEnd.DEALT_HAND: table_pb2.ROUND_END_DEALT_HAND,
    RoundEnd.DEALT_HANDS: table_pb2.ROUND_END_DEALT_HANDS,
    RoundEnd.PLAYED_OUT: table_pb2.ROUND_END_PLAYED_OUT,
    RoundEnd.ABANDONED: table_pb2.ROUND_END_ABANDONED,
}
_LOSSES = {
    Loss.OTHER_STOPPED: table_pb2.LOSS_REASON_OTHER_STOPPED,
    Loss.NOBODY_STOPPED: table_pb2.LOSS_REASON_NOBODY_STOPPED,
    Loss.ABANDONED: table_pb2.LOSS_REASON_ABANDONED,
}


def round_result(game: Game, rules: Any, view: View) -> table_pb2.RoundResult:
    """The result of the round that has just ended; *view* must have one."""
    ended = view.result
    assert ended is not None, "a round has ended"
    calls = [side.koikoi_calls for side in view.sides]
    rows = ended.lines + (payments(ended) if game.ABOUT.stop_is_paid else ())
    return table_pb2.RoundResult(
        end=_ENDS[ended.end],
        winner=ended.winner,
        lines=[
            table_pb2.ScoreLine(
                seat=row.seat,
                item=row.item,
                cards=row.cards,
                points=row.points,
                times=row.times,
                seats=named_seats(row, calls),
            )
            for row in rows
        ],
        scores=ended.scores,
        next_dealer=ended.next_dealer,
        lost=[_lost(each) for each in lost(view, parties(game.teams(rules, len(view.sides))))],
    )


def as_protocol_1(result: table_pb2.RoundResult) -> table_pb2.RoundResult:
    """*result* in the form of protocol 1: without lost yaku, payments and ``ScoreLine.seats``."""
    older = table_pb2.RoundResult()
    older.CopyFrom(result)
    del older.lost[:]
    del older.lines[:]
    for row in result.lines:
        if row.item != "payment":
            older.lines.add().CopyFrom(row)
            del older.lines[-1].seats[:]
    return older


def _lost(lost: LostYaku) -> table_pb2.LostYaku:
    return table_pb2.LostYaku(seat=lost.seat, yaku=yaku(lost.yaku), why=_LOSSES[lost.why])
