"""The form for a new table, and what its keys do."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, assert_never

from koikoi.v1 import service_pb2
from koikoi_client.actions import keys
from koikoi_client.actions.command import command_for_key
from koikoi_client.actions.lobby import FORM, FormAction
from koikoi_client.app.dialogs import LineEditor, Question
from koikoi_client.app.user import ScreenUser
from koikoi_client.cards import Line
from koikoi_client.errors import Refused
from koikoi_client.follow.new_table import PRACTICE, SHARED, begin
from koikoi_client.follow.new_table_form import Field, fields
from koikoi_client.screen.room import Room
from koikoi_client.screen.targets import target_number
from koikoi_client.system.process import EXIT_OK
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import all_of, text

from ..screen.form_page import form_page
from ..screen.help_page import HelpContext
from .cursor_keys import direction, moved
from .pagers import HelpScreen
from .seat_request import SeatRequest

Create = Callable[[service_pb2.CreateTableRequest], Coroutine[Any, Any, KeptSeat]]


class NewTableScreen:
    """The form, at one of its fields.

    Attributes:
        table: the choices so far.
    """

    ticking = False

    def __init__(
        self,
        user: ScreenUser,
        request: SeatRequest,
        *,
        create: Create | None = None,
        back: Callable[[], None] = lambda: None,
        where: str = "",
        players: Sequence[str] = (),
        people: int = 2,
        notice: str = "",
    ) -> None:
        """Begin with the default values; *where*, *players* and *people* are those of NewTable.

        Args:
            request: asks for the seat at the new table.
            create: opens the table at the server.
            back: is called for Esc.
            notice: a sentence to show until the next key.
        """
        self.user = user
        self._request = request
        self._create = create or user.create
        self._back = back
        where = where or (PRACTICE if user.practice else "")
        bot = str(user.store.setting("practice_bot", ""))
        game = user.session.catalog.games[0].id if user.rules else ""  # they are of this game
        table = begin(
            user.session.catalog, game, where=where, bot=bot, players=players, people=people
        )
        self.table = replace(table, rules=user.rules)
        self._cursor = 0  # the field that is being changed
        self._typed = ""  # the digits typed for it
        self._notice = notice

    def draw(self, room: Room) -> list[Line]:
        return form_page(
            self.table,
            self.user.session.catalog,
            room,
            cursor=self._cursor,
            notice=self._notice or self._without_seat,
        )

    def press(self, key: str) -> None:
        self._notice = ""
        if self._writes(key):
            return
        if step := moved(key, page=8):
            self._move(self._cursor + step)
        elif (clicked := target_number(key, "row")) is not None:
            self._move(clicked)
        elif (digit := keys.digit(key)) is not None:
            self._type(digit)
        elif command := command_for_key(FORM, key):
            self._do(command.action, key)

    def _do(self, action: FormAction, key: str) -> None:
        catalog, program = self.user.session.catalog, self.user.program
        match action:
            case FormAction.LINE:
                self._move(self._cursor + direction(key))
            case FormAction.CHANGE:
                self.table, self._typed = self._field.stepped(direction(key)), ""
            case FormAction.OPEN:
                self._open()
            case FormAction.BACK:
                self._request.cancel()
                program.close(self)
                self._back()
            case FormAction.HELP:
                context = HelpContext(self.table.game, shared=self.table.where == SHARED)
                program.show(HelpScreen(program, catalog, context))
            case FormAction.QUIT:
                program.show(self._quit_question())
            case _:
                assert_never(action)

    def paste(self, words: str) -> None:
        """Add words to a field that takes any text."""
        field = self._field
        if field.free_text:
            line = self._line
            line.paste(words)
            self.table = field.set(line.typed)

    @property
    def _without_seat(self) -> str:
        """Which of the people at a shared screen have no seat; empty: none."""
        table = self.table
        names = table.players[len(table.seats) : table.people]
        if not names:
            return ""
        return text(
            "No seat for {names}: choose more seats, or a game for more players.",
            names=all_of(list(names)),
        )

    @property
    def _field(self) -> Field:
        """The field under the cursor."""
        return fields(self.table, self.user.session.catalog)[self._cursor]

    @property
    def _line(self) -> LineEditor:
        """The text of the field under the cursor."""
        limit = self.user.session.info.max_name_columns or 40
        return LineEditor(self._field.value, limit)

    def _move(self, cursor: int) -> None:
        """Go to a field; the form may be shorter than it was drawn."""
        last = len(fields(self.table, self.user.session.catalog)) - 1
        self._cursor, self._typed = max(0, min(last, cursor)), ""

    def _type(self, digit: int) -> None:
        """Add a digit to the number of a field; start a new number if it would be too large."""
        field = self._field
        if field.numbers is None:
            return
        low, high = field.numbers
        longer = f"{self._typed}{digit}"
        self._typed = longer if int(longer) <= high else str(digit)
        if low <= int(self._typed) <= high:
            self.table = field.set(str(int(self._typed)))

    def _writes(self, key: str) -> bool:
        """Edit the text of a field; whether the key did that."""
        field, line = self._field, self._line
        if not field.free_text or not line.press(key):
            return False
        self.table = field.set(line.typed)
        return True

    def _quit_question(self) -> Question:
        """Ask first, because the form would be lost."""
        program = self.user.program
        quit = ("Q", text("quit the program"), lambda: program.end(EXIT_OK))
        back = ("Esc", text("back to the form"), lambda: None)
        return Question(program, text("Quit?"), [text("No table is open yet.")], [quit, back])

    def _open(self) -> None:
        self._request.ask(self._create(self.table.request()), self._refused, self._say)

    def _say(self, words: str) -> None:
        self._notice = words

    def _refused(self, refused: Refused) -> None:
        if refused.field == "player_name":
            self.user.open_rename(self.user.sentence(refused))
        else:
            self._say(self.user.sentence(refused))
