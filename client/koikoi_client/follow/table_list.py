"""The tables of a server, as far as the user may see them: the public ones, and the user's own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress

from koikoi.v1 import service_pb2
from koikoi_client.errors import Refused
from koikoi_client.follow.user import User
from koikoi_client.system.store import KeptSeat

RENEWED_AFTER = 5.0
"""Seconds after which the user's private tables are asked for again, also while others change."""
FIRST_WAIT = 2.0
"""Seconds that the first list waits for the user's private tables, to show all at once."""


class TableList:
    """Follows the list of tables.

    Attributes:
        known: whether the server has sent the list.
        kept: the user's seats, by table id.
    """

    def __init__(self, user: User, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._user = user
        self._monotonic = monotonic
        self._renewed = monotonic()
        self._public: dict[str, service_pb2.TableRow] = {}  # newest first
        self._private: dict[str, service_pb2.TableRow] = {}
        self.known = False
        self._refusal = ""
        self.kept: dict[str, KeptSeat] = {}
        self._show_kept({})

    @property
    def trouble(self) -> str:
        """Why the server sends no list now; empty: it does."""
        return self._user.session.lost or self._refusal

    @property
    def rows(self) -> list[service_pb2.TableRow]:
        """The user's private tables, then the public ones, newest first."""
        return list({**self._private, **self._public}.values())

    async def follow(
        self, on_trouble: Callable[[], None], on_renewed: Callable[[], None] = lambda: None
    ) -> AsyncGenerator[service_pb2.WatchLobbyResponse, None]:
        """Messages about the list; the caller applies each with :meth:`take`.

        *on_trouble* is called when the server refuses the list, or says something else about that;
        *on_renewed* when it has told the user's private tables.

        Raises:
            Refused: if the server shows no list, and never will.
        """

        def no_list(trouble: str) -> None:
            self._refusal = trouble
            on_trouble()

        renewing: asyncio.Task[None] | None = None
        try:
            async with aclosing(self._user.lobby(no_list)) as messages:
                async for message in messages:
                    if renewing is not None and renewing.done():
                        renewing.result()  # raises its error
                        renewing = None
                    due = self._monotonic() - self._renewed >= RENEWED_AFTER
                    wanted = bool(self.kept) and (message.snapshot or not message.rows or due)
                    if wanted and renewing is None:
                        self._renewed = self._monotonic()
                        renewing = asyncio.create_task(self._renew(on_renewed))
                        if not self.known:
                            await asyncio.wait({renewing}, timeout=FIRST_WAIT)
                    yield message
        finally:
            if renewing is not None:
                renewing.cancel()

    async def _renew(self, on_renewed: Callable[[], None]) -> None:
        """Ask for the user's private tables. The list does not wait for the answer."""
        with suppress(Refused):  # asked again with the next heartbeat
            self._show_kept(await self._user.kept_tables(on_closed=self._user.say))
            on_renewed()

    def take(self, message: service_pb2.WatchLobbyResponse) -> list[service_pb2.TableRow]:
        """Apply a message; return the rows of new tables."""
        self.known, self._refusal = True, ""
        rows = {row.table.table_id: row for row in message.rows if row.table.table_id}
        before = {} if message.snapshot else self._public
        new = {table_id: row for table_id, row in rows.items() if table_id not in before}
        self._public = new | before | {key: row for key, row in rows.items() if key not in new}
        for closed in message.closed_table_ids:
            self._public.pop(closed, None)
        return list(new.values())

    def _show_kept(self, known: dict[str, service_pb2.TableRow]) -> None:
        """Renew the user's seats and private tables; *known* are those that the server has told."""
        kept = self._user.store.seats(self._user.session.info.server_id)
        self.kept = {seat.table_id: seat for seat in kept}
        self._private = {}
        for seat in kept:
            if seat.private:
                row = service_pb2.TableRow()
                row.table.table_id, row.table.needs_code = seat.table_id, True
                self._private[seat.table_id] = known.get(seat.table_id, row)
