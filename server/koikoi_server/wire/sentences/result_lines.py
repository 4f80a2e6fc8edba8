"""The rows of a round's result, and the yaku that did not score (Said.result_lines, Said.lost)."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences.lexicon import Pattern
from koikoi_server.wire.sentences.reader import Reader, Several


def result_lines(reader: Reader) -> list[table_pb2.LineSaid]:
    """The rows of the result, with the names of the players of the round."""
    players = reader.with_players_of(reader.match.turns)
    result = players.match.result
    lines = [_line(players, row) for row in result.lines]
    for line, row in zip(lines, result.lines, strict=True):
        line.number = _number(row, result.winner)
    return lines


def _number(row: table_pb2.ScoreLine, winner: int) -> str:
    """What a row contributes to the winner's score; empty: nothing."""
    if row.item == "payment":
        return str(-row.points)
    if row.seat not in (0, winner):
        return ""
    return f"x{row.times}" if row.times else str(row.points)


def _line(reader: Reader, row: table_pb2.ScoreLine) -> table_pb2.LineSaid:
    words, multiplier = reader.words, MULTIPLIERS.get(row.item)
    if multiplier is not None and multiplier.is_called and row.seats:
        full = reader.about_several(row.seats, _CALLED_TIMES, times=row.times)
        return table_pb2.LineSaid(full=full, name=reader.about_several(row.seats, _CALLED))
    if row.item in _OWN:
        name, you, other = _OWN[row.item]
        full = reader.about(row.seat, you, other, n=row.points)
        return table_pb2.LineSaid(full=full, name=words.text(name))
    if row.item == "payment":
        full = reader.about(row.seat, *_PAYS_COINS, n=abs(row.points))
        return table_pb2.LineSaid(full=full, name=reader.about(row.seat, "You pay", "{name} pays"))
    if multiplier is not None:
        name = words.text(multiplier.name)
    else:
        name = words.text(_DRAWS[row.item]) if row.item in _DRAWS else words.yaku(row.item)
    if row.times:
        full = words.text("{item}: times {times}", item=name, times=row.times)
    elif row.cards:
        pattern = ("{item} ({cards}): {n} point", "{item} ({cards}): {n} points")
        full = words.text(pattern, item=name, cards=words.cards(row.cards), n=row.points)
    else:
        full = words.text(("{item}: {n} point", "{item}: {n} points"), item=name, n=row.points)
    return table_pb2.LineSaid(full=full, name=name)


class Multiplier(NamedTuple):
    """A row that multiplies the rows above it."""

    name: str  #: of the row
    in_stop_label: str  #: as in "Stop and score 20 (10 points, times 2 for 7 or more)"
    is_called: bool = True  #: whether koi-koi calls cause it, so that the row names the callers


MULTIPLIERS = {
    "double_at_7": Multiplier("7 points or more", "times {n} for 7 or more", is_called=False),
    "koikoi": Multiplier("Koi-koi", "times {n} for koi-koi calls"),
    "own_koi": Multiplier("Own koi-koi", "times {n} for your own koi-koi"),
    "koikoi_calls": Multiplier("Koi-koi of all players", "times {n} for koi-koi calls"),
}
"""By the ``item`` of the row."""

_DRAWS = {"oya_ken": "Drawn: the dealer wins", "tsukazu": "Drawn: the dealer loses"}
"""The names of rows of a round in which nobody stopped, by their ``item``."""

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

_OWN: dict[str, tuple[str, Pattern, Pattern]] = {
    "cards": (
        "Own cards",
        ("Your own cards: {n} point", "Your own cards: {n} points"),
        ("{name}'s cards: {n} point", "{name}'s cards: {n} points"),
    ),
    "team_cards": (
        "Partners' cards",
        ("Your partners' cards: {n} point", "Your partners' cards: {n} points"),
        ("{name}'s partners' cards: {n} point", "{name}'s partners' cards: {n} points"),
    ),
    "others_yaku": (
        "Opponents' yaku",
        ("Your opponents' yaku: {n} point", "Your opponents' yaku: {n} points"),
        ("{name}'s opponents' yaku: {n} point", "{name}'s opponents' yaku: {n} points"),
    ),
}
"""Rows that each seat has: their name, the pattern for the seat's player and that for others."""

_PAYS_COINS: tuple[Pattern, Pattern] = (
    ("You pay {n} coin", "You pay {n} coins"),
    ("{name} pays {n} coin", "{name} pays {n} coins"),
)


def lost(reader: Reader) -> list[str]:
    """A sentence for each yaku that scored nothing, with the names of the players of the round."""
    players = reader.with_players_of(reader.match.turns)
    return [_lost(players, each) for each in players.match.result.lost]


def _lost(reader: Reader, lost: table_pb2.LostYaku) -> str:
    yaku = reader.words.yaku_with_points(lost.yaku)
    return reader.about_several(reader.party(lost.seat), _LOST, yaku=yaku)


_LOST = Several(
    "Your {yaku} scored nothing.",
    "{yaku} scored nothing for you and {name}.",
    "{yaku} scored nothing for you, {names}.",
    "{name}'s {yaku} scored nothing.",
    "{yaku} scored nothing for {names}.",
)
