"""From place to place: the table asked for, the lobby, a table, the lobby again."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any

from ..arrival import first_place
from ..guest import Place, Quit
from ..process import EXIT_OK
from ..store import KeptSeat
from ..texts import text
from .feed import Feed
from .guest import ScreenGuest
from .lobby import in_lobby
from .overlays import HelpScreen
from .table import TableScreen


async def wander(guest: ScreenGuest, join_code: str = "", *, ask_name: bool = False) -> int:
    """Play at an opened session until the person quits; the exit code.

    *ask_name* says that nobody has told the person's name yet.

    Raises:
        Refused: when the table that was asked for at the start is not to be had.
    """
    program = guest.program
    guest.session.on_change = lambda: connection_changed(guest)
    program.help = lambda: program.show(HelpScreen(program, guest.session.catalog))
    try:
        wrong = guest.wrong_name(guest.name)
        if ask_name or wrong:
            guest.rename(await guest.ask_name(guest.name, wrong))
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
    session = guest.session
    greeting = text("Connected to {address}.", address=session.address)
    if session.connected and session.connection != greeting:
        guest.say(session.connection)
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
        feed = Feed(guest, place, guest.program.monotonic)
        table = TableScreen(guest.program, guest, feed)
        if await at_table(guest, table, feed):
            raise Quit
        return table.moved_to


async def at_table(guest: ScreenGuest, table: TableScreen, *feeds: Feed) -> bool:
    """Show a table and follow it until it is left; whether the program is to end."""
    program = guest.program
    program.show(table)
    guest.hear = table.say
    following = [asyncio.ensure_future(feed.follow()) for feed in feeds]
    waited: set[asyncio.Future[Any]] = {*following, table.done}
    why = ""
    try:
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        if table.done.done():
            return table.done.result()
        why = next(task.result() for task in following if task.done())
        return False
    finally:
        guest.hear = None
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        program.close(table)
        program.help = lambda: program.show(HelpScreen(program, guest.session.catalog))
        guest.say(why or table.feed.farewell)
