"""A screen's request for a seat: one at a time, and only while the screen is open."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from koikoi_client.app.user import ScreenUser
from koikoi_client.errors import Refused
from koikoi_client.follow.user import Place
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import text


class SeatRequest:
    """The request of one screen.

    It is never interrupted, because the server may have granted the seat already. If the screen
    has closed when the answer comes, the seat is given back.
    """

    def __init__(self, user: ScreenUser, take: Callable[[Place], None]) -> None:
        self._user = user
        self._take = take
        self._waiting: object = None  # the pending request

    def ask(
        self,
        asking: Coroutine[Any, Any, Place | None],
        refused: Callable[[Refused], None],
        say: Callable[[str], None],
    ) -> None:
        """Send a request unless one is pending.

        Args:
            asking: its result is None if the user has changed their mind.
            refused: gets the error if there is no seat.
            say: shows a sentence on the screen that asks.
        """
        if self._waiting is not None:
            asking.close()
            say(_pending())
            return
        self._waiting = asking
        program = self._user.program

        def say_if_late() -> None:
            if self._waiting is asking and not self._user.asking:
                say(_pending())

        program.later(program.settings.pace.late, say_if_late)
        self._user.spawn(self._ask(asking, refused))

    def cancel(self) -> None:
        """Give back the seat that a pending request gets."""
        self._waiting = None

    async def _ask(
        self, asking: Coroutine[Any, Any, Place | None], refused: Callable[[Refused], None]
    ) -> None:
        try:
            seat = await asking
        except Refused as error:
            if self._waiting is asking:
                self.cancel()
                refused(error)
        else:
            if self._waiting is asking:
                self.cancel()
                if seat is not None:
                    self._take(seat)
            elif isinstance(seat, KeptSeat):
                await self._user.give_back(seat)
        self._user.program.redraw()


def _pending() -> str:
    return text("Your request for a seat is still on its way to the server.")
