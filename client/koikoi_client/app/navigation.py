"""From place to place: the table asked for, the lobby, a table, the lobby again."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any

from koikoi_client.app.lobby import in_lobby
from koikoi_client.app.table import TableScreen
from koikoi_client.app.user import ScreenUser
from koikoi_client.follow.following import Following
from koikoi_client.follow.start import first_place
from koikoi_client.follow.user import Place, Quit
from koikoi_client.system.process import EXIT_OK
from koikoi_client.system.store import KeptSeat


async def wander(user: ScreenUser, join_code: str = "", *, ask_name: bool = False) -> int:
    """Play at an opened session until the person quits; the exit code.

    *ask_name* says that nobody has told the person's name yet.

    Raises:
        Refused: when the table that was asked for at the start is not to be had.
    """
    user.session.on_change = lambda: connection_changed(user)
    try:
        wrong = user.wrong_name(user.name)
        if ask_name or wrong:
            user.rename(await user.ask_name(user.name, wrong))
        user.say_if_passing()
        place = await first_place(user, join_code)
        asked = place is not None
        while True:
            place = await stay(user, place or await in_lobby(user), asked=asked)
            asked = place is not None
    except Quit:
        return EXIT_OK
    finally:
        await user.close()


def connection_changed(user: ScreenUser) -> None:
    """Say what is the matter with a server that answers; that it does not is on every screen."""
    user.say(user.session.problem)
    user.program.redraw()


async def stay(user: ScreenUser, place: Place, *, asked: bool = False) -> Place | None:
    """Be at a table until it is over, or left; where the person goes then, None: to the lobby.

    Raises Quit.

    *asked* says that the person knows about another window with the same seat.
    """
    with ExitStack() as stack:
        if isinstance(place, KeptSeat):
            held = stack.enter_context(user.store.hold(place))
            if not (held or asked) and not await user.takes_over():
                return None
        following = Following(user, place, user.program.monotonic)
        table = TableScreen(user.program, user, following)
        if await at_table(user, table, following):
            raise Quit
        return table.moved_to


async def at_table(user: ScreenUser, table: TableScreen, *followed: Following) -> bool:
    """Show a table and follow it until it is left; whether the program is to end."""
    user.program.show(table)
    user.hear = table.say
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
        user.hear = None
        table.close()
        for following, task in zip(followed, tasks, strict=True):
            following.close()
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        user.program.close(table)
        user.say(why or table.following.farewell)
