"""Words about tables in lists: their players, their progress, and when they were opened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, tzinfo

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.text import count, printable, text
from koikoi_client.text.names import Names


def players(table: table_pb2.Table, shorten: Callable[[str], str] = lambda name: name) -> list[str]:
    """The names of the players at a table, each shortened: ["Ann (away)", "Ben"]."""
    return [
        text("{name} (away)", name=name) if seat.HasField("absent_since") else name
        for seat in table.seats
        if (name := shorten(printable(seat.player_name)))
    ]


def occupants(table: table_pb2.Table) -> list[str]:
    """The players at a table, and the number of computers: ["Ben", "3 computers"]."""
    bots = sum(bool(seat.bot) and not seat.player_name for seat in table.seats)
    return players(table) + ([count(bots, "a computer", "{n} computers")] if bots else [])


def open_seats(table: table_pb2.Table) -> list[int]:
    """The seats that a person may take without replacing a computer."""
    played = {seat.number for seat in table.seats if seat.bot}
    return [seat for seat in table.open_to_join if seat not in played]


def table_name(table: table_pb2.Table) -> str:
    """The name of a table; of a private table, with the word."""
    name = printable(table.name)
    if table.needs_code:
        return text("{name} (private)", name=name) if name else text("a private table")
    return name or text("a table")


def progress(row: service_pb2.TableRow, names: Names) -> str:
    """ "Month 3 of 12", "match over"; empty if it is not known."""
    match row.table.stage:
        case table_pb2.STAGE_GATHERING:
            return text("waiting for players")
        case table_pb2.STAGE_FINISHED:
            return text("match over")
        case table_pb2.STAGE_PLAYING if row.round:
            name = names.round_name
            return text("{round} {n} of {of}", round=name, n=row.round, of=row.rounds)
        case table_pb2.STAGE_PLAYING:
            return text("before the first deal")
    return ""


def opened(
    row: service_pb2.TableRow,
    now: datetime | None = None,
    *,
    among: Iterable[service_pb2.TableRow] = (),
) -> str:
    """When a table was opened: "opened on Tuesday at 14:05"; empty if it is not known.

    Args:
        now: the present time, in the time zone to use; None: this machine's.
        among: the tables from which this tells it; the seconds are shown if they are needed.
    """
    now = now or datetime.now().astimezone()
    when = _local(row, now.tzinfo)
    if when is None:
        return ""
    days = (now.date() - when.date()).days
    minutes = [each.open_time.seconds // 60 for each in among]
    alike = minutes.count(row.open_time.seconds // 60) > 1
    clock = f"{when:%H:%M:%S}" if alike else f"{when:%H:%M}"
    if days == 0:
        return text("opened today at {time}", time=clock)
    if 0 < days < 7:
        return text("opened on {day} at {time}", day=_day(when.weekday()), time=clock)
    return text("opened on {date} at {time}", date=f"{when:%Y-%m-%d}", time=clock)


def described(
    row: service_pb2.TableRow,
    names: Names,
    now: datetime | None = None,
    *,
    among: Iterable[service_pb2.TableRow] = (),
) -> str:
    """ "Koi-Koi, Month 3 of 12, opened on Tuesday at 14:05". Arguments: as :func:`opened`."""
    parts = (names.game.name, progress(row, names), opened(row, now, among=among))
    return ", ".join(part for part in parts if part)


def _local(row: service_pb2.TableRow, zone: tzinfo | None) -> datetime | None:
    try:
        seconds = row.open_time.seconds
        return datetime.fromtimestamp(seconds, zone) if seconds else None
    except (ValueError, OverflowError, OSError):
        return None


def _day(weekday: int) -> str:
    """The name of a day of the week; Monday is 0."""
    return (
        text("Monday"), text("Tuesday"), text("Wednesday"), text("Thursday"), text("Friday"),
        text("Saturday"), text("Sunday"),
    )[weekday]  # fmt: skip
