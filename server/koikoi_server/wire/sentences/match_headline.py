"""Who won a match (Said.match_headline)."""

from __future__ import annotations

from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences.lexicon import Pattern
from koikoi_server.wire.sentences.reader import Reader, Several


def parties(reader: Reader) -> list[list[int]]:
    """The parties in the order of play, each with its seats ascending."""
    if reader.match.parties:
        return [[*party.seats] for party in reader.match.parties]
    found: list[list[int]] = []
    for side in reader.match.sides:
        party = reader.party(side.seat)
        if party not in found:
            found.append(party)
    return found


def headline(reader: Reader) -> str:
    """Who won the match, with the names of the players of its last round."""
    return sentence(reader.with_players_of(reader.match.turns))


def sentence(reader: Reader) -> str:
    """Who won the match, with the names in *reader*."""
    words, match = reader.words, reader.match
    every = parties(reader)
    won = [party for party in every if set(party) & set(match.winners)]
    if not won:
        return words.text("The match ended without a result.")
    best = reader.side(won[0][0]).score
    coins = words.game.ABOUT.score_name == "coins"
    if len(every) == 2:
        rest = next((reader.side(each[0]).score for each in every if each not in won), best)
        if len(won) == 2:
            return words.text("The match is a draw, {a} to {b}.", a=best, b=rest)
        return reader.about_several(won[0], _AGAINST_ONE, a=best, b=rest)
    if len(won) == 1:
        return reader.about_several(won[0], _WON_COINS if coins else _WON_POINTS, n=best)
    if len(won) == len(every):
        return words.text(_EVERYBODY_COINS if coins else _EVERYBODY_POINTS, n=best)
    seats = [seat for party in won for seat in party]
    return reader.about_several(seats, _SHARED_COINS if coins else _SHARED_POINTS, n=best)


_AGAINST_ONE = Several(
    "You won the match, {a} to {b}!",
    "You and {name} won the match, {a} to {b}!",
    "You, {names} won the match, {a} to {b}!",
    "{name} won the match, {a} to {b}.",
    "{names} won the match, {a} to {b}.",
)
_WON_POINTS = Several(
    ("You won the match with {n} point!", "You won the match with {n} points!"),
    (
        "You and {name} won the match with {n} point!",
        "You and {name} won the match with {n} points!",
    ),
    (
        "You, {names} won the match with {n} point!",
        "You, {names} won the match with {n} points!",
    ),
    ("{name} won the match with {n} point.", "{name} won the match with {n} points."),
    ("{names} won the match with {n} point.", "{names} won the match with {n} points."),
)
_WON_COINS = Several(
    ("You won the match with {n} coin!", "You won the match with {n} coins!"),
    (
        "You and {name} won the match with {n} coin!",
        "You and {name} won the match with {n} coins!",
    ),
    (
        "You, {names} won the match with {n} coin!",
        "You, {names} won the match with {n} coins!",
    ),
    ("{name} won the match with {n} coin.", "{name} won the match with {n} coins."),
    ("{names} won the match with {n} coin.", "{names} won the match with {n} coins."),
)
_SHARED_POINTS = Several(
    ("You share the win with {n} point.", "You share the win with {n} points."),
    (
        "You and {name} share the win with {n} point each.",
        "You and {name} share the win with {n} points each.",
    ),
    (
        "You, {names} share the win with {n} point each.",
        "You, {names} share the win with {n} points each.",
    ),
    ("{name} shares the win with {n} point.", "{name} shares the win with {n} points."),
    (
        "{names} share the win with {n} point each.",
        "{names} share the win with {n} points each.",
    ),
)
_SHARED_COINS = Several(
    ("You share the win with {n} coin.", "You share the win with {n} coins."),
    (
        "You and {name} share the win with {n} coin each.",
        "You and {name} share the win with {n} coins each.",
    ),
    (
        "You, {names} share the win with {n} coin each.",
        "You, {names} share the win with {n} coins each.",
    ),
    ("{name} shares the win with {n} coin.", "{name} shares the win with {n} coins."),
    ("{names} share the win with {n} coin each.", "{names} share the win with {n} coins each."),
)
_EVERYBODY_POINTS: Pattern = (
    "The match is a draw: everybody has {n} point.",
    "The match is a draw: everybody has {n} points.",
)
_EVERYBODY_COINS: Pattern = (
    "The match is a draw: everybody has {n} coin.",
    "The match is a draw: everybody has {n} coins.",
)


def is_over(match: table_pb2.Match) -> bool:
    """Whether *match* is over."""
    return match.phase == table_pb2.PHASE_MATCH_OVER
