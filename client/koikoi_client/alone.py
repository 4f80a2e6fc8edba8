"""A new match against the computer, when nobody else is left at the table. For both faces."""

from __future__ import annotations

from koikoi.v1 import service_pb2 as wire
from koikoi.v1 import table_pb2 as t
from koikoi_client.session import Session
from koikoi_client.store import KeptSeat


async def play_alone(session: Session, seat: KeptSeat, update: t.Update, bot: str) -> None:
    """Let *bot* play all seats but one's own, end the match that waits for others, begin anew.

    The others keep their seats: who comes back may take over from the computer. In this order,
    because several things are asked for and each may be refused, that about somebody's seat most
    likely: until all seats are played by somebody the match goes on, and nobody has lost it.

    Raises:
        Refused: when somebody else is here, or may still come back; the message says who.
    """
    table, match = update.table, update.match

    async def act(request: wire.ActRequest) -> None:
        await session.act(seat.token, request, seat.server_id)

    for each in sorted(table.seats, key=lambda seat: not seat.player_name):
        wanted = "" if each.number == seat.seat else each.bot or bot
        if each.bot != wanted:
            change = wire.SetBot(seat=each.number, seat_version=each.version, bot=wanted)
            await act(wire.ActRequest(set_bot=change))
    if table.stage == t.STAGE_PLAYING:
        await act(wire.ActRequest(end_match=match.match_id))
    if table.stage != t.STAGE_GATHERING:  # else it has begun by itself
        await act(wire.ActRequest(rematch=wire.Rematch(match_id=match.match_id)))
