"""Moves the user through the client: to the first table, to the lobby, to the next table."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any

from koikoi_client.app.lobby import choose_table
from koikoi_client.app.table import TableScreen
from koikoi_client.app.table_commands import RUN
from koikoi_client.app.user import ScreenUser
from koikoi_client.errors import Refused, Untrusted
from koikoi_client.follow.encryption import first_visit
from koikoi_client.follow.following import Following
from koikoi_client.follow.start import first_place
from koikoi_client.follow.user import Place, Quit
from koikoi_client.system.process import EXIT_OK
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import text

COMPARING = 60.0
"""Seconds for which the code of an unknown server is shown at least, so that it can be compared."""


async def visit_server(user: ScreenUser, join_code: str = "", *, ask_name: bool = False) -> int:
    """Play at a server until the user quits; return the exit code.

    Args:
        join_code: of the table to join first; empty: none.
        ask_name: whether to ask for the user's name.

    Raises:
        Refused: if the table with *join_code* cannot be joined, or the server is not trusted any
            more.
    """
    user.session.on_change = lambda: connection_changed(user)
    try:
        wrong = user.name_problem(user.name)
        if ask_name or wrong:
            user.rename(await user.ask_name(user.name, wrong))
        user.say(first_visit(user.session), seconds=COMPARING)
        user.warn_if_not_kept()
        place = await _first_place(user, join_code)
        asked = place is not None
        while True:
            place = await stay_at(user, place or await choose_table(user), asked=asked)
            asked = place is not None
    except Quit:
        return EXIT_OK
    finally:
        await user.close()


def connection_changed(user: ScreenUser) -> None:
    """Show trouble at a server that still answers; a lost connection is on every screen."""
    user.on_connection()
    user.say(user.session.problem)
    user.program.redraw()


async def stay_at(user: ScreenUser, place: Place, *, asked: bool = False) -> Place | None:
    """Stay at a place until it closes or the user leaves; return the next one, None: the lobby.

    *asked*: whether the user has already agreed to take the seat over from another window.

    Raises:
        Quit: if the user ends the program.
    """
    with ExitStack() as stack:
        if isinstance(place, KeptSeat):
            held = stack.enter_context(user.store.hold(place))
            if not asked and not await user.may_sit(place, held=held):
                return None
        while True:
            if isinstance(place, KeptSeat):
                user.replaced.discard(place.token)
            following = Following(user, place, user.program.monotonic)
            table = TableScreen(user.program, user, following, RUN)
            if await show_table(user, table, following):
                raise Quit
            if not following.replaced or not await _take_back(user):
                return table.moved_to


async def _take_back(user: ScreenUser) -> bool:
    """Ask whether to take a seat back from another window.

    Enter is no answer, because it may have been meant for the table.
    """
    question = text("Your seat is now played from another window. Continue here instead?")
    return await user.ask_yes(question, enter=False)


async def show_table(user: ScreenUser, table: TableScreen, *followed: Following) -> bool:
    """Show a table until it closes or the user leaves; return whether to end the program."""
    user.program.show(table)
    user.on_say, user.on_connection = table.say, table.connection_changed
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
        user.on_say, user.on_connection = None, lambda: None
        table.close()
        for following, task in zip(followed, tasks, strict=True):
            following.close()
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        user.program.close(table)
        if not table.following.replaced:  # else a question says it
            user.say(why or table.following.farewell)


async def _first_place(user: ScreenUser, join_code: str) -> Place | None:
    """As :func:`.start.first_place`; a refusal, which ends the program, also has the new code."""
    try:
        return await first_place(user, join_code)
    except Untrusted:
        raise
    except Refused as refused:
        if code := first_visit(user.session):
            raise Refused(refused.reason, f"{user.sentence(refused)} {code}") from None
        raise
