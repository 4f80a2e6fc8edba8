"""The screen that replays a finished match, step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from koikoi.v1 import service_pb2
from koikoi_client.actions.command import command_for_key, row_of
from koikoi_client.actions.replay import REPLAY, ReplayAction
from koikoi_client.app.dialogs import TextDialog
from koikoi_client.cards import Line
from koikoi_client.records.steps import ReplaySteps
from koikoi_client.screen.room import Room
from koikoi_client.text import text

from ..screen.replay import replay_screen, replay_view
from .program import Program


class ReplayScreen:
    """A finished match at one of its steps.

    Later steps may still be loading; the screen goes to a missing step when it arrives.
    """

    ticking = False

    def __init__(
        self,
        program: Program,
        replay: ReplaySteps,
        catalog: service_pb2.GetCatalogResponse,
        done: Callable[[], None],
        quit: Callable[[], None],
        outage: Callable[[], str] = lambda: "",
    ) -> None:
        """Begin at the first step.

        Args:
            done: is called when the user leaves the replay.
            quit: is called to end the program.
            outage: returns that the connection is lost; or "".
        """
        self._outage = outage
        self._program = program
        self._replay = replay
        self._catalog = catalog
        self._done = done
        self._quit = quit
        self._marks = True
        self._notice = ""
        self._goal: Callable[[], int] = lambda: 0  # the step to show
        replay.on_change = self._more

    @property
    def place(self) -> int:
        """The number of the step that is shown, from 0."""
        return self._replay.near(self._goal())

    def _more(self) -> None:
        if self._replay.refused is not None:
            self._notice = self._replay.refused.message
        self._program.redraw()

    def draw(self, room: Room) -> list[Line]:
        step = self._replay.steps[self.place]
        pictures = self._program.settings.pictures
        missing = len(self._replay.steps) < self._replay.number
        notice = self._notice or (self._outage() if missing else "")
        shown = replay_view(
            step, self._catalog, marks=self._marks, pictures=pictures, notice=notice
        )
        return replay_screen(step, shown, room)

    def press(self, key: str) -> None:
        self._notice = ""
        if command := command_for_key(REPLAY.commands, key):
            self._do(command.action)

    def _do(self, action: ReplayAction) -> None:
        replay, place = self._replay, self.place
        match action:
            case ReplayAction.FORWARD:
                self._step(1)
            case ReplayAction.BACK:
                self._step(-1)
            case ReplayAction.NEXT_ROUND:
                self._goal = lambda: replay.next_deal(place)
            case ReplayAction.ROUND_BEFORE:
                self._goal = lambda: replay.deal_before(place)
            case ReplayAction.START:
                self._goal = lambda: 0
            case ReplayAction.END:
                self._goal = lambda: replay.number
            case ReplayAction.GO_TO_ROUND:
                self._ask_round()
            case ReplayAction.MARKS:
                self._marks = not self._marks
            case ReplayAction.HELP:
                self._program.help()
            case ReplayAction.LEAVE:
                self._done()
            case ReplayAction.QUIT:
                self._quit()
            case ReplayAction.HANDS:
                pass  # they are always on this screen
            case _:
                assert_never(action)

    def paste(self, words: str) -> None:
        """Nothing to paste here."""

    def _step(self, step: int) -> None:
        place = self.place + step
        if not 0 <= place < self._replay.number:
            back, leave = (
                row_of(REPLAY.commands, each).keys
                for each in (ReplayAction.BACK, ReplayAction.LEAVE)
            )
            end = text("This is the end: {back} goes back, {leave} leaves.", back=back, leave=leave)
            self._notice = end if step > 0 else text("This is the start.")
        self._goal = lambda: place

    def _ask_round(self) -> None:
        replay, rounds = self._replay, self._replay.rounds
        names = replay_view(replay.steps[self.place], self._catalog).names

        def done(typed: str | None) -> None:
            if typed and not (typed.isdecimal() and 1 <= int(typed[:9]) <= rounds):
                entry.notice = text("Type a number from 1 to {n}.", n=rounds)
                return
            self._program.close(entry)
            if typed:
                self._goal = lambda: replay.deal_of(int(typed))

        entry = TextDialog(
            text("Go to"),
            text("Type a number from 1 to {n}.", n=rounds),
            names.round_name,
            done,
            limit=3,
        )
        self._program.show(entry)
