"""Limits the length of a table's log. Pure.

Entries of a match are never refused: a match ends after some hundreds of them. Chat and rematches
could go on for ever, so a full log refuses them, and lets each seat change only after a cool-down.
"""

from __future__ import annotations

from koikoi_server.refusal import Reason, Refusal
from koikoi_server.system.clock import Millis
from koikoi_server.table.state import SeatState, TableState


def is_full(table: TableState) -> bool:
    """Whether the log is full. Play alone cannot fill it before the table closes."""
    return table.seq >= table.limits.entries


def check_not_full(table: TableState) -> None:
    """Check that the log has room for something that the match does not need.

    Raises:
        Refusal: LIMIT_REACHED when the log is full.
    """
    if is_full(table):
        raise Refusal(
            Reason.LIMIT_REACHED,
            "Too much has happened at this table: finish the match, then open a new table.",
        )


def check_cool_down(table: TableState, seat: SeatState, now: Millis) -> None:
    """Check that the owner, computer or presence of *seat* may change now.

    Raises:
        Refusal: RATE_LIMITED when the log is full and the seat's cool-down has not passed.
    """
    left = seat.changed_at + table.limits.rest - now
    if is_full(table) and left > 0:
        raise Refusal(
            Reason.RATE_LIMITED,
            "That seat has just changed: wait {wait}.",
            retry_ms=left,
        )
