"""The commands of line mode that describe a table without changing it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from koikoi_client.actions.table import TableAction
from koikoi_client.follow.choices import hand_lines
from koikoi_client.follow.encryption import encryption
from koikoi_client.lines.help import help_lines
from koikoi_client.lines.lobby import show_help_pages
from koikoi_client.lines.news import situation
from koikoi_client.lines.seats import seat_choice_line, seat_choices
from koikoi_client.lines.table import LineTable
from koikoi_client.text import count, keyed, reports, text


class Queries:
    """The commands at one table. Each takes the text after its word."""

    def __init__(self, table: LineTable) -> None:
        self._table = table
        self._user = table.user
        self._following = table.following
        self.run: dict[TableAction, Callable[[str], Awaitable[None]]] = {
            TableAction.SITUATION: self.again,
            TableAction.HAND: self.hand,
            TableAction.FIELD: self.field,
            TableAction.CAPTURED: self.captured,
            TableAction.YAKU: self.yaku,
            TableAction.SCORE: self.score,
            TableAction.SEATS: self.seats,
            TableAction.LOG: self.log,
            TableAction.RULES: self.rules,
            TableAction.HELP: self.help,
            TableAction.BELL: self.bell,
        }

    async def again(self, rest: str) -> None:
        """Show the whole state of the table, and the open choices."""
        self._user.say(*situation(self._following), self._user.outage)

    async def hand(self, rest: str) -> None:
        """Show the cards in the hand."""
        view = self._following.view
        if view is None or not view.hand:
            self._user.say(text("You hold no cards."))
        else:
            self._user.say(*hand_lines(self._following.names, view))

    async def field(self, rest: str) -> None:
        """Show the cards on the field, and the drawn card."""
        names = self._following.names
        self._user.say(reports.field_line(names, self._following.update.match))
        self._user.say(reports.open_card_line(names, self._following.update.match))

    async def captured(self, rest: str) -> None:
        """Show the captured cards of each side."""
        self._user.say(*reports.captured_lines(self._following.names, self._following.update.match))

    async def yaku(self, rest: str) -> None:
        """Show the yaku chart, with the progress of each side."""
        self._user.say(*reports.chart_lines(self._following.names, self._following.update.match))

    async def score(self, rest: str) -> None:
        """Show the score of each round so far."""
        lines = reports.rounds_lines(self._following.names, self._following.update.match)
        self._user.say(*([*lines] or [text("No round is over yet.")]))

    async def seats(self, rest: str) -> None:
        """Show the seats, the spectators and the seat options."""
        here = self._following
        self._user.say(*reports.seat_lines(here.names, here.now))
        if here.spectators:
            self._user.say(
                count(here.spectators, "{n} person is watching.", "{n} people are watching.")
            )
        if here.view is not None and here.view.join_code:
            self._table.say_code(here.view.join_code)  # with the server's code
        else:
            self._user.say(encryption(self._user.session, self._user.invitations))
        self._user.say(text("You can type:"))
        if here.view is None:
            free = here.update.table.open_to_join
            self._user.say(*(keyed(f"sit {n}", here.names.seat_name(n)) for n in free))
            self._user.say(keyed("leave", text("back to the lobby")))
        else:
            for choice in seat_choices(here.view):
                left = here.seconds_to(choice.option)
                self._user.say(seat_choice_line(here.names, choice, left))

    async def log(self, rest: str) -> None:
        """Show the last lines of the log."""
        self._user.say(*(self._following.log[-30:] or [text("Nothing has happened yet.")]))

    async def rules(self, rest: str) -> None:
        """Show the house rules of the table, and list or show help pages."""
        rules = reports.rules_line(self._following.names)
        self._user.say(text("House rules here: {rules}.", rules=rules) if rules else "")
        show_help_pages(self._user, rest, self._following.update.table.game)

    async def help(self, rest: str) -> None:
        """Show the commands of this table."""
        self._user.say(*help_lines(self._following))

    async def bell(self, rest: str) -> None:
        """Turn the bell on or off."""
        on = rest.lower() != "off"
        self._user.keep_setting("bell", on)
        self._user.say(text("The bell is on.") if on else text("The bell is off."))
