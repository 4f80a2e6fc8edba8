"""The table as a place: who sits where, and what may be done about it."""

from __future__ import annotations

from collections.abc import Callable

from koikoi.v1 import service_pb2

from ..faces import Line, Theme
from ..screen.seats import Deed, deeds, fillings, scrolled, seats
from ..screen.view import View
from ..texts import text
from . import keys
from .entry import Question
from .feed import Feed
from .overlays import Reading
from .program import Program


class SeatsScreen(Reading):
    """Seats and deeds: a number does one, or Up, Down and Enter, by which it scrolls."""

    ticking = True

    def __init__(
        self,
        program: Program,
        feed: Feed,
        view: Callable[[], View],
        elsewhere: Callable[[str], None],
        sit: Callable[[int], None] = lambda seat: None,
    ) -> None:
        """*sit* seats a spectator."""
        self._sit = sit
        self._feed = feed
        self._view = view
        self._cursor = 0
        super().__init__(program, self._draw_seats, elsewhere)

    def _draw_seats(self, columns: int, rows: int, theme: Theme, scroll: int) -> list[Line]:
        return seats(self._view(), columns, rows, theme, cursor=self._cursor, scroll=scroll)

    def press(self, key: str) -> None:
        offered = deeds(self._view())
        if key in (keys.UP, keys.DOWN, keys.TAB, keys.BACK_TAB) and offered:
            step = 1 if key in (keys.DOWN, keys.TAB) else -1
            self._cursor = (min(self._cursor, len(offered) - 1) + step) % len(offered)
            self.scroll = scrolled(self._view(), *self._size, self._cursor, self.scroll)
        elif key == keys.ENTER and self._cursor < len(offered):
            self._do(offered[self._cursor])
        elif (digit := keys.digit(key)) is not None:
            if (digit or 10) <= len(offered):  # 0 is the tenth
                self._do(offered[(digit or 10) - 1])
        else:
            super().press(key)

    def _do(self, deed: Deed) -> None:
        self._program.close(self)
        if deed.what in ("kick", "end", "alone"):
            yes = ("Y", text("yes"), lambda: do(self._feed, deed))
            no = ("N", text("no"), lambda: None)
            question = Question(self._program, text("Are you sure?"), [deed.words], [yes, no])
            self._program.show(question)
        elif deed.what == "sit":
            self._sit(deed.seat)
        elif deed.what == "fill":
            for each in fillings(self._view(), deed.bot):
                do(self._feed, each)
        else:
            do(self._feed, deed)


def do(feed: Feed, deed: Deed) -> None:
    """Ask the server for a deed."""
    version = next((each.version for each in feed.update.table.seats if each.seat == deed.seat), 0)
    request = service_pb2.ActRequest()
    match deed.what:
        case "bot" | "back":
            if feed.seat is not None and deed.seat != feed.seat.seat:
                feed.guest.chose_bot(deed.bot)
            request.set_bot.seat = deed.seat
            request.set_bot.seat_version = version
            request.set_bot.bot = deed.bot
        case "nudge":
            request.nudge = deed.seat
        case "kick":
            request.kick.seat = deed.seat
            request.kick.seat_version = version
        case "alone":
            feed.play_alone(deed.bot)
            return
        case "end":
            request.end_match = feed.update.match.match_id
    feed.act(request)
