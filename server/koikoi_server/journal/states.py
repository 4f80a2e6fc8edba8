"""Folds the log of a table from the journal."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from koikoi_server.journal import DamagedTable, codec
from koikoi_server.journal.damage import TableDamaged, keys_in
from koikoi_server.system.stack_trace import stack_trace
from koikoi_server.table.events import Entry
from koikoi_server.table.fold import evolve
from koikoi_server.table.state import TableState

log = logging.getLogger(__name__)


def states(entries: Sequence[Entry]) -> Iterator[tuple[TableState, Entry]]:
    """The table after each entry of its log, with the entry, oldest first.

    Raises:
        TableDamaged: when an entry cannot be folded, because a version with other rules wrote it.
    """
    state: TableState | None = None
    for entry in entries:
        try:
            state = evolve(state, entry)
        except Exception as fault:
            log.error("entry %d of table %s: %s", entry.seq, entry.table_id, stack_trace(fault))
            why = f"entry {entry.seq} does not fit the rules of this version"
            keys = frozenset().union(*(keys_in(codec.encoded(each).encode()) for each in entries))
            raise TableDamaged(DamagedTable(entry.table_id, why, keys)) from None
        yield state, entry
