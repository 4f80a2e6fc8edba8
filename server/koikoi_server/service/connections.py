"""Closes connections of clients that use more than their share, so that others can get in."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from koikoi_server.refusal import Refusal
from koikoi_server.service.address import LOOPBACK, address_of
from koikoi_server.service.limiters import TokenBucket
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Clock, Millis
from koikoi_server.system.sockets import Accepted, Connection, shut_down

INTERVAL, INTERVAL_UNDER_LOAD = 0.25, 0.1  #: seconds between two checks
CPU, CPU_UNDER_LOAD = 0.01, 0.05  #: the share of a processor that checks may use
BETWEEN_SEARCHES: Millis = 200
BETWEEN_WARNINGS: Millis = 60_000
MAX_WARNINGS = 20  #: in that time
MAX_WITHOUT_CALLS = 5_000  #: bytes that a connection without calls may send between two checks

log = logging.getLogger(__name__)


class OpenCalls(NamedTuple):
    """The open calls of one connection."""

    number: int
    watch_seat: bool  #: one of them watches a seat
    late: bool  #: the request, or the reading of the answer, is overdue


@dataclass(slots=True)
class _Known:
    """A connection at the last look."""

    connection: Connection
    address: str
    since: Millis  #: when it was first seen
    used: Millis  #: when it last had an open call, or was first seen
    calls: OpenCalls
    received: int  #: bytes since the look before
    called: bool  #: whether it had a call since the look before
    floods: bool  #: whether it sends much without a call


class Connections:
    """The connections of a server.

    One that watches a seat is only closed when it sends too much, or too many of its calls are
    refused or reset.
    """

    def __init__(
        self,
        clock: Clock,
        settings: Settings,
        accepted: Callable[[int], Sequence[Connection]] | None = None,
        shut: Callable[[Connection], None] = shut_down,
    ) -> None:
        self._clock = clock
        self._accepted = accepted or Accepted()
        self._port = 0  #: on which the server listens
        self._shut = shut
        self._most = settings.max_connections
        self._most_of_address = settings.address_connections
        self._free_loopback = settings.free_loopback
        self._misuse = TokenBucket(clock, *settings.connection_misuse)
        self._misuse_of_address = TokenBucket(clock, *settings.address_misuse)
        self._burst, self._per_second = settings.address_bytes
        self._bytes_left: dict[str, float] = {}  # by address; absent: the whole burst
        self._known: dict[str, _Known] = {}  # by peer, as of the last look
        self._found: dict[str, Connection] = {}  # by peer, as of the last look or search
        self._searched: Millis = 0
        self._used: set[str] = set()  # peers whose calls began since the last look
        self._closed: set[str] = set()  # peers that were closed since the last look
        self._warned: dict[str, Millis] = {}  # when, by address
        self._looked = clock.now()
        self._under_load = False

    async def watch(self, port: int, open_calls: Callable[[], dict[str, OpenCalls]]) -> None:
        """Look at the connections to *port* about four times a second, until cancelled."""
        self._port = port
        interval = INTERVAL
        while True:
            await asyncio.sleep(interval)
            found, cost = await asyncio.to_thread(self._list)  # 10 ms for 2,000
            began = time.thread_time()
            look_soon = self.look(open_calls(), found)
            cost += time.thread_time() - began
            if look_soon:
                interval = max(INTERVAL_UNDER_LOAD, cost / CPU_UNDER_LOAD)
            else:
                interval = max(INTERVAL, cost / CPU)

    def _list(self) -> tuple[Sequence[Connection], float]:
        """All connections, and how many seconds of CPU it took to find them."""
        began = time.thread_time()
        found = self._accepted(self._port)
        return found, time.thread_time() - began

    def look(self, open_calls: dict[str, OpenCalls], found: Sequence[Connection]) -> bool:
        """Close connections above a limit; return whether another look should follow soon.

        *open_calls*: by peer; connections without one need not be in it. *found*: all connections.
        """
        now = self._clock.now()
        self._under_load = False
        self._learn(found, open_calls, now)
        by_address: defaultdict[str, list[_Known]] = defaultdict(list)
        for each in self._known.values():
            by_address[each.address].append(each)
        for each in self._known.values():
            if each.calls.late or each.floods:
                self._close(each.connection)
        self._refill(now)
        for address, its in by_address.items():
            if not self._is_exempt(address):
                self._limit_bytes(address, its)
                self._close_idlest(its, self._most_of_address)
        self._make_room(by_address)
        self._looked = now
        look_soon = self._under_load or bool(self._closed)
        for address, number in sorted(Counter(map(address_of, self._closed)).items()):
            self._warn(address, f"{number} of its connections were closed")
        self._closed.clear()
        return look_soon

    def used(self, peer: str) -> None:
        """Note that a call has begun."""
        self._used.add(peer)

    def refused(self, peer: str) -> None:
        """Count a call that is refused because its address, or the server, has too many."""
        self._warn(address_of(peer), "some of its calls are refused")
        self.misused(peer)

    def misused(self, peer: str) -> None:
        """Count a call that is refused or reset, and close the connection if there are too many."""
        address = address_of(peer)
        if self._is_exempt(address):
            return
        known = self._known.get(peer)
        try:
            self._misuse.check(peer, "")
            if known is None or not known.calls.watch_seat:
                self._misuse_of_address.check(address, "")
        except Refusal:
            self._close_peer(peer)

    def _warn(self, address: str, what: str) -> None:
        """Tell the host that an address was limited, once a minute."""
        now = self._clock.now()
        if address in self._warned and now < self._warned[address] + BETWEEN_WARNINGS:
            return
        oldest = next(iter(self._warned), address)
        if now >= self._warned.get(oldest, now) + BETWEEN_WARNINGS:
            del self._warned[oldest]
        self._warned.pop(address, None)
        if len(self._warned) < MAX_WARNINGS:
            self._warned[address] = now
            log.warning("the address %s was limited: %s", address, what)

    def _learn(
        self, found: Iterable[Connection], open_calls: dict[str, OpenCalls], now: Millis
    ) -> None:
        """Learn what the connections did since the last look."""
        before, self._known = self._known, {}
        none = OpenCalls(0, watch_seat=False, late=False)
        for connection in found:
            peer = connection.peer
            calls = open_calls.get(peer, none)
            last = before.get(peer)
            called = bool(calls.number) or peer in self._used
            received = connection.received - (last.connection.received if last else 0)
            # A call that ended since the last look may have sent them.
            calm = last is not None and not last.called and not called
            self._known[peer] = _Known(
                connection,
                last.address if last else address_of(peer),
                last.since if last else now,
                now if last is None or called else last.used,
                calls,
                received,
                called,
                floods=calm and received > MAX_WITHOUT_CALLS,
            )
        self._found = {peer: each.connection for peer, each in self._known.items()}
        self._used.clear()

    def _refill(self, now: Millis) -> None:
        more = (now - self._looked) * self._per_second / 1000
        left = {address: left + more for address, left in self._bytes_left.items()}
        self._bytes_left = {address: each for address, each in left.items() if each < self._burst}

    def _limit_bytes(self, address: str, connections: Iterable[_Known]) -> None:
        """Close the connections that have sent most, if all have sent too much together."""
        left = self._bytes_left.get(address, self._burst)
        left -= sum(each.received for each in connections)
        self._under_load |= left < self._burst / 2
        if left < 0:
            for each in sorted(connections, key=_received, reverse=True):
                self._close(each.connection)
                left += each.received
                if left >= 0:
                    break
            left = max(left, 0)
        if left < self._burst:
            self._bytes_left[address] = left

    def _close_idlest(self, connections: Sequence[_Known], most: int) -> None:
        """Close connections of one address until *most* are left, but none with an open call.

        More than *most* never have one: the calls on others are refused.
        """
        idlest = [each for each in self._idlest(connections) if not each.calls.number]
        for each in idlest[: max(0, self._open(connections) - most)]:
            self._close(each.connection)

    def _make_room(self, by_address: Mapping[str, Sequence[_Known]]) -> None:
        """Close connections of the addresses that have most, if the server has too many."""
        numbers = {address: self._open(its) for address, its in by_address.items()}
        surplus = sum(numbers.values()) - self._most
        if surplus <= 0:
            return
        idlest = {address: self._idlest(its)[::-1] for address, its in by_address.items()}
        while surplus > 0 and (able := [address for address, its in idlest.items() if its]):
            address = max(able, key=numbers.__getitem__)
            self._close(idlest[address].pop().connection)
            numbers[address] -= 1
            surplus -= 1

    def _open(self, connections: Iterable[_Known]) -> int:
        return sum(each.connection.peer not in self._closed for each in connections)

    def _idlest(self, connections: Iterable[_Known]) -> list[_Known]:
        """Those that may be closed: first those without open calls, unused for longest.

        Of those that are in use, the oldest, so that not the same client is closed again.
        """
        able = (
            each
            for each in connections
            if not each.calls.watch_seat and each.connection.peer not in self._closed
        )
        return sorted(able, key=lambda each: (each.calls.number > 0, each.used, each.since))

    def _close_peer(self, peer: str) -> None:
        now = self._clock.now()
        if peer in self._closed:
            return
        if peer not in self._found and now >= self._searched + BETWEEN_SEARCHES:
            self._searched = now
            self._found = {each.peer: each for each in self._accepted(self._port)}
        if peer in self._found:
            self._close(self._found[peer])

    def _close(self, connection: Connection) -> None:
        if connection.peer not in self._closed:
            self._shut(connection)
            self._closed.add(connection.peer)

    def _is_exempt(self, address: str) -> bool:
        return self._free_loopback and address in LOOPBACK


def _received(known: _Known) -> int:
    return known.received
