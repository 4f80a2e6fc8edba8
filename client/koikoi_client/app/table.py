"""The table: the board, the result between rounds, and what their keys do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from koikoi.v1 import service_pb2
from koikoi.v1 import table_pb2 as pb

from ..errors import Refused
from ..faces import Line, Theme
from ..guest import Place
from ..reports import capital
from ..screen.board import board
from ..screen.hand import chosen_card
from ..screen.seats import deeds, fillings
from ..screen.spoken import turn_state
from ..screen.view import View
from ..texts import text
from . import cursor, keys
from .attention import Bell, Notice
from .entry import Question
from .feed import Feed
from .guest import ScreenGuest
from .motion import Motion, steps
from .program import Program
from .round_result import RoundResult
from .seats import SeatsScreen, do
from .table_keys import opened, quit_question

NEWCOMER_SECONDS = 60.0


class TableScreen:
    """One table that is played at, or watched.

    Attributes:
        feed: whose hand is shown.
        done: becomes the outcome when the person goes: True to end the program, False to the lobby.
    """

    def __init__(self, program: Program, guest: ScreenGuest, feed: Feed) -> None:
        self.program = program
        self.guest = guest
        self.feed = feed
        self.done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.moved_to: Place | None = None  #: where the person goes from here; None: to the lobby
        self._pace = program.manner.pace
        self._newcomer = not guest.store.setting("played", False)
        self._marks = bool(guest.store.setting("marks", True))
        self._motion = Motion(program, self._pace.news)
        self._chosen = 0
        self._choice: pb.Option | None = None
        self._by_hand = False  # whether a key of this person's put the cursor where it is
        self._version: tuple[int, int] = (0, 0)  # of the view that the cursor is in
        self._decision: tuple[tuple[int, int], float] = ((0, 0), 0.0)  # when it was first drawn
        self._result = RoundResult(program, self.go_on)
        self._notice = Notice(guest)
        self._bell = Bell(guest)
        self._early: list[str] = []  # keys that came before the first update
        self._follow(feed)

    def _follow(self, feed: Feed) -> None:
        feed.on_update = lambda events: self.updated(feed, events)
        feed.on_refused = self._refused

    # -- what is shown --------------------------------------------------------------------------

    @property
    def match(self) -> pb.Match:
        """The running or last match."""
        return self.feed.update.match

    def view(self) -> View:
        """What the screens over the table are drawn from."""
        view = self.feed.view(chosen=self._chosen, marks=self._marks)
        return replace(view, notice=self._notice.words, news=self._motion.cards)

    @property
    def ticking(self) -> bool:
        view = self.view()
        away = any(seat.HasField("replaceable_at") for seat in view.table.seats)
        return self._result.ticking or view.match.HasField("deadline") or away

    def draw(self, columns: int, rows: int, theme: Theme) -> list[Line]:
        view = self.view()
        if self._result.open:
            return self._result.draw(view, columns, rows, theme)
        if cursor.decides(view) and self._decision[0] != self._version:
            self._decision = (self._version, self.program.monotonic())
        return board(view, columns, rows, theme)

    def say(self, words: str, seconds: float = 0.0) -> None:
        """Show a sentence for a while."""
        self._notice.show(words, seconds or self._pace.notice)

    def _refused(self, refused: Refused) -> None:
        self.guest.say_refused(refused)

    # -- updates --------------------------------------------------------------------------------

    def updated(self, feed: Feed, events: Sequence[pb.Event]) -> None:
        """Take what is new: the cursor, what lights up, sentences, the bell."""
        self._welcome()
        self._place_cursor()
        me = self.feed.seat_view.seat if self.feed.seat_view is not None else 0
        self._motion.start(steps(events, me))
        self._hear(events, me)
        self._result.take(self.match)
        self._ring()
        self.program.title(self._title())
        self.program.redraw()
        early, self._early = self._early, []
        for key in early:
            self.press(key)

    def _welcome(self) -> None:
        playing = self.feed.update.table.stage == pb.STAGE_PLAYING
        if self._newcomer and playing and self.feed.seat_view is not None:
            self._newcomer = False
            self.guest.keep_setting("played", True)
            self.say(text("New here? Press ? for the keys and the rules."), NEWCOMER_SECONDS)

    def _place_cursor(self) -> None:
        view = self.view()
        seat_view = self.feed.seat_view
        version = (seat_view.seat, seat_view.state_version) if seat_view is not None else (0, 0)
        offered = not self._chosen or view.choice is not None
        if version != self._version or not offered:
            self._version = version
            self._choose(cursor.arrived(view, self._choice), by_hand=False)

    def _choose(self, option: int, *, by_hand: bool = True) -> None:
        self._chosen = option
        self._by_hand = by_hand
        self._choice = self.view().choice

    def _hear(self, events: Sequence[pb.Event], me: int) -> None:
        """What people say to each other is said aloud."""
        for event in events:
            if event.kind == pb.EVENT_KIND_CHAT_SENT:
                self.say(self.view().words.event(event))
            elif event.kind == pb.EVENT_KIND_PERSON_NUDGED and event.seat == me:
                self.say(text("You are waited for."))
                self._bell.ring(text("You are waited for."))

    def _ring(self) -> None:
        self._bell.heed(self.view().to_play, text("Your turn"))

    def _title(self) -> str:
        view = self.view()
        state = turn_state(view)
        return f"{capital(state)} - {view.game.name or text('Koi-Koi')}"

    def go_on(self) -> None:
        """Close the result, and tell the server that it was seen."""
        self._result.close()
        for option in self.view().offered(pb.OPTION_KIND_GO_ON):
            self.feed.choose(option)

    # -- keys -----------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if not self.feed.begun:
            if key in ("q", "Q", keys.ESCAPE):
                self.go(end=key != keys.ESCAPE)
            self._early.append(key)
            return
        letter = key.lower() if len(key) == 1 else ""
        if letter and self._open(letter):
            return
        if letter == "m":
            self._marks = not self._marks
            self.guest.keep_setting("marks", self._marks)
        elif letter == "b" and self.feed.seat is not None:
            self._computer()
        elif letter == "r" and self.match.phase == pb.PHASE_MATCH_OVER:
            self.rematch()
        elif self._result.open:
            if not self._result.scrolls(key) and self._has_been_seen(self._result.drawn):
                self.go_on()
        elif key in (keys.ENTER, keys.SPACE, keys.ESCAPE) and self._over():
            self._result.open = True
        else:
            self._play(key)

    def paste(self, words: str) -> None:
        """Nothing to paste here."""

    def _over(self) -> bool:
        return self.match.phase == pb.PHASE_MATCH_OVER

    def _open(self, letter: str) -> bool:
        screen = opened(self, letter)
        if screen is not None:
            self.program.show(screen)
        return screen is not None

    def _play(self, key: str) -> None:
        view = self.view()
        moves = {
            keys.LEFT: lambda: cursor.next_card(view, -1),
            keys.RIGHT: lambda: cursor.next_card(view, 1),
            keys.UP: lambda: cursor.next_taken(view, -1),
            keys.DOWN: lambda: cursor.next_taken(view, 1),
            keys.TAB: lambda: cursor.next_button(view, 1),
            keys.BACK_TAB: lambda: cursor.next_button(view, -1),
        }
        if key in moves:
            self._choose(moves[key]())
        elif key in (keys.ENTER, keys.SPACE):
            if cursor.decides(view):
                self.say(text("Press K or S."))
            self._send(view.choice)
        elif card := cursor.card_of(view, key):
            self._point(view, card)
        elif kind := cursor.BY_KEY.get(key.lower()):
            self._send(next(iter(view.offered(kind)), None))

    def _point(self, view: View, card: int) -> None:
        """Choose a card; the one that a key of this person's has chosen already is played."""
        option = cursor.pointed(view, card)
        again = card == chosen_card(view) if card in view.hand else option == self._chosen
        if option and again and (self._by_hand or card not in view.hand):
            self._send(view.choice)
        elif option:
            self._choose(option)

    def _send(self, option: pb.Option | None) -> None:
        """Choose an option, unless it is a decision that has only just come to be seen."""
        if option is None:
            return
        if option.kind in cursor.DECISIONS:
            version, drawn = self._decision
            if version != self._version or not self._has_been_seen(drawn):
                return
        self._notice.clear()
        self.feed.choose(option)

    def _has_been_seen(self, drawn: float | None) -> bool:
        """Whether what was first drawn then may be answered: no key was typed ahead of it."""
        return drawn is not None and self.program.monotonic() - drawn >= self._pace.grace

    def _computer(self) -> None:
        """B: my seat back; or computers for open seats of a match; or the seats to look at."""
        view = self.view()
        offered = deeds(view)
        back = [deed for deed in offered if deed.what == "back"]
        if back:
            do(self.feed, back[0])
        elif filled := fillings(view):
            for deed in filled:
                do(self.feed, deed)
        else:
            self.program.show(SeatsScreen(self.program, self.feed, self.view, self.press))

    def rematch(self) -> None:
        """Want another match, or not any more."""
        if self.feed.seat_view is None:
            return
        mine = self.view().seat(self.feed.seat_view.seat)
        again = service_pb2.Rematch(match_id=self.match.match_id, no=mine.wants_rematch)
        self.feed.act(service_pb2.ActRequest(rematch=again))

    def go(self, *, end: bool) -> None:
        """Go away from the table: out of the program, or to the lobby."""
        if not self.done.done():
            self.done.set_result(end)

    def quit_question(self) -> Question:
        """What Q asks."""
        return quit_question(self)

    def leave(self) -> None:
        """Give the seat up for good, then go to the lobby."""

        async def leave() -> None:
            if await self.feed.leave():
                self.go(end=False)

        self.guest.spawn(leave())
