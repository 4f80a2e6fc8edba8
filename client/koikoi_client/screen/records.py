"""Draw the list of finished matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from koikoi.v1 import record_pb2, service_pb2, table_pb2
from koikoi_client.actions.command import hints_of
from koikoi_client.actions.lobby import RECORDS, RecordsAction
from koikoi_client.cards import Line
from koikoi_client.screen.targets import row_target
from koikoi_client.text import all_of, printable, text
from koikoi_client.text.names import Names
from koikoi_client.text.wrapping import wrap

from .cursor_list import empty_list, list_heading, list_row, list_widths
from .page import scrolling_page
from .room import Room

_FOOT = 3


@dataclass(frozen=True)
class Records:
    """The contents of the list.

    Attributes:
        rows: finished matches, newest first, without their moves.
        cursor: the index of the match under the cursor.
        more: whether the server has older matches.
        loaded: whether the server has answered.
        zone: the time zone of the times; None: this machine's time zone.
    """

    rows: Sequence[record_pb2.Record]
    catalog: service_pb2.GetCatalogResponse
    cursor: int = 0
    more: bool = False
    loaded: bool = True
    notice: str = ""
    zone: tzinfo | None = None


def names_of(record: record_pb2.Record, catalog: service_pb2.GetCatalogResponse) -> Names:
    """The names of players, yaku and rules in a record."""
    seats = [
        table_pb2.Seat(number=seat, player_name=player.name, bot=player.bot, team=player.team)
        for seat, player in enumerate(record.players, 1)
    ]
    return Names(catalog, table_pb2.Table(game=record.game, rules=record.rules, seats=seats))


def players(record: record_pb2.Record, names: Names) -> str:
    """The players with their scores: "Aki 12, computer (Easy) 7"."""
    found = []
    for seat, player in enumerate(record.players):
        name = printable(player.name) or text("computer ({bot})", bot=names.bot_name(player.bot))
        score = f" {record.scores[seat]}" if seat < len(record.scores) else ""
        found.append(f"{name}{score}")
    return ", ".join(found)


def outcome(record: record_pb2.Record, names: Names) -> str:
    """The names of the winners, or that there is no result."""
    winners = [names.player(seat) for seat in record.winners]
    return all_of(winners) if winners else text("no result")


def ended(record: record_pb2.Record, zone: tzinfo | None = None) -> str:
    """When the match ended: "2026-11-29 23:31"; empty if this is unknown or invalid."""
    try:
        seconds = record.end_time.seconds
        return f"{datetime.fromtimestamp(seconds, zone):%Y-%m-%d %H:%M}" if seconds else ""
    except (ValueError, OverflowError, OSError):
        return ""


def records(shown: Records, room: Room) -> list[Line]:
    """The list of matches, with a notice below it."""
    wide = min(room.columns, 120)
    widths = list_widths(wide, (17, 10, 0, 20))
    head: list[Line] = [[], list_heading(_headings(), widths)]
    foot = _foot(shown, wide)[:_FOOT]
    body: list[Line] = []
    for place, record in enumerate(shown.rows):
        names = names_of(record, shown.catalog)
        cells = (
            ended(record, shown.zone),
            names.game.name,
            players(record, names),
            outcome(record, names),
        )
        body.append(row_target(list_row(cells, widths, chosen=place == shown.cursor), place))
    if shown.more:
        body.append([("", "   " + text("Move down to load older matches."))])
    if not shown.rows:
        body = empty_list(*wrap(_why_empty(shown), wide - 6))
    hints = hints_of(RECORDS, RecordsAction.OPEN, RecordsAction.SAVE, RecordsAction.BACK)
    return scrolling_page(
        text("Finished matches"), body, room,
        head=head, foot=[*foot, *([[]] * (_FOOT - len(foot)))], hints=hints,
        cursor=shown.cursor,
    )  # fmt: skip


def _foot(shown: Records, columns: int) -> list[Line]:
    """A notice, or all players of the match under the cursor, for whom a row may be too narrow."""
    if shown.notice and shown.rows:
        notice = wrap(shown.notice, columns - 3)
        return [[("", " "), ("class:notice", f" {each} ")] for each in notice]
    if shown.cursor >= len(shown.rows):
        return []
    record = shown.rows[shown.cursor]
    names = names_of(record, shown.catalog)
    said = [
        text("Players and scores: {players}.", players=players(record, names)),
        text("Won by {names}.", names=outcome(record, names))
        if record.winners
        else text("It has no result."),
    ]
    return [[("", f" {line}")] for each in said for line in wrap(each, columns - 2, indent=2)]


def _why_empty(shown: Records) -> str:
    """Why the list of matches is empty, as a sentence."""
    if shown.notice:
        return shown.notice
    return text("No finished matches yet.") if shown.loaded else text("Loading the list.")


def _headings() -> list[str]:
    return [text("Ended"), text("Game"), text("Players and scores"), text("Won by")]
