"""Where a run of the client begins: at the table asked for, at a seat of before, or nowhere yet."""

from __future__ import annotations

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.follow.draft import first_bot, new_draft
from koikoi_client.follow.store import KeptSeat
from koikoi_client.follow.user import Place, User
from koikoi_client.text import printable, text


async def first_place(user: User, join_code: str) -> Place | None:
    """The place to begin at; None: the lobby.

    With a server of one's own it is a table at once: against a computer, or waiting for a friend.

    Raises:
        Refused: when the table that was asked for is not to be had.
    """
    if join_code:
        return await user.join(service_pb2.JoinTableRequest(join_code=join_code))
    kept = await _kept_place(user)
    if kept is None and (user.practice or user.invitations):
        game = user.session.catalog.games[0]
        last = str(user.store.setting("practice_bot", ""))
        draft = new_draft(game, first_bot(game, last) if user.practice else "")
        draft.rules = dict(user.rules)
        return await user.create(draft.request())
    return kept


async def _kept_place(user: User) -> Place | None:
    """A seat of an earlier run, if the person wants to go on with it."""
    seats = user.store.seats(user.session.info.server_id)
    if not seats:
        return None
    tables = {row.table.table_id: row.table for row in await user.session.tables()}
    for seat in seats:
        if await _offer(user, tables, seat):
            return seat
    return None


async def _offer(user: User, tables: dict[str, table_pb2.Table], seat: KeptSeat) -> bool:
    """Ask whether to go on with a seat, if its table is still there."""
    table = tables.get(seat.table_id)
    if table is None and not seat.private:
        user.store.forget(seat)
        return False
    if user.practice and table is not None and table.stage == table_pb2.STAGE_FINISHED:
        return False
    name = printable(table.name) if table is not None else text("a private table")
    with user.store.hold(seat) as held:
        pass
    if user.practice:
        otherwise = text("If not, a new match begins; your seat there stays yours.")
    elif user.invitations:
        otherwise = text("If not, a new table is opened; your seat there stays yours.")
    else:
        otherwise = text("If not, you come to the lobby; your seat there stays yours.")
    question = (
        f"{text('You have a seat at {table}. Go on there?', table=name)} {otherwise}"
        if held
        else text("You sit at {table} in another window. Take the seat over?", table=name)
    )
    return await user.ask_yes(question)
