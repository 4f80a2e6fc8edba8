"""The table as a place: who sits where, and what may be done about it."""

from __future__ import annotations

from collections.abc import Callable

from koikoi.v1 import table_pb2
from koikoi_client.app.prompts import Question
from koikoi_client.follow.following import Following
from koikoi_client.screen.room import Room
from koikoi_client.screen.targets import target_number
from koikoi_client.text import printable, text

from ..screen.page import Page
from ..screen.seats import Choice, choices, kept, seats
from ..screen.view import View
from . import keys
from .overlays import Pager
from .program import Program


class SeatsScreen(Pager):
    """Seats and what may be done: a number does one, or Up, Down and Enter, by which it scrolls."""

    ticking = True

    def __init__(
        self,
        program: Program,
        following: Following,
        view: Callable[[], View],
        elsewhere: Callable[[str], None],
        sit: Callable[[int], None] = lambda seat: None,
    ) -> None:
        """*sit* seats a spectator."""
        self._sit = sit
        self._following = following
        self._view = view
        self._cursor = 0
        self._seen = True  # whether the cursor was moved last, and not the page
        self._bot = str(following.user.store.setting("practice_bot", ""))
        self._offered: list[Choice] = []  # in the places where they are drawn
        self._refresh()
        super().__init__(program, self._draw_seats, elsewhere)

    def _draw_seats(self, room: Room, scroll: int) -> Page:
        self._refresh()
        return seats(
            self._view(), room, offered=self._offered, cursor=self._cursor,
            bot=self._bot, seen=self._seen, scroll=scroll,
        )  # fmt: skip

    def _refresh(self) -> None:
        self._offered = kept(self._offered, choices(self._view()))
        self._cursor = max(0, min(self._cursor, len(self._offered) - 1))

    def press(self, key: str) -> None:
        offered = self._offered
        steps = {keys.UP: -1, keys.BACK_TAB: -1, keys.DOWN: 1, keys.TAB: 1}
        if key in steps and offered:
            self._cursor = (self._cursor + steps[key]) % len(offered)
            self._seen = True
        elif (place := target_number(key, "row")) is not None:
            self._cursor, self._seen = min(place, max(0, len(offered) - 1)), True
        elif key in (keys.LEFT, keys.RIGHT) and offered:
            self._choose_bot(1 if key == keys.RIGHT else -1)
        elif key == keys.ENTER and offered:
            self._do(offered[self._cursor])
        elif (digit := keys.digit(key)) is not None:
            if (digit or 10) <= len(offered):  # 0 is the tenth
                self._do(offered[(digit or 10) - 1])
        else:
            self._seen = False
            super().press(key)

    def _choose_bot(self, step: int) -> None:
        """Name another computer, of those that what is under the cursor may name."""
        here = [self._offered[self._cursor], *self._offered]
        option = next((each.option for each in here if each.bot("")), None)
        if option is not None:  # from weak to strong, as the game lists them
            bots = [each.id for each in self._view().game.bots if each.id in option.bots]
            now = Choice(option).bot(self._bot)
            self._bot = bots[(bots.index(now) + step) % len(bots)] if now in bots else self._bot

    def _do(self, choice: Choice) -> None:
        """Do what was drawn, if that can be done still."""
        if choice.gone or choice not in choices(self._view()):
            return
        self._program.close(self)
        if choice.option is None:
            self._sit(choice.seat)
        else:
            use(self._program, self._following, choice.option, choice.bot(self._bot))


def use(
    program: Program, following: Following, option: table_pb2.SeatOption, bot: str = ""
) -> None:
    """Use a seat option; where the server wants it so, the person is asked first."""
    if not option.confirm or following.seconds_to(option):
        following.use(option, bot)
        return
    yes = ("Y", text("yes"), lambda: following.use(option, bot))
    no = ("N", text("no"), lambda: None)
    words = [printable(option.label)]
    program.show(Question(program, text("Are you sure?"), words, [yes, no]))
