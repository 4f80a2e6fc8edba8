"""Line mode: one event one line, numbered choices, every card in words, no cursor movement."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from koikoi.v1 import service_pb2 as wire
from koikoi.v1 import table_pb2 as t
from koikoi_client.console import Interrupted
from koikoi_client.plain_commands import Commands
from koikoi_client.plain_form import new_draft, practice_bot
from koikoi_client.plain_lobby import lobby
from koikoi_client.plain_table import PlainTable
from koikoi_client.plain_visit import Place, Quit, Visit
from koikoi_client.store import KeptSeat
from koikoi_client.texts import printable, text

EXIT_OK = 0
EXIT_INTERRUPTED = 130


async def run(visit: Visit, join_code: str = "") -> int:
    """Play at an opened session until the person quits; return the exit code.

    With a server of one's own it sits down at once: against a computer, or waiting for a friend.

    Raises:
        Refused: when the table that was asked for at the start is not to be had.
    """
    visit.session.on_change = lambda: visit.say(visit.session.connection)
    server = printable(visit.session.info.server_name)
    visit.say(visit.session.connection + (f" ({server})" if server else ""))
    try:
        place = await _first_place(visit, join_code)
        if place is not None:
            await stay(visit, place, asked=True)
        while True:
            await stay(visit, await lobby(visit))
    except (Quit, EOFError):
        return EXIT_OK
    except Interrupted:
        return EXIT_INTERRUPTED


async def stay(visit: Visit, place: Place, asked: bool = False) -> None:
    """Be at a table until it is over, or left. Raises Quit, EOFError, Interrupted.

    *asked* says that the person knows about another window with the same seat.
    """
    if not isinstance(place, KeptSeat):
        await _stay(visit, place)
        return
    with visit.store.hold(place) as held:
        if not (held or asked) and not await visit.ask_yes(
            text("You sit at that table in another window. Take the seat over to this one?")
        ):
            return
        await _stay(visit, place)


async def _stay(visit: Visit, place: Place) -> None:
    table = PlainTable(visit, place)
    follow = asyncio.create_task(table.follow())
    command = asyncio.create_task(Commands(table).run())
    try:
        done, _ = await asyncio.wait({follow, command}, return_when=asyncio.FIRST_COMPLETED)
        if command in done:
            command.result()
        else:
            follow.result()
    finally:
        for task in (follow, command):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _first_place(visit: Visit, join_code: str) -> Place | None:
    if join_code:
        return await visit.join(wire.JoinTableRequest(join_code=join_code))
    if visit.invitations:
        visit.say(text("For your friend, on another machine:"))
        visit.say(*(f"  {line}" for line in visit.invitations))
    kept = await _kept_place(visit)
    if kept is None and (visit.practice or visit.invitations):
        game = visit.session.catalog.games[0]
        draft = new_draft(game, practice_bot(game) if visit.practice else "")
        return await visit.create(draft.request())
    return kept


async def _kept_place(visit: Visit) -> Place | None:
    """A seat of an earlier run, if the person wants to go on with it."""
    seats = visit.store.seats(visit.session.info.server_id)
    if not seats:
        return None
    tables = {row.table.table_id: row.table for row in await visit.session.tables()}
    for seat in seats:
        if await _offer(visit, tables, seat):
            return seat
    return None


async def _offer(visit: Visit, tables: dict[str, t.Table], seat: KeptSeat) -> bool:
    """Ask whether to go on with a seat, if its table is still there."""
    table = tables.get(seat.table_id)
    if table is None and not seat.private:
        visit.store.forget(seat)
        return False
    if visit.practice and table is not None and table.stage == t.STAGE_FINISHED:
        return False
    name = printable(table.name) if table is not None else text("a private table")
    with visit.store.hold(seat) as held:
        pass
    question = (
        text("You have a seat at {table}. Go on there? (It stays yours if not.)", table=name)
        if held
        else text("You sit at {table} in another window. Take the seat over?", table=name)
    )
    return await visit.ask_yes(question)
