"""The lobby's list of tables in line mode, and what is said when it changes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.follow.table_list import TableList
from koikoi_client.lines.user import LineUser
from koikoi_client.text import all_of, count, keyed, text
from koikoi_client.text.listed import occupants, open_seats, opened, progress, table_name
from koikoi_client.text.names import Names
from koikoi_client.text.reports import rules_line


class LineTableList(TableList):
    """The list of tables in line mode. A table keeps the number that it first got.

    Attributes:
        held: the lines that are held back while a table is being opened; None: none are.
    """

    def __init__(self, user: LineUser) -> None:
        super().__init__(user)
        self.user = user
        self.held: list[str] | None = None
        self._numbers: dict[str, int] = {}

    async def announce(self, on_answer: Callable[[], None]) -> None:
        """Keep the list up to date, and announce changes.

        *on_answer* is called when the server has sent the list, or has refused it.

        Raises:
            Refused: if the server shows no list, and never will.
        """

        def no_list() -> None:
            if self.known:
                self._announce(self.trouble)
            else:
                self.show()
            on_answer()

        async with aclosing(self.follow(no_list)) as messages:
            async for message in messages:
                was_known, was_refused = self.known, bool(self._refusal)
                self._announce_changes(message)
                if not was_known:
                    self.show()
                elif was_refused:
                    self._announce(text("The list of tables is up to date again."))
                on_answer()

    def _announce_changes(self, message: service_pb2.WatchLobbyResponse) -> None:
        listed = {row.table.table_id for row in self.rows}
        new = self.take(message)
        self._number_tables()
        if message.snapshot:
            return
        for row in new:
            number = self._numbers[row.table.table_id]
            is_open = row.table.stage == table_pb2.STAGE_GATHERING
            self._announce(
                text("New table {n}: {row}. Type {n} to sit down.", n=number, row=self._row(row))
                if is_open
                else text("New table {n}: {row}.", n=number, row=self._row(row))
            )
        for table_id in message.closed_table_ids:
            if table_id in listed:
                self._announce(text("Table {n} is closed.", n=self._numbers[table_id]))

    def _announce(self, line: str) -> None:
        if self.held is None:
            self.user.say(line)
        else:
            self.held.append(line)

    def _number_tables(self) -> list[service_pb2.TableRow]:
        """Give each new table a number, in the order of the list; return the list."""
        rows = self._sorted()
        for row in rows:
            self._numbers.setdefault(row.table.table_id, len(self._numbers) + 1)
        return rows

    def _sorted(self) -> list[service_pb2.TableRow]:
        """The tables: first ours, then the others by the server's rank, then by number."""

        def place(row: service_pb2.TableRow) -> tuple[bool, int, int]:
            table_id = row.table.table_id
            return table_id not in self.kept, row.rank, self._numbers.get(table_id, 1_000_000)

        return sorted(self.rows, key=place)

    def show(self) -> None:
        """List all tables, and the main commands."""
        user, rows = self.user, self._number_tables()
        server = "" if user.practice else user.session.info.server_name
        if not rows:
            user.say(self.trouble or self._none(server))
            user.say(text("Type new to open one, join CODE for a private one, or help."))
            return
        user.say(text("Tables at {server}:", server=server) if server else text("Tables:"))
        for row in rows:
            user.say(keyed(self._numbers[row.table.table_id], self._row(row)))
        user.say(self.trouble)
        user.say(
            text("Type a table's number to sit down, watch 2 to watch table 2, new, or help.")
            if any(self._is_mine(row) or row.table.open_to_join for row in rows)
            else text("Type watch 2 to watch table 2, new to open a table, or help.")
        )

    def _none(self, server: str) -> str:
        if not self.known:
            return text("Loading the list of tables.")
        if server:
            return text("No table is open at {server}.", server=server)
        return text("No table is open.")

    def _row(self, row: service_pb2.TableRow) -> str:
        names = Names(self.user.session.catalog, row.table)
        parts = [names.game.name, self._seats(row)]
        if row.table.stage != table_pb2.STAGE_GATHERING:  # the open seats say that it waits
            parts.append(progress(row, names))
        if self._is_mine(row):
            parts.append(opened(row, among=self.rows))
        parts += [all_of(occupants(row.table)), rules_line(names)]
        if row.spectators:
            parts.append(count(row.spectators, "{n} spectator", "{n} spectators"))
        return f"{table_name(row.table)}: {', '.join(part for part in parts if part)}"

    def _seats(self, row: service_pb2.TableRow) -> str:
        """The open seats of a table, in words."""
        if self._is_mine(row):
            return text("you have a seat")
        if number := len(open_seats(row.table)):
            return count(number, "{n} seat open", "{n} seats open")
        if number := len(row.table.open_to_join):
            return count(
                number, "you may replace the computer", "you may replace one of {n} computers"
            )
        return text("full")

    def _is_mine(self, row: service_pb2.TableRow) -> bool:
        return row.table.table_id in self.kept

    def find(self, number: str) -> table_pb2.Table | None:
        """The table with that number in the list, or None."""
        rows = self._number_tables()
        found = (row.table for row in rows if str(self._numbers[row.table.table_id]) == number)
        return next(found, None)
