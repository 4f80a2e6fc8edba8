"""What a run has to keep to itself, and what its callers are told."""

from __future__ import annotations

import re

import grpc
from google.protobuf.message import Message

from hanafuda.cards import DECK
from koikoi.v1 import service_pb2
from koikoi_server.table.state import TableState
from tests.support.server import Client, new_id

CARD = re.compile(rf"<\d+-\d|{'|'.join(sorted({card.name for card in DECK}))}|Spread|hands=")
"""How cards look in a text, or what holds them."""


class Secrets:
    """All that a run has to keep to itself."""

    def __init__(self) -> None:
        self.words: set[str] = set()

    def grant(self, grant: service_pb2.SeatGrant) -> service_pb2.SeatGrant:
        self.words.add(grant.seat_token)
        return grant

    def new_id(self) -> str:
        made = new_id()
        self.words.add(made)
        return made

    def of_table(self, state: TableState) -> None:
        """What a running table hides: hashes, its code, the decks' secret, the record's id."""
        hidden = [seat.token for seat in state.seats if seat.token]
        if state.match is not None and not state.match.over:
            hidden.append(state.match.secret)
            self.words.add(state.match.record_id)
        for each in hidden:
            self.words |= {each.hex(), repr(each)[2:-1]}
        self.words |= {state.join_code} - {""}

    def found(self, text: str) -> list[str]:
        """Those that stand in *text*, and cards."""
        return [word for word in sorted(self.words) if word in text] + CARD.findall(text)


async def told(client: Client, method: str, request: Message) -> str:
    """All that a caller is told, answers of public calls included, as text."""
    try:
        answer = await getattr(client.stub, method)(request)
    except grpc.aio.AioRpcError as error:
        trailing = tuple(error.trailing_metadata() or ())
        return f"{error.code()} {error.details()} {error.debug_error_string()} {trailing}"
    return repr(answer)
