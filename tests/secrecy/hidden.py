"""What a run has to keep to itself, and what its callers are told."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator

import grpc
from google.protobuf.message import Message

from hanafuda.cards import DECK, Cards
from koikoi.v1 import service_pb2
from koikoi_server.table.state import TableState
from tests.support.server import Client, new_id

CARD = re.compile(rf"<\d+-\d|{'|'.join(sorted({card.name for card in DECK}))}|Spread|hands=")
"""How cards look in a text, or what holds them."""

NUMBERS = re.compile(r"\d+(?:[^\w\n]{1,3}\d+)+")
CODES = re.compile(r"\d+-\d(?:[^\w\n]{1,3}\d+-\d){2}")
ENOUGH = 4  #: cards of a hand that do not stand next to each other by chance


def hands_in(text: str, hands: Iterable[Cards]) -> set[str]:
    """The parts of *text* that write one of *hands*, in whatever way and order."""
    found = set(CODES.findall(text))
    runs = {tuple(map(int, re.findall(r"\d+", run))) for run in NUMBERS.findall(text)}
    parts = {run[at : at + ENOUGH] for run in runs for at in range(len(run) - ENOUGH + 1)}
    parts = {part for part in parts if len(set(part)) == ENOUGH}
    for hand in hands:
        if len(hand) >= ENOUGH:
            found |= {str(part) for part in parts if set(part) <= {int(card) for card in hand}}
            found |= {form for form in _forms(hand) if form in text}
    return found


def _forms(hand: Cards) -> Iterator[str]:
    """A hand as one word: a set of bits, or bytes, from either end."""
    for first in (0, 1):
        bits = sum(1 << card - first for card in hand)
        yield from (str(bits), f"{bits:x}", f"{bits:X}", f"{bits:b}")
        for order in (hand, hand[::-1], sorted(hand)):
            numbers = [int(card) - first for card in order]
            raw = bytes(numbers)
            yield from (raw.hex(), raw.hex().upper(), b64encode(raw).decode()[:-4], repr(raw)[2:-1])
            yield "".join(map(str, numbers))


class Secrets:
    """All that a run has to keep to itself."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.hands: set[Cards] = set()

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
        words = [word for word in sorted(self.words) if word in text]
        return [*words, *CARD.findall(text), *hands_in(text, self.hands)]


async def told(client: Client, method: str, request: Message) -> str:
    """All that a caller is told, answers of public calls included, as text."""
    try:
        answer = await getattr(client.stub, method)(request)
    except grpc.aio.AioRpcError as error:
        trailing = tuple(error.trailing_metadata() or ())
        return f"{error.code()} {error.details()} {error.debug_error_string()} {trailing}"
    return repr(answer)
