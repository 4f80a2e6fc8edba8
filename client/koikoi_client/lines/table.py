"""Show one table in line mode: print what is new in each update."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from koikoi.v1 import table_pb2
from koikoi_client.errors import Refused
from koikoi_client.follow.choices import awaited
from koikoi_client.follow.following import Following
from koikoi_client.follow.invitations import ways_to_join
from koikoi_client.follow.user import Place
from koikoi_client.lines.help import hint
from koikoi_client.lines.news import News, choice_lines
from koikoi_client.lines.user import LineUser
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import text

BELL_AFTER = 2.0
"""The bell rings for the user's turn if their last turn was more seconds ago than this."""


class LineTable:
    """One table in line mode. *place* is the user's seat, or a spectator's place."""

    def __init__(
        self, user: LineUser, place: Place, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.user = user
        self.following = Following(user, place, monotonic)
        self.following.listeners.append(self)
        self.moved_to: KeptSeat | None = None  # the seat that the spectator took
        self.ready = asyncio.Event()  # set by the first update
        self._news = News()
        self._monotonic = monotonic
        self._connects = 0
        self._join_code = ""
        self._rung = -1  # the state version of our last turn
        self._last_choice = monotonic()

    def updated(self, following: Following, events: Sequence[table_pb2.Event]) -> None:
        """Show the news and the open choices."""
        view = following.view
        if self.user.session.connects != self._connects:
            self._connects = self.user.session.connects
            self._news.ask_again()
        if not self.user.hinted:
            self.user.hinted = True
            self.user.say(hint(following))
        self.ready.set()
        self.user.say(*self._news.lines(following, events))
        code = view.join_code if view is not None else ""
        if code and code != self._join_code:
            self.say_code(code)
        self._join_code = code
        if view is not None:
            self._ring(view, events)

    def say_if_arriving(self) -> None:
        """Say what the user waits for, if the first update has not arrived."""
        if not self.following.begun:
            self.user.say(self.user.outage or self.following.arriving)

    def beat(self, following: Following) -> None:
        """Announce options that have become possible."""
        if following.begun:
            self.user.say(*self._news.timed(following))

    def refused(self, following: Following, refused: Refused) -> None:
        """Show a refusal, and if a choice was out of date, the open choices again."""
        self.user.say_refused(refused)
        view, stale = following.view, refused.reason in ("STATE_STALE", "OPTION_NOT_OFFERED")
        if stale and view is not None:
            match, now = following.update.match, following.now
            self.user.say(*choice_lines(following.names, match, view, now))

    def _ring(self, view: table_pb2.SeatView, events: Sequence[table_pb2.Event]) -> None:
        nudged = any(
            event.kind == table_pb2.EVENT_KIND_PERSON_NUDGED and event.seat == view.seat
            for event in events
        )
        waited = self._monotonic() - self._last_choice
        match = self.following.update.match
        # Chat, and players who join or leave, do not change the version and ring no bell.
        begun = awaited(view, match) and view.state_version != self._rung
        due = nudged or (begun and waited > BELL_AFTER)
        if due and self.user.store.setting("bell", True):
            self.user.lines.console.bell()
        if awaited(view, match):
            self._rung, self._last_choice = view.state_version, self._monotonic()

    def say_code(self, code: str) -> None:
        """Show the commands that invite a friend to this private table."""
        user = self.user
        ways = ways_to_join(user.invitations, user.session.shared_address, code)
        for command in ways.commands:
            user.say(text("To invite: {command}", command=command))
        user.say(*ways.notes)

    def send(self, option: table_pb2.Option) -> None:
        """Choose an option of the last view, unless a choice was already sent."""
        if not self.following.choose(option):
            self.user.say(text("Your last choice is still on its way to the server."))
