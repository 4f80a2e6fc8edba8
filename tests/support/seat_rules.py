"""The rules for seat options, written independently of the server."""

from __future__ import annotations

from koikoi_server.system.clock import Millis
from koikoi_server.table import derived
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Stage, TableState

MINUTE = 60_000


def possible(table: TableState, by: int, kind: Kind, seat: int) -> Millis | None:
    """Return the time from which *by* may use an option; None: not in this state."""
    me, sitting = table.at(by), table.at(seat or by)
    others = [each for each in table.seats if each.name and each.seat != by]
    is_full = table.seq >= table.limits.entries
    rested = sitting.changed_at + 30_000 if is_full else 0
    mine, owned, bot = seat == by, bool(sitting.name), bool(sitting.bot)
    match kind:
        case Kind.LEAVE:
            return 0
        case Kind.REMATCH | Kind.NO_REMATCH:
            wants = kind is Kind.NO_REMATCH
            over = table.stage is Stage.FINISHED
            return 0 if over and me.wants_rematch == wants and not is_full else None
        case Kind.END_MATCH:
            away = [each.absent_since for each in others]
            if table.stage is not Stage.PLAYING or me.absent_since is not None or None in away:
                return None
            return max((since + 2 * MINUTE for since in away if since is not None), default=0)
        case Kind.FILL_ALL:
            opened = [each for each in table.seats if not each.name and not each.bot]
            times = [each.changed_at + 30_000 if is_full else 0 for each in opened]
            return max(times) if len(times) >= 2 else None
        case Kind.TAKE_BACK:
            return rested if mine and bot else None
        case Kind.LET_PLAY:
            return rested if mine and not bot else None
        case Kind.CHANGE_COMPUTER:
            return rested if bot and (mine or not owned) else None
        case Kind.REMOVE_COMPUTER:
            return rested if bot and not owned else None
        case Kind.KICK:
            return 0 if table.host == by and owned and not mine else None
        case Kind.NUDGE:
            waited = seat in derived.waiting_for(table)
            if mine or not owned or bot or not waited or is_full:
                return None
            return sitting.nudged_at + 10_000 if sitting.nudged_at else 0
        case Kind.SEAT_COMPUTER if not owned and not bot:
            return rested
        case Kind.SEAT_COMPUTER:
            times = []
            if sitting.absent_since is not None:
                times.append(sitting.absent_since + 2 * MINUTE)
            match = table.match
            limited = table.pace.turn_limit and match is not None and match.pause is None
            if limited and seat in derived.waiting_for(table) and table.stage is Stage.PLAYING:
                assert match is not None
                times.append(match.since + table.pace.turn_limit * 1000)
            if mine or not owned or bot or me.absent_since is not None or not times:
                return None
            return max(min(times), rested)
