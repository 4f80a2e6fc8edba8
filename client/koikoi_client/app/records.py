"""The list of finished matches, which the user can replay or save to a file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import assert_never

from koikoi.v1 import record_pb2, service_pb2
from koikoi_client.actions.command import command_for_key
from koikoi_client.actions.lobby import RECORDS, RecordsAction
from koikoi_client.app.user import ScreenUser
from koikoi_client.cards import Line
from koikoi_client.errors import Refused
from koikoi_client.follow.finished_matches import FinishedMatches
from koikoi_client.records.file import save
from koikoi_client.records.steps import replay_steps
from koikoi_client.screen.room import Room
from koikoi_client.screen.targets import target_number
from koikoi_client.text import text

from ..screen.records import Records, records
from .cursor_keys import moved
from .replay import ReplayScreen


class RecordsScreen:
    """The list of finished matches, above the lobby."""

    ticking = False

    def __init__(self, user: ScreenUser, quit: Callable[[], None]) -> None:
        """*quit* is called to end the program."""
        self._quit = quit
        self._user = user
        self._program = user.program
        self._matches = FinishedMatches(user)
        self._rows: list[record_pb2.Record] = []
        self._cursor = 0
        self._next = ""  # the next page's token
        self._loaded = self._loading = False
        self._trouble = ""  # why the list cannot be loaded now
        self._busy = False
        self._notice = ""

    def open(self) -> None:
        """Show the list and load its first page."""
        self._program.show(self)
        self._user.spawn(self._load())

    def draw(self, room: Room) -> list[Line]:
        session = self._user.session
        shown = Records(
            self._rows,
            session.catalog,
            cursor=self._cursor,
            more=bool(self._next),
            loaded=self._loaded,
            notice=self._notice or self._trouble or session.lost,
        )
        return records(shown, room)

    def press(self, key: str) -> None:
        self._notice = ""
        if step := moved(key):
            self._move(step)
        elif (place := target_number(key, "row")) is not None:
            self._cursor = place
        elif command := command_for_key(RECORDS, key):
            self._do(command.action)

    def paste(self, words: str) -> None:
        """Nothing to paste here."""

    def _do(self, action: RecordsAction) -> None:
        match action:
            case RecordsAction.OPEN:
                if self._rows:
                    self._user.spawn(self._replay(self._rows[self._cursor].record_id))
            case RecordsAction.SAVE:
                if self._rows:
                    self._user.spawn(self._save(self._rows[self._cursor].record_id))
            case RecordsAction.BACK:
                self._program.close(self)
            case RecordsAction.HELP:
                self._program.help()
            case RecordsAction.QUIT:
                self._quit()
            case _:
                assert_never(action)

    def _move(self, step: int) -> None:
        last = len(self._rows) - 1
        if self._cursor + step > last and self._next:
            self._user.spawn(self._load())
        self._cursor = max(0, min(last, self._cursor + step))

    def _say(self, words: str) -> None:
        self._notice = words
        self._program.redraw()

    async def _load(self) -> None:
        """Load the next page, unless one is being loaded. If it is refused, try again."""
        if self._loading:
            return
        self._loading = True
        while (page := await self._page()) is None and self in self._program.screens:
            pass
        if page is not None:
            self._rows += page.records
            self._next = page.next_page_token
            self._loaded, self._trouble = True, ""
        self._loading = False
        self._program.redraw()

    async def _page(self) -> service_pb2.ListRecordsResponse | None:
        """The next page. None: it was refused, and it is time to ask again."""
        try:
            return await self._matches.page(self._next)
        except Refused as refused:
            self._trouble, wait = self._user.list_refused(refused)
        self._program.redraw()
        await self._user.session.wait(wait)
        return None

    async def _replay(self, record_id: str) -> None:
        """Replay a match until the user leaves it."""
        if self._is_busy():
            return
        session, left = self._user.session, asyncio.Event()
        self._busy = True
        try:
            async with replay_steps(session, record_id) as replay:
                await replay.reach(0)
                self._busy = False
                if self._program.screens[-1:] != [self]:
                    return
                screen = ReplayScreen(
                    self._program,
                    replay,
                    session.catalog,
                    left.set,
                    self._quit,
                    lambda: session.lost,
                )
                self._program.show(screen)
                await left.wait()
                self._program.close(screen)
        except Refused as refused:
            self._say(refused.message)
        finally:
            self._busy = False

    async def _save(self, record_id: str) -> None:
        if self._is_busy():
            return
        self._busy = True
        try:
            record = await self._user.record(record_id)
            self._say(save(record, Path.cwd(), self._user.store.state))
        except Refused as refused:
            self._say(refused.message)
        finally:
            self._busy = False

    def _is_busy(self) -> bool:
        """Whether a request is pending; if so, show a notice."""
        if self._busy:
            self._say(text("Your last request is still on its way to the server."))
        return self._busy
