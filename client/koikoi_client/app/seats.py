"""The page of the seats: who sits where, and what the user can do about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from koikoi.v1 import table_pb2
from koikoi_client.actions import keys
from koikoi_client.actions.command import command_for_key
from koikoi_client.actions.pages import SEATS, SeatsAction
from koikoi_client.app.dialogs import Question
from koikoi_client.follow.following import Following
from koikoi_client.screen.room import Room
from koikoi_client.screen.targets import target_number
from koikoi_client.text import printable, text

from ..screen.page import Page
from ..screen.seats import Choice, choices, kept, seats
from ..screen.view import View
from .cursor_keys import direction
from .pagers import Pager
from .program import Program


class SeatsScreen(Pager):
    """The seats of a table and the options about them."""

    ticking = True

    def __init__(
        self,
        program: Program,
        following: Following,
        view: Callable[[], View],
        below: Callable[[str], None],
        sit: Callable[[int], None] = lambda seat: None,
    ) -> None:
        """*below* gets other keys; *sit* is called with the seat that a spectator wants."""
        self._sit = sit
        self._following = following
        self._view = view
        self._cursor = 0
        self._follow_cursor = True  # whether to scroll so that the cursor is visible
        self._bot = str(following.user.store.setting("practice_bot", ""))
        self._offered: list[Choice] = []  # in the rows where they are drawn
        self._refresh()
        super().__init__(program, self._draw_seats, below)

    def _draw_seats(self, room: Room, scroll: int) -> Page:
        self._refresh()
        return seats(
            self._view(), room, offered=self._offered, cursor=self._cursor,
            bot=self._bot, seen=self._follow_cursor, scroll=scroll,
        )  # fmt: skip

    def _refresh(self) -> None:
        self._offered = kept(self._offered, choices(self._view()))
        self._cursor = max(0, min(self._cursor, len(self._offered) - 1))

    def press(self, key: str) -> None:
        offered = self._offered
        if (place := target_number(key, "row")) is not None:
            self._cursor, self._follow_cursor = min(place, max(0, len(offered) - 1)), True
            return
        command = command_for_key(SEATS, key) if offered else None
        match command.action if command is not None else None:
            case SeatsAction.CHOOSE:
                self._cursor = (self._cursor + direction(key)) % len(offered)
                self._follow_cursor = True
            case SeatsAction.CONFIRM:
                self._do(offered[self._cursor])
            case SeatsAction.CHANGE_COMPUTER:
                self._choose_bot(direction(key))
            case SeatsAction.BY_NUMBER:
                number = keys.digit(key) or 10  # 0 is the tenth
                if number <= len(offered):
                    self._do(offered[number - 1])
            case None:
                self._follow_cursor = False
                super().press(key)
            case other:
                assert_never(other)

    def _choose_bot(self, step: int) -> None:
        """Choose another computer for the option under the cursor."""
        here = [self._offered[self._cursor], *self._offered]
        option = next((each.option for each in here if each.bot("")), None)
        if option is not None:  # from weak to strong
            bots = [each.id for each in self._view().game.bots if each.id in option.bots]
            now = Choice(option).bot(self._bot)
            self._bot = bots[(bots.index(now) + step) % len(bots)] if now in bots else self._bot

    def _do(self, choice: Choice) -> None:
        """Use an option if the server still offers it."""
        if choice.gone or choice not in choices(self._view()):
            return
        self._program.close(self)
        if choice.option is None:
            self._sit(choice.seat)
        else:
            use_seat_option(self._program, self._following, choice.option, choice.bot(self._bot))


def use_seat_option(
    program: Program, following: Following, option: table_pb2.SeatOption, bot: str = ""
) -> None:
    """Use a seat option; ask the user first if the server says so."""
    if not option.confirm or following.seconds_to(option):
        following.use(option, bot)
        return
    yes = ("Y", text("yes"), lambda: following.use(option, bot))
    no = ("N", text("no"), lambda: None)
    words = [printable(option.label)]
    program.show(Question(program, text("Are you sure?"), words, [yes, no]))
