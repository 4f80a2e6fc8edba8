"""The replay of a match by its keys: on, back, to a round, to the ends."""

from __future__ import annotations

from collections.abc import Callable

from koikoi.v1 import service_pb2

from ..faces import Line, Theme
from ..replaying import Replay
from ..screen.replay import replay_screen, view
from ..texts import text
from . import keys
from .entry import Entry
from .program import Program

ON = (keys.RIGHT, keys.SPACE, keys.ENTER, "n")
BACK = (keys.LEFT, keys.BACKSPACE, "p")


class ReplayScreen:
    """A match that is over, at one of its positions.

    Attributes:
        place: of the position, from 0.
    """

    ticking = False

    def __init__(
        self,
        program: Program,
        replay: Replay,
        catalog: service_pb2.GetCatalogResponse,
        done: Callable[[], None],
        quit: Callable[[], None],
    ) -> None:
        """*done* is called when the person has seen enough, *quit* to end the program."""
        self.place = 0
        self._program = program
        self._replay = replay
        self._catalog = catalog
        self._done = done
        self._quit = quit
        self._marks = True
        self._notice = ""

    def draw(self, columns: int, rows: int, theme: Theme) -> list[Line]:
        shown = view(
            self._replay, self.place, self._catalog, marks=self._marks, notice=self._notice
        )
        return replay_screen(self._replay, self.place, shown, columns, rows, theme)

    def press(self, key: str) -> None:
        key = key.lower() if len(key) == 1 else key
        replay, self._notice = self._replay, ""
        if key in ON:
            self._step(1)
        elif key in BACK:
            self._step(-1)
        elif key in (keys.DOWN, keys.PAGE_DOWN):
            self._go(replay.next_deal(self.place))
        elif key in (keys.UP, keys.PAGE_UP):
            self._go(replay.deal_before(self.place))
        elif key == keys.HOME:
            self._go(0)
        elif key == keys.END:
            self._go(replay.last)
        elif key == "g":
            self._ask_round()
        elif key == "m":
            self._marks = not self._marks
        elif key == "?":
            self._program.help()
        elif key == keys.ESCAPE:
            self._done()
        elif key == "q":
            self._quit()

    def paste(self, words: str) -> None:
        """Nothing to paste here."""

    def _step(self, step: int) -> None:
        if self._replay.near(self.place + step) == self.place:
            end = text("This is the end: Left goes back, Esc leaves.")
            self._notice = end if step > 0 else text("This is the start.")
        self._go(self.place + step)

    def _go(self, place: int) -> None:
        self.place = self._replay.near(place)

    def _ask_round(self) -> None:
        rounds = len(self._replay.deals)
        shown = view(self._replay, self.place, self._catalog)
        name = (shown.game.round_name or text("Round")).lower()

        def done(typed: str | None) -> None:
            if typed and not (typed.isdecimal() and 1 <= int(typed[:9]) <= rounds):
                entry.notice = text("Type a number from 1 to {n}.", n=rounds)
                return
            self._program.close(entry)
            if typed:
                self._go(self._replay.deal_of(int(typed)))

        entry = Entry(
            text("Go to"),
            text("Which {round} of the match, 1 to {n}?", round=name, n=rounds),
            text("Number"),
            done,
            limit=3,
        )
        self._program.show(entry)
