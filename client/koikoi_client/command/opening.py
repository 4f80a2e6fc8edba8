"""Open a session, run a front end in it, and print a farewell at the end."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from typing import Protocol

from koikoi_client.command import house_rules
from koikoi_client.command.arguments import Arguments
from koikoi_client.command.password import open_with_password
from koikoi_client.errors import Refused
from koikoi_client.follow import player_names
from koikoi_client.follow.invitations import Invitations
from koikoi_client.follow.kept_seats import kept_tables
from koikoi_client.follow.start import Start
from koikoi_client.system.store import Store
from koikoi_client.text import count, text
from koikoi_client.text.wrapping import print_sentence
from koikoi_client.wire.address import Address
from koikoi_client.wire.session import Session

FAREWELL_SECONDS = 3.0
"""How long the end of the program may wait for the server."""


class FrontEnd(Protocol):
    """The user interface: a full screen, or line mode."""

    async def run(self, start: Start) -> int:
        """Play until the user quits; return the exit code."""


async def run_front_end(
    front_end: FrontEnd,
    arguments: Arguments,
    store: Store,
    address: Address,
    invitations: Invitations | None,
    keeps: bool,
    why_not: str,
) -> int:
    """Run a front end at a server; return the exit code. Raises as :func:`begin_run`."""
    async with begin_run(arguments, store, address, invitations, keeps, why_not) as start:
        return await front_end.run(start)


@contextlib.asynccontextmanager
async def open_session(
    arguments: Arguments, address: Address, store: Store
) -> AsyncIterator[Session]:
    """Open a session for the block.

    Raises:
        CannotConnect: when no koikoi server answers, with a sentence on what to do.
        Refused: when the server's protocol does not fit, or no password is right.
    """
    session = Session(address, own=arguments.own_server, pins=store)
    try:
        await open_with_password(session, plain=arguments.plain)
        yield session
    finally:
        await session.close()


@contextlib.asynccontextmanager
async def begin_run(
    arguments: Arguments,
    store: Store,
    address: Address,
    invitations: Invitations | None,
    keeps: bool,
    why_not: str = "",
) -> AsyncIterator[Start]:
    """Open a session for the block, and collect what a front end needs to start.

    The server's address and the player's name are saved for the next run. When the block ends, a
    terminal shows what happens to the seats, if the server *keeps* its tables. *why_not*: why it
    cannot keep them, as a sentence; or "".

    Raises:
        UsageError: when the server has no such house rule.
        CannotConnect, Refused: as :func:`open_session`.
    """
    async with open_session(arguments, address, store) as session:
        most = session.info.max_name_columns
        last = store.last("name")
        known = arguments.name or ("" if player_names.name_problem(last, most) else last)
        wrong = player_names.name_problem(known, most) if known else ""
        if not arguments.own_server:
            _remember(store, server=str(address))
        if known and not wrong and not arguments.hot_seat:  # each person there has a name
            _remember(store, name=known)
        game = session.catalog.games[0] if arguments.rule else None
        start = Start(
            session,
            store,
            # Several people share a screen: the last player's name is not a default there.
            name=arguments.name or "" if arguments.hot_seat else known or player_names.login(most),
            ask_name=not (known or arguments.practice),
            name_problem=wrong,
            join_code=arguments.join,
            rules=house_rules.changed_rules(game, arguments.rule) if game is not None else {},
            practice=arguments.practice,
            hot_seat=arguments.hot_seat,
            invitations=invitations,
            keeps=keeps,
            why_not_kept=why_not,
        )
        try:
            yield start
        except asyncio.CancelledError:  # by a signal; after SIGHUP the terminal is gone
            with contextlib.suppress(OSError):
                _print_farewell(await _farewell(arguments, store, session, keeps))
            raise
        _print_farewell(await _farewell(arguments, store, session, keeps))


def _remember(store: Store, **values: str) -> None:
    """Save the last server or name. A read-only disk does not stop the game."""
    with contextlib.suppress(OSError):
        store.keep_last(**values)


async def _farewell(arguments: Arguments, store: Store, session: Session, keeps: bool) -> str:
    """What happens to the user's seats, or to the tables of our own server; empty: nothing.

    In practice, tables whose match is over are left first. "The same command" is said because
    `make play` and a path are commands too.
    """
    if arguments.hot_seat or not keeps:
        return ""
    if arguments.host:
        return text(
            "The server has stopped. Tables that were open are kept: run the same command again "
            "to return to them."
        )
    if not store.seats(session.info.server_id):
        return ""
    try:
        async with asyncio.timeout(FAREWELL_SECONDS if session.connected else 0):
            found = await kept_tables(session, store, leave_finished=arguments.practice)
    except TimeoutError:
        return text(
            "The server does not answer now. If your seat is still there later, the same command "
            "leads back to it."
        )
    except Refused:  # for example, another server answers at this address now
        return ""
    if not found:
        return ""
    if arguments.practice:
        return count(
            len(found),
            "Your match is kept: run the same command again to go on with it.",
            "Your {n} matches are kept: run the same command again to go on with one of them.",
        )
    return count(
        len(found),
        "Your seat is kept while its table is open: run the same command again to return to it.",
        "Your {n} seats are kept while their tables are open: run the same command again to "
        "return to one of them.",
    )


def _print_farewell(farewell: str) -> None:
    if farewell and sys.stdout.isatty():
        print_sentence(farewell, sys.stdout)
