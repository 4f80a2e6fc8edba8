"""Open a session, run a front end in it, and print a farewell at the end."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from typing import Protocol

from koikoi_client.command import house_rules
from koikoi_client.command.arguments import Arguments
from koikoi_client.follow import player_names
from koikoi_client.follow.start import Start
from koikoi_client.system.store import Store
from koikoi_client.text import text
from koikoi_client.text.wrapping import print_sentence
from koikoi_client.wire.address import Address
from koikoi_client.wire.session import Session


class FrontEnd(Protocol):
    """The user interface: a full screen, or line mode."""

    async def run(self, start: Start) -> int:
        """Play until the user quits; return the exit code."""


async def run_front_end(
    front_end: FrontEnd,
    arguments: Arguments,
    store: Store,
    address: Address,
    invitations: tuple[str, ...],
    keeps: bool,
    why_not: str,
) -> int:
    """Run a front end at a server; return the exit code. Raises as :func:`begin_run`."""
    async with begin_run(arguments, store, address, invitations, keeps, why_not) as start:
        return await front_end.run(start)


@contextlib.asynccontextmanager
async def open_session(arguments: Arguments, address: Address) -> AsyncIterator[Session]:
    """Open a session for the block.

    Raises:
        CannotConnect: when no koikoi server answers, with a sentence on what to do.
        Refused: when the server's protocol does not fit, or the server needs a password.
    """
    session = Session(address, own=arguments.own_server)
    try:
        await session.open()
        yield session
    finally:
        await session.close()


@contextlib.asynccontextmanager
async def begin_run(
    arguments: Arguments,
    store: Store,
    address: Address,
    invitations: tuple[str, ...],
    keeps: bool,
    why_not: str = "",
) -> AsyncIterator[Start]:
    """Open a session for the block, and collect what a front end needs to start.

    The server's address and the player's name are saved for the next run. When the block ends, a
    terminal shows what happens to the seat, if the server *keeps* its tables. *why_not*: why it
    cannot keep them, as a sentence; or "".

    Raises:
        UsageError: when the server has no such house rule.
        CannotConnect, Refused: as :func:`open_session`.
    """
    async with open_session(arguments, address) as session:
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
            name=known or player_names.login(most),
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
                if keeps:
                    _print_farewell(arguments, store, session.info.server_id)
            raise
        if keeps:
            _print_farewell(arguments, store, session.info.server_id)


def _remember(store: Store, **values: str) -> None:
    """Save the last server or name. A read-only disk does not stop the game."""
    with contextlib.suppress(OSError):
        store.keep_last(**values)


def _print_farewell(arguments: Arguments, store: Store, server_id: str) -> None:
    """On a terminal, print what happens to the seat, and to the tables of our own server."""
    if not sys.stdout.isatty() or arguments.hot_seat:
        return
    if arguments.host:
        print_sentence(
            text(
                "The server has stopped. Its tables are kept: run the same command again to return "
                "to them."
            ),
            sys.stdout,
        )
    elif store.seats(server_id):
        # "The same command", because `make play` and a path are commands too.
        print_sentence(
            text("Your seat is kept: run the same command again to return to it."), sys.stdout
        )
