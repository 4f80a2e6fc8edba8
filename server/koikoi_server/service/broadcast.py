"""Encodes updates for the watches of a table. The public bytes are encoded once for everybody.

Sentences are encoded once for each seat and language. A seat's message is the spectators' message
with one more field appended to its bytes.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import NamedTuple

from hanafuda.events import Seat
from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.system.clock import Millis
from koikoi_server.table.events import Entry
from koikoi_server.table.state import TableState
from koikoi_server.text import DEFAULT
from koikoi_server.wire import events, views
from koikoi_server.wire.record import chain
from koikoi_server.wire.sentences.occupants import Occupants, occupants_after, open_seats
from koikoi_server.wire.update_sentences import update_sentences

SNAPSHOT_NEWS = 30  #: past entries that a snapshot includes
MAX_BYTES = 500_000  #: of entries in memory; a watch that missed more gets a snapshot
CACHED_UPDATES = 8  #: positions in the log for which the update is cached
CACHED_SENTENCES = 16  #: cached sentences, by position, seat and language
HASH_BYTES = 8  #: of the log's hash in a cursor


class _Sent(NamedTuple):
    """An encoded entry."""

    news: bytes  #: as an encoded field of an update, a thirtieth of the message object's size
    occupants: Occupants  #: the occupants of the seats before it
    hash: bytes  #: hash of the log up to and including it


class Broadcast:
    """The :class:`koikoi_server.table.watches.Updates` of one table."""

    def __init__(self) -> None:
        self._sent: list[_Sent] = []
        self._size = 0
        self._chain = b""
        self._hash = b""
        self._occupants: Occupants = ()
        self._state: TableState | None = None
        self._failed: tuple[TableState, Entry] | None = None
        self._updates: dict[int, bytes] = {}
        self._sentences: dict[tuple[int, Seat, str], bytes] = {}

    @property
    def state(self) -> TableState:
        """The table after the last entry."""
        assert self._state is not None, "a table is watched from its first entry on"
        return self._state

    @property
    def seq(self) -> int:
        return self.state.seq

    def on_entry(self, state: TableState, entry: Entry) -> None:
        failed, self._failed = self._failed, None
        if failed is not None:
            # Once more, because the hash chain needs every entry. The fault was logged before.
            with suppress(Exception):
                self._add(*failed)
        self._failed = state, entry
        self._add(state, entry)
        self._failed = None

    def _add(self, state: TableState, entry: Entry) -> None:
        message = events.entry(entry, state)
        commitment = state.match.commitment if state.match is not None else b""
        news = _field(table_pb2.Update.NEWS_FIELD_NUMBER, message.SerializeToString())
        occupants = occupants_before = self._occupants or open_seats(len(state.seats))
        for event in message.events:
            occupants = occupants_after(occupants, event)
        if self._state is not None and entry.seq != self.seq + 1:
            self._sent.clear()  # an entry is missing, after a fault: everybody gets a snapshot
            self._size = 0
        self._chain = chain.extend(self._chain, message, commitment)
        self._hash = hashlib.sha256((self._hash or state.table_id.encode()) + news).digest()
        self._sent.append(_Sent(news, occupants_before, self._hash[:HASH_BYTES]))
        self._occupants = occupants
        self._size += len(news)
        if self._size > MAX_BYTES:
            older = len(self._sent) // 2
            self._size -= sum(len(each.news) for each in self._sent[:older])
            del self._sent[:older]
        self._state = state
        self._updates.clear()
        self._sentences.clear()

    def position(self, cursor: str) -> int:
        number, _, found = cursor.partition(".")
        if not (number.isascii() and number.isdigit() and len(number) < 10 and number[0] != "0"):
            return 0
        at = int(number) - self._before - 1
        if not 0 <= at < len(self._sent) or found != self._sent[at].hash.hex():
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
        owns_seat: bool = True,
    ) -> bytes:
        message = self._heartbeat(now, spectators) + _field(
            service_pb2.WatchTableResponse.UPDATE_FIELD_NUMBER, self._update(after)
        )
        if language:
            sentences = self._said(after, seat, language)
            message += _field(service_pb2.WatchTableResponse.SAID_FIELD_NUMBER, sentences)
        if seat and owns_seat:
            view = views.seat_view(self.state, seat, language or DEFAULT).SerializeToString()
            message += _field(service_pb2.WatchSeatResponse.SEAT_VIEW_FIELD_NUMBER, view)
        return message

    def heartbeat(self, now: Millis, spectators: int) -> bytes:
        return self._heartbeat(now, spectators)

    @property
    def _before(self) -> int:
        """The number of the newest entry that was dropped from memory; 0: none was."""
        return self.seq - len(self._sent)

    def _can_resume(self, after: int) -> bool:
        return max(self._before, 1) <= after <= self.seq

    def _news(self, after: int) -> list[_Sent]:
        """The entries in an update that follows entry *after*."""
        return self._sent[after - self._before :] if after else self._sent[-SNAPSHOT_NEWS:]

    def _update(self, after: int) -> bytes:
        """The public part, encoded once for all watches at the same position."""
        position = after if self._can_resume(after) else 0
        if position not in self._updates:
            update = views.update(self.state, self._chain, snapshot=not position)
            update.cursor = f"{self.seq}.{self._sent[-1].hash.hex()}"
            if len(self._updates) >= CACHED_UPDATES:
                del self._updates[next(iter(self._updates))]
            news = (each.news for each in self._news(position))
            self._updates[position] = b"".join((update.SerializeToString(), *news))
        return self._updates[position]

    def _said(self, after: int, seat: Seat, language: str) -> bytes:
        """The sentences of the update for the reader at *seat*, encoded once for each language."""
        position = after if self._can_resume(after) else 0
        key = position, seat, language
        if key not in self._sentences:
            update = table_pb2.Update.FromString(self._update(position))
            news = self._news(position)
            occupants = news[0].occupants if news else self._occupants
            if len(self._sentences) >= CACHED_SENTENCES:
                del self._sentences[next(iter(self._sentences))]
            made = update_sentences(update, occupants, self.state.module, seat, language)
            self._sentences[key] = made.SerializeToString()
        return self._sentences[key]

    def _heartbeat(self, now: Millis, spectators: int) -> bytes:
        heartbeat = service_pb2.Heartbeat(
            head_seq=self.seq, server_time=events.timestamp(now), spectators=spectators
        )
        return service_pb2.WatchTableResponse(heartbeat=heartbeat).SerializeToString()


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
