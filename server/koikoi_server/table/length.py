"""How long a table's log gets: when it is full, it grows by what its match needs and little else.

A match ends after some hundreds of moves, so those are never refused. Nothing else ends by itself:
talk and another match are refused then, and a seat changes seldom. Pure.
"""

from __future__ import annotations

from koikoi_server.refusal import Reason, Refusal
from koikoi_server.system.clock import Millis
from koikoi_server.table.state import SeatState, TableState


def is_full(table: TableState) -> bool:
    """No table that is only played at gets there in a day."""
    return table.seq >= table.limits.entries


def check_length(table: TableState) -> None:
    """Let something pass that the match of *table* can do without.

    Raises:
        Refusal: LIMIT_REACHED when the log is full.
    """
    if is_full(table):
        raise Refusal(
            Reason.LIMIT_REACHED,
            "Too much has happened at this table: play its match to the end, then open another.",
        )


def check_rest(table: TableState, seat: SeatState, now: Millis) -> None:
    """Let *seat* get another owner or computer, or its person back.

    Raises:
        Refusal: RATE_LIMITED when the log is full and that seat has changed just now.
    """
    left = seat.changed_at + table.limits.rest - now
    if is_full(table) and left > 0:
        raise Refusal(
            Reason.RATE_LIMITED,
            "That seat has changed just now: wait {wait}.",
            retry_ms=left,
        )
