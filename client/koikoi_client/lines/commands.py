"""The commands of line mode at a table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.actions.command import command_for_word
from koikoi_client.actions.table import COMMANDS, OPTION_WORDS, TableAction, command
from koikoi_client.errors import Refused
from koikoi_client.follow.choices import GO_ON_KEY, Choice, choices, find
from koikoi_client.follow.user import Quit, Spectating
from koikoi_client.lines.help import needs_met
from koikoi_client.lines.queries import Queries
from koikoi_client.lines.seats import FIRST_WORDS, bot_id, find_seat_choice, seat_choices
from koikoi_client.lines.table import LineTable
from koikoi_client.text import one_of, printable, reports, text


class Commands:
    """Reads and runs the user's commands at one table."""

    def __init__(self, table: LineTable) -> None:
        self.table = table
        self.user = table.user
        self._incomplete = ("", 0)  # a card number without its letter, and the state version
        self.following = table.following
        self.run_word: dict[TableAction, Callable[[str], Awaitable[bool | None]]] = {
            **Queries(table).run,
            TableAction.CHAT: self._say,
            TableAction.SAVE: self._save,
            TableAction.SIT: self._sit,
            TableAction.LEAVE: self._leave,
            TableAction.QUIT: self._quit,
        }

    async def run(self) -> None:
        """Run commands until the user leaves the table. Raises Quit to end the program."""
        while True:
            typed = await self.user.lines.ask()
            if typed.lower() not in command(TableAction.QUIT).words:
                self.table.say_if_arriving()
                await self.table.ready.wait()  # until the first update, the commands are unknown
            if await self.do(typed):
                return

    async def do(self, typed: str) -> bool:
        """Run one line; return True when the user leaves the table."""
        view = self.following.view
        made = choices(view) if view is not None else []
        if not typed:
            typed = GO_ON_KEY if find(made, GO_ON_KEY) else "again"
        if typed.lower().startswith("play "):
            typed = typed[len("play ") :].strip()
        choice = self._completed(typed, view) or find(made, typed)
        if choice is not None:
            self.table.send(choice.option)
            return False
        word, _, rest = typed.partition(" ")
        row = command_for_word(COMMANDS, word, needs_met(self.following))
        if row is not None:
            return bool(await self.run_word[row.action](rest.strip()))
        if await self._use(typed):
            return False
        self.user.say(self.user.outage or self._why_not(typed, view))
        return False

    def _completed(self, typed: str, view: table_pb2.SeatView | None) -> Choice | None:
        """The choice meant by a letter that is typed after the number of a card."""
        (card, version), self._incomplete = self._incomplete, ("", 0)
        if not card or view is None or view.state_version != version:
            return None
        return find(choices(view), card + typed) if typed.isalpha() else None

    def _why_not(self, typed: str, view: table_pb2.SeatView | None) -> str:
        compact = "".join(typed.lower().split())
        if view is not None and [choice.key for choice in choices(view)] == [GO_ON_KEY]:
            return text(
                '"{typed}" is not known here. Press Enter to go on, or type help.', typed=typed
            )
        if view is None:
            return text('"{typed}" is not known here. Type help for all commands.', typed=typed)
        if compact.isdigit() and find(choices(view), compact + "a"):
            self._incomplete = (compact, view.state_version)
            letters = [each.key for each in choices(view) if each.key[:-1] == compact]
            keys = one_of(letters)
            return text("That card can take one of several: type {keys}.", keys=keys)
        if typed.lower().split()[0] in FIRST_WORDS:
            return text("That is not possible now. Type seats to list what is possible.")
        if compact[:1].isdigit() or compact in (*OPTION_WORDS.values(), GO_ON_KEY):
            if not choices(view):  # the deck is cut by itself
                here = self.following
                waiting = (
                    ""
                    if view.options
                    else reports.waiting_line(here.names, here.update.match, here.now)
                )
                return waiting or text("There is nothing to choose now.")
            return text('"{typed}" is not a choice now. Press Enter for the choices.', typed=typed)
        return text('"{typed}" is not known here. Type help for all commands.', typed=typed)

    # -- acting ---------------------------------------------------------------------------------

    async def _say(self, rest: str) -> None:
        if rest:
            self.following.act(service_pb2.ActRequest(chat=service_pb2.Chat(text=rest)))
        else:
            self.user.say(text("Type say and then your message."))

    async def _save(self, rest: str) -> None:
        record_id = self.following.update.match.record_id
        if not record_id:
            self.user.say(text("You can save the match when it is over."))
            return
        from koikoi_client.records.file import save  # rarely used, so loaded late

        try:
            record = await self.user.record(record_id)
        except Refused as refused:
            self.user.say_refused(refused)
        else:
            self.user.say(save(record, Path.cwd(), self.user.store.state))

    async def _use(self, typed: str) -> bool:
        """Use the seat option that *typed* means; return False if there is none."""
        here = self.following
        if here.view is None:
            return False
        found = find_seat_choice(seat_choices(here.view), typed)
        if found is None:
            return False
        option, named = found[0].option, found[1]
        bot = bot_id(here.names, option, named)
        if bot is None:
            levels = one_of([here.names.bot_name(each) for each in option.bots])
            self.user.say(text("There is no such computer player: choose {levels}.", levels=levels))
        elif not option.confirm or await self._sure(option):
            here.use(option, bot)
        return True

    async def _sure(self, option: table_pb2.SeatOption) -> bool:
        label = printable(option.label)
        return await self.user.ask_yes(text("{what}: are you sure?", what=label))

    async def _sit(self, rest: str) -> bool:
        """Take a seat as a spectator, also during a match."""
        place = self.following.place
        assert isinstance(place, Spectating)
        if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 3):
            self.user.say(text("Type sit and the number of a seat; type seats to list them."))
            return False
        request = service_pb2.JoinTableRequest(
            table_id=place.table_id, join_code=place.join_code, seat=int(rest or 0)
        )
        try:
            self.table.moved_to = await self.user.join(request)
        except Refused as refused:
            self.user.say_refused(refused)
        return self.table.moved_to is not None

    # -- leaving --------------------------------------------------------------------------------

    async def _leave(self, rest: str) -> bool:
        if self.following.seat is None:
            return True
        if not await self.user.ask_yes(text("Give up your seat for good?")):
            return False
        return await self.following.leave()

    async def _quit(self, rest: str) -> bool:
        user = self.user
        if self.following.seat is None:
            raise Quit
        await user.lines.forget_typed()
        if user.invitations:
            user.say(
                text(
                    "This window runs the server: when you quit, the server stops for everybody. "
                    "Its tables are kept until you start it again."
                )
            )
        user.warn_if_not_kept()
        user.say(
            text(
                "Type q to quit and keep your seat, l to leave and give it up, or press Enter to "
                "stay."
            )
            if user.keeps_seat(self.following.seat, self.following.update.table)
            else text("Type q to quit, or press Enter to stay.")
        )
        answer = (await user.lines.ask(text("q, l or Enter> "))).lower()
        if answer in ("q", "quit"):
            raise Quit
        if answer in ("l", "leave"):
            return await self.following.leave()
        return False
