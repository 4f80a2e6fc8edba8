"""The table: the board, the result between rounds, and what their keys do."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import replace

from koikoi.v1 import table_pb2
from koikoi_client.actions import keys
from koikoi_client.actions.command import Need, is_pressed, pressed
from koikoi_client.actions.table import COMMANDS, TableAction
from koikoi_client.app.prompts import Question
from koikoi_client.app.selection import Chosen
from koikoi_client.app.user import ScreenUser
from koikoi_client.cards import Line
from koikoi_client.errors import Refused
from koikoi_client.follow.following import Following
from koikoi_client.follow.user import Place
from koikoi_client.screen.room import Room
from koikoi_client.screen.targets import target_number
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import printable, text
from koikoi_client.text.reports import capital

from ..screen.board import board
from ..screen.hand import chosen_card
from ..screen.hints import needs_met
from ..screen.view import View
from . import cursor
from .attention import Bell, Notice, said_to_me
from .motion import Motion, steps
from .program import Program
from .round_result import RoundResult
from .screens import Screen
from .seat_request import SeatRequest
from .shown import shown
from .table_commands import RUN, quit_question, rematch

NEWCOMER_SECONDS = 60.0


class TableScreen:
    """One table that is played at, or watched.

    Attributes:
        following: whose hand is shown.
        done: becomes the outcome when the person goes: True to end the program, False to the lobby.
    """

    def __init__(self, program: Program, user: ScreenUser, following: Following) -> None:
        self.program = program
        self.user = user
        self.following = following
        self.done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.moved_to: Place | None = None  #: where the person goes from here; None: to the lobby
        self.seat_request = SeatRequest(user, self._sit)
        self._pace = program.settings.pace
        self._newcomer = not user.store.setting("played", False)
        self._marks = bool(user.store.setting("marks", True))
        self._motion = Motion(program, self._pace.news)
        self._chosen = Chosen()
        self._result = RoundResult(program, self._result_has_stood)
        self._notice = Notice(user)
        self._bell = Bell(user)
        self._heard = 0  # the seq of the last update
        self._early: list[str] = []  # keys that came before the first update
        following.listeners.append(self)

    def close(self) -> None:
        """Do nothing more by itself: the person has gone."""
        self._result.close()
        self._notice.clear()
        self._motion.stop()
        self.seat_request.forget()

    # -- what is shown --------------------------------------------------------------------------

    @property
    def match(self) -> table_pb2.Match:
        """The running or last match."""
        return self.following.update.match

    def view(self) -> View:
        """What the screens over the table are drawn from."""
        view = shown(
            self.following,
            chosen=self._chosen.option,
            marks=self._marks,
            pictures=self.program.settings.pictures,
        )
        return replace(view, notice=self._notice.words, news=self._motion.cards)

    def public_view(self) -> View:
        """What the result is drawn from."""
        return self.view()

    @property
    def ticking(self) -> bool:
        view = self.view()
        away = any(seat.HasField("replaceable_at") for seat in view.table.seats)
        return self._result.ticking or view.match.HasField("deadline") or away

    @property
    def showing(self) -> Hashable:
        return self._result.of if self._result.open else self._chosen.version

    def draw(self, room: Room) -> list[Line]:
        view = self.view()
        if self._result.open:
            return self._result.draw(view, room)
        return board(view, room)

    def say(self, words: str, seconds: float = 0.0) -> None:
        """Show a sentence for a while."""
        self._notice.show(words, seconds or self._pace.notice)

    def refused(self, following: Following, refused: Refused) -> None:
        """Say why something was not done."""
        self._result.sent = False
        self.user.say_refused(refused)

    # -- updates --------------------------------------------------------------------------------

    def beat(self, following: Following) -> None:
        """Draw what the time has changed."""
        self.program.redraw()

    def updated(self, following: Following, events: Sequence[table_pb2.Event]) -> None:
        """Take what is new: the cursor, what lights up, sentences, the bell."""
        heard, self._heard = self._heard, following.update.seq
        if following.update.snapshot or not heard:  # what happened is of the past
            events, heard = (), following.update.seq
        if self._notice.words == _under_way() and not self.following.answered:
            self._notice.clear()
        self._welcome()
        self._chosen.take(self.view())
        view = self.view()
        self._motion.start(steps(events, view.me))
        for words, nudged in said_to_me(view, heard):
            self.say(words)
            if nudged:
                self._bell.ring(words)
        self._result.take(self.public_view(), awaited=self._is_awaited(view))
        self._ring()
        self.program.title(self._title())
        self.program.redraw()
        early, self._early = self._early, []
        for key in early:  # to the screen that the one before has opened
            self.program.screens[-1].press(key)

    def _is_awaited(self, view: View) -> bool:
        """Whether other people are here, who wait until the result was read."""
        return any(
            seat.player_name and not seat.bot and not seat.HasField("absent_since")
            for seat in view.table.seats
            if seat.number != view.me
        )

    def _welcome(self) -> None:
        playing = self.following.update.table.stage == table_pb2.STAGE_PLAYING
        if self._newcomer and playing and self.following.view is not None:
            self._newcomer = False
            self.user.keep_setting("played", True)
            self.say(text("New here? Press ? for the keys and the rules."), NEWCOMER_SECONDS)

    def _ring(self) -> None:
        view = self.view()
        self._bell.heed(view.to_play, printable(view.said.waiting))

    def _title(self) -> str:
        view = self.view()
        state = printable(view.said.waiting_brief)
        return f"{capital(state)} - {view.game.name or text('Koi-Koi')}"

    def go_on(self) -> None:
        """Tell the server that the result was seen, and close it.

        Where nobody else is waited for it stays until the next round comes.
        """
        view = self.view()
        options = view.offered(table_pb2.OPTION_KIND_GO_ON)
        for option in options:
            self.following.choose(option)
        if options and (self._result.sent or not view.connected):
            return
        if options and not {*view.match.waiting_for} - {view.me}:
            self._result.stay()
            self._result.sent = True
        else:
            self._result.close()

    def _result_has_stood(self) -> None:
        if self.view().connected:
            self.go_on()
        else:
            self._result.stay()

    # -- keys -----------------------------------------------------------------------------------

    @property
    def needs_met(self) -> frozenset[Need]:
        """Which needs of a table's commands are met now."""
        met = needs_met(self.view())
        if self._result.open:
            met = met - {Need.BOARD, Need.CLOSED_RESULT} | {Need.RESULT}
        return met

    def press(self, key: str) -> None:
        if not self.following.begun:
            if is_pressed(COMMANDS, TableAction.QUIT, key) or key == keys.ESCAPE:
                self.go(end=key != keys.ESCAPE)
            self._early.append(key)
        elif command := pressed(COMMANDS, key, self.needs_met):
            RUN[command.action](self, key)
        elif self._result.open:
            if not self._result.scrolls(key) and self.has_been_seen:
                self.go_on()
        elif card := target_number(key, "card"):
            self.point(card)
        elif len(key) == 1:
            self.say(cursor.instead(self.view(), key))

    def paste(self, words: str) -> None:
        """Nothing to paste here."""

    def show(self, screen: Screen) -> None:
        """Open a screen over the table; a result stays below it."""
        self._result.stay()
        self.program.show(screen)

    def show_result(self) -> None:
        """Open the result again, also one whose closing the server refused later."""
        self._result.open = True

    def toggle_marks(self) -> None:
        """Show the marks on the cards, or no longer."""
        self._marks = not self._marks
        self.user.keep_setting("marks", self._marks)

    def put_cursor(self, option: int) -> None:
        """Put the cursor on an option."""
        self._chosen.put(self.view(), option)

    def confirm(self) -> None:
        """Choose the option under the cursor; koi-koi and stop have keys of their own."""
        view = self.view()
        if cursor.decides(view):
            self.say(cursor.decide_by_key())
        if self._chosen.by_hand or self.has_been_seen:
            self.send(view.choice)

    def point(self, card: int) -> None:
        """Choose a card; play it if a key has chosen it already."""
        view = self.view()
        option = cursor.pointed(view, card)
        again = card == chosen_card(view) if card in view.hand else option == view.chosen
        if option and again and (self._chosen.by_hand or card not in view.hand):
            self.send(view.choice)
        elif option:
            self._chosen.put(view, option)

    def send(self, option: table_pb2.Option | None) -> None:
        """Choose an option, unless it is a decision that has only just come to be seen."""
        if option is None or (option.kind in cursor.DECISIONS and not self.has_been_seen):
            return
        self._chosen.used()
        if self.following.answered:  # perhaps because of what is the matter with the server
            self.say(self.user.session.problem or _under_way())
            return
        self._notice.clear()
        self.following.choose(option)

    @property
    def has_been_seen(self) -> bool:
        """Whether what is shown may be answered: no key was typed ahead of it."""
        return self.program.has_shown(self, self._pace.grace)

    def rematch(self) -> None:
        """Want another match, or no longer want one."""
        rematch(self)

    def go(self, *, end: bool) -> None:
        """Go away from the table: out of the program, or to the lobby."""
        if not self.done.done():
            self.done.set_result(end)

    def quit_question(self) -> Question:
        """What Q asks."""
        return quit_question(self)

    def _sit(self, seat: KeptSeat) -> None:
        """Go on from a seat that was watched before."""
        self.moved_to = seat
        self.go(end=False)


def _under_way() -> str:
    return text("Your last choice is still on its way to the server.")
