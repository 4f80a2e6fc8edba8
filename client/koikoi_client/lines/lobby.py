"""The lobby in line mode: list tables, join, watch or open one."""

from __future__ import annotations

import asyncio
from typing import assert_never

from koikoi.v1 import service_pb2
from koikoi_client.actions.command import command_for_word, typed_help
from koikoi_client.actions.lobby import LOBBY, LobbyAction
from koikoi_client.errors import Refused
from koikoi_client.follow.join_by_code import join_or_watch
from koikoi_client.follow.player_names import name_problem
from koikoi_client.follow.user import Place, Quit, Spectating
from koikoi_client.lines.form import create
from koikoi_client.lines.replay import LineRecords
from koikoi_client.lines.table_list import LineTableList
from koikoi_client.lines.user import LineUser
from koikoi_client.screen.help_page import pages
from koikoi_client.text import keyed, text
from koikoi_client.text.listed import open_seats


async def lobby(user: LineUser) -> Place:
    """Show the lobby until the user chooses a table; return the place there.

    Raises:
        Quit: when the user ends the program.
    """
    shown = Lobby(user)
    follow = asyncio.create_task(shown.follow())
    command = asyncio.create_task(shown.command())
    try:
        done, _ = await asyncio.wait({follow, command}, return_when=asyncio.FIRST_COMPLETED)
        if follow in done and command not in done:
            await follow  # raises the error that ended the stream
        return await command
    finally:
        for task in (follow, command):
            task.cancel()
        await asyncio.gather(follow, command, return_exceptions=True)


class Lobby:
    """The commands of the lobby, below the list of tables."""

    def __init__(self, user: LineUser) -> None:
        self.user = user
        self.list = LineTableList(user)
        self.records = LineRecords(user)
        self._answered = asyncio.Event()  # set by the first list, or by a refusal

    async def follow(self) -> None:
        """Keep the list of tables up to date, and announce changes. Raises Refused."""
        await self.list.announce(self._answered.set)

    async def command(self) -> Place:
        """Run commands once the first list has arrived; return the table that the user chooses."""
        await self._answered.wait()
        while True:
            typed = await self.user.lines.ask()
            word, _, rest = typed.partition(" ")
            try:
                place = await self._do(word.lower(), rest.strip())
            except Refused as refused:
                self.user.say_refused(refused)
            else:
                if place is not None:
                    return place

    async def _do(self, word: str, rest: str) -> Place | None:
        user = self.user
        if word.isdigit():
            return await self._join(word)
        row = command_for_word(LOBBY.commands, word)
        match row.action if row is not None else None:
            case LobbyAction.JOIN:
                return await self._join(rest)
            case LobbyAction.WATCH:
                return self._watch(rest)
            case LobbyAction.NEW:
                return await self._open_table(rest)
            case LobbyAction.LIST:
                self.list.show()
            case LobbyAction.RECORDS:
                await self.records.show(rest)
            case LobbyAction.REPLAY:
                await self.records.replay(rest)
            case LobbyAction.SAVE:
                await self.records.save(rest)
            case LobbyAction.NAME:
                self._name(rest)
            case LobbyAction.RULES:
                show_help_pages(user, rest)
            case LobbyAction.HELP:
                user.say(text("You can type:"), *typed_help(LOBBY.commands, ()))
            case LobbyAction.QUIT:
                raise Quit
            case None:
                user.say(text('"{word}" is not known here. Type help for all commands.', word=word))
            case LobbyAction.SIT | LobbyAction.SEARCH | LobbyAction.SHOW_ALL:
                pass  # keys of the screen
            case other:
                assert_never(other)
        return None

    async def _open_table(self, game: str) -> Place | None:
        """Open a table for *game*; empty: ask which.

        News of the lobby is held back meanwhile, and is said if we stay there. The new table may be
        in the list before the server has granted the seat.
        """
        self.list.held = []
        place = await create(self.user, game)
        if place is None:
            self.user.say(*self.list.held)
            self.list.held = None
        return place

    def _name(self, name: str) -> None:
        """Change the player's name, and show it."""
        user = self.user
        wrong = name_problem(name, user.session.info.max_name_columns) if name else ""
        user.say(wrong)
        if name and not wrong:
            user.rename(name)
        user.say(text("Your name is {name}.", name=user.name))

    async def _join(self, which: str) -> Place | None:
        user = self.user
        if not which:
            user.say(text("Type join and a table's number, or join and a code."))
            return None
        table = self.list.find(which)
        if table is None:
            return None if self._is_missing(which) else await join_or_watch(user, which)
        kept = self.list.kept.get(table.table_id)
        if kept is not None:
            user.say(text("You have a seat there."))
            return kept
        seats = table.open_to_join
        if open_seats(table) or not seats:  # the server refuses a full table
            return await user.join(service_pb2.JoinTableRequest(table_id=table.table_id))
        if not await user.ask_yes(text("Take a computer's place, with its cards and score?")):
            return None
        request = service_pb2.JoinTableRequest(table_id=table.table_id, seat=seats[0])
        return await user.join(request)

    def _is_missing(self, which: str) -> bool:
        """Whether this is the number of no table, which is then said; a code has letters."""
        if not which.isdigit():
            return False
        self.user.say(text("There is no table {n}. Type list to list the tables.", n=which))
        return True

    def _watch(self, which: str) -> Place | None:
        if not which:
            self.user.say(text("Type watch and a table's number, or watch and a code."))
            return None
        table = self.list.find(which)
        if table is None:
            return None if self._is_missing(which) else Spectating(join_code=which)
        if table.needs_code:  # one of ours; it can only be watched with its code
            self.user.say(text("You have a seat there. Type {n} to return to it.", n=which))
            return None
        return Spectating(table_id=table.table_id)


def show_help_pages(user: LineUser, which: str, game: str = "") -> None:
    """List the server's help pages, or show the page *which*, a number, id or title.

    With *game*, only its pages and those common to all games.
    """
    catalog = user.session.catalog
    listed = pages(catalog, game) if game else list(catalog.help)
    if not listed:
        user.say(text("This server has no help pages."))
        return
    asked = which.casefold()
    for number, page in enumerate(listed, 1):
        if asked in (str(number), page.page.casefold(), page.title.casefold()):
            user.say(page.title, *page.text.splitlines())
            return
    for number, page in enumerate(listed, 1):
        user.say(keyed(number, page.title))
    user.say(text("Type rules and a number to read a page."))
