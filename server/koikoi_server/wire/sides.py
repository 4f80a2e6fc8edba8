"""Makes the sides of a match: captured cards, yaku and scores of each seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hanafuda.analysis.progress import Progress, ProgressState, progress
from hanafuda.cards import DECK, Card
from hanafuda.game import About, Game, View
from koikoi.v1 import table_pb2
from koikoi_server.wire.events import yaku

_STATES = {
    ProgressState.OPEN: table_pb2.PROGRESS_STATE_OPEN,
    ProgressState.HELD: table_pb2.PROGRESS_STATE_HELD,
    ProgressState.REPLACED: table_pb2.PROGRESS_STATE_REPLACED,
    ProgressState.ALONE: table_pb2.PROGRESS_STATE_ALONE,
    ProgressState.OUT: table_pb2.PROGRESS_STATE_OUT,
}


def sides(game: Game, rules: Any, view: View) -> list[table_pb2.Side]:
    """The side of each seat, seat 1 first."""
    about = game.ABOUT
    worthless = _worthless(about, view)
    rows = progress(game, rules, view)
    return [
        table_pb2.Side(
            seat=seat,
            hand_size=side.hand_size,
            captured=side.captured,
            yaku=[yaku(held) for held in side.yaku],
            points=side.points,
            koikoi_calls=side.koikoi_calls,
            score=side.score,
            round_scores=side.round_scores,
            out=side.out,
            gaji_took=side.gaji_took or 0,
            card_points=sum([about.card_points[card - 1] for card in side.captured])
            if about.card_points
            else 0,
            worthless=[card for card in side.captured if card in worthless],
            progress=progress_rows(rows[seat - 1]),
        )
        for seat, side in enumerate(view.sides, 1)
    ]


def progress_rows(rows: Iterable[Progress]) -> list[table_pb2.Progress]:
    """The messages of *rows*, which say how many cards of each yaku a side has."""
    return [
        table_pb2.Progress(
            yaku=row.yaku, have=row.have, state=_STATES[row.state], one_card=row.one_card
        )
        for row in rows
    ]


def _worthless(about: About, view: View) -> frozenset[Card]:
    """The cards that count for nothing; none in a game whose cards have no points.

    The lightning and the card that it took as a wild card are not worthless.
    """
    if not about.card_points:
        return frozenset()
    kept = {side.gaji_took for side in view.sides if side.gaji_took is not None}
    if kept and about.wild is not None:
        kept.add(about.wild)
    return frozenset(card for card in DECK if not about.card_points[card - 1] and card not in kept)
