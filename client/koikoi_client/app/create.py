"""Opening a table: the form on the screen."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, assert_never

from koikoi.v1 import service_pb2
from koikoi_client.actions import keys
from koikoi_client.actions.command import pressed
from koikoi_client.actions.lobby import FORM, FormAction
from koikoi_client.app.prompts import Question, Typing
from koikoi_client.app.user import ScreenUser
from koikoi_client.cards import Line
from koikoi_client.errors import Refused
from koikoi_client.screen.room import Room
from koikoi_client.screen.targets import target_number
from koikoi_client.system.process import EXIT_OK
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import text

from ..screen import form
from ..screen.form_page import create_form
from ..screen.help import Reader
from .cursor_keys import direction, moved
from .overlays import HelpScreen
from .seat_request import SeatRequest

Create = Callable[[service_pb2.CreateTableRequest], Coroutine[Any, Any, KeptSeat]]
_PEOPLE = (form.YOU, form.OPEN)


def asked_for(filled: form.Form) -> service_pb2.CreateTableRequest:
    """What the form asks the server for."""
    seats = [
        service_pb2.SeatPlan(yours=plan == form.YOU, bot="" if plan in _PEOPLE else plan)
        for plan in filled.seats
    ]
    return service_pb2.CreateTableRequest(
        table_name=filled.name.strip(),
        game=filled.game,
        rules=dict(filled.rules),
        seats=seats,
        needs_code=filled.private,
    )


class CreateScreen:
    """The form.

    *request* is by what the seat at the new table is asked for, *create* asks the server, *back* is
    for Esc; *where* and *players* are as in the form.
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
    ) -> None:
        self.user = user
        self._request = request
        self._create = create or user.create
        self._back = back
        where = where or (form.PRACTICE if user.practice else "")
        bot = str(user.store.setting("practice_bot", ""))
        new = form.begin(user.session.catalog, where=where, bot=bot, players=players)
        self._form = replace(new, rules=user.rules)
        self._notice = ""

    def draw(self, room: Room) -> list[Line]:
        catalog = self.user.session.catalog
        return create_form(self._form, catalog, room, notice=self._notice)

    def press(self, key: str) -> None:
        self._notice = ""
        catalog = self.user.session.catalog
        if self._writes(key):
            return
        if step := moved(key, page=8):
            self._move(self._form.cursor + step)
        elif (clicked := target_number(key, "row")) is not None:
            self._move(clicked)
        elif (digit := keys.digit(key)) is not None:
            self._form = form.typed(self._form, catalog, digit)
        elif command := pressed(FORM, key):
            self._do(command.action, key)

    def _move(self, line: int) -> None:
        """Go to a line; the form may be shorter than it was drawn."""
        last = len(form.items(self._form, self.user.session.catalog)) - 1
        self._form = replace(self._form, cursor=max(0, min(last, line)), typed="")

    def _do(self, action: FormAction, key: str) -> None:
        catalog, program = self.user.session.catalog, self.user.program
        match action:
            case FormAction.LINE:
                self._move(self._form.cursor + direction(key))
            case FormAction.CHANGE:
                self._form = form.stepped(self._form, catalog, direction(key))
            case FormAction.OPEN:
                self._open()
            case FormAction.BACK:
                self._request.forget()
                program.close(self)
                self._back()
            case FormAction.HELP:
                reader = Reader(self._form.game, shared=self._form.where == form.SHARED)
                program.show(HelpScreen(program, catalog, reader))
            case FormAction.QUIT:
                program.show(self._quit_question())
            case _:
                assert_never(action)

    def paste(self, words: str) -> None:
        """Words go into a line that takes any."""
        item = self._item
        if item.written:
            line = self._typing
            line.paste(words)
            self._form = item.set(line.typed)

    @property
    def _typing(self) -> Typing:
        """The line that is being written."""
        limit = self.user.session.info.max_name_columns or 40
        return Typing(self._item.value, limit)

    @property
    def _item(self) -> form.Item:
        return form.items(self._form, self.user.session.catalog)[self._form.cursor]

    def _writes(self, key: str) -> bool:
        """Take a key as a letter of a line that takes any; whether it was one."""
        item = self._item
        line = self._typing
        if not item.written or not line.press(key):
            return False
        self._form = item.set(line.typed)
        return True

    def _quit_question(self) -> Question:
        """Asks first: what was filled in is lost."""
        program = self.user.program
        quit = ("Q", text("quit the program"), lambda: program.end(EXIT_OK))
        back = ("Esc", text("back to the form"), lambda: None)
        return Question(program, text("Quit?"), [text("No table is open yet.")], [quit, back])

    def _open(self) -> None:
        self._request.ask(self._create(asked_for(self._form)), self._refused)

    def _refused(self, refused: Refused) -> None:
        if refused.field == "player_name":
            self.user.open_rename(self.user.sentence(refused))
        else:
            self._notice = self.user.sentence(refused)
