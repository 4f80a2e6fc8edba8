"""A table's log as its watchers get it: public bytes, made once and the same for all.

Words are made once for all who read the same ones: each seat in a language, and all spectators. A
seat's message is a spectator's message and one field more, appended to its bytes.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from hanafuda.events import Seat
from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.system.clock import Millis
from koikoi_server.table.events import Entry
from koikoi_server.table.state import TableState
from koikoi_server.text import DEFAULT
from koikoi_server.wire import events, views
from koikoi_server.wire.record import chain
from koikoi_server.wire.said import said
from koikoi_server.wire.sentences.occupants import Occupants, occupants_after, open_seats

SNAPSHOT_NEWS = 30  #: entries that a snapshot tells of what was before
KEPT = 500_000  #: bytes of entries at most; who was away for longer than they tell gets a snapshot
SHARED = 8  #: places in the log whose update is held for the next watch that goes on from there
SHARED_WORDS = 16  #: of these, by seat and language, are held as well


class _Sent(NamedTuple):
    """An entry that was told."""

    news: bytes  #: a field of an update: messages take 30 times the memory
    occupants: Occupants  #: who had the seats before it
    mark: bytes  #: of the log up to it, itself included


class Broadcast:
    """The teller of one table (:class:`koikoi_server.table.watches.Updates`)."""

    def __init__(self) -> None:
        self._sent: list[_Sent] = []
        self._size = 0
        self._chain = b""
        self._mark = b""
        self._occupants: Occupants = ()
        self._state: TableState | None = None
        self._updates: dict[int, bytes] = {}
        self._words: dict[tuple[int, Seat, str], bytes] = {}

    @property
    def state(self) -> TableState:
        """The table after the last entry."""
        assert self._state is not None, "a table is told from its first entry on"
        return self._state

    @property
    def seq(self) -> int:
        return self.state.seq

    def on_entry(self, state: TableState, entry: Entry) -> None:
        message = events.entry(entry, state)
        commitment = state.match.commitment if state.match is not None else b""
        news = _field(table_pb2.Update.NEWS_FIELD_NUMBER, message.SerializeToString())
        occupants = occupants_before = self._occupants or open_seats(len(state.seats))
        for event in message.events:
            occupants = occupants_after(occupants, event)
        if self._state is not None and entry.seq != self.seq + 1:
            self._sent.clear()  # an entry is missing, after a fault: everybody gets a snapshot
            self._size = 0
        self._chain = chain.extended(self._chain, message, commitment)
        self._mark = hashlib.sha256((self._mark or state.table_id.encode()) + news).digest()
        self._sent.append(_Sent(news, occupants_before, self._mark[:MARK_BYTES]))
        self._occupants = occupants
        self._size += len(news)
        if self._size > KEPT:
            older = len(self._sent) // 2
            self._size -= sum(len(each.news) for each in self._sent[:older])
            del self._sent[:older]
        self._state = state
        self._updates.clear()
        self._words.clear()

    def position(self, cursor: str) -> int:
        number, _, mark = cursor.partition(".")
        if not (number.isascii() and number.isdigit() and len(number) < 10 and number[0] != "0"):
            return 0
        at = int(number) - self._before - 1
        if not 0 <= at < len(self._sent) or mark != self._sent[at].mark.hex():
            return 0
        return int(number)

    def update(
        self,
        after: int,
        now: Millis,
        spectators: int,
        seat: Seat = 0,
        language: str = "",
        *,
        sits: bool = True,
    ) -> bytes:
        message = self._beat(now, spectators) + _field(
            service_pb2.WatchTableResponse.UPDATE_FIELD_NUMBER, self._update(after)
        )
        if language:
            words = self._said(after, seat, language)
            message += _field(service_pb2.WatchTableResponse.SAID_FIELD_NUMBER, words)
        if seat and sits:
            view = views.seat_view(self.state, seat, language or DEFAULT).SerializeToString()
            message += _field(service_pb2.WatchSeatResponse.SEAT_VIEW_FIELD_NUMBER, view)
        return message

    def heartbeat(self, now: Millis, spectators: int) -> bytes:
        return self._beat(now, spectators)

    @property
    def _before(self) -> int:
        """Entries up to here are not kept."""
        return self.seq - len(self._sent)

    def _goes_on(self, after: int) -> bool:
        return max(self._before, 1) <= after <= self.seq

    def _news(self, after: int) -> list[_Sent]:
        """The entries that an update from there on tells."""
        return self._sent[after - self._before :] if after else self._sent[-SNAPSHOT_NEWS:]

    def _update(self, after: int) -> bytes:
        """The public part, made once for all who are at the same place."""
        place = after if self._goes_on(after) else 0
        if place not in self._updates:
            update = views.update(self.state, self._chain, snapshot=not place)
            update.cursor = f"{self.seq}.{self._sent[-1].mark.hex()}"
            if len(self._updates) >= SHARED:  # asking for every place there is fills no memory
                del self._updates[next(iter(self._updates))]
            news = (each.news for each in self._news(place))
            self._updates[place] = b"".join((update.SerializeToString(), *news))
        return self._updates[place]

    def _said(self, after: int, seat: Seat, language: str) -> bytes:
        """What the update says to the reader at *seat*, made once for all who read the same."""
        place = after if self._goes_on(after) else 0
        key = place, seat, language
        if key not in self._words:
            update = table_pb2.Update.FromString(self._update(place))
            news = self._news(place)
            occupants = news[0].occupants if news else self._occupants
            if len(self._words) >= SHARED_WORDS:
                del self._words[next(iter(self._words))]
            made = said(update, occupants, self.state.module, seat, language)
            self._words[key] = made.SerializeToString()
        return self._words[key]

    def _beat(self, now: Millis, spectators: int) -> bytes:
        beat = service_pb2.Heartbeat(
            head_seq=self.seq, server_time=events.timestamp(now), spectators=spectators
        )
        return service_pb2.WatchTableResponse(heartbeat=beat).SerializeToString()


MARK_BYTES = 8
"""Of a log's hash, in a cursor: enough to tell apart the few logs that one table ever has."""


def _field(number: int, payload: bytes) -> bytes:
    """A message field of protobuf's wire format: tag, length, bytes."""
    return _varint(number << 3 | 2) + _varint(len(payload)) + payload


def _varint(value: int) -> bytes:
    made = bytearray()
    while value > 0x7F:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    made.append(value)
    return bytes(made)
