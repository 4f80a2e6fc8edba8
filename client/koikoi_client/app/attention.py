"""What asks for the person's attention: a sentence for a while, and the bell."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from koikoi.v1 import table_pb2
from koikoi_client.app.user import ScreenUser
from koikoi_client.text import printable

from ..screen.view import View


class Notice:
    """A sentence that goes by itself."""

    def __init__(self, user: ScreenUser) -> None:
        self.words = ""
        self._program = user.program
        self._timer: asyncio.TimerHandle | None = None

    def show(self, words: str, seconds: float) -> None:
        """Show a sentence for so long, instead of the one before."""
        self.clear()
        self.words = printable(words)
        self._timer = self._program.later(seconds, self.clear)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self.words, self._timer = "", None


class Bell:
    """Rings when one is waited for, after one has waited for some time oneself."""

    def __init__(self, user: ScreenUser) -> None:
        self._user = user
        self._program = user.program
        self._waiting_since: float | None = user.program.monotonic()

    def heed(self, awaited: bool, words: str) -> None:
        """Take whether one is waited for now, after each update; *words* say why it rings."""
        now = self._program.monotonic()
        if not awaited:
            self._waiting_since = now if self._waiting_since is None else self._waiting_since
        elif self._waiting_since is not None:
            if now - self._waiting_since > self._program.settings.pace.bell:
                self.ring(words)
            self._waiting_since = None

    def ring(self, words: str) -> None:
        """Ring at once, unless the person wants no bell."""
        if self._user.store.setting("bell", True):
            self._program.bell(words)


def said_to_me(view: View, since: int) -> Iterator[tuple[str, bool]]:
    """What people said after the entry *since*, and whether it reminds me that I am waited for."""
    for entry, said in zip(view.update.news, view.said.news, strict=False):
        for event in entry.events if entry.seq > since else ():
            nudged = event.kind == table_pb2.EVENT_KIND_PERSON_NUDGED and event.seat == view.me
            if nudged or event.kind == table_pb2.EVENT_KIND_CHAT_SENT:
                yield " ".join(said.lines), nudged
