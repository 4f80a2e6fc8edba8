"""The lobby in line mode: list tables, join, watch or open one."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import assert_never

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.actions.command import command_for_word, typed_help
from koikoi_client.actions.lobby import LOBBY, LobbyAction
from koikoi_client.errors import Refused
from koikoi_client.follow.player_names import name_problem
from koikoi_client.follow.user import Place, Quit, Spectating
from koikoi_client.lines.form import create
from koikoi_client.lines.replay import LineRecords
from koikoi_client.lines.user import LineUser
from koikoi_client.screen.help_page import pages
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import all_of, count, keyed, text
from koikoi_client.text.names import Names
from koikoi_client.text.reports import occupants, open_seats, rules_line


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
    """The public tables and our private ones, numbered in the order of their arrival."""

    def __init__(self, user: LineUser) -> None:
        self.user = user
        self.rows: dict[str, service_pb2.TableRow] = {}
        self.numbers: dict[str, int] = {}
        self.records = LineRecords(user)
        self._answered = asyncio.Event()  # set by the first list, or by a refusal

    async def follow(self) -> None:
        """Keep the list of tables up to date, and announce changes."""
        listed = False
        async with aclosing(self.user.lobby(self._full)) as messages:
            async for message in messages:
                self._apply(message, quiet=not listed or message.snapshot)
                if not listed:
                    self.show()
                listed = True
                self._answered.set()

    def _full(self, refused: Refused) -> None:
        self.user.say_refused(refused)
        self._answered.set()

    def _apply(self, message: service_pb2.WatchLobbyResponse, quiet: bool) -> None:
        rows = list(message.rows)
        if message.snapshot:
            self.rows.clear()
            rows += self.user.private_rows()
        for row in rows:
            new = row.table.table_id not in self.rows
            self.rows[row.table.table_id] = row
            self.numbers.setdefault(row.table.table_id, len(self.numbers) + 1)
            if new and not quiet:
                number = self.numbers[row.table.table_id]
                is_open = row.table.stage == table_pb2.STAGE_GATHERING
                self.user.say(
                    text(
                        "New table {n}: {row}. Type {n} to sit down.", n=number, row=self._row(row)
                    )
                    if is_open
                    else text("New table {n}: {row}.", n=number, row=self._row(row))
                )
        for table_id in message.closed_table_ids:
            row_gone = self.rows.pop(table_id, None)
            if row_gone is not None and not quiet:
                self.user.say(text("Table {n} is closed.", n=self.numbers[table_id]))

    def show(self) -> None:
        """List all tables, and the main commands."""
        user = self.user
        server = user.session.info.server_name
        if not self.rows:
            user.say(
                text("No table is open at {server}.", server=server)
                if server and not user.practice
                else text("No table is open.")
            )
            user.say(text("Type new to open one, join CODE for a private one, or help."))
            return
        there = server and not user.practice
        user.say(text("Tables at {server}:", server=server) if there else text("Tables:"))
        rows = sorted(self.rows.values(), key=lambda row: self.numbers[row.table.table_id])
        for row in rows:
            user.say(keyed(self.numbers[row.table.table_id], self._row(row)))
        user.say(
            text("Type a table's number to sit down, watch 2 to watch table 2, new, or help.")
            if any(self._mine(row) or row.table.open_to_join for row in rows)
            else text("Type watch 2 to watch table 2, new to open a table, or help.")
        )

    def _row(self, row: service_pb2.TableRow) -> str:
        names = Names(self.user.session.catalog, row.table)
        parts = [names.game.name, self._seats(row)]
        if row.table.stage == table_pb2.STAGE_FINISHED:
            parts.append(text("match over"))
        elif row.round:
            round_name = names.game.round_name or text("Round")
            parts.append(text("{round} {n} of {of}", round=round_name, n=row.round, of=row.rounds))
        parts += [all_of(occupants(row.table)), rules_line(names)]
        if row.spectators:
            parts.append(count(row.spectators, "{n} spectator", "{n} spectators"))
        name = row.table.name or text("a table")
        return f"{name}: {', '.join(part for part in parts if part)}"

    def _seats(self, row: service_pb2.TableRow) -> str:
        """The open seats of a table, in words."""
        if self._mine(row):
            return text("you have a seat")
        if number := len(open_seats(row.table)):
            return count(number, "{n} seat open", "{n} seats open")
        if number := len(row.table.open_to_join):
            return count(
                number, "you may replace the computer", "you may replace one of {n} computers"
            )
        return text("full")

    def _mine(self, row: service_pb2.TableRow) -> bool:
        return self._kept(row.table.table_id) is not None

    def _kept(self, table_id: str) -> KeptSeat | None:
        """Our seat at a table, or None."""
        kept = self.user.store.seats(self.user.session.info.server_id)
        return next((seat for seat in kept if seat.table_id == table_id), None)

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
            if self._table_id(word) is not None:
                return await self._join(word)
            user.say(text('There is no table {n}. Type "list" to list the tables.', n=word))
            return None
        row = command_for_word(LOBBY.commands, word)
        match row.action if row is not None else None:
            case LobbyAction.JOIN:
                return await self._join(rest)
            case LobbyAction.WATCH:
                return self._watch(rest)
            case LobbyAction.NEW:
                return await create(user)
            case LobbyAction.LIST:
                self.show()
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
                user.say(
                    text('"{word}" is not known here. Type "help" for all commands.', word=word)
                )
            case LobbyAction.SIT | LobbyAction.SEARCH | LobbyAction.SHOW_ALL:
                pass  # keys of the screen
            case other:
                assert_never(other)
        return None

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
        table_id = self._table_id(which)
        if table_id is None:
            return await user.join(service_pb2.JoinTableRequest(join_code=which))
        kept = self._kept(table_id)
        if kept is not None:
            user.say(text("You have a seat there."))
            return kept
        table = self.rows[table_id].table
        seats = table.open_to_join
        if open_seats(table) or not seats:  # the server refuses a full table
            return await user.join(service_pb2.JoinTableRequest(table_id=table_id))
        if not await user.ask_yes(text("Take a computer's place, with its cards and score?")):
            return None
        return await user.join(service_pb2.JoinTableRequest(table_id=table_id, seat=seats[0]))

    def _watch(self, which: str) -> Place | None:
        if not which:
            self.user.say(text("Type watch and a table's number, or watch and a code."))
            return None
        table_id = self._table_id(which)
        return Spectating(join_code=which) if table_id is None else Spectating(table_id=table_id)

    def _table_id(self, which: str) -> str | None:
        """The id of the table with the number *which* in the list, or None."""
        listed = {str(self.numbers[table_id]): table_id for table_id in self.rows}
        return listed.get(which)


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
