"""The start of a run: the user's arguments, and the first table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from koikoi.v1 import service_pb2
from koikoi_client.errors import Refused
from koikoi_client.follow.invitations import Invitations
from koikoi_client.follow.join_by_code import join_or_watch
from koikoi_client.follow.new_table import PRACTICE, begin
from koikoi_client.follow.user import Place, User
from koikoi_client.system.store import Store
from koikoi_client.text import text
from koikoi_client.text.listed import described, table_name
from koikoi_client.text.names import Names
from koikoi_client.wire.session import Session


@dataclass(frozen=True)
class Start:
    """What a front end needs to start: an open session, and the user's arguments."""

    session: Session
    store: Store
    name: str  #: the player's name, or a suggestion; for a hot seat, names with commas, or ""
    ask_name: bool  #: whether the front end asks for the name, with *name* as the default
    name_problem: str  #: why the name on the command line is not accepted; or ""
    join_code: str  #: the code of the private table to join; or ""
    rules: Mapping[str, str]  #: the house rules of the first table that are not at their default
    practice: bool  #: the server is our own, and only this machine can reach it
    hot_seat: bool  #: several people play at this keyboard
    invitations: Invitations | None  #: how friends reach our own server
    keeps: bool  #: the server keeps its tables when this program ends
    why_not_kept: str = ""  #: why it cannot keep them, as a sentence


async def first_place(user: User, join_code: str) -> Place | None:
    """The first table, as a place at it; None for the lobby.

    At our own server, a table is opened at once: against a computer, or to wait for a friend.

    Raises:
        Refused: when the table with *join_code* can neither be joined nor watched.
    """
    if join_code:
        return await join_or_watch(user, join_code)
    kept = await _kept_place(user)
    if kept is None and (user.practice or user.invitations):
        where = PRACTICE if user.practice else ""
        bot = str(user.store.setting("practice_bot", ""))
        table = begin(user.session.catalog, where=where, bot=bot)
        return await user.create(replace(table, rules=user.rules).request())
    return kept


async def _kept_place(user: User) -> Place | None:
    """A seat from an earlier run, if the user wants to return to it."""
    try:
        rows = await user.kept_tables(
            leave_finished=user.practice, on_problem=user.say_there, on_closed=user.say_there
        )
    except Refused as refused:
        user.say_refused(refused)
        return None
    seats = user.store.seats(user.session.info.server_id)
    offered = [(seat, rows[seat.table_id]) for seat in seats if seat.table_id in rows]
    for place, (seat, row) in enumerate(offered, 1):
        with user.store.hold(seat) as held:
            pass
        match = described(row, Names(user.session.catalog, row.table), among=rows.values())
        question = _question(user, row, match, elsewhere=not held, more=place < len(offered))
        if await user.ask_yes(question, enter=held):
            return seat
    return None


def _question(
    user: User, row: service_pb2.TableRow, match: str, *, elsewhere: bool, more: bool
) -> str:
    """Whether to return to a seat in *match*.

    *elsewhere*: another window of this user plays it. *more*: another question follows.
    """
    named = {"table": table_name(row.table), "match": match}
    if elsewhere:
        return text(
            "You are playing at {table} in another window: {match}. Continue here instead?",
            **named,
        )
    if more and user.practice:
        return text(
            "You have an unfinished match: {match}. Go on with it? If not, you are asked about "
            "another one.",
            **named,
        )
    if more:
        return text(
            "You have a seat at {table}: {match}. Return to it? If not, you are asked about "
            "another one.",
            **named,
        )
    if user.practice:
        return text(
            "You have an unfinished match: {match}. Go on with it? If not, a new match begins, "
            "and you keep this one.",
            **named,
        )
    if user.invitations:
        return text(
            "You have a seat at {table}: {match}. Return to it? If not, a new table is opened, "
            "and you keep that seat.",
            **named,
        )
    return text(
        "You have a seat at {table}: {match}. Return to it? If not, you go to the lobby, and you "
        "keep that seat.",
        **named,
    )
