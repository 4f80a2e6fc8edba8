"""The seats that this client has kept at a server, and their tables."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.errors import Refused
from koikoi_client.system.store import Store
from koikoi_client.text import printable
from koikoi_client.wire.session import Session


async def kept_tables(
    session: Session,
    store: Store,
    *,
    leave_finished: bool = False,
    on_problem: Callable[[str], object] = lambda problem: None,
    on_closed: Callable[[str], object] = lambda why: None,
) -> dict[str, service_pb2.TableRow]:
    """The tables of the kept seats, by id. Raises Refused.

    Seats that the server no longer has are forgotten. With *leave_finished*, for practice, tables
    whose match is over are left: nobody else needs them. *on_problem* is called with the reason,
    as a sentence, why a seat cannot be used for now; *on_closed* why the server closed a table.
    """
    seats = store.seats(session.info.server_id)
    found = await session.seats([seat.token for seat in seats]) if seats else []
    rows: dict[str, service_pb2.TableRow] = {}
    for seat, place in zip(seats, found, strict=False):
        if place.problem:
            on_problem(printable(place.problem))
        elif not place.seat:
            store.forget(seat)
            if place.closed:
                on_closed(printable(place.closed))
        elif leave_finished and place.row.table.stage == table_pb2.STAGE_FINISHED:
            await leave(session, seat.token, seat.server_id)
            store.forget(seat)
        else:
            rows[seat.table_id] = place.row
    return rows


async def leave(session: Session, token: str, server_id: str) -> None:
    """Give the seat of a token up."""
    request = service_pb2.ActRequest(leave=service_pb2.Leave())
    with suppress(Refused):  # the seat is gone already
        await session.act(token, request, server_id)
