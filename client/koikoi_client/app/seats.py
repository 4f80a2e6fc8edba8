"""The table as a place: who sits where, and what may be done about it."""

from __future__ import annotations

from collections.abc import Callable

from koikoi.v1 import service_pb2

from ..draft import usual_bot
from ..faces import Theme
from ..following import Following
from ..screen.frame import Page
from ..screen.seats import Deed, deeds, fillings, kept, seats
from ..screen.spots import numbered
from ..screen.view import View
from ..texts import text
from . import keys
from .entry import Question
from .overlays import Reading
from .program import Program


class SeatsScreen(Reading):
    """Seats and deeds: a number does one, or Up, Down and Enter, by which it scrolls."""

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
        self._bot = str(following.guest.store.setting("practice_bot", ""))
        self._offered: list[Deed] = []  # in the places where they are drawn
        self._refresh()
        super().__init__(program, self._draw_seats, elsewhere)

    def _draw_seats(self, columns: int, rows: int, theme: Theme, scroll: int) -> Page:
        self._refresh()
        return seats(
            self._view(), columns, rows, theme,
            offered=self._offered, cursor=self._cursor, seen=self._seen, scroll=scroll,
        )  # fmt: skip

    def _refresh(self) -> None:
        self._offered = kept(self._offered, self._deeds())
        self._cursor = max(0, min(self._cursor, len(self._offered) - 1))

    def _deeds(self) -> list[Deed]:
        view = self._view()
        return deeds(view, self._bot_of(view))

    def _bot_of(self, view: View, step: int = 0) -> str:
        """The computer to put in seats, or one that is so many steps stronger."""
        bots = [bot.id for bot in view.game.bots]
        usual = usual_bot(view.game)
        now = self._bot if self._bot in bots else usual
        return bots[(bots.index(now) + step) % len(bots)] if now in bots else ""

    def press(self, key: str) -> None:
        offered = self._offered
        steps = {keys.UP: -1, keys.BACK_TAB: -1, keys.DOWN: 1, keys.TAB: 1}
        if key in steps and offered:
            self._cursor = (self._cursor + steps[key]) % len(offered)
            self._seen = True
        elif (place := numbered(key, "row")) is not None:
            self._cursor, self._seen = min(place, max(0, len(offered) - 1)), True
        elif key in (keys.LEFT, keys.RIGHT):
            self._bot = self._bot_of(self._view(), 1 if key == keys.RIGHT else -1)
            self._refresh()
        elif key == keys.ENTER and offered:
            self._do(offered[self._cursor])
        elif (digit := keys.digit(key)) is not None:
            if (digit or 10) <= len(offered):  # 0 is the tenth
                self._do(offered[(digit or 10) - 1])
        else:
            self._seen = False
            super().press(key)

    def _do(self, deed: Deed) -> None:
        """Do what was drawn, if that can be done still."""
        if deed not in self._deeds():
            return
        self._program.close(self)
        if deed.what in ("kick", "end", "alone"):
            yes = ("Y", text("yes"), lambda: do(self._following, deed))
            no = ("N", text("no"), lambda: None)
            question = Question(self._program, text("Are you sure?"), [deed.words], [yes, no])
            self._program.show(question)
        elif deed.what == "sit":
            self._sit(deed.seat)
        elif deed.what == "fill":
            for each in fillings(self._view(), deed.bot):
                do(self._following, each)
        else:
            do(self._following, deed)


def do(following: Following, deed: Deed) -> None:
    """Ask the server for a deed."""
    seats = following.update.table.seats
    version = next((each.version for each in seats if each.number == deed.seat), 0)
    request = service_pb2.ActRequest()
    match deed.what:
        case "bot" | "back":
            if following.seat is not None and deed.seat != following.seat.seat:
                following.guest.chose_bot(deed.bot)
            request.set_bot.seat = deed.seat
            request.set_bot.seat_version = version
            request.set_bot.bot = deed.bot
        case "nudge":
            request.nudge = deed.seat
        case "kick":
            request.kick.seat = deed.seat
            request.kick.seat_version = version
        case "alone":
            following.play_alone(deed.bot)
            return
        case "end":
            request.end_match = following.update.match.match_id
    following.act(request)
