"""Opening a table: the form on the screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from koikoi.v1 import service_pb2

from ..errors import Refused
from ..faces import Line, Theme
from ..screen import form
from ..screen.help import Reader
from ..screen.spots import numbered
from ..store import KeptSeat
from . import keys
from .guest import ScreenGuest
from .overlays import HelpScreen

Create = Callable[[service_pb2.CreateTableRequest], Awaitable[KeptSeat]]
_PEOPLE = (form.YOU, form.OPEN)


def request(filled: form.Form) -> service_pb2.CreateTableRequest:
    """What the form asks the server for."""
    seats = [
        service_pb2.SeatPlan(yours=plan == form.YOU, bot="" if plan in _PEOPLE else plan)
        for plan in filled.seats
    ]
    return service_pb2.CreateTableRequest(
        game=filled.game, rules=dict(filled.rules), seats=seats, needs_code=filled.private
    )


class CreateScreen:
    """The form.

    *create* asks the server, *opened* gets the seat at the new table, *back* is for Esc; *where* is
    as in the form.
    """

    ticking = False

    def __init__(
        self,
        guest: ScreenGuest,
        opened: Callable[[KeptSeat], None],
        *,
        create: Create | None = None,
        back: Callable[[], None] = lambda: None,
        where: str = "",
    ) -> None:
        self.guest = guest
        self._opened = opened
        self._create = create or guest.create
        self._back = back
        where = where or (form.PRACTICE if guest.practice else "")
        bot = str(guest.store.setting("practice_bot", ""))
        new = form.begin(guest.session.catalog, where=where, bot=bot)
        self._form = replace(new, rules=guest.rules)
        self._notice = ""
        self._busy = False

    def draw(self, columns: int, rows: int, theme: Theme) -> list[Line]:
        catalog = self.guest.session.catalog
        return form.create_form(self._form, catalog, columns, rows, theme, notice=self._notice)

    def press(self, key: str) -> None:
        self._notice = ""
        catalog = self.guest.session.catalog
        steps = {keys.UP: -1, keys.BACK_TAB: -1, keys.DOWN: 1, keys.TAB: 1}
        steps |= {keys.PAGE_UP: -8, keys.PAGE_DOWN: 8, keys.HOME: -1000, keys.END: 1000}
        if key in steps:
            last = len(form.items(self._form, catalog)) - 1
            line = max(0, min(last, self._form.cursor + steps[key]))
            self._form = replace(self._form, cursor=line, typed="")
        elif (clicked := numbered(key, "row")) is not None:
            self._form = replace(self._form, cursor=clicked, typed="")
        elif key in (keys.LEFT, keys.RIGHT, keys.SPACE):
            step = -1 if key == keys.LEFT else 1
            self._form = form.stepped(self._form, catalog, step)
        elif (digit := keys.digit(key)) is not None:
            self._form = form.typed(self._form, catalog, digit)
        elif key == keys.ENTER:
            self._open()
        elif key == keys.ESCAPE:
            self.guest.program.close(self)
            self._back()
        elif key == "?":
            program = self.guest.program
            reader = Reader(self._form.game, shared=self._form.where == form.SHARED)
            program.show(HelpScreen(program, catalog, reader))
        elif key in ("q", "Q"):
            self.guest.program.end(0)

    def paste(self, words: str) -> None:
        """Nothing to paste here."""

    def _open(self) -> None:
        if self._busy:
            return
        self._busy = True
        asked = request(self._form)

        async def ask() -> None:
            try:
                self._opened(await self._create(asked))
            except Refused as refused:
                if refused.field == "player_name":
                    self.guest.open_rename(self.guest.sentence(refused))
                else:
                    self._notice = self.guest.sentence(refused)
            finally:
                self._busy = False
                self.guest.program.redraw()

        self.guest.spawn(ask())
