"""The list of finished matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from koikoi.v1 import record_pb2, service_pb2, table_pb2
from koikoi_client.actions.lobby import RECORDS
from koikoi_client.cards import Line
from koikoi_client.screen.targets import row_target
from koikoi_client.text import joined, printable, text
from koikoi_client.text.names import Names

from .cells import cut, fill, wrap
from .page import scroll_to, scrolling_page
from .room import Room

_FOOT = 3


@dataclass(frozen=True)
class Records:
    """What the list shows.

    Attributes:
        rows: finished matches, newest first, without their moves.
        cursor: the place of the one under it.
        more: whether the server has older ones that are not here yet.
        loaded: whether the server has answered.
        zone: in which the time of a match's end is told; None: this machine's.
    """

    rows: Sequence[record_pb2.Record]
    catalog: service_pb2.GetCatalogResponse
    cursor: int = 0
    more: bool = False
    loaded: bool = True
    notice: str = ""
    zone: tzinfo | None = None


def names_of(record: record_pb2.Record, catalog: service_pb2.GetCatalogResponse) -> Names:
    """What things are called in a record."""
    seats = [
        table_pb2.Seat(number=seat, player_name=player.name, bot=player.bot, team=player.team)
        for seat, player in enumerate(record.players, 1)
    ]
    return Names(catalog, table_pb2.Table(game=record.game, rules=record.rules, seats=seats))


def players(record: record_pb2.Record, names: Names) -> str:
    """Who played and to which score: "Aki 12, computer (Easy) 7"."""
    said = []
    for seat, player in enumerate(record.players):
        name = printable(player.name) or text("computer ({bot})", bot=names.bot_name(player.bot))
        score = f" {record.scores[seat]}" if seat < len(record.scores) else ""
        said.append(f"{name}{score}")
    return ", ".join(said)


def outcome(record: record_pb2.Record, names: Names) -> str:
    """Who won: a name, several, or that there is no result."""
    winners = [names.player(seat) for seat in record.winners]
    return joined(winners, text("and")) if winners else text("no result")


def ended(record: record_pb2.Record, zone: tzinfo | None = None) -> str:
    """When it ended: "2026-11-29 23:31"; empty when that is not known or no time."""
    try:
        seconds = record.end_time.seconds
        return f"{datetime.fromtimestamp(seconds, zone):%Y-%m-%d %H:%M}" if seconds else ""
    except (ValueError, OverflowError, OSError):
        return ""


def records(shown: Records, room: Room) -> list[Line]:
    """The list, scrolled to the cursor."""
    wide = min(room.columns, 120)
    head: list[Line] = [[], [("class:heading", _row(("", *map(text, _HEADING)), wide))]]
    foot: list[Line] = [
        [("", " "), ("class:notice", f" {each} ")]
        for each in wrap(shown.notice, wide - 3)
        if shown.notice
    ][:_FOOT]
    body: list[Line] = []
    for place, record in enumerate(shown.rows):
        chosen = place == shown.cursor
        names = names_of(record, shown.catalog)
        cells = (
            "▶" if chosen else " ",
            ended(record, shown.zone),
            names.game.name,
            players(record, names),
            outcome(record, names),
        )
        body.append(row_target([("class:chosen" if chosen else "", _row(cells, wide))], place))
    if shown.more:
        body.append([("", text("   Older ones come when you go down."))])
    if not shown.rows:
        none = text("No match is over yet that you may look at.")
        words_ = none if shown.loaded else text("Asking the server.")
        body = [[], [("bold", f"   {words_}")]]
    hints = [each.hint for each in RECORDS[:3]]
    free = room.rows - 2 - len(head) - _FOOT
    return scrolling_page(
        text("Finished matches"), body, room,
        head=head, foot=[*foot, *([[]] * (_FOOT - len(foot)))], hints=hints,
        scroll=scroll_to(shown.cursor, len(body), free),
    )  # fmt: skip


_HEADING = ("Ended", "Game", "Players and scores", "Won by")


def _row(cells: Sequence[str], columns: int) -> str:
    rest = columns - (2 + 17 + 10 + 20)
    widths = (2, 17, 10, rest, 20)
    return "".join(
        fill(f"{cut(cell, size - 1)} ", size) for cell, size in zip(cells, widths, strict=True)
    )
