"""From place to place: the table asked for, the lobby, a table, the lobby again."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any

from koikoi_client.app.lobby import in_lobby
from koikoi_client.app.table import TableScreen
from koikoi_client.app.user import ScreenGuest
from koikoi_client.follow.arrival import first_place
from koikoi_client.follow.following import Following
from koikoi_client.follow.store import KeptSeat
from koikoi_client.follow.user import Place, Quit
from koikoi_client.system.process import EXIT_OK


async def wander(guest: ScreenGuest, join_code: str = "", *, ask_name: bool = False) -> int:
    """Play at an opened session until the person quits; the exit code.

    *ask_name* says that nobody has told the person's name yet.

    Raises:
        Refused: when the table that was asked for at the start is not to be had.
    """
    guest.session.on_change = lambda: connection_changed(guest)
    try:
        wrong = guest.wrong_name(guest.name)
        if ask_name or wrong:
            guest.rename(await guest.ask_name(guest.name, wrong))
        guest.say_if_passing()
        place = await first_place(guest, join_code)
        asked = place is not None
        while True:
            place = await stay(guest, place or await in_lobby(guest), asked=asked)
            asked = place is not None
    except Quit:
        return EXIT_OK
    finally:
        await guest.close()


def connection_changed(guest: ScreenGuest) -> None:
    """Say what is the matter with a server that answers; that it does not is on every screen."""
    guest.say(guest.session.trouble)
    guest.program.redraw()


async def stay(guest: ScreenGuest, place: Place, *, asked: bool = False) -> Place | None:
    """Be at a table until it is over, or left; where the person goes then, None: to the lobby.

    Raises Quit.

    *asked* says that the person knows about another window with the same seat.
    """
    with ExitStack() as stack:
        if isinstance(place, KeptSeat):
            held = stack.enter_context(guest.store.hold(place))
            if not (held or asked) and not await guest.takes_over():
                return None
        following = Following(guest, place, guest.program.monotonic)
        table = TableScreen(guest.program, guest, following)
        if await at_table(guest, table, following):
            raise Quit
        return table.moved_to


async def at_table(guest: ScreenGuest, table: TableScreen, *followed: Following) -> bool:
    """Show a table and follow it until it is left; whether the program is to end."""
    guest.program.show(table)
    guest.hear = table.say
    tasks = [asyncio.ensure_future(each.follow()) for each in followed]
    waited: set[asyncio.Future[Any]] = {*tasks, table.done}
    why = ""
    try:
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        if table.done.done():
            return table.done.result()
        why = next(task.result() for task in tasks if task.done())
        return False
    finally:
        guest.hear = None
        table.close()
        for following, task in zip(followed, tasks, strict=True):
            following.close()
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        guest.program.close(table)
        guest.say(why or table.following.farewell)
