"""The lobby: the live list of tables, and the keys that lead to one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from typing import Any, assert_never

from koikoi.v1 import service_pb2
from koikoi_client.actions import keys
from koikoi_client.actions.command import command_for_key, is_pressed, row_of
from koikoi_client.actions.lobby import LOBBY, LobbyAction
from koikoi_client.actions.pages import ENTRY, EntryAction
from koikoi_client.app.dialogs import LineEditor, Question, TextDialog
from koikoi_client.app.user import ScreenUser
from koikoi_client.cards import Line
from koikoi_client.errors import Refused
from koikoi_client.follow.encryption import is_exposed
from koikoi_client.follow.join_by_code import join_or_watch
from koikoi_client.follow.table_list import TableList
from koikoi_client.follow.user import Place, Quit, Spectating
from koikoi_client.screen.room import Room
from koikoi_client.screen.targets import target_id
from koikoi_client.text import printable, text
from koikoi_client.text.listed import open_seats

from ..screen.lobby import Lobby, lobby
from .cursor_keys import moved
from .new_table import NewTableScreen
from .program import Program
from .seat_request import SeatRequest

_SIT = row_of(LOBBY.commands, LobbyAction.SIT).keys
_WATCH = row_of(LOBBY.commands, LobbyAction.WATCH).keys


class LobbyScreen:
    """The list of tables.

    Attributes:
        place: its result is the next place; Quit is set as its exception to end the program.
    """

    ticking = False

    def __init__(self, user: ScreenUser) -> None:
        self.user = user
        self.program = user.program
        self.place: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        self._tables = TableList(user)
        self._last: Lobby | None = None
        self._cursor = ""
        self._search: LineEditor | None = None
        self._typing = False
        self._notice = ""
        self._notice_stays = 0.0  # until this time, whatever keys are pressed
        self._request = SeatRequest(user, self.go)

    # -- the list -------------------------------------------------------------------------------

    async def follow(self) -> None:
        """Keep the list up to date. Raises Refused if the server shows no list."""
        follow = self._tables.follow(self.program.redraw, self._own_renewed)
        async with aclosing(follow) as messages:
            async for message in messages:
                self.take(message)

    def _own_renewed(self) -> None:
        """Show the user's own tables, which are told apart from the list."""
        self._keep_cursor([])
        self.program.redraw()

    def take(self, message: service_pb2.WatchLobbyResponse) -> None:
        """Apply an update; the cursor stays on its table, or in its row if the table has closed."""
        before = [row.table.table_id for row in self._shown().found]
        self._tables.take(message)
        self._keep_cursor(before)
        shown = self._shown()
        if shown != self._last:  # a heartbeat changes nothing, unless it tells more of our tables
            self._last = shown
            self.program.redraw()

    def _keep_cursor(self, before: list[str]) -> None:
        now = [row.table.table_id for row in self._shown().found]
        if self._cursor in now or not now:
            return
        place = before.index(self._cursor) if self._cursor in before else 0
        self._cursor = now[min(place, len(now) - 1)]

    def _shown(self) -> Lobby:
        session = self.user.session
        return Lobby(
            rows=self._tables.rows,
            catalog=session.catalog,
            cursor=self._cursor,
            search=self._search.typed if self._search is not None else None,
            typing=self._typing,
            name=printable(self.user.name),
            server=printable(session.info.server_name) or str(session.address),
            exposed=is_exposed(session, self.user.invitations),
            connection=session.outage,
            notice=self._notice,
            known=self._tables.known,
            trouble=self._tables.trouble,
            mine=frozenset(self._tables.kept),
        )

    def draw(self, room: Room) -> list[Line]:
        return lobby(self._shown(), room)

    def say(self, words: str, seconds: float = 0.0) -> None:
        """Show a sentence until the next key, for at least *seconds*."""
        self._notice = words
        self._notice_stays = self.program.monotonic() + seconds

    # -- keys -----------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if self.program.monotonic() >= self._notice_stays:
            self._notice = ""
        if self._typing and self._search is not None:
            if key == keys.DOWN or is_pressed(ENTRY, EntryAction.DONE, key):
                self._typing = False
                return
            if self._search.press(key):
                self._keep_cursor([])
                return
        if step := moved(key):
            self._move(step)
        elif table_id := target_id(key, "table"):
            self._cursor = table_id
        elif command := command_for_key(LOBBY.commands, key):
            self._do(command.action)

    def paste(self, words: str) -> None:
        if self._typing and self._search is not None:
            self._search.paste(words)

    def _do(self, action: LobbyAction) -> None:
        match action:
            case LobbyAction.SIT:
                self._sit_down()
            case LobbyAction.WATCH:
                self._watch()
            case LobbyAction.NEW:
                self.program.show(NewTableScreen(self.user, self._request))
            case LobbyAction.JOIN:
                self._join_by_code()
            case LobbyAction.SEARCH:
                self._search, self._typing = LineEditor(limit=40), True
            case LobbyAction.SHOW_ALL:
                self._search, self._typing = None, False
            case LobbyAction.NAME:
                self.user.open_rename()
            case LobbyAction.RECORDS:
                from .records import RecordsScreen  # rarely used, so loaded late

                RecordsScreen(self.user, self._quit).open()
            case LobbyAction.HELP:
                self.program.help()
            case LobbyAction.QUIT:
                self._quit()
            case LobbyAction.LIST | LobbyAction.REPLAY | LobbyAction.SAVE | LobbyAction.RULES:
                pass  # words of line mode
            case _:
                assert_never(action)

    def _quit(self) -> None:
        if not self.place.done():
            self.place.set_exception(Quit())

    def _move(self, step: int) -> None:
        found = [row.table.table_id for row in self._shown().found]
        if found:
            now = found.index(self._cursor) if self._cursor in found else 0
            self._cursor = found[max(0, min(len(found) - 1, now + step))]

    # -- ways to a table ------------------------------------------------------------------------

    def go(self, place: Place) -> None:
        """Go to a place."""
        if not self.place.done():
            self.place.set_result(place)

    def _sit_down(self) -> None:
        row = self._shown().row
        if row is None:
            return
        table_id = row.table.table_id
        if table_id in self._tables.kept:
            self.go(self._tables.kept[table_id])
        elif open_seats(row.table):
            self._join(service_pb2.JoinTableRequest(table_id=table_id))
        elif free := row.table.open_to_join:
            request = service_pb2.JoinTableRequest(table_id=table_id, seat=free[0])
            self.program.show(instead_of_computer(self.program, lambda: self._join(request)))
        else:
            self.say(text("No seat is free there. Press {key} to watch.", key=_WATCH))

    def _join(self, request: service_pb2.JoinTableRequest) -> None:
        self._request.ask(self.user.join(request), self._refused, self.say)

    def _watch(self) -> None:
        row = self._shown().row
        if row is None:
            return
        if row.table.needs_code:  # one of ours; it can only be watched with its code
            self.say(text("You have a seat there. Press {key} to return to it.", key=_SIT))
        else:
            self.go(Spectating(table_id=row.table.table_id))

    def _join_by_code(self) -> None:
        def done(typed: str | None) -> None:
            if typed is None:
                self._request.cancel()
                self.program.close(entry)
                return

            def refuse(refused: Refused) -> None:
                if refused.field == "player_name":
                    self.program.close(entry)
                    self._refused(refused)
                else:
                    entry.notice = self.user.sentence(refused)

            def say(words: str) -> None:
                entry.notice = words

            self._request.ask(join_or_watch(self.user, typed), refuse, say)

        entry = TextDialog(
            text("Join by code"),
            text("Ask the person who opened the table for its code. Capitals don't matter."),
            text("Code"),
            done,
            limit=40,
            needed=text("Type the code, or press Esc to go back."),
        )
        self.program.show(entry)

    def _refused(self, refused: Refused) -> None:
        if refused.field == "player_name":
            self.user.open_rename(self.user.sentence(refused))
        else:
            self.user.say_refused(refused)

    def close(self) -> None:
        """Cancel the request for a seat: the user has left."""
        self._request.cancel()


def instead_of_computer(program: Program, sit: Callable[[], None]) -> Question:
    """Ask before the user replaces a computer during a match."""
    return Question(
        program,
        text("Take over from the computer?"),
        [text("The match has begun: you take over the computer's cards and score.")],
        [("Y", text("yes (or Enter)"), sit), ("N", text("no"), lambda: None)],
        enter=True,
    )


async def choose_table(user: ScreenUser) -> Place:
    """Show the lobby until the user chooses a table.

    Raises:
        Quit: if the user ends the program.
        Refused: if the server shows no list.
    """
    program = user.program
    screen = LobbyScreen(user)
    program.show(screen)
    program.title(text("Lobby - Koi-Koi"))
    user.on_say = screen.say
    following = asyncio.ensure_future(screen.follow())
    waited: set[asyncio.Future[Any]] = {following, screen.place}
    try:
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        if not screen.place.done():
            following.result()  # raises the error that ended the list
        return await screen.place
    finally:
        user.on_say = None
        screen.close()
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        program.close(screen)
