"""A table's log as its watchers get it: public bytes, made once and the same for all.

A seat's message is a spectator's message and one field more, appended to its bytes.
"""

from __future__ import annotations

from hanafuda.events import Seat
from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.clock import Millis
from koikoi_server.table.events import Entry
from koikoi_server.table.state import TableState
from koikoi_server.text import DEFAULT
from koikoi_server.wire import chain, events, views

SNAPSHOT_NEWS = 30  #: entries that a snapshot tells of what was before
KEPT = 500_000  #: bytes of entries at most; who was away for longer than they tell gets a snapshot
SHARED = 8  #: places in the log whose update is held for the next watch that goes on from there


class Broadcast:
    """The teller of one table (:class:`koikoi_server.table.watches.Teller`)."""

    def __init__(self) -> None:
        self._told: list[bytes] = []  # as fields of an update: messages take 30 times the memory
        self._size = 0
        self._chain = b""
        self._state: TableState | None = None
        self._updates: dict[int, bytes] = {}

    @property
    def state(self) -> TableState:
        """The table after the last entry."""
        assert self._state is not None, "a table is told from its first entry on"
        return self._state

    def publish(self, state: TableState, entry: Entry) -> None:
        told = events.entry(entry, state)
        commitment = state.match.commitment if state.match is not None else b""
        self._chain = chain.extended(self._chain, told, commitment)
        self._told.append(_field(table_pb2.Update.NEWS_FIELD_NUMBER, told.SerializeToString()))
        self._size += len(self._told[-1])
        if self._size > KEPT:
            older = len(self._told) // 2
            self._size -= sum(map(len, self._told[:older]))
            del self._told[:older]
        self._state = state
        self._updates.clear()

    def update(
        self,
        after: int,
        now: Millis,
        spectators: int,
        seat: Seat = 0,
        language: str = DEFAULT,
    ) -> bytes:
        message = self._beat(now, spectators) + _field(
            service_pb2.WatchTableResponse.UPDATE_FIELD_NUMBER, self._update(after)
        )
        if seat:
            view = views.seat_view(self.state, seat, language or DEFAULT).SerializeToString()
            message += _field(service_pb2.WatchSeatResponse.SEAT_VIEW_FIELD_NUMBER, view)
        return message

    def heartbeat(self, now: Millis, spectators: int) -> bytes:
        return self._beat(now, spectators)

    def _update(self, after: int) -> bytes:
        """The public part, made once for all who are at the same place."""
        head = self.state.seq
        before = head - len(self._told)  # entries up to here are not kept
        goes_on = max(before, 1) <= after <= head
        place = after if goes_on else 0
        if place not in self._updates:
            news = self._told[after - before :] if goes_on else self._told[-SNAPSHOT_NEWS:]
            update = views.update(self.state, self._chain, snapshot=not goes_on)
            if len(self._updates) >= SHARED:  # asking for every place there is fills no memory
                del self._updates[next(iter(self._updates))]
            self._updates[place] = b"".join((update.SerializeToString(), *news))
        return self._updates[place]

    def _beat(self, now: Millis, spectators: int) -> bytes:
        beat = service_pb2.Heartbeat(
            head_seq=self.state.seq, server_time=events.timestamp(now), spectators=spectators
        )
        return service_pb2.WatchTableResponse(heartbeat=beat).SerializeToString()


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
