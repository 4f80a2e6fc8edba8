"""The state of each seat, and the name of each party and the yaku that it nearly has."""

from __future__ import annotations

from collections.abc import Iterator

from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences.match_headline import is_over, parties
from koikoi_server.wire.sentences.reader import Reader, Several


def seat_states(reader: Reader) -> list[str]:
    """The state of each seat, seat 1 first: "away". Empty: nothing to mention."""
    words = reader.words
    return [words.text(", ").join(_states(reader, each)) for each in reader.update.table.seats]


def _states(reader: Reader, seat: table_pb2.Seat) -> Iterator[str]:
    words = reader.words
    if not seat.player_name:
        if seat.bot:
            yield words.text("computer")
        elif seat.last_player_removed:
            yield words.text("open since {name} was removed", name=seat.last_player_name)
        elif seat.last_player_name:
            yield words.text("open since {name} left", name=seat.last_player_name)
        else:
            yield words.text("open")
    if reader.update.table.host == seat.number:
        yield words.text("host")
    if seat.HasField("absent_since"):
        yield words.text("away")
    if seat.player_name and seat.bot:
        yield reader.about(
            seat.number,
            "{computer} plays for you",
            "{computer} plays for {name}",
            computer=words.bot(seat.bot),
        )
    if reader.side(seat.number).out:
        yield words.text("out")
    if seat.wants_rematch:
        yield words.text("wants another match")


def party_names(reader: Reader) -> list[str]:
    """The name of each party: "Ben", "you and Ben"."""
    return [reader.about_several(party, _PARTY) for party in parties(reader)]


_PARTY = Several("you", "you and {name}", "you, {names}", "{name}", "{names}")


def near(reader: Reader) -> list[str]:
    """For each party, a sentence about the yaku that need one more card; empty: there are none."""
    over = is_over(reader.match) or reader.match.phase == table_pb2.PHASE_ROUND_OVER
    return ["" if over else _near(reader, party) for party in parties(reader)]


def _near(reader: Reader, party: list[int]) -> str:
    progress = reader.side(min(party)).progress
    yaku = [reader.words.yaku(row.yaku) for row in progress if row.one_card]
    return reader.about_several(party, _NEAR, yaku=reader.words.joined_yaku(yaku)) if yaku else ""


_NEAR = Several(
    "You are one card from {yaku}.",
    "You and {name} are one card from {yaku}.",
    "You, {names} are one card from {yaku}.",
    "{name} is one card from {yaku}.",
    "{names} are one card from {yaku}.",
)
