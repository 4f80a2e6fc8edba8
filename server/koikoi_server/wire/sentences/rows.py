"""The arithmetic of a round, row by row, and the yaku that scored nothing."""

from __future__ import annotations

from koikoi.v1 import table_pb2 as pb
from koikoi_server.wire.sentences.lexicon import Pattern
from koikoi_server.wire.sentences.reader import Reader, Several


def result_lines(reader: Reader) -> list[pb.LineSaid]:
    """What each row of the round's arithmetic says, with the names of those who played it."""
    players = reader.of_turns(reader.match.turns)
    return [_line(players, row) for row in players.match.result.lines]


def _line(reader: Reader, row: pb.ScoreLine) -> pb.LineSaid:
    words = reader.words
    if row.item in _CALLS and row.seats:
        name = reader.of(row.seats, _CALLED)
        return pb.LineSaid(full=reader.of(row.seats, _CALLED_TIMES, times=row.times), name=name)
    if row.item in _OWN:
        name, you, other = _OWN[row.item]
        full = reader.said(row.seat, you, other, n=row.points)
        return pb.LineSaid(full=full, name=words.text(name))
    if row.item == "payment":
        full = reader.said(row.seat, *_PAYS_COINS, n=abs(row.points))
        return pb.LineSaid(full=full, name=reader.said(row.seat, "You pay", "{name} pays"))
    name = words.text(_ITEMS[row.item]) if row.item in _ITEMS else words.yaku(row.item)
    if row.times:
        full = words.text("{item}: times {times}", item=name, times=row.times)
    elif row.cards:
        pattern = ("{item} ({cards}): {n} point", "{item} ({cards}): {n} points")
        full = words.text(pattern, item=name, cards=words.cards(row.cards), n=row.points)
    else:
        full = words.text(("{item}: {n} point", "{item}: {n} points"), item=name, n=row.points)
    return pb.LineSaid(full=full, name=name)


_CALLS = ("koikoi", "own_koi", "koikoi_calls")
_CALLED = Several(
    "You called koi-koi",
    "You and {name} called koi-koi",
    "You, {names} called koi-koi",
    "{name} called koi-koi",
    "{names} called koi-koi",
)
_CALLED_TIMES = Several(
    "You called koi-koi: times {times}",
    "You and {name} called koi-koi: times {times}",
    "You, {names} called koi-koi: times {times}",
    "{name} called koi-koi: times {times}",
    "{names} called koi-koi: times {times}",
)
_ITEMS = {
    "double_at_7": "7 points or more",
    "koikoi": "Koi-koi",
    "own_koi": "Own koi-koi",
    "koikoi_calls": "Koi-koi of all players",
    "oya_ken": "Drawn: the dealer wins",
    "tsukazu": "Drawn: the dealer loses",
}
"""Rows that are no yaku."""

_OWN: dict[str, tuple[str, Pattern, Pattern]] = {
    "cards": (
        "Own cards",
        ("Your own cards: {n} point", "Your own cards: {n} points"),
        ("Cards of {name}: {n} point", "Cards of {name}: {n} points"),
    ),
    "team_cards": (
        "Partners' cards",
        ("Your partners' cards: {n} point", "Your partners' cards: {n} points"),
        (
            "Cards of the partners of {name}: {n} point",
            "Cards of the partners of {name}: {n} points",
        ),
    ),
    "others_yaku": (
        "Opponents' yaku",
        ("Your opponents' yaku: {n} point", "Your opponents' yaku: {n} points"),
        (
            "Yaku of the opponents of {name}: {n} point",
            "Yaku of the opponents of {name}: {n} points",
        ),
    ),
}
"""Rows that each seat has: for a column, to the reader whose they are, and to all others."""

_PAYS_COINS: tuple[Pattern, Pattern] = (
    ("You pay {n} coin", "You pay {n} coins"),
    ("{name} pays {n} coin", "{name} pays {n} coins"),
)


def lost(reader: Reader) -> list[str]:
    """What each yaku that was held and scored nothing says; names as in the rows."""
    players = reader.of_turns(reader.match.turns)
    return [_lost(players, each) for each in players.match.result.lost]


def _lost(reader: Reader, lost: pb.LostYaku) -> str:
    """The headline has told why."""
    return reader.of(reader.party(lost.seat), _LOST, yaku=reader.words.worth(lost.yaku))


_LOST = Several(
    "Your {yaku} scored nothing.",
    "{yaku} scored nothing for you and {name}.",
    "{yaku} scored nothing for you, {names}.",
    "{name}'s {yaku} scored nothing.",
    "{yaku} scored nothing for {names}.",
)
