"""A seat that a screen asks for: once at a time, and only for as long as the screen is there."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from koikoi_client.app.user import ScreenUser
from koikoi_client.errors import Refused
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import text


class SeatRequest:
    """What one screen asks for. *take* gets the seat.

    A request is never cut off, because the server may have granted it already: a seat that nobody
    waits for any more is given back.
    """

    def __init__(self, user: ScreenUser, take: Callable[[KeptSeat], None]) -> None:
        self._user = user
        self._take = take
        self._waiting: object = None  # for the answer to the last request

    def ask(
        self, asking: Coroutine[Any, Any, KeptSeat], refused: Callable[[Refused], None]
    ) -> None:
        """Ask, unless an answer is still waited for; *refused* gets why there is no seat."""
        if self._waiting is not None:
            asking.close()
            self._user.say(text("Your last request is still on its way to the server."))
            return
        self._waiting = asking
        self._user.spawn(self._ask(asking, refused))

    def forget(self) -> None:
        """Wait for no answer any more."""
        self._waiting = None

    async def _ask(
        self, asking: Coroutine[Any, Any, KeptSeat], refused: Callable[[Refused], None]
    ) -> None:
        try:
            seat = await asking
        except Refused as error:
            if self._waiting is asking:
                self.forget()
                refused(error)
        else:
            if self._waiting is asking:
                self.forget()
                self._take(seat)
            else:
                await self._user.give_back(seat)
        self._user.program.redraw()
