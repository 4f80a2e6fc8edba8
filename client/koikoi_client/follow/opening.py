"""With what a run of the client begins and ends at a server, whatever it looks like."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

from koikoi_client.command import house_rules
from koikoi_client.command.options import Arguments
from koikoi_client.follow import player_names
from koikoi_client.follow.store import Store
from koikoi_client.text import text
from koikoi_client.text.wrapping import tell
from koikoi_client.wire.address import Address
from koikoi_client.wire.session import Session


@dataclass(frozen=True)
class Start:
    """An opened session, and what the person has said so far."""

    session: Session
    name: str  #: theirs, or one to offer
    ask_name: bool  #: nobody has told the name yet
    wrong_name: str  #: why the name that was told does not do
    rules: Mapping[str, str]  #: of the first table of one's own


@contextlib.asynccontextmanager
async def opened(arguments: Arguments, address: Address) -> AsyncIterator[Session]:
    """A session for the block.

    Raises:
        CannotConnect: when no koikoi server answers, with a sentence on what to do.
        Refused: when client and server are too far apart in age, or a password is needed.
    """
    session = Session(address, own=arguments.own_server)
    try:
        await session.open()
        yield session
    finally:
        await session.close()


@contextlib.asynccontextmanager
async def started(
    arguments: Arguments, store: Store, address: Address, keeps: bool = True
) -> AsyncIterator[Start]:
    """A session for the block, and how to begin there. What was asked for is remembered.

    At a terminal is said in the end what becomes of the seat, where the server *keeps* it.

    Raises:
        UsageError: when the server has no such house rule.
        CannotConnect, Refused: as in :func:`opened`.
    """
    async with opened(arguments, address) as session:
        most = session.info.max_name_columns
        last = store.last("name")
        known = arguments.name or ("" if player_names.wrong_name(last, most) else last)
        wrong = player_names.wrong_name(known, most) if known else ""
        if not arguments.own_server:
            remember(store, server=str(address))
        if known and not wrong and not arguments.hot_seat:  # there are several persons
            remember(store, name=known)
        start = Start(
            session,
            name=known or player_names.login(most),
            ask_name=not (known or arguments.practice),
            wrong_name=wrong,
            rules=house_rules.chosen(session.catalog.games[0], arguments.rule)
            if arguments.rule
            else {},
        )
        try:
            yield start
        except asyncio.CancelledError:  # a signal; after SIGHUP there is nobody to tell
            with contextlib.suppress(OSError):
                if keeps:
                    _say_farewell(arguments, store, session.info.server_id)
            raise
        if keeps:
            _say_farewell(arguments, store, session.info.server_id)


def remember(store: Store, **values: str) -> None:
    """Keep what was used last, where the disk lets us: play goes on without."""
    with contextlib.suppress(OSError):
        store.keep_last(**values)


def _say_farewell(arguments: Arguments, store: Store, server_id: str) -> None:
    """At a terminal: what becomes of the seat, and of the tables on a server of one's own."""
    if not sys.stdout.isatty() or arguments.hot_seat:
        return
    if arguments.host:
        tell(
            text(
                "The server has stopped with this window. Its tables are kept: the same command "
                "goes on with them."
            ),
            sys.stdout,
        )
    elif store.seats(server_id):
        # Whoever typed `make play` or a path has no other command that is sure to be found.
        tell(text("Your seat is kept: the same command brings you back."), sys.stdout)
