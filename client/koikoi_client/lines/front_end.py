"""Line mode: a line for each event, numbered choices, cards by name, no cursor movement."""

from __future__ import annotations

import asyncio

from koikoi_client.errors import Interrupted, UsageError
from koikoi_client.follow import player_names
from koikoi_client.follow.encryption import encryption, first_visit, is_exposed
from koikoi_client.follow.start import Start, first_place
from koikoi_client.follow.user import Place, Quit
from koikoi_client.lines.commands import Commands
from koikoi_client.lines.console import Lines, console
from koikoi_client.lines.lobby import lobby
from koikoi_client.lines.table import LineTable
from koikoi_client.lines.user import LineUser
from koikoi_client.system.process import EXIT_INTERRUPTED, EXIT_OK
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import count, text

SLOW = 1.0
"""Seconds without an update after which line mode says that the user goes to a table."""


class LineFrontEnd:
    """Reads lines from standard input and writes lines to standard output."""

    async def run(self, start: Start) -> int:
        """Play until the user quits; return the exit code.

        Raises:
            UsageError: when the name is refused and the input is not a terminal.
            Refused: as :func:`play`.
        """
        async with console() as lines:
            user = LineUser(
                lines, start.session, start.store, start.name, start.invitations, start.practice
            )
            user.rules = dict(start.rules)
            user.keeps, user.why_not_kept = start.keeps, start.why_not_kept
            if lines.console.interactive and (start.ask_name or start.name_problem):
                most = start.session.info.max_name_columns
                user.rename(await _ask_name(lines, most, start.name_problem))
            elif start.name_problem:
                raise UsageError(start.name_problem)
            return await play(user, start.join_code)


async def _ask_name(lines: Lines, most: int, wrong: str) -> str:
    """Ask for a name of at most *most* columns. *wrong* is the problem of the last one; or ""."""
    offered = player_names.login(most)
    prompt = text("What is your name? (Enter for {name}) > ", name=offered)
    await lines.forget_typed()
    while True:
        if wrong:
            lines.say(wrong)
        name = await lines.ask(prompt) or offered
        wrong = player_names.name_problem(name, most)
        if not wrong:
            return name


async def play(user: LineUser, join_code: str = "") -> int:
    """Play in an open session until the user quits; return the exit code.

    At our own server, the user sits down at once: against a computer, or to wait for a friend.

    Raises:
        Refused: when the table with *join_code* cannot be joined.
    """
    user.session.on_change = lambda: user.say(user.outage or user.session.status)
    server = user.session.info.server_name
    user.say(user.session.status + (f" ({server})" if server else ""))
    user.say(first_visit(user.session))
    if is_exposed(user.session, user.invitations):
        user.say(encryption(user.session, user.invitations))
    user.warn_if_not_kept()
    place: Place | None = None
    try:
        if user.invitations is not None:
            user.invitations.on_change = lambda: _say_invitations(user)
            if not join_code:
                _say_invitations(user)
        place = await first_place(user, join_code)
        if place is not None:
            await stay(user, place, asked=True)
        while True:
            await stay(user, await lobby(user))
    except Quit:
        return EXIT_OK
    except EOFError:
        lines, own = user.lines, user.practice or user.invitations is not None
        if (
            own
            and isinstance(place, KeptSeat)
            and not (lines.has_read or lines.console.interactive)
        ):
            await user.give_back(place)  # the input was empty: nobody plays at this table
        return EXIT_OK
    except Interrupted:
        return EXIT_INTERRUPTED


def _say_invitations(user: LineUser) -> None:
    """Show what friends type to reach our own server."""
    if user.invitations is None:
        return
    if user.invitations.commands:
        user.say(
            count(
                len(user.invitations.commands),
                "For your friend, on another machine:",
                "For your friend, on another machine, the first of these lines that works:",
            )
        )
    user.say(*(f"  {line}" for line in user.invitations.commands), *user.invitations.notes)


async def stay(user: LineUser, place: Place, asked: bool = False) -> None:
    """Play or watch at one table until it closes or the user leaves it.

    *asked*: the user has already agreed to take the seat over from another window.

    Raises:
        Quit, EOFError, Interrupted: when the user ends the program.
    """
    if not isinstance(place, KeptSeat):
        seat = await _follow(user, place)
        if seat is None:
            return
        place, asked = seat, True
    with user.store.hold(place) as held:
        if not asked and not await user.may_sit(place, held=held):
            return
        user.replaced.discard(place.token)
        await _follow(user, place)


async def _follow(user: LineUser, place: Place) -> KeptSeat | None:
    """Follow one table; return the seat if a spectator took one there."""
    table, user.place = LineTable(user, place), place
    user.say(user.outage)
    follow = asyncio.create_task(table.following.follow())
    command = asyncio.create_task(Commands(table).run())
    slow = asyncio.get_running_loop().call_later(SLOW, table.say_if_arriving)
    why = ""
    try:
        done, _ = await asyncio.wait({follow, command}, return_when=asyncio.FIRST_COMPLETED)
        if command in done:
            command.result()
        else:
            why = follow.result()
    finally:
        slow.cancel()
        table.following.close()
        for task in (follow, command):
            task.cancel()
        await asyncio.gather(follow, command, return_exceptions=True)
        user.place = None
        user.say(why or table.following.farewell)
    return table.moved_to
