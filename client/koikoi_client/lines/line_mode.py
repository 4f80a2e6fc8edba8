"""Line mode: one event one line, numbered choices, every card in words, no cursor movement."""

from __future__ import annotations

import asyncio

from koikoi_client.follow.arrival import first_place
from koikoi_client.follow.store import KeptSeat
from koikoi_client.lines.commands import Commands
from koikoi_client.lines.lobby import lobby
from koikoi_client.lines.table import PlainTable
from koikoi_client.lines.user import LineUser, Place, Quit
from koikoi_client.system.process import EXIT_INTERRUPTED, EXIT_OK
from koikoi_client.text import text
from koikoi_client.wire.errors import Interrupted


async def run(user: LineUser, join_code: str = "") -> int:
    """Play at an opened session until the person quits; return the exit code.

    With a server of one's own it sits down at once: against a computer, or waiting for a friend.

    Raises:
        Refused: when the table that was asked for at the start is not to be had.
    """
    user.session.on_change = lambda: user.say(user.session.connection)
    server = user.session.info.server_name
    user.say(user.session.connection + (f" ({server})" if server else ""))
    user.say_if_passing()
    try:
        if user.invitations and not join_code:
            user.say(text("For your friend, on another machine:"))
            user.say(*(f"  {line}" for line in user.invitations))
        place = await first_place(user, join_code)
        if place is not None:
            await stay(user, place, asked=True)
        while True:
            await stay(user, await lobby(user))
    except (Quit, EOFError):
        return EXIT_OK
    except Interrupted:
        return EXIT_INTERRUPTED


async def stay(user: LineUser, place: Place, asked: bool = False) -> None:
    """Be at a table until it is over, or left. Raises Quit, EOFError, Interrupted.

    *asked* says that the person knows about another window with the same seat.
    """
    if not isinstance(place, KeptSeat):
        seat = await _stay(user, place)
        if seat is None:
            return
        place, asked = seat, True
    with user.store.hold(place) as held:
        if not (held or asked) and not await user.takes_over():
            return
        await _stay(user, place)


async def _stay(user: LineUser, place: Place) -> KeptSeat | None:
    """Follow one table; the seat that was taken there, if one looked on before."""
    table = PlainTable(user, place)
    follow = asyncio.create_task(table.following.follow())
    command = asyncio.create_task(Commands(table).run())
    why = ""
    try:
        done, _ = await asyncio.wait({follow, command}, return_when=asyncio.FIRST_COMPLETED)
        if command in done:
            command.result()
        else:
            why = follow.result()
    finally:
        table.following.close()
        for task in (follow, command):
            task.cancel()
        await asyncio.gather(follow, command, return_exceptions=True)
        user.say(why or table.following.farewell)
    return table.moved_to
