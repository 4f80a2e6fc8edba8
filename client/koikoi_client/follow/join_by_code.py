"""Join a private table by its code."""

from __future__ import annotations

from koikoi.v1 import service_pb2
from koikoi_client.errors import Refused
from koikoi_client.follow.user import Place, Spectating, User
from koikoi_client.text import text


async def join_or_watch(user: User, join_code: str) -> Place | None:
    """Sit down at a private table; if that is not possible, offer to watch. Raises Refused.

    None: the user wants neither.
    """
    question = text("Watch the game instead?")
    try:
        seat = await user.join(service_pb2.JoinTableRequest(join_code=join_code))
    except Refused as refused:
        if refused.reason != "NO_OPEN_SEAT":
            raise
        seat, question = None, text("Every seat there is taken. Watch the game?")
    if seat is not None:
        return seat
    return Spectating(join_code=join_code) if await user.ask_yes(question) else None
