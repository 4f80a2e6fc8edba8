"""Notices, which disappear after a while, and the bell."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterator

from koikoi.v1 import table_pb2
from koikoi_client.app.user import ScreenUser
from koikoi_client.text import printable_lines

from ..screen.view import View


class Notice:
    """A sentence that disappears after a while, which counts only while it *is_shown*.

    Attributes:
        words: the sentence; empty: there is none.
        about: identifies the content of the screen that a key's notice is about; None: it is not
            about a key.
    """

    def __init__(self, user: ScreenUser, is_shown: Callable[[], bool]) -> None:
        self.words = ""
        self.about: Hashable = None
        self._program = user.program
        self._is_shown = is_shown
        self._timer: asyncio.TimerHandle | None = None

    def show(self, words: str, seconds: float, about: Hashable = None) -> None:
        """Show *words* for some seconds, instead of those shown now; a line each."""
        self.clear()
        self.words, self.about = printable_lines(words), about
        self._timer = self._program.later(seconds, lambda: self._expire(seconds))

    def _expire(self, seconds: float) -> None:
        """Clear the sentence, or give it as much time again if a page hides it now."""
        if self._is_shown():
            self.clear()
        else:
            self._timer = self._program.later(seconds, lambda: self._expire(seconds))

    def seen_with(self, showing: Hashable) -> str:
        """The sentence, unless it is about a key pressed while the screen showed something else."""
        return self.words if self.about in (None, showing) else ""

    def key_pressed(self) -> None:
        """Forget what is about an earlier key."""
        if self.about is not None:
            self.clear()

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self.words, self.about, self._timer = "", None, None


class Bell:
    """Rings when it becomes the user's turn after some seconds of waiting."""

    def __init__(self, user: ScreenUser) -> None:
        self._user = user
        self._program = user.program
        self._waiting_since: float | None = user.program.monotonic()

    def update(self, my_turn: bool, words: str) -> None:
        """Ring if it has become the user's turn; *words* say why. Called after each update."""
        now = self._program.monotonic()
        if not my_turn:
            self._waiting_since = now if self._waiting_since is None else self._waiting_since
        elif self._waiting_since is not None:
            if now - self._waiting_since > self._program.settings.pace.bell:
                self.ring(words)
            self._waiting_since = None

    def ring(self, words: str) -> None:
        """Ring now, unless the user has turned the bell off."""
        if self._user.store.setting("bell", True):
            self._program.bell(words)


def messages(view: View, since: int) -> Iterator[tuple[str, bool]]:
    """Chat and reminders after the log entry *since*, each with whether it is a reminder to me."""
    for entry, said in zip(view.update.news, view.said.news, strict=False):
        for event in entry.events if entry.seq > since else ():
            nudged = event.kind == table_pb2.EVENT_KIND_PERSON_NUDGED
            if nudged or event.kind == table_pb2.EVENT_KIND_CHAT_SENT:
                yield " ".join(said.lines), nudged and event.seat == view.me
