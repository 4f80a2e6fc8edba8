"""Folds the log of a table from the journal."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator

from koikoi_server.journal import JournalError
from koikoi_server.system.stack_trace import stack_trace
from koikoi_server.table.events import Entry
from koikoi_server.table.fold import evolve
from koikoi_server.table.state import TableState
from koikoi_server.text import text

log = logging.getLogger(__name__)


def states(entries: Iterable[Entry]) -> Iterator[tuple[TableState, Entry]]:
    """The table after each entry of its log, with the entry, oldest first.

    Raises:
        JournalError: when an entry cannot be folded, because a version with other rules wrote it.
    """
    state: TableState | None = None
    for entry in entries:
        try:
            state = evolve(state, entry)
        except Exception as fault:
            log.error("entry %d of table %s: %s", entry.seq, entry.table_id, stack_trace(fault))
            message = text(
                "Entry {seq} of table {table} does not fit the rules of this version: start "
                "the koikoi-server that wrote it, or choose another folder with --data.",
                seq=entry.seq,
                table=entry.table_id,
            )
            raise JournalError(message) from None
        yield state, entry
