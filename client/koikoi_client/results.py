"""What a row of a round's arithmetic is called."""

from __future__ import annotations

from koikoi.v1 import table_pb2 as t
from koikoi_client.reports import capital
from koikoi_client.texts import joined, text
from koikoi_client.words import Words


def item_words(words: Words, match: t.Match, row: t.ScoreLine) -> str:
    """What a row of the arithmetic is called; of koi-koi who called it: "Ben called koi-koi".

    The item "koikoi" counts the calls of all but the row's seat, "own_koi" that seat's,
    "koikoi_calls" everybody's.
    """
    called = [side.seat for side in match.sides if side.koikoi_calls]
    counted = {
        "koikoi": [seat for seat in called if seat != row.seat],
        "own_koi": [seat for seat in called if seat == row.seat],
        "koikoi_calls": called,
    }.get(row.item, [])
    if not counted:
        return words.score_item(row.item)
    names = joined([words.you_or(seat) for seat in counted], text("and"))
    return text("{who} called koi-koi", who=capital(names))
