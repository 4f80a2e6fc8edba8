"""The start of a run: the user's arguments, and the first table."""

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
    """What a front end needs to start: an open session, and the user's arguments."""

    session: Session
    store: Store
    name: str  #: the player's name, or a suggestion
    ask_name: bool  #: whether the front end asks for the name, with *name* as the default
    name_problem: str  #: why the name on the command line is not accepted; or ""
    join_code: str  #: the code of the private table to join; or ""
    rules: Mapping[str, str]  #: the house rules of the first table that are not at their default
    practice: bool  #: the server is our own, and only this machine can reach it
    hot_seat: bool  #: several people play at this keyboard
    invitations: tuple[str, ...]  #: commands that friends type to reach our own server
    keeps: bool  #: the server keeps its tables when this program ends
    why_not_kept: str = ""  #: why it cannot keep them, as a sentence


async def first_place(user: User, join_code: str) -> Place | None:
    """The first table, as a place at it; None for the lobby.

    At our own server, a table is opened at once: against a computer, or to wait for a friend.

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
    """A seat from an earlier run, if the user wants to return to it."""
    seats = user.store.seats(user.session.info.server_id)
    if not seats:
        return None
    tables = {row.table.table_id: row.table for row in await user.session.tables()}
    for seat in seats:
        if await _offer(user, tables, seat):
            return seat
    return None


async def _offer(user: User, tables: dict[str, table_pb2.Table], seat: KeptSeat) -> bool:
    """Ask whether to return to a seat. Forget it if its table is gone."""
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
            text(
                "You are playing at {table} in another window. Continue here instead?", table=name
            ),
            enter=False,
        )
    if user.practice:
        question = text(
            "You have a seat at {table}. Return to it? "
            "If not, a new match begins, and you keep that seat.",
            table=name,
        )
    elif user.invitations:
        question = text(
            "You have a seat at {table}. Return to it? "
            "If not, a new table is opened, and you keep that seat.",
            table=name,
        )
    else:
        question = text(
            "You have a seat at {table}. Return to it? "
            "If not, you go to the lobby, and you keep that seat.",
            table=name,
        )
    return await user.ask_yes(question)
