"""The screen of one table: the board or a result, what updates change on it, and its keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from koikoi.v1 import table_pb2
from koikoi_client.actions import keys
from koikoi_client.actions.command import Need, command_for_key, is_pressed
from koikoi_client.actions.table import COMMANDS, TableAction, command
from koikoi_client.app.option_cursor import OptionCursor
from koikoi_client.app.user import ScreenUser
from koikoi_client.cards import Line
from koikoi_client.errors import Refused
from koikoi_client.follow.following import Following
from koikoi_client.follow.user import Place
from koikoi_client.screen.room import Room
from koikoi_client.screen.targets import target_number
from koikoi_client.text import printable, text

from ..screen.arriving import arriving
from ..screen.board import board
from ..screen.board_hints import needs_met
from ..screen.view import View
from . import cursor_moves
from .highlight import CardHighlight, moved_cards
from .notices import Bell, Notice, messages
from .program import Program
from .round_result import RoundResult
from .screens import Screen
from .seat_request import SeatRequest
from .table_view import table_view, title

NEWCOMER_SECONDS = 60.0
_CLOSE_RESULT = (keys.ENTER, keys.SPACE, keys.ESCAPE)
TableCommands = Mapping[TableAction, Callable[["TableScreen", str], None]]
"""The function of each action that has a key; it is called with the screen and the key."""


class TableScreen:
    """A table where the user plays or watches.

    Attributes:
        following: the seat whose hand is shown, or the spectator's view.
        done: its result is True to end the program, False to go to the next place.
    """

    def __init__(
        self, program: Program, user: ScreenUser, following: Following, commands: TableCommands
    ) -> None:
        """*commands* maps the actions that have a key to their functions."""
        self._commands = commands
        self.program = program
        self.user = user
        self.following = following
        self.done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.moved_to: Place | None = None  #: the next place; None: the lobby
        self.seat_request = SeatRequest(user, self._sit)
        self._pace = program.settings.pace
        self._newcomer = not user.store.setting("played", False)
        self._marks = bool(user.store.setting("marks", True))
        self._highlight = CardHighlight(program, self._pace.news)
        self._cursor = OptionCursor()
        self._result = RoundResult(program, self._result_timed_out)
        self._notice = Notice(user, lambda: program.screens[-1:] == [self])
        self._bell = Bell(user)
        self._lost = False  # the connection, when this screen last heard of it
        self._last_seq = 0  # the seq of the last update
        self._early: list[str] = []  # keys that came before the first update
        following.listeners.append(self)

    def close(self) -> None:
        """Stop all timers: the user has left."""
        self._result.close()
        self._notice.clear()
        self._highlight.stop()
        self.seat_request.cancel()

    # -- what is shown --------------------------------------------------------------------------

    @property
    def match(self) -> table_pb2.Match:
        """The running or last match."""
        return self.following.update.match

    def view(self) -> View:
        """The view from which this screen and those above it are drawn."""
        view = table_view(
            self.following,
            chosen=self._cursor.option,
            marks=self._marks,
            pictures=self.program.settings.pictures,
        )
        notice = self._notice.seen_with(self.showing)
        return replace(view, notice=notice, news=self._highlight.cards)

    def public_view(self) -> View:
        """The view from which a result is drawn."""
        return self.view()

    @property
    def ticking(self) -> bool:
        return self._result.ticking or self.view().counts_time

    @property
    def showing(self) -> Hashable:
        return self._result.shown if self._result.open else self._cursor.version

    def draw(self, room: Room) -> list[Line]:
        view = self.view()
        if not self.following.begun:
            return arriving(self.following.arriving, view.lost, room)
        if self._result.open:
            return self._result.draw(view, room)
        return board(view, room)

    def say(self, words: str, seconds: float = 0.0) -> None:
        """Show a sentence for *seconds*, or for the usual time."""
        self._notice.show(words, seconds or self._pace.notice)

    def say_of_key(self, words: str) -> None:
        """Show a sentence about a key, until the next key or until the screen shows another."""
        self._notice.show(words, self._pace.notice, about=self.showing)

    def refused(self, following: Following, refused: Refused) -> None:
        """Show why the server refused something."""
        self._result.sent = False
        self.user.say_refused(refused)

    # -- updates --------------------------------------------------------------------------------

    def connection_changed(self) -> None:
        """Say that the connection is back; that it is lost is shown below the hand."""
        lost = not self.user.session.connected
        if lost != self._lost:
            self._lost = lost
            self._notice.clear()
            if not lost:
                self.say(text("The connection is back."))
            self.program.title(title(self.view()))

    def beat(self, following: Following) -> None:
        """Redraw the countdowns."""
        self.program.redraw()

    def updated(self, following: Following, events: Sequence[table_pb2.Event]) -> None:
        """Show a new update: move the cursor, highlight cards, show messages, ring."""
        since, self._last_seq = self._last_seq, following.update.seq
        if following.update.snapshot or not since:  # these events are old
            events, since = (), following.update.seq
        self._welcome()
        self._cursor.update(self.view())
        view = self.view()
        self._highlight.start(moved_cards(events, view.me))
        for words, nudged in messages(view, since):
            self.say(words)
            if nudged:
                self._bell.ring(words)
        self._result.update(self.public_view())
        self._ring()
        self.program.title(title(self.view()))
        self.program.redraw()
        early, self._early = self._early, []
        for key in early:  # a key may open a screen, which then gets the next key
            self.program.screens[-1].press(key)

    def _welcome(self) -> None:
        playing = self.following.update.table.stage == table_pb2.STAGE_PLAYING
        if self._newcomer and playing and self.following.view is not None:
            self._newcomer = False
            self.user.keep_setting("played", True)
            help = command(TableAction.HELP).keys
            welcome = text("New here? Press {key} for the keys and the rules.", key=help)
            self.say(f"{welcome}\n{self._notice.words}".strip(), NEWCOMER_SECONDS)

    def _ring(self) -> None:
        view = self.view()
        self._bell.update(view.to_play, printable(view.said.waiting))

    def go_on(self) -> None:
        """Tell the server that the user has seen the result, and close it."""
        view = self.view()
        options = view.offered(table_pb2.OPTION_KIND_GO_ON)
        for option in options:
            self.following.choose(option)
        self._result.has_been_read(view, told=bool(options))

    def _result_timed_out(self) -> None:
        if self.view().connected:
            self.go_on()
        else:
            self._result.keep_open()

    # -- keys -----------------------------------------------------------------------------------

    @property
    def needs_met(self) -> frozenset[Need]:
        """The needs of a table's commands that are met now."""
        met = needs_met(self.view())
        return met - {Need.BOARD, Need.CLOSED_RESULT} if self._result.open else met

    def press(self, key: str) -> None:
        self._notice.key_pressed()
        if not self.following.begun:
            if is_pressed(COMMANDS, TableAction.QUIT, key) or key == keys.ESCAPE:
                self.go(end=key != keys.ESCAPE)
            elif is_pressed(COMMANDS, TableAction.HELP, key):
                self._commands[TableAction.HELP](self, key)
            else:
                self._early.append(key)
        elif row := command_for_key(COMMANDS, key, self.needs_met):
            self._commands[row.action](self, key)
        elif self._result.open and key in _CLOSE_RESULT:
            if self.has_been_seen:
                self.go_on()
        elif self._result.open and self._result.scrolls(key):
            pass
        elif (card := target_number(key, "card")) and self.view().connected:
            self.choose_card(card)
        elif len(key) == 1 or command_for_key(COMMANDS, key, self.needs_met | {Need.CONNECTED}):
            self.does_nothing(key)  # at all, or while the connection is lost

    def does_nothing(self, key: str) -> None:
        """Say that a key does nothing now, and which keys do something."""
        if keys.shown(key):
            view, result = self.view(), self._result.open
            self.say_of_key(cursor_moves.unused_key(view, key, result=result))

    def paste(self, words: str) -> None:
        """Nothing to paste here."""

    def show(self, screen: Screen) -> None:
        """Open a screen over the table; a result stays below it."""
        self._result.keep_open()
        self.program.show(screen)

    def show_result(self) -> None:
        """Open the result again."""
        self._result.open = True

    def toggle_marks(self) -> None:
        """Show or hide the marks on the cards."""
        self._marks = not self._marks
        self.user.keep_setting("marks", self._marks)

    def put_cursor(self, option: int) -> None:
        """Put the cursor on an option."""
        self._cursor.move(self.view(), option)

    def confirm(self) -> None:
        """Choose the option under the cursor; koi-koi and stop have their own keys."""
        view = self.view()
        if cursor_moves.must_decide(view):
            self.say_of_key(cursor_moves.decision_keys())
        if self._cursor.moved_by_key or self.has_been_seen:
            self.send(view.choice)

    def choose_card(self, card: int) -> None:
        """Put the cursor on a card; play the card if the user has already chosen it."""
        view = self.view()
        if self._cursor.choose_card(view, card):
            self.send(view.choice)

    def send(self, option: table_pb2.Option | None) -> None:
        """Send an option to the server, unless it is a decision drawn only a moment ago."""
        if option is None or (option.kind in cursor_moves.DECISIONS and not self.has_been_seen):
            return
        self._cursor.option_chosen()
        if self.following.answered:
            self._say_if_late(self.showing)
            return
        self._notice.clear()
        self.following.choose(option)
        self.program.later(self._pace.late, partial(self._say_if_late, self.showing))

    def _say_if_late(self, showing: Hashable) -> None:
        """Say that the choice made while the screen showed *showing* is not answered yet."""
        if self.following.answered and self.showing == showing and not self.done.done():
            late = text("Your last choice is still on its way to the server.")
            self.say_of_key(self.user.session.problem or late)

    @property
    def has_been_seen(self) -> bool:
        """Whether this has been on the screen so long that a key must be meant for it."""
        return self.program.has_shown(self, self._pace.grace)

    def go(self, *, end: bool) -> None:
        """Leave this screen: end the program, or go to the next place."""
        if not self.done.done():
            self.done.set_result(end)

    def _sit(self, seat: Place) -> None:
        """Continue in a seat at the table that the user watched."""
        self.moved_to = seat
        self.go(end=False)
