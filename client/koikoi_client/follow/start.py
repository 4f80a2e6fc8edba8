"""The start of a run: what the user asked for, and the table at which play begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.follow.new_table import PRACTICE, begin
from koikoi_client.follow.user import Place, User
from koikoi_client.system.store import KeptSeat, Store
from koikoi_client.text import printable, text
from koikoi_client.wire.session import Session


@dataclass(frozen=True)
class Start:
    """What a front end starts with: an open session, and what the command line asks for."""

    session: Session
    store: Store
    name: str  #: the player's name, or one to offer
    ask_name: bool  #: whether the front end asks for the name, with *name* as the default
    name_problem: str  #: why the name on the command line is refused; or ""
    join_code: str  #: of the private table to join; or ""
    rules: Mapping[str, str]  #: house rules of the first table, where they are not the default
    practice: bool  #: the server is our own and nobody else can reach it
    hot_seat: bool  #: several people play at this keyboard
    invitations: tuple[str, ...]  #: commands that friends type to reach our own server
    keeps: bool  #: the server keeps its tables when this program ends


async def first_place(user: User, join_code: str) -> Place | None:
    """The table to begin at; None: the lobby.

    With a server of our own this is a table at once: against a computer, or waiting for a friend.

    Raises:
        Refused: when the table with *join_code* cannot be joined.
    """
    if join_code:
        return await user.join(service_pb2.JoinTableRequest(join_code=join_code))
    kept = await _kept_place(user)
    if kept is None and (user.practice or user.invitations):
        where = PRACTICE if user.practice else ""
        bot = str(user.store.setting("practice_bot", ""))
        table = begin(user.session.catalog, where=where, bot=bot)
        return await user.create(replace(table, rules=user.rules).request())
    return kept


async def _kept_place(user: User) -> Place | None:
    """A seat of an earlier run, if the user wants to return to it."""
    seats = user.store.seats(user.session.info.server_id)
    if not seats:
        return None
    tables = {row.table.table_id: row.table for row in await user.session.tables()}
    for seat in seats:
        if await _offer(user, tables, seat):
            return seat
    return None


async def _offer(user: User, tables: dict[str, table_pb2.Table], seat: KeptSeat) -> bool:
    """Ask whether to return to a seat, if its table is still there."""
    table = tables.get(seat.table_id)
    if table is None and not seat.private:
        user.store.forget(seat)
        return False
    if user.practice and table is not None and table.stage == table_pb2.STAGE_FINISHED:
        return False
    name = printable(table.name) if table is not None else text("a private table")
    with user.store.hold(seat) as held:
        pass
    if not held:
        return await user.ask_yes(
            text("You sit at {table} in another window. Take the seat over?", table=name)
        )
    if user.practice:
        question = text(
            "You have a seat at {table}. Go on there? "
            "If not, a new match begins; your seat there stays yours.",
            table=name,
        )
    elif user.invitations:
        question = text(
            "You have a seat at {table}. Go on there? "
            "If not, a new table is opened; your seat there stays yours.",
            table=name,
        )
    else:
        question = text(
            "You have a seat at {table}. Go on there? "
            "If not, you come to the lobby; your seat there stays yours.",
            table=name,
        )
    return await user.ask_yes(question)
