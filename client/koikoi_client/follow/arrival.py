"""Where a run of the client begins: at the table asked for, at a seat of before, or nowhere yet."""

from __future__ import annotations

from koikoi.v1 import service_pb2 as wire
from koikoi.v1 import table_pb2 as t
from koikoi_client.follow.draft import first_bot, new_draft
from koikoi_client.follow.store import KeptSeat
from koikoi_client.follow.user import Guest, Place
from koikoi_client.text import printable, text


async def first_place(guest: Guest, join_code: str) -> Place | None:
    """The place to begin at; None: the lobby.

    With a server of one's own it is a table at once: against a computer, or waiting for a friend.

    Raises:
        Refused: when the table that was asked for is not to be had.
    """
    if join_code:
        return await guest.join(wire.JoinTableRequest(join_code=join_code))
    kept = await _kept_place(guest)
    if kept is None and (guest.practice or guest.invitations):
        game = guest.session.catalog.games[0]
        last = str(guest.store.setting("practice_bot", ""))
        draft = new_draft(game, first_bot(game, last) if guest.practice else "")
        draft.rules = dict(guest.rules)
        return await guest.create(draft.request())
    return kept


async def _kept_place(guest: Guest) -> Place | None:
    """A seat of an earlier run, if the person wants to go on with it."""
    seats = guest.store.seats(guest.session.info.server_id)
    if not seats:
        return None
    tables = {row.table.table_id: row.table for row in await guest.session.tables()}
    for seat in seats:
        if await _offer(guest, tables, seat):
            return seat
    return None


async def _offer(guest: Guest, tables: dict[str, t.Table], seat: KeptSeat) -> bool:
    """Ask whether to go on with a seat, if its table is still there."""
    table = tables.get(seat.table_id)
    if table is None and not seat.private:
        guest.store.forget(seat)
        return False
    if guest.practice and table is not None and table.stage == t.STAGE_FINISHED:
        return False
    name = printable(table.name) if table is not None else text("a private table")
    with guest.store.hold(seat) as held:
        pass
    if guest.practice:
        otherwise = text("If not, a new match begins; your seat there stays yours.")
    elif guest.invitations:
        otherwise = text("If not, a new table is opened; your seat there stays yours.")
    else:
        otherwise = text("If not, you come to the lobby; your seat there stays yours.")
    question = (
        f"{text('You have a seat at {table}. Go on there?', table=name)} {otherwise}"
        if held
        else text("You sit at {table} in another window. Take the seat over?", table=name)
    )
    return await guest.ask_yes(question)
