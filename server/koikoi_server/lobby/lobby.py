"""Opens, finds, restores and forgets the tables of a server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from koikoi_server.journal import DamagedTable, Journal
from koikoi_server.journal.damage import TableDamaged
from koikoi_server.journal.states import states
from koikoi_server.lobby.chance import choose_as_bot, draw
from koikoi_server.lobby.closed_tables import ClosedTables
from koikoi_server.lobby.records import Records
from koikoi_server.lobby.table_index import LiveTable, TableIndex
from koikoi_server.lobby.table_slots import TableSlots
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Clock, Millis
from koikoi_server.table.commands import Open, Restart
from koikoi_server.table.computers import Think
from koikoi_server.table.events import Entry, RequestKey
from koikoi_server.table.runner import Follower, Table, publish
from koikoi_server.table.state import RequestResult, TableState
from koikoi_server.table.watches import Updates, Watches

log = logging.getLogger(__name__)


class TableList(Follower, Protocol):
    """The list of public tables, which also shows how many spectators each has."""

    def set_spectators(self, state: TableState, spectators: int) -> None:
        """The number of spectators of a table has changed."""

    def forget(self, table_id: str) -> None:
        """Remove a table from the list."""


class Lobby:
    """Every table, from the command that opens it until its log is dropped."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        settings: Settings,
        *,
        records: Records,
        table_list: TableList,
        updates: Callable[[], Updates],
        think: Think | None = None,
    ) -> None:
        """*updates* makes the encoder of a table's updates, *think* replaces the computers."""
        self._journal = journal
        self._clock = clock
        self._settings = settings
        self._records = records
        self._table_list = table_list
        self._updates = updates
        self._think = think
        self._index = TableIndex()
        self._slots = TableSlots(clock, settings, self.open_tables)
        self._closed = ClosedTables(journal, clock, settings, self._index, records)
        self._opening: dict[bytes, asyncio.Task[LiveTable]] = {}
        self._opened = 0

    async def restore(self, ran_until: Millis = 0) -> None:
        """Restore the tables of the journal; their players are absent until they watch again.

        Every log is folded from its first entry, at about 2,000 entries a second; thirty tables in
        the last of 24 months have 12,000 entries. Only one log at a time is in memory. A damaged
        table is set aside.

        The time continues after *ran_until* and the newest entry, even if the machine's clock was
        set back. What passed since then counts for no deadline: it may have been set forward.

        Raises:
            JournalError: when the journal cannot be read.
        """
        async for entries in self._journal.logs():
            try:
                self._restore_table(entries)
                ran_until = max(ran_until, entries[-1].time)
            except TableDamaged as error:
                self._set_aside(error.table)
        for damaged in self._journal.damaged():
            self._set_aside(damaged)
        self._clock.not_before(ran_until)
        down = self._clock.now() - ran_until if ran_until else 0
        for live in self._index:  # only when all logs were read: until then nothing is written
            self._start(live)  # closed tables too: they still answer repeated requests
            if live.is_open:
                live.table.enqueue(Restart(down))
        self._records.start()

    def _restore_table(self, entries: Sequence[Entry]) -> None:
        live = self._new_table(entries[0].table_id, 0)
        for state, entry in states(entries):
            live.table.state = state
            publish(live.table.followers, state, entry)
        self._opened = max(self._opened, live.state.number)

    def _set_aside(self, table: DamagedTable) -> None:
        self._index.set_aside(table)
        self._table_list.forget(table.table_id)
        self._records.set_aside(table.table_id)
        log.error(
            "table %s is damaged and set aside: %s. Its entries stay on disk. To get it back, "
            "restore the folder from a copy or, if another version wrote it, start that version",
            table.table_id,
            table.why,
        )

    async def open(
        self, command: Open, request: RequestKey, address: str = ""
    ) -> tuple[LiveTable, RequestResult]:
        """Open a table, or find the one that the same request has opened.

        *address*: the caller's, whose open tables are limited; empty: they are not.

        Raises:
            Refusal: LIMIT_REACHED, or a refusal by ``decide``.
        """
        live = self.table_of_request(request)
        if live is None:
            opening = self._opening.get(request.id)
            if opening is None:
                opening = asyncio.create_task(self._open(command, request, address))
                self._opening[request.id] = opening
                opening.add_done_callback(partial(self._on_opened, request))
            # A caller that disconnects does not stop the opening: a retry finds the table.
            live = await asyncio.shield(opening)
        return live, await live.table.execute(command, request)

    def public_table(self, table_id: str) -> LiveTable:
        """The public table with that id.

        Raises:
            Refusal: TABLE_NOT_FOUND, or CODE_NEEDED for a private one.
        """
        live = self._index.get(table_id)
        if live is None:
            self._index.check_whole(table_id)
            raise Refusal(
                Reason.TABLE_NOT_FOUND, "That table is closed: choose another one from the list."
            )
        if live.state.needs_code:
            raise Refusal(Reason.CODE_NEEDED)
        return live

    def private_table(self, join_code: str) -> LiveTable:
        """The open table with that join code.

        Raises:
            Refusal: TABLE_NOT_FOUND.
        """
        live = self._index.by_code(join_code)
        if live is None or not live.is_open:
            self._index.check_whole(join_code)
            raise Refusal(
                Reason.TABLE_NOT_FOUND, "No table has that join code: check it for typing mistakes."
            )
        return live

    def table_of(self, token: bytes) -> LiveTable:
        """The table at which the token with that hash has, or had, a seat.

        Raises:
            Refusal: SEAT_TOKEN_INVALID.
        """
        live = self._index.by_token(token)
        if live is None:
            self._index.check_whole(token.hex())
            raise Refusal(
                Reason.SEAT_TOKEN_INVALID,
                "The server no longer has your seat: its table may be closed. Join another table.",
            )
        return live

    def table_of_request(self, request: RequestKey) -> LiveTable | None:
        """The table that the request opened or joined; None: the request is new.

        Raises:
            Refusal: STORAGE_FAILED when that table is damaged.
        """
        self._index.check_whole(request.id.hex())
        return self._index.by_request(request.id)

    def get(self, table_id: str) -> LiveTable | None:
        """The table with that id; None: it does not exist, or was forgotten."""
        return self._index.get(table_id)

    def open_tables(self) -> list[LiveTable]:
        """The tables that are not closed, newest first."""
        return [live for live in reversed([*self._index]) if live.is_open]

    @property
    def damaged(self) -> Mapping[str, DamagedTable]:
        """The tables that were set aside when the server started, by id."""
        return self._index.damaged

    async def stop(self) -> None:
        """Stop all tables; their streams end with SERVER_STOPPING."""
        refusal = Refusal(Reason.SERVER_STOPPING)
        for live in self._index:
            live.watches.stop(refusal)
        running = [live.task for live in self._index if live.task is not None]
        tasks = [*running, *self._opening.values(), *self._closed.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._records.stop()

    async def _open(self, command: Open, request: RequestKey, address: str) -> LiveTable:
        await self._slots.reserve(command.table_id, address)
        self._opened += 1
        command = replace(command, number=self._opened)
        live = self._new_table(command.table_id, command.number)
        live.address = address
        self._start(live)
        try:
            await live.table.execute(command, request)
        except BaseException:
            assert live.task is not None
            live.task.cancel()
            if live.table.state is None:
                self._index.forget(command.table_id)
            raise
        finally:
            self._slots.release(command.table_id)
        return live

    def _on_opened(self, request: RequestKey, opening: asyncio.Task[LiveTable]) -> None:
        del self._opening[request.id]
        if not opening.cancelled():
            opening.exception()  # marks it as retrieved: the caller may have disconnected

    def _new_table(self, table_id: str, number: int) -> LiveTable:
        table = Table(
            table_id,
            self._journal,
            self._clock,
            draw=partial(draw, self._settings, self._index.by_code, number),
            think=self._think
            or partial(choose_as_bot, self._settings.seed, self._clock, lambda: live.address or ""),
        )
        updates = self._updates()
        watches = Watches(
            table,
            self._clock,
            updates,
            heartbeat=self._settings.heartbeat,
            keepalive_timeout=self._settings.keepalive_timeout,
            max_watches=self._settings.max_watches,
            on_spectators=self._table_list.set_spectators,
        )
        live: LiveTable = LiveTable(table, watches)
        self._index.add(live)
        table.followers = (
            self._index,
            self._records,
            updates,
            watches,
            self._table_list,
            self._closed,
        )
        return live

    def _start(self, live: LiveTable) -> None:
        live.task = asyncio.create_task(live.table.run())
