"""Keeps closed tables for a while, because they still answer repeated requests, then drops them."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from koikoi_server.journal import Journal
from koikoi_server.lobby.records import Records
from koikoi_server.lobby.table_index import TableIndex
from koikoi_server.refusal import Refusal
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Clock
from koikoi_server.table.events import Entry
from koikoi_server.table.state import Stage, TableState

log = logging.getLogger(__name__)


class ClosedTables:
    """Follows all tables. Of an address and of the server, as many are kept as may be open."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        settings: Settings,
        index: TableIndex,
        records: Records,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._settings = settings
        self._index = index
        self._records = records
        self._dropping: set[asyncio.Task[None]] = set()

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """What is still running: logs that are being dropped."""
        return [*self._dropping]

    def on_entry(self, state: TableState, entry: Entry) -> None:
        if state.stage is Stage.CLOSED:
            when = self._clock.now() + self._settings.keep_closed
            self._clock.call_at(when, partial(self._forget, state.table_id))
            self._forget_older(state.table_id)

    def _forget_older(self, table_id: str) -> None:
        live = self._index.get(table_id)
        if live is None or live.task is None:
            return  # nothing is written while tables are restored
        others = [each for each in self._index if not each.is_open and each is not live]
        own = [each for each in others if live.address and each.address == live.address]
        for tables, most in (
            (own, self._settings.address_tables),
            (others, self._settings.max_tables),
        ):
            if len(tables) >= most:
                self._forget(tables[0].table.table_id)

    def _forget(self, table_id: str) -> None:
        if self._index.get(table_id) is None:
            return  # forgotten already, or damaged: then its log stays
        self._index.forget(table_id)
        task = asyncio.create_task(self._drop_log(table_id))
        self._dropping.add(task)
        task.add_done_callback(self._dropping.discard)

    async def _drop_log(self, table_id: str) -> None:
        await self._records.forget(table_id)
        try:
            await self._journal.forget(table_id)
        except Refusal as refusal:
            log.warning("the log of a closed table could not be dropped: %s", refusal.message)
